/**
 * The session's tokens, in local storage so that all tabs share them, and the news that they are
 * worth nothing any more.
 */

const accessKey = 'accessToken'
const refreshKey = 'refreshToken'

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

export const tokens = {
  access: () => localStorage.getItem(accessKey),
  refresh: () => localStorage.getItem(refreshKey),
  save(pair: TokenPair): void {
    localStorage.setItem(refreshKey, pair.refreshToken)
    localStorage.setItem(accessKey, pair.accessToken)
  },
  clear(): void {
    localStorage.removeItem(accessKey)
    localStorage.removeItem(refreshKey)
  },
}

const listeners = new Set<() => void>()

/** Calls `listener` each time the server ends the session. @returns a function that stops it */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * To call when the server refuses the session of `usedAccess`. Acts once: later calls with the same
 * token, or after another user has signed in, change nothing.
 */
export function loseSession(usedAccess: string | null): void {
  if (tokens.access() !== usedAccess) return
  tokens.clear()
  for (const listener of listeners) listener()
}
