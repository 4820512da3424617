/**
 * Pairing: a code that the program shows once, on this computer, is exchanged for the token of a
 * browser. A code is for one browser and ten minutes; a token is for one web app.
 */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { hashOf, type SettingsStore } from './settings.ts'

/** Without characters that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8
export const codeMinutes = 10
/** After this many wrong codes the code is invalid. */
const maxFailures = 5
/** The oldest browsers beyond this number must be paired again. */
const maxBrowsers = 20

const isSameHash = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const normalized = (code: string) => code.toUpperCase().replace(/[\s-]/g, '')

export interface Pairing {
  /** A new code, like `7KQ2-M9XF`; invalidates the former one. */
  newCode(): string
  /** The token for a browser at `origin`; null when there is no such code. */
  exchange(code: string, origin: string): string | null
  isPaired(token: string, origin: string): boolean
  /** Invalidates a token. */
  forget(token: string): void
  /** Invalidates all tokens, and the unused code. */
  forgetAll(): void
}

export function createPairing(store: SettingsStore, now: () => number = Date.now): Pairing {
  return {
    newCode() {
      const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)])
      const text = code.join('')
      const expiresAt = now() + codeMinutes * 60_000
      store.writePairing({ hash: hashOf(text), expiresAt, failures: 0 })
      return `${text.slice(0, 4)}-${text.slice(4)}`
    },
    exchange(code, origin) {
      const waiting = store.readPairing()
      if (waiting === null) return null
      if (waiting.expiresAt < now()) {
        store.writePairing(null)
        return null
      }
      if (!isSameHash(hashOf(normalized(code)), waiting.hash)) {
        const failures = waiting.failures + 1
        store.writePairing(failures < maxFailures ? { ...waiting, failures } : null)
        return null
      }
      store.writePairing(null)
      const token = randomBytes(32).toString('base64url')
      store.change((settings) => ({
        ...settings,
        browsers: [...settings.browsers, { hash: hashOf(token), origin }].slice(-maxBrowsers),
      }))
      return token
    },
    isPaired(token, origin) {
      const hash = hashOf(token)
      const { browsers } = store.read()
      return browsers.some((browser) => browser.origin === origin && isSameHash(hash, browser.hash))
    },
    forget(token) {
      const hash = hashOf(token)
      store.change(({ browsers, ...settings }) => ({
        ...settings,
        browsers: browsers.filter((browser) => !isSameHash(hash, browser.hash)),
      }))
    },
    forgetAll() {
      store.writePairing(null)
      store.change((settings) => ({ ...settings, browsers: [] }))
    },
  }
}
