/** The state of the server as shown by each answer, and listeners for it. */
import { buildHeader } from '@khapdee/contract/build'

export interface ServerStatus {
  /** No answer, or 502, 503 or 504: a gateway without a server, or a server without its database. */
  isUnavailable: boolean
  /** Milliseconds from the header `Retry-After`; 0 without it. */
  retryAfterMs: number
  /** The build of the web app that the server serves; null if the answer does not contain it. */
  build: string | null
}

const unavailableStatuses = new Set([502, 503, 504])

/** Whether this status is sent by a gateway without a server, or by a server without its database. */
export const isUnavailableStatus = (status: number): boolean => unavailableStatuses.has(status)

/** Derives the server's state from an answer. @param response null without an answer */
export function serverStatusOf(
  response: Pick<Response, 'status' | 'headers'> | null,
): ServerStatus {
  if (response === null) return { isUnavailable: true, retryAfterMs: 0, build: null }
  const seconds = Number(response.headers.get('Retry-After'))
  return {
    isUnavailable: isUnavailableStatus(response.status),
    // The header may also be a date; neither our server nor its gateways send one.
    retryAfterMs: seconds > 0 ? seconds * 1000 : 0,
    build: response.headers.get(buildHeader),
  }
}

const listeners = new Set<(status: ServerStatus) => void>()

/** Calls `listener` after each request. @returns a function that stops it */
export function onServerStatus(listener: (status: ServerStatus) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls all listeners. */
export function reportServerStatus(status: ServerStatus): void {
  for (const listener of listeners) listener(status)
}
