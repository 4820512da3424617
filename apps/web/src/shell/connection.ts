/**
 * Whether the server can be reached, as the answers show. While it cannot, this page alone asks
 * `/readyz` now and then; when it can again, what the screen shows is read anew.
 */
import type { QueryClient } from '@tanstack/react-query'
import { onServerStatus, serverStatusOf, reportServerStatus } from '../api/server-status.ts'
import { retryParts } from '../ui/lazy-part.ts'
import { memoryStore, useStore } from '../session/store.ts'

/** `offline`: this computer has no network; `away`: it has, and the server does not answer. */
export type Connection = 'ok' | 'offline' | 'away'

const firstWait = 1000
const longestWait = 30_000
const patience = 5000
/** A connection lost again sooner than this was not back: the waits go on growing. */
const steadyAfter = 60_000
/** Computers of a branch that are online again in the same moment do not all ask at once. */
const onlineSpread = 1000

const store = memoryStore<Connection>('ok')
const returnListeners = new Set<() => void>()

let wait = firstWait
let returnedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined
let asking: Promise<boolean> | undefined

export const useConnection = (): Connection => useStore(store)

/** Calls `listener` each time the server can be reached again. Gives back how to stop. */
export function onReturn(listener: () => void): () => void {
  returnListeners.add(listener)
  return () => void returnListeners.delete(listener)
}

/** Asks the server now whether it is there; its answer is told like that of any call. */
export function askServer(): Promise<boolean> {
  stopWaiting()
  asking ??= probe().finally(() => (asking = undefined))
  return asking
}

async function probe(): Promise<boolean> {
  const signal = AbortSignal.timeout(patience)
  const response = await fetch('/readyz', { cache: 'no-store', signal }).catch(() => null)
  const sign = serverStatusOf(response)
  reportServerStatus(sign)
  return !sign.isAway
}

/** Follows the connection for the life of the page. Gives back how to stop. */
export function watchConnection(queryClient: QueryClient): () => void {
  const stops = [
    onServerStatus(({ isAway, retryAfter }) => (isAway ? lost(retryAfter) : found())),
    onReturn(() => void readAgain(queryClient)),
    onReturn(retryParts),
    // A server on this computer, or in this house, may be there all the same.
    listen(window, 'offline', () => void askServer()),
    listen(window, 'online', () => askAfter(Math.random() * onlineSpread)),
    listen(document, 'visibilitychange', () => {
      if (store.get() !== 'ok' && !document.hidden) void askServer()
    }),
  ]
  if (!navigator.onLine) void askServer()
  return () => {
    for (const stop of stops) stop()
    stopWaiting()
    store.set('ok')
    wait = firstWait
    returnedAt = -Infinity
  }
}

function lost(retryAfter: number): void {
  if (store.get() === 'ok' && Date.now() - returnedAt > steadyAfter) wait = firstWait
  store.set(navigator.onLine ? 'away' : 'offline')
  // Without a network there is nothing to ask; the browser says when there is one.
  if (timer !== undefined || !navigator.onLine) return
  askAfter(Math.max(wait, retryAfter) * (1 + Math.random() / 2))
  wait = Math.min(wait * 2, longestWait)
}

function found(): void {
  stopWaiting()
  if (store.get() === 'ok') return
  returnedAt = Date.now()
  store.set('ok')
  for (const listener of returnListeners) listener()
}

function askAfter(milliseconds: number): void {
  stopWaiting()
  timer = setTimeout(() => {
    timer = undefined
    // Of many tabs only the one that somebody looks at asks; the others do when it is their turn.
    if (!document.hidden) void askServer()
  }, milliseconds)
}

function stopWaiting(): void {
  clearTimeout(timer)
  timer = undefined
}

/** Refetches the screen's queries that failed or may be stale. */
const readAgain = (queryClient: QueryClient): Promise<void> =>
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
