/** What runs inside the page: functions that Playwright carries there, so each stands alone. */

declare global {
  interface Window {
    bench: {
      /** Milliseconds from the navigation until the list stood on the screen. */
      listReady: number | null
      /** Sum of the layout shifts nobody's input brought about. */
      shift: number
      /** Milliseconds from each key to the frame that shows it. */
      keys: number[]
    }
  }
}

/** Begins to watch, before anything of the page runs. */
export function watch(): void {
  window.bench = { listReady: null, shift: 0, keys: [] }
  const painted = (then: () => void) => requestAnimationFrame(() => setTimeout(then))

  const rows = new MutationObserver(() => {
    if (document.querySelector('tbody a[href]') === null) return
    rows.disconnect()
    painted(() => (window.bench.listReady = performance.now()))
  })
  rows.observe(document, { childList: true, subtree: true })

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // Not yet in TypeScript's library.
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      }
      if (!hadRecentInput) window.bench.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })

  addEventListener(
    'keydown',
    (event) => painted(() => window.bench.keys.push(performance.now() - event.timeStamp)),
    { capture: true },
  )
}
