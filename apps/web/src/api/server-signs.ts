/** What every request tells about the server, for those who watch it. */
import { buildHeader } from '@khapdee/contract/build'

export interface ServerSign {
  /** No answer, or one that only says so: nobody can work with the server now. */
  isAway: boolean
  /** Milliseconds that the server asks to wait; 0 when it asks for nothing. */
  retryAfter: number
  /** The build of the web app that the server has; null when it did not say. */
  build: string | null
}

const awayStatuses = new Set([502, 503, 504])

/** Whether this status comes from a gateway without a server, or a server without its database. */
export const isAwayStatus = (status: number): boolean => awayStatuses.has(status)

/** Reads an answer; null stands for none. */
export function signOf(response: Pick<Response, 'status' | 'headers'> | null): ServerSign {
  if (response === null) return { isAway: true, retryAfter: 0, build: null }
  const seconds = Number(response.headers.get('Retry-After'))
  return {
    isAway: isAwayStatus(response.status),
    // The header's other form, a date, is not what our server or its gateways send.
    retryAfter: seconds > 0 ? seconds * 1000 : 0,
    build: response.headers.get(buildHeader),
  }
}

const listeners = new Set<(sign: ServerSign) => void>()

/** Calls `listener` after each request. Gives back how to stop. */
export function onServerSign(listener: (sign: ServerSign) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellServerSign(sign: ServerSign): void {
  for (const listener of listeners) listener(sign)
}
