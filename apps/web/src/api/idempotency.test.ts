import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { clearIdempotencyKey, idempotencyKeyFor, isRefusal, needsNewKey } from './idempotency.ts'

beforeEach(() => sessionStorage.clear())

describe('idempotencyKeyFor', () => {
  it('returns the same key for the same path and content until it is cleared', () => {
    const key = idempotencyKeyFor(7, 'application/create', '{"paid":1}')
    expect(idempotencyKeyFor(7, 'application/create', '{"paid":2}')).not.toBe(key)
    expect(idempotencyKeyFor(7, 'application/refund', '{"paid":1}')).not.toBe(key)
    expect(idempotencyKeyFor(7, 'application/create', '{"paid":1}')).toBe(key)
  })

  it('returns a new key after the previous one was cleared from the storage', () => {
    const key = idempotencyKeyFor(7, 'application/create', '{"paid":1}')
    clearIdempotencyKey(7, 'application/create', '{"paid":1}')
    expect(sessionStorage).toHaveLength(0)
    expect(idempotencyKeyFor(7, 'application/create', '{"paid":1}')).not.toBe(key)
  })
})

describe('a stored key', () => {
  it('is forgotten after a day, because the server forgets it, too', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
    const key = idempotencyKeyFor(7, 'application/paybalance', '{}')
    vi.setSystemTime(new Date('2026-11-21T08:59:00Z'))
    expect(idempotencyKeyFor(7, 'application/paybalance', '{}')).toBe(key)
    vi.setSystemTime(new Date('2026-11-21T09:00:00Z'))
    expect(idempotencyKeyFor(7, 'application/paybalance', '{}')).not.toBe(key)
    vi.useRealTimers()
  })

  it('belongs to its user, also with the same content', () => {
    const key = idempotencyKeyFor(7, 'application/paybalance', '{}')
    expect(idempotencyKeyFor(8, 'application/paybalance', '{}')).not.toBe(key)
    clearIdempotencyKey(8, 'application/paybalance', '{}')
    expect(idempotencyKeyFor(7, 'application/paybalance', '{}')).toBe(key)
  })
})

const mismatch = new ApiError('x', { code: 'IDEMPOTENCY_MISMATCH', status: 400 })

describe('isRefusal', () => {
  const withStatus = (status: number) => new ApiError('x', { code: 'X', status })

  it.each([400, 404, 409])('is true for status %i', (status) => {
    expect(isRefusal(withStatus(status))).toBe(true)
  })

  // An earlier attempt, whose answer was lost, may have made the payment.
  it.each([0, 401, 403, 429, 500, 502, 503, 504])('is false for status %i', (status) => {
    expect(isRefusal(withStatus(status))).toBe(false)
  })

  it.each(['SAME_USER', 'MAY_NOT_PAY'])(
    'is true for %s, which the server answers only when it has not executed the key',
    (code) => {
      expect(isRefusal(new ApiError('x', { code, status: 403 }))).toBe(true)
    },
  )

  // A call was saved with the key: perhaps with this content, by a version of the program whose
  // hash the server no longer recognises.
  it('is false for a key that was used with other content', () => {
    expect(isRefusal(mismatch)).toBe(false)
  })
})

describe('needsNewKey', () => {
  it('is true after a refusal, and false while the outcome is unknown', () => {
    expect(needsNewKey(new ApiError('x', { code: 'X', status: 409 }), '{}')).toBe(true)
    expect(needsNewKey(new ApiError('x', { code: 'X', status: 500 }), '{"password":""}')).toBe(
      false,
    )
  })

  it.each([
    ['{"username":"somchai","password":""}', true],
    ['{"note":"x"}', false],
    [JSON.stringify({ note: '"password": 1' }), false],
  ])('for a key used with other content, %s: %s', (content, expected) => {
    expect(needsNewKey(mismatch, content)).toBe(expected)
  })
})
