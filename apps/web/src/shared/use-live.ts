/** Keeps the content of a screen current while other users change it. */
import { type LiveKind, everything } from '@khapdee/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate } from '../api/queries.ts'

/** Minimum time between two refreshes of a screen. */
const minIntervalMs = 400

/**
 * Calls `refresh` when records of some kinds have changed, and when changes may have been missed.
 * The code of the connection is a separate chunk, loaded after the screen is shown.
 * @param kinds separated by spaces
 * @returns a function that stops it
 */
function watchChanges(kinds: string, refresh: () => void): () => void {
  const watched = new Set(kinds.split(' '))
  let unsubscribe: (() => void) | undefined
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let refreshedAt = -Infinity
  const refreshNow = () => {
    timer = undefined
    refreshedAt = performance.now()
    refresh()
  }
  const onMessage = (message: string) => {
    if (message !== everything && !watched.has(message.split(' ')[0] ?? '')) return
    timer ??= setTimeout(refreshNow, Math.max(0, refreshedAt + minIntervalMs - performance.now()))
  }
  import('../api/live-connection.ts').then(
    ({ subscribe }) => {
      if (!isOver) unsubscribe = subscribe(onMessage)
    },
    // Without the chunk the screen reads its data again only when it is opened or gets the focus.
    () => undefined,
  )
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe?.()
  }
}

/**
 * Reads queries again when records of some kinds have changed in a branch of the user, and when changes may have been missed.
 * @param kinds constant, like `resources`
 * @param resources first path segments of the endpoints whose cached queries are invalidated
 */
export function useLive(kinds: readonly LiveKind[], resources: readonly string[] = kinds): void {
  const client = useQueryClient()
  const watched = kinds.join(' ')
  const invalidated = resources.join(' ')
  useEffect(
    () => watchChanges(watched, () => void invalidate(client, invalidated.split(' '))),
    [client, watched, invalidated],
  )
}
