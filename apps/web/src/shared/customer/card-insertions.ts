/** Tells when a card is put into a reader of this counter, in one window of the browser: the one that was used last. */
import { bridgePaths, bridgeUrl, cardInserted } from '@khapdee/contract/card-bridge'
import { subscribe } from '../../api/live-connection.ts'
import type { CardSettings } from './card-settings.ts'
import { isLocalNetworkBlocked } from './card-sources.ts'

const retryMs = 5_000
const lockName = 'khapdee.cardInsertions'

/** Calls `onInsert` for each card in the readers of the settings. @returns a function that stops it */
export const watchInsertions = (settings: CardSettings, onInsert: () => void): (() => void) =>
  inOneWindow(() => watchReaders(settings, onInsert))

function watchReaders(
  { order, token, card_reader_id }: CardSettings,
  onInsert: () => void,
): () => void {
  const stop = new AbortController()
  if (order.includes('bridge') && token !== '') void watchBridge(token, onInsert, stop.signal)
  let unsubscribe: (() => void) | undefined
  if (order.includes('relay') && card_reader_id !== null) {
    unsubscribe = subscribe((message) => {
      const [kind, , reader] = message.split(' ')
      if (kind === 'card-reader' && Number(reader) === card_reader_id) onInsert()
    })
  }
  return () => {
    stop.abort()
    unsubscribe?.()
  }
}

/**
 * Runs `start` in one visible window of this browser, in which its result then stops it. The window that gets the focus
 * takes over; a hidden or closed one leaves it to another. A browser has few connections to the program, so windows must
 * not hold one each.
 *
 * @returns a function that stops it
 */
function inOneWindow(start: () => () => void): () => void {
  // Pages without TLS have no locks; there the window with the focus is the only one that is sure to be used.
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) return whileFocused(start)
  let leave = () => {}
  let isHolder = false
  const compete = (steal: boolean) => {
    leave()
    if (document.hidden) return
    const waiting = new AbortController()
    leave = () => waiting.abort()
    const hold = () =>
      new Promise<void>((resolve) => {
        const stop = start()
        isHolder = true
        leave = () => {
          leave = () => {}
          isHolder = false
          stop()
          resolve()
        }
      })
    // A lock can be stolen, or waited for until a signal, but not both.
    const options = steal ? { steal } : { signal: waiting.signal }
    locks
      .request(lockName, options, () => (waiting.signal.aborted ? undefined : hold()))
      .catch(() => {
        // Another window took it over, unless this one gave it up.
        if (!waiting.signal.aborted) compete(false)
      })
  }
  const takeOver = () => {
    if (!isHolder) compete(true)
  }
  const adjust = () => {
    if (document.hidden) leave()
    else if (!isHolder) compete(document.hasFocus())
  }
  window.addEventListener('focus', takeOver)
  document.addEventListener('visibilitychange', adjust)
  adjust()
  return () => {
    window.removeEventListener('focus', takeOver)
    document.removeEventListener('visibilitychange', adjust)
    leave()
  }
}

function whileFocused(start: () => () => void): () => void {
  let stop: (() => void) | undefined
  const adjust = () => {
    const isUsed = document.hasFocus()
    if (isUsed) stop ??= start()
    else {
      stop?.()
      stop = undefined
    }
  }
  window.addEventListener('focus', adjust)
  window.addEventListener('blur', adjust)
  adjust()
  return () => {
    window.removeEventListener('focus', adjust)
    window.removeEventListener('blur', adjust)
    stop?.()
  }
}

async function watchBridge(token: string, onInsert: () => void, signal: AbortSignal) {
  while (!signal.aborted) {
    // The browser asks for permission only after a press, so it is not asked here.
    if (!(await isLocalNetworkBlocked())) await readEvents(token, onInsert, signal).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

/** Reads one stream until it ends. */
async function readEvents(token: string, onInsert: () => void, signal: AbortSignal): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(bridgeUrl + bridgePaths.events, { headers, signal })
  if (!response.ok || response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value = '' } = await reader.read()
    if (done) return
    if (value.includes(`data: ${cardInserted}`)) onInsert()
  }
}
