/**
 * Idempotency keys of writes whose outcome is unknown, by user, in session storage. There they
 * survive a change of screen, a new sign-in and a reload in the same tab, so saving again after a
 * lost answer does not pay twice. Another user who signs in to the tab never gets them, because a
 * repeated call would be saved in that user's name.
 */
import { ApiError } from './api-error.ts'

/** Hours after which the key is no longer used: well before the server deletes it, after 48. */
const attemptHours = 24

/** The id of the user who writes; null without one. */
type UserId = number | null

const storageKey = (userId: UserId, path: string, content: string) =>
  `khapdee.attempt.${userId}.${path} ${content}`

/** The key in an entry `<key> <milliseconds since 1970>`; null when it is too old or there is none. */
function keyOf(entry: string | null): string | null {
  const [key = '', time = ''] = (entry ?? '').split(' ')
  return key !== '' && Date.now() - Number(time) < attemptHours * 3_600_000 ? key : null
}

/** Returns the stored key of the user's earlier attempt with this path and content, or stores a new one. */
export function idempotencyKeyFor(userId: UserId, path: string, content: string): string {
  const name = storageKey(userId, path, content)
  const stored = keyOf(sessionStorage.getItem(name))
  if (stored !== null) return stored
  const key = uuid()
  sessionStorage.setItem(name, `${key} ${Date.now()}`)
  return key
}

/** Removes the key. Call it after success or a refusal, so that the same content gets a new key. */
export function clearIdempotencyKey(userId: UserId, path: string, content: string): void {
  sessionStorage.removeItem(storageKey(userId, path, content))
}

const refusalStatuses = new Set([400, 404, 409])

/**
 * Codes with status 403 of rules that are checked after the key: a call saved earlier with the key gets its stored answer
 * instead. Other answers with 403, such as a missing permission, are given before the key is looked up.
 */
const refusalCodes = new Set(['SAME_USER', 'MAY_NOT_PAY'])

/**
 * Whether the server has certainly not saved this content, in this and in earlier attempts with the
 * same key. After a lost answer, a lost session, a missing permission, a rate limit or a server
 * error this is unknown. It is also unknown if the server does not recognise the content of the key
 * (IDEMPOTENCY_MISMATCH), because a call was saved with it.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  !isMismatch(error) &&
  (refusalStatuses.has(error.status) || refusalCodes.has(error.code))

const isMismatch = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'IDEMPOTENCY_MISMATCH'

/** Matches JSON with a field that {@link withoutPasswords} blanks; quotes in texts are escaped. */
const blankedField = /"\w*password\w*":/

/**
 * Whether the next attempt with this content needs a new key: after a refusal, and when the key was
 * used with another password, which is blank in the content.
 */
export const needsNewKey = (error: unknown, content: string): boolean =>
  isRefusal(error) || (isMismatch(error) && blankedField.test(content))

/** A random UUID (version 4). `crypto.randomUUID` exists only on https and localhost. */
export function uuid(): string {
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

/** A replacer for `JSON.stringify` that blanks passwords: the browser must not store any. */
export const withoutPasswords = (name: string, value: unknown): unknown =>
  /password/.test(name) ? '' : value
