/**
 * The stream of changes of this tab, open while a part of the screen listens and the tab is
 * visible. A lost stream is opened again; every new one begins with the message that changes may
 * have been missed.
 */
import { livePath, maxSilenceMs } from '@khapdee/contract/live'
import { renewAccessToken } from './client.ts'
import { reportServerStatus, serverStatusOf } from './server-status.ts'
import { tokens } from './tokens.ts'
import { urlOf } from './transport.ts'

const initialBackoffMs = 500
const maxBackoffMs = 10_000
/**
 * Time for which the stream stays open without listeners or in a hidden tab, because another screen
 * usually follows.
 */
const lingerMs = 10_000

type Listener = (message: string) => void

const listeners = new Set<Listener>()
let running: AbortController | undefined
let lingering: ReturnType<typeof setTimeout> | undefined

/** Calls `listener` with each message of the stream. @returns a function that stops it */
export function subscribe(listener: Listener): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', adjust)
  listeners.add(listener)
  adjust()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', adjust)
    adjust()
  }
}

/** Opens the stream if it is needed, and otherwise closes it after a delay. */
function adjust(): void {
  clearTimeout(lingering)
  if (listeners.size > 0 && !document.hidden) {
    if (running !== undefined) return
    running = new AbortController()
    void keepOpen(running.signal)
    return
  }
  lingering = setTimeout(() => {
    running?.abort()
    running = undefined
  }, lingerMs)
}

async function keepOpen(signal: AbortSignal): Promise<void> {
  let backoffMs = initialBackoffMs
  while (!signal.aborted) {
    const hasOpened = await readStream(signal).catch(() => false)
    backoffMs = hasOpened ? initialBackoffMs : Math.min(backoffMs * 2, maxBackoffMs)
    // Random, because all screens lose their streams at the same moment when a server stops.
    await wait(backoffMs * (1 + Math.random()), signal)
  }
}

/** Reads one stream until it ends. @returns whether it was opened */
async function readStream(signal: AbortSignal): Promise<boolean> {
  const idle = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idle.abort(), maxSilenceMs)
  }
  restart()
  try {
    const response = await openStream(AbortSignal.any([signal, idle.signal]))
    if (response === null) return false
    const reader = response.pipeThrough(new TextDecoderStream()).getReader()
    let pending = ''
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }))
      if (done || value === undefined) return true
      restart()
      const lines = (pending + value).split('\n')
      pending = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) tell(line.slice('data: '.length))
    }
  } finally {
    clearTimeout(timer)
  }
}

function tell(message: string): void {
  for (const listener of listeners) listener(message)
}

/** @returns null when the server does not answer with a stream */
async function openStream(
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const token = tokens.accessToken()
  if (token === null) return null
  let response = await request(token, signal)
  if (response.status === 401) response = await request(await renewAccessToken(token), signal)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (response.ok && isStream === true) return response.body
  await response.body?.cancel()
  return null
}

async function request(token: string, signal: AbortSignal): Promise<Response> {
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` }
  try {
    const response = await fetch(urlOf(livePath), { headers, signal, cache: 'no-store' })
    reportServerStatus(serverStatusOf(response))
    return response
  } catch (error) {
    if (!signal.aborted) reportServerStatus(serverStatusOf(null))
    throw error
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
