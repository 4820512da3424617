/** Runs something in one of the windows of a browser that show this product: the one that was used last. */

/**
 * Runs `start` in one visible window of this browser, in which its result then stops it. The window that gets the focus
 * takes over; a hidden or closed one leaves it to another that waits.
 *
 * @param name of the lock that the windows share
 * @param view the window; another one in tests
 * @returns a function that stops it and leaves it to another window
 */
export function inOneWindow(
  name: string,
  start: () => () => void,
  view: Window = window,
): () => void {
  const { document } = view
  // Pages without TLS have no locks; there the window with the focus is the only one that is sure to be used.
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
          // Another window may take over a lock that is already given up.
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
        // Another window took it over, unless this one gave it up. Only a new focus takes it back: two windows that both claim
        // to have the focus would take it from each other without end.
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
