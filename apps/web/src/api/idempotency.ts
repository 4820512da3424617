/**
 * The idempotency keys of writes whose outcome is not known. They outlive the screen, the session
 * and a reload of the page, in this tab: saving again after a lost answer never pays twice.
 */
import { ApiError } from './api-error.ts'

const storageKey = (path: string, content: string) => `khapdee.attempt.${path} ${content}`

/** The key for this content: of an earlier attempt whose outcome is not known, or a new one. */
export function idempotencyKeyFor(path: string, content: string): string {
  const name = storageKey(path, content)
  const key = sessionStorage.getItem(name) ?? uuid()
  sessionStorage.setItem(name, key)
  return key
}

/** To call after success or a clear refusal: the same content sent again gets a new key. */
export function clearIdempotencyKey(path: string, content: string): void {
  sessionStorage.removeItem(storageKey(path, content))
}

const decided = new Set([400, 404, 409])

/** Whether the server surely did nothing; after a lost answer, a full queue or a lost session it may have. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && decided.has(error.status)

/** A random UUID (version 4). `crypto.randomUUID` exists only on https and localhost. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}

/** For `JSON.stringify`: passwords are written down nowhere in the browser. */
export const withoutPasswords = (name: string, value: unknown): unknown =>
  /password/.test(name) ? '' : value
