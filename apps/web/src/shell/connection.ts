/**
 * Whether the server can be reached, derived from the answers of all calls. While it cannot be
 * reached, only this module retries, by polling `/readyz`. When it can be reached again, the
 * failed and stale queries of the screen are fetched again.
 */
import type { QueryClient } from '@tanstack/react-query'
import { onServerStatus, serverStatusOf, reportServerStatus } from '../api/server-status.ts'
import { retryFailedDownloads } from '../ui/lazy-part.ts'
import { memoryStore, useStore } from '../session/store.ts'

/** `offline`: no network on this computer; `unavailable`: the server does not answer. */
export type Connection = 'ok' | 'offline' | 'unavailable'

const initialBackoffMs = 1000
const maxBackoffMs = 30_000
const probeTimeoutMs = 5000
/** If the connection was up for less than this, the backoff is not reset. */
const stableAfterMs = 60_000
/**
 * Maximum random delay of the poll after the browser's `online` event: the computers of a branch must not
 * all poll at the same moment.
 */
const maxOnlineJitterMs = 1000

const store = memoryStore<Connection>('ok')
const reconnectListeners = new Set<() => void>()

let backoffMs = initialBackoffMs
let reconnectedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined
let pendingPoll: Promise<boolean> | undefined

export const useConnection = (): Connection => useStore(store)

/** Calls `listener` each time the server can be reached again. @returns the unsubscribe function */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener)
  return () => void reconnectListeners.delete(listener)
}

/** Polls the server now and reports its status. @returns whether it answered */
export function pollServer(): Promise<boolean> {
  cancelPoll()
  pendingPoll ??= probe().finally(() => (pendingPoll = undefined))
  return pendingPoll
}

async function probe(): Promise<boolean> {
  const signal = AbortSignal.timeout(probeTimeoutMs)
  const response = await fetch('/readyz', { cache: 'no-store', signal }).catch(() => null)
  const status = serverStatusOf(response)
  reportServerStatus(status)
  return !status.isUnavailable
}

/** Starts watching the connection. @returns a function that stops it and resets the state */
export function watchConnection(queryClient: QueryClient): () => void {
  const stops = [
    onServerStatus(({ isUnavailable, retryAfterMs }) =>
      isUnavailable ? markUnavailable(retryAfterMs) : markConnected(),
    ),
    onReconnect(() => void refetchStale(queryClient)),
    onReconnect(retryFailedDownloads),
    // Offline, a server on this computer or in the local network may still be reachable.
    listen(window, 'offline', () => void pollServer()),
    listen(window, 'online', () => pollAfter(Math.random() * maxOnlineJitterMs)),
    listen(document, 'visibilitychange', () => {
      if (store.get() !== 'ok' && !document.hidden) void pollServer()
    }),
  ]
  if (!navigator.onLine) void pollServer()
  return () => {
    for (const stop of stops) stop()
    cancelPoll()
    store.set('ok')
    backoffMs = initialBackoffMs
    reconnectedAt = -Infinity
  }
}

function markUnavailable(retryAfterMs: number): void {
  if (store.get() === 'ok' && Date.now() - reconnectedAt > stableAfterMs)
    backoffMs = initialBackoffMs
  store.set(navigator.onLine ? 'unavailable' : 'offline')
  // Without a network there is no polling; the `online` event of the browser starts it again.
  if (timer !== undefined || !navigator.onLine) return
  pollAfter(Math.max(backoffMs, retryAfterMs) * (1 + Math.random() / 2))
  backoffMs = Math.min(backoffMs * 2, maxBackoffMs)
}

function markConnected(): void {
  cancelPoll()
  if (store.get() === 'ok') return
  reconnectedAt = Date.now()
  store.set('ok')
  for (const listener of reconnectListeners) listener()
}

function pollAfter(milliseconds: number): void {
  cancelPoll()
  timer = setTimeout(() => {
    timer = undefined
    // A hidden tab does not poll; `visibilitychange` starts a poll when it becomes visible.
    if (!document.hidden) void pollServer()
  }, milliseconds)
}

function cancelPoll(): void {
  clearTimeout(timer)
  timer = undefined
}

/** Fetches the failed and stale queries of the current screen again. */
const refetchStale = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries(
    {
      type: 'active',
      predicate: (query) => query.state.status === 'error' || query.isStale(),
    },
    { cancelRefetch: false },
  )

function listen(target: EventTarget, event: string, listener: () => void): () => void {
  target.addEventListener(event, listener)
  return () => target.removeEventListener(event, listener)
}
