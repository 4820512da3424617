/**
 * The session's tokens, and listeners for the end of the session. The tokens are in local storage, so
 * that all tabs share them.
 */

const accessKey = 'accessToken'
const refreshKey = 'refreshToken'

export interface TokenPair {
  accessToken: string
  refreshToken: string
}

export const tokens = {
  /** The access token; null without a session. */
  accessToken: () => localStorage.getItem(accessKey),
  /** The refresh token; null without a session. */
  refreshToken: () => localStorage.getItem(refreshKey),
  save(pair: TokenPair): void {
    localStorage.setItem(refreshKey, pair.refreshToken)
    localStorage.setItem(accessKey, pair.accessToken)
  },
  clear(): void {
    localStorage.removeItem(accessKey)
    localStorage.removeItem(refreshKey)
  },
}

/** The id of the user to whom an access token belongs; null without a token, or for one that is not a JWT. */
export function userOfToken(token: string | null): string | null {
  const [, claims = ''] = token?.split('.') ?? []
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub?: unknown
    }
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()

/** Calls `listener` each time the server ends the session. @returns a function that stops it */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Removes the tokens and calls the listeners. Call it when the server refuses `refusedToken`.
 * Does nothing when another token is stored: the session has been renewed, ended or replaced.
 */
export function loseSession(refusedToken: string | null): void {
  if (tokens.accessToken() !== refusedToken) return
  tokens.clear()
  for (const listener of listeners) listener()
}
