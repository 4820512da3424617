/** Tells when a card is put into a reader of this counter, in one window of the browser: the one that was used last. */
import { bridgePaths, bridgeUrl, cardInserted } from '@khapdee/contract/card-bridge'
import { subscribe } from '../../api/live-connection.ts'
import { inOneWindow } from '../one-window.ts'
import type { CardSettings, SourceName } from './card-settings.ts'
import { isLocalNetworkBlocked } from './card-sources.ts'

const retryMs = 5_000
const lockName = 'khapdee.cardInsertions'

/** Called for each card with the source that has it. */
type OnInsert = (source: SourceName) => void

/** Calls `onInsert` for each card in the readers of the settings. @returns a function that stops it */
export const watchInsertions = (settings: CardSettings, onInsert: OnInsert): (() => void) =>
  inOneWindow(lockName, () => watchReaders(settings, onInsert))

function watchReaders(
  { order, token, card_reader_id }: CardSettings,
  onInsert: OnInsert,
): () => void {
  const stop = new AbortController()
  if (order.includes('bridge') && token !== '')
    void watchBridge(token, () => onInsert('bridge'), stop.signal)
  let unsubscribe: (() => void) | undefined
  if (order.includes('relay') && card_reader_id !== null) {
    unsubscribe = subscribe((message) => {
      const [kind, , reader] = message.split(' ')
      if (kind === 'card-reader' && Number(reader) === card_reader_id) onInsert('relay')
    })
  }
  return () => {
    stop.abort()
    unsubscribe?.()
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
