/** Runs a task in only one of the browser's windows that show this product: the one used last. */

/**
 * Runs `start` in one visible window of this browser; its result stops the task there. The window
 * that gets the focus takes the task over; a hidden or closed window releases it to another waiting
 * one.
 *
 * @param name of the lock that the windows share
 * @param view the window; another one in tests
 * @returns a function that stops the task and releases it to another window
 */
export function inOneWindow(
  name: string,
  start: () => () => void,
  view: Window = window,
): () => void {
  const { document } = view
  // Pages without TLS have no locks; there only the window with the focus is certainly in use.
  const locks: LockManager | null | undefined = view.navigator.locks
  if (!locks) return whileFocused(start, view)
  let leave = () => {}
  let isHolder = false
  /** Whether this window got the focus again while another one was taking over. */
  let isUsedAgain = false
  const compete = (steal: boolean) => {
    leave()
    if (document.hidden) return
    const waiting = new AbortController()
    leave = () => waiting.abort()
    const hold = () =>
      new Promise<void>((resolve) => {
        const stop = start()
        isHolder = true
        isUsedAgain = false
        leave = () => {
          // Another window may take over a lock that was already released.
          waiting.abort()
          leave = () => {}
          isHolder = false
          stop()
          resolve()
        }
      })
    // A lock can be stolen, or waited for until a signal, but not both.
    const options = steal ? { steal } : { signal: waiting.signal }
    locks
      .request(name, options, () => (waiting.signal.aborted ? undefined : hold()))
      .catch(() => {
        // Another window took the lock over, unless this window released it. Only a new focus takes
        // it back: otherwise two windows that both report to have the focus would take it from each
        // other forever.
        if (!waiting.signal.aborted) compete(isUsedAgain)
      })
  }
  const takeOver = () => {
    isUsedAgain = isHolder
    if (!isHolder) compete(true)
  }
  const forget = () => void (isUsedAgain = false)
  const adjust = () => {
    if (document.hidden) leave()
    else if (!isHolder) compete(document.hasFocus())
  }
  view.addEventListener('focus', takeOver)
  view.addEventListener('blur', forget)
  document.addEventListener('visibilitychange', adjust)
  adjust()
  return () => {
    view.removeEventListener('focus', takeOver)
    view.removeEventListener('blur', forget)
    document.removeEventListener('visibilitychange', adjust)
    leave()
  }
}

function whileFocused(start: () => () => void, view: Window): () => void {
  let stop: (() => void) | undefined
  const adjust = () => {
    const isUsed = view.document.hasFocus()
    if (isUsed) stop ??= start()
    else {
      stop?.()
      stop = undefined
    }
  }
  view.addEventListener('focus', adjust)
  view.addEventListener('blur', adjust)
  adjust()
  return () => {
    view.removeEventListener('focus', adjust)
    view.removeEventListener('blur', adjust)
    stop?.()
  }
}
