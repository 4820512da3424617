import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import {
  attemptsWithoutOutcome,
  clearIdempotencyKey,
  idempotencyKeyFor,
  isRefusal,
} from './idempotency.ts'

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

describe('attemptsWithoutOutcome', () => {
  it('forgets an attempt after a day, because the server forgets its key, too', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
    const key = idempotencyKeyFor(7, 'application/paybalance', '{}')
    vi.setSystemTime(new Date('2026-11-21T08:59:00Z'))
    expect(idempotencyKeyFor(7, 'application/paybalance', '{}')).toBe(key)
    vi.setSystemTime(new Date('2026-11-21T09:00:00Z'))
    expect(attemptsWithoutOutcome(7, 'application/paybalance')).toEqual([])
    expect(idempotencyKeyFor(7, 'application/paybalance', '{}')).not.toBe(key)
    vi.useRealTimers()
  })

  it('returns the attempts of the path until they are cleared', () => {
    const [first, second] = ['{"paid":1}', '{"paid":2}']
    const key = idempotencyKeyFor(7, 'application/paybalance', first)
    idempotencyKeyFor(7, 'application/paybalance', second)
    idempotencyKeyFor(7, 'application/pay', '{"paid":3}')
    clearIdempotencyKey(7, 'application/paybalance', second)
    expect(attemptsWithoutOutcome(7, 'application/paybalance')).toEqual([{ key, content: first }])
    expect(attemptsWithoutOutcome(7, 'application/refund')).toEqual([])
  })

  it('belong to their user, also with the same content', () => {
    const key = idempotencyKeyFor(7, 'application/paybalance', '{}')
    expect(attemptsWithoutOutcome(8, 'application/paybalance')).toEqual([])
    expect(idempotencyKeyFor(8, 'application/paybalance', '{}')).not.toBe(key)
    clearIdempotencyKey(8, 'application/paybalance', '{}')
    expect(attemptsWithoutOutcome(7, 'application/paybalance')).toEqual([{ key, content: '{}' }])
  })
})

describe('isRefusal', () => {
  const withStatus = (status: number) => new ApiError('x', { code: 'X', status })

  it.each([400, 404, 409])('is true for status %i', (status) => {
    expect(isRefusal(withStatus(status))).toBe(true)
  })

  // An earlier attempt, whose answer was lost, may have made the payment.
  it.each([0, 401, 403, 429, 500, 502, 503, 504])('is false for status %i', (status) => {
    expect(isRefusal(withStatus(status))).toBe(false)
  })

  // The key was used by another call or user, and says nothing about this one.
  it('is false for a key of another call', () => {
    const error = new ApiError('x', { code: 'IDEMPOTENCY_MISMATCH', status: 400 })
    expect(isRefusal(error)).toBe(false)
  })
})
