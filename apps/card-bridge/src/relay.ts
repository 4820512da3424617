/**
 * Connects the program to the server by itself, for counters whose browser may not call this
 * computer. The server sends requests for a card over a stream, and the answers are sent by POST.
 * Nothing is logged.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cardPresent } from '@khapdee/contract/card-bridge'
import {
  relayAnswer,
  type RelayAnswer,
  relayAnswerPath,
  relayInsertedPath,
  relayInstanceHeader,
  relayReplaced,
  relayReplacedPath,
  relayRequest,
  type RelayRequest,
  relayStreamPath,
} from '@khapdee/contract/card-relay'
import { maxSilenceMs } from '@khapdee/contract/live'
import { failureAnswer } from '@khapdee/domain/card-failure'
import type { CardReader } from './reader.ts'

const initialBackoffMs = 500
const maxBackoffMs = 15_000
const sendMs = 5_000
/** Requests are short: a longer text without a line end is not from our server. */
const maxLine = 4_096

/**
 * `refused`: the key is no longer valid. `replaced`: another computer has connected with it; this
 * one stays disconnected.
 */
export type RelayState = 'connected' | 'disconnected' | 'refused' | 'replaced'

interface RelayOptions {
  /** The address of the school, such as https://school.example. */
  url: string
  key: string
  /** The version of this program. */
  version: string
  reader: CardReader
  /** Called when the state changes. */
  report: (state: RelayState) => void
}

async function answerTo(
  { request, kind }: RelayRequest,
  { reader, version }: Pick<RelayOptions, 'reader' | 'version'>,
): Promise<RelayAnswer> {
  if (kind === 'read') return relayAnswer.parse({ request, answer: await reader.read() })
  const state = await reader.state()
  const answer = state === cardPresent ? { result: 'ok', code: state } : failureAnswer(state)
  return { request, answer: { ...answer, program_version: version } }
}

/** Keeps the connection until it is stopped, or another computer takes over the key. @returns a function that stops it */
export function startRelay({ url, key, version, reader, report }: RelayOptions): () => void {
  const stopping = new AbortController()
  // Not stored, because two computers with copies of the settings would then have the same id.
  const identity = { authorization: `Bearer ${key}`, [relayInstanceHeader]: randomUUID() }
  const urlOf = (path: string) => `${url}/api/v1/${path}`
  let state: RelayState | undefined
  const change = (next: RelayState) => {
    if (state !== next) report(next)
    state = next
  }

  const post = async (path: string, body: object): Promise<void> => {
    await fetch(urlOf(path), {
      method: 'POST',
      headers: { ...identity, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(sendMs),
    }).then((response) => response.body?.cancel())
  }
  const handle = async (line: string): Promise<void> => {
    const request = relayRequest.safeParse(parseJson(line)).data
    if (request === undefined) return
    // If the answer is lost, the server reports a timeout to the clerk.
    await post(relayAnswerPath, await answerTo(request, { reader, version })).catch(() => {})
  }

  /** Reads one stream until it ends. @returns whether it was opened */
  const readStream = async (): Promise<boolean> => {
    // Node 20 may lose the signals of AbortSignal.any.
    const stream = new AbortController()
    const end = () => stream.abort()
    stopping.signal.addEventListener('abort', end)
    const timer = setTimeout(end, maxSilenceMs)
    try {
      const response = await fetch(urlOf(relayStreamPath), {
        headers: { ...identity, accept: 'text/event-stream' },
        signal: stream.signal,
      })
      if (!response.ok || response.body === null) {
        await response.body?.cancel()
        change(response.status === 401 ? 'refused' : 'disconnected')
        return false
      }
      change('connected')
      let pending = ''
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        timer.refresh()
        const lines = (pending + text).split('\n')
        pending = lines.pop() ?? ''
        if (pending.length > maxLine) return true
        for (const line of lines) {
          if (!line.startsWith('data: ')) continue
          const data = line.slice('data: '.length)
          if (data === relayReplaced) {
            change('replaced')
            stopping.abort()
            // The screens of the counter show this, because the program may run without a window.
            post(relayReplacedPath, {}).catch(() => {})
            return true
          }
          void handle(data)
        }
      }
      return true
    } finally {
      clearTimeout(timer)
      stopping.signal.removeEventListener('abort', end)
      end()
    }
  }

  const keepOpen = async (): Promise<void> => {
    let backoffMs = initialBackoffMs
    while (!stopping.signal.aborted) {
      const hasOpened = await readStream().catch(() => undefined)
      if (state === 'replaced') return
      if (hasOpened !== false) change('disconnected')
      backoffMs = hasOpened === true ? initialBackoffMs : Math.min(backoffMs * 2, maxBackoffMs)
      // Random, because all counters lose their streams at the same moment when a server stops.
      const pause = backoffMs * (1 + Math.random())
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  void keepOpen()
  const stopWatching = reader.onInsert(() => {
    if (state === 'connected') post(relayInsertedPath, {}).catch(() => {})
  })
  return () => {
    stopWatching()
    stopping.abort()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
