/**
 * Reports when a card is put into a reader of this counter, in only one window of the browser: the
 * one used last.
 */
import { bridgePaths, bridgeUrl, cardInserted } from '@khapdee/contract/card-bridge'
import { cardFailures } from '@khapdee/domain/card-failure'
import { headings } from '@khapdee/domain/words'
import { subscribe } from '../../api/live-connection.ts'
import { alerts } from '../alerts.ts'
import { inOneWindow } from '../one-window.ts'
import { paths } from '../paths.ts'
import type { CardSettings, SourceName } from './card-settings.ts'
import { isLocalNetworkBlocked } from './card-sources.ts'

const retryMs = 5_000
const lockName = 'khapdee.cardInsertions'

/** Called for each card with the source that has it. */
type OnInsert = (source: SourceName) => void

/** A token that the program refused: it is not used again, and the clerk is informed once. */
let refusedToken = ''

function reportRefusal(token: string): void {
  if (refusedToken === token) return
  refusedToken = token
  const action = { label: headings.cardReader, href: paths.cardReader }
  alerts.warning(cardFailures.NOT_PAIRED.message, action)
}

/**
 * Calls `onInsert` for each card in the readers of the settings. While the program on this computer
 * sends events, those of the server are ignored, because the same program may be connected to it.
 * @param listen listens to the messages of the server
 * @returns a function that stops it
 */
export const watchInsertions = (
  settings: CardSettings,
  onInsert: OnInsert,
  listen: typeof subscribe = subscribe,
): (() => void) => inOneWindow(lockName, () => watchReaders(settings, onInsert, listen))

function watchReaders(
  { order, token, card_reader_id }: CardSettings,
  onInsert: OnInsert,
  listen: typeof subscribe,
): () => void {
  const stop = new AbortController()
  let isBridgeOpen = false
  if (order.includes('bridge') && token !== '') {
    const onOpen = (isOpen: boolean) => void (isBridgeOpen = isOpen)
    void watchBridge({ token, onInsert: () => onInsert('bridge'), onOpen, signal: stop.signal })
  }
  let unsubscribe: (() => void) | undefined
  if (order.includes('relay') && card_reader_id !== null) {
    unsubscribe = listen((message) => {
      const [kind, , reader] = message.split(' ')
      const isOwn = kind === 'card-reader' && Number(reader) === card_reader_id
      if (isOwn && !isBridgeOpen) onInsert('relay')
    })
  }
  return () => {
    stop.abort()
    unsubscribe?.()
  }
}

interface BridgeWatch {
  token: string
  onInsert: () => void
  /** Called when the stream of the program opens and ends. */
  onOpen: (isOpen: boolean) => void
  signal: AbortSignal
}

async function watchBridge(watch: BridgeWatch) {
  const { token, onOpen, signal } = watch
  if (refusedToken === token) return
  while (!signal.aborted) {
    // The browser asks for permission only after a press, so no call that needs it is made here.
    if (!(await isLocalNetworkBlocked())) await readEvents(watch).catch(() => {})
    onOpen(false)
    if (refusedToken === token) return
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

/** Reads one stream until it ends. */
async function readEvents({ token, onInsert, onOpen, signal }: BridgeWatch): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(bridgeUrl + bridgePaths.events, { headers, signal })
  if (response.status === 401) return reportRefusal(token)
  if (!response.ok || response.body === null) return
  onOpen(true)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value = '' } = await reader.read()
    if (done) return
    if (value.includes(`data: ${cardInserted}`)) onInsert()
  }
}
