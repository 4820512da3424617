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

/** Calls `listener` each time the server ends the session. Gives back how to stop. */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The server no longer accepts the session that `usedAccess` belongs to. Says so once: calls that
 * fail later with the same token, or while somebody else has signed in, change nothing.
 */
export function loseSession(usedAccess: string | null): void {
  if (tokens.access() !== usedAccess) return
  tokens.clear()
  for (const listener of listeners) listener()
}
