/** Code that Playwright injects into the page; each function is self-contained. */

declare global {
  interface Window {
    bench: {
      /** Milliseconds from navigation until the first rows are painted; null before. */
      listReady: number | null
      /** Sum of the layout shifts without recent input. */
      shift: number
      /** Milliseconds from each key to the next painted frame. */
      keys: number[]
      /** Milliseconds from the press of a button of the calendar until its entries are painted; null before. */
      calendar: number | null
    }
  }
}

/** Installs the observers; runs before the scripts of the page. */
export function observePage(): void {
  window.bench = { listReady: null, shift: 0, keys: [], calendar: null }
  const afterPaint = (then: () => void) => requestAnimationFrame(() => setTimeout(then))

  const rows = new MutationObserver(() => {
    if (document.querySelector('tbody a[href]') === null) return
    rows.disconnect()
    afterPaint(() => (window.bench.listReady = performance.now()))
  })
  rows.observe(document, { childList: true, subtree: true })

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // LayoutShift is not in TypeScript's DOM library.
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      }
      if (!hadRecentInput) window.bench.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })

  addEventListener(
    'keydown',
    (event) => afterPaint(() => window.bench.keys.push(performance.now() - event.timeStamp)),
    { capture: true },
  )
}
