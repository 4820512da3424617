/** What each request shows about the server's state, for the parts of the app that watch it. */
import { buildHeader } from '@khapdee/contract/build'

export interface ServerStatus {
  /** No answer, or the answer of a gateway without a server (502, 503, 504). */
  isAway: boolean
  /** Milliseconds from the header `Retry-After`; 0 without it. */
  retryAfter: number
  /** The build of the web app that the server serves; null when the answer does not name it. */
  build: string | null
}

const awayStatuses = new Set([502, 503, 504])

/** Whether this status comes from a gateway without a server, or a server without its database. */
export const isAwayStatus = (status: number): boolean => awayStatuses.has(status)

/** @param response null when no answer came */
export function serverStatusOf(
  response: Pick<Response, 'status' | 'headers'> | null,
): ServerStatus {
  if (response === null) return { isAway: true, retryAfter: 0, build: null }
  const seconds = Number(response.headers.get('Retry-After'))
  return {
    isAway: isAwayStatus(response.status),
    // Neither our server nor its gateways send the header's other form, a date.
    retryAfter: seconds > 0 ? seconds * 1000 : 0,
    build: response.headers.get(buildHeader),
  }
}

const listeners = new Set<(status: ServerStatus) => void>()

/** Calls `listener` after each request. @returns a function that stops it */
export function onServerStatus(listener: (status: ServerStatus) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function reportServerStatus(status: ServerStatus): void {
  for (const listener of listeners) listener(status)
}
