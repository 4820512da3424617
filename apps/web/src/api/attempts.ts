/**
 * The idempotency keys of writes whose outcome is not known. They outlive the screen, the session
 * and a reload of the page, in this tab: whoever presses save again after a lost answer never pays
 * twice.
 */
import { ApiError } from './api-error.ts'
import { uuid } from './uuid.ts'

const storageKey = (path: string, content: string) => `khapdee.attempt.${path} ${content}`

/** The key of this content: the one of an earlier attempt that was left open, or a new one. */
export function keyOf(path: string, content: string): string {
  const name = storageKey(path, content)
  const key = sessionStorage.getItem(name) ?? uuid()
  sessionStorage.setItem(name, key)
  return key
}

/** After success or a clear refusal the same content is another wish, with another key. */
export function settle(path: string, content: string): void {
  sessionStorage.removeItem(storageKey(path, content))
}

const decided = new Set([400, 404, 409])

/** Whether the server surely did nothing; a lost answer, a full queue or a lost session leave it open. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && decided.has(error.status)
