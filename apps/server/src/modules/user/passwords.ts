/**
 * Passwords: argon2id hashes, generated first passwords and the list of passwords that are refused.
 */
import { randomInt } from 'node:crypto'
import { type Options, hash, verify } from '@node-rs/argon2'
import { invalid } from '../../kernel/errors.ts'

// argon2id, 19 MiB and two passes: the OWASP minimum, about 20 ms.
const options: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** The password of all demo users; never accepted in production. */
export const demoPassword = 'khapdee-demo'

const wellKnown = new Set([
  demoPassword,
  '1234567890',
  '0123456789',
  '0987654321',
  '12345678910',
  '123456789a',
  '1q2w3e4r5t',
  '1qaz2wsx3edc',
  'abcdefghij',
  'abcd123456',
  'admin12345',
  'administrator',
  'adminadmin',
  'iloveyou123',
  'letmein123',
  'p@ssw0rd123',
  'p@ssword123',
  'password12',
  'password123',
  'password1234',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop',
  'thailand123',
  'welcome123',
])

export const hashPassword = (password: string): Promise<string> => hash(password, options)

let decoy: Promise<string> | undefined

/**
 * Whether the password matches the stored hash. For an unknown user (null) a decoy hash is verified,
 * so that the response time does not reveal which user names exist.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no user has this')
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored !== null
}

/**
 * Whether a password is easy to guess: it is well known, has fewer than three different characters or
 * contains the user name.
 */
function isGuessable(password: string, username: string): boolean {
  const lower = password.toLowerCase()
  return wellKnown.has(lower) || new Set(lower).size < 3 || lower.includes(username)
}

/** Refuses a password that is easy to guess. @throws VALIDATION about the field at `path` */
export function assertNotGuessable(password: string, username: string, path: string): void {
  if (!isGuessable(password, username)) return
  throw invalid([{ path, message: 'รหัสผ่านนี้เดาง่ายเกินไป กรุณาใช้รหัสผ่านอื่น' }])
}

// Without letters and digits that look alike, because first passwords are read aloud and copied by
// hand.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A generated password: twelve random characters in groups of four, 59 bits of entropy. */
export function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return `${group()}-${group()}-${group()}`
}
