import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTokens } from './tokens.ts'

const tokens = createTokens('a secret of this test alone')
const minute = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('an access token', () => {
  it('is valid for 15 minutes, even when it is cached', () => {
    const token = tokens.signAccess(7, 'a-session')
    for (const passed of [0, 5, 9]) {
      vi.advanceTimersByTime(passed * minute)
      expect(tokens.readAccess(token)).toMatchObject({ userId: 7, sessionId: 'a-session' })
    }
    vi.advanceTimersByTime(2 * minute)
    expect(tokens.readAccess(token)).toBeNull()
    expect(tokens.readAccess(token)).toBeNull()
  })

  it('is refused with another signature, even when the valid token is cached', () => {
    const token = tokens.signAccess(7, 'a-session')
    const [head, body] = token.split('.')
    const foreignSignature = createTokens('another secret').signAccess(7, 'a-session').split('.')[2]
    expect(tokens.readAccess(token)).not.toBeNull()
    expect(tokens.readAccess(`${head}.${body}.${foreignSignature}`)).toBeNull()
  })
})
