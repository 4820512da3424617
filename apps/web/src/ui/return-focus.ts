/**
 * Keeps the focus on the screen after a dialog: on the element that opened it, or, if that has disappeared, on a heading
 * near it. React Aria returns the focus when the user dismisses a dialog, but not after a save; and the element often
 * disappears a moment later, when the data is loaded again (its row is deleted, its button replaced). The focus would
 * fall to the document, and the next Tab would begin at the top of the page.
 */
import { useEffect, useState } from 'react'

/** How long the screen may take to load again, in milliseconds. */
const settleMs = 10_000

/** The element and its ancestors, innermost first. */
function pathOf(element: Element | null): Element[] {
  const path = []
  for (let node = element; node !== null; node = node.parentElement) path.push(node)
  return path
}

/** The heading of the innermost region around the path that is still on the screen; of the whole screen otherwise. */
function findHeading(path: readonly Element[]): HTMLElement | null {
  const headings = path
    .filter((element) => element.isConnected && element.matches('section, main'))
    .map((region) => region.querySelector<HTMLElement>('h1, h2'))
  return headings.find((heading) => heading !== null) ?? document.querySelector('main h1')
}

/** Returns the focus whenever it has fallen to the document, until the user moves it. */
function watch(path: readonly Element[]): void {
  const [opener] = path
  let heading: HTMLElement | null = null
  const observer = new MutationObserver(check)
  const timeout = setTimeout(stop, settleMs)

  function check() {
    if (document.activeElement !== document.body) return
    if (opener instanceof HTMLElement && opener !== document.body) {
      opener.focus()
      // It is not focused while it is disabled.
      if (document.activeElement === opener) return
    }
    heading = findHeading(path)
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus()
  }

  function stop() {
    clearTimeout(timeout)
    observer.disconnect()
    document.removeEventListener('focusin', stopOnOtherFocus)
    document.removeEventListener('pointerdown', stop)
  }

  function stopOnOtherFocus({ target }: FocusEvent) {
    if (target !== opener && target !== heading) stop()
  }

  // React Aria returns the focus in the next frame, if it does.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      check()
      observer.observe(document.body, {
        childList: true,
        subtree: true,
        attributeFilter: ['disabled'],
      })
      document.addEventListener('focusin', stopOnOtherFocus)
      document.addEventListener('pointerdown', stop)
    }),
  )
}

/** Render it inside a dialog: when the dialog closes, the focus stays near the element that opened it. */
export function ReturnFocus(): null {
  const [path] = useState(() => pathOf(document.activeElement))
  useEffect(() => () => watch(path), [path])
  return null
}
