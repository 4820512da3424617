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
    const key = idempotencyKeyFor('application/create', '{"paid":1}')
    expect(idempotencyKeyFor('application/create', '{"paid":2}')).not.toBe(key)
    expect(idempotencyKeyFor('application/refund', '{"paid":1}')).not.toBe(key)
    expect(idempotencyKeyFor('application/create', '{"paid":1}')).toBe(key)
  })

  it('returns a new key after the previous one was cleared from the storage', () => {
    const key = idempotencyKeyFor('application/create', '{"paid":1}')
    clearIdempotencyKey('application/create', '{"paid":1}')
    expect(sessionStorage).toHaveLength(0)
    expect(idempotencyKeyFor('application/create', '{"paid":1}')).not.toBe(key)
  })
})

describe('attemptsWithoutOutcome', () => {
  it('forgets an attempt after a day, because the server forgets its key, too', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z') })
    const key = idempotencyKeyFor('application/paybalance', '{}')
    vi.setSystemTime(new Date('2026-11-21T08:59:00Z'))
    expect(idempotencyKeyFor('application/paybalance', '{}')).toBe(key)
    vi.setSystemTime(new Date('2026-11-21T09:00:00Z'))
    expect(attemptsWithoutOutcome('application/paybalance')).toEqual([])
    expect(idempotencyKeyFor('application/paybalance', '{}')).not.toBe(key)
    vi.useRealTimers()
  })

  it('returns the attempts of the path until they are cleared', () => {
    const [first, second] = ['{"paid":1}', '{"paid":2}']
    const key = idempotencyKeyFor('application/paybalance', first)
    idempotencyKeyFor('application/paybalance', second)
    idempotencyKeyFor('application/pay', '{"paid":3}')
    clearIdempotencyKey('application/paybalance', second)
    expect(attemptsWithoutOutcome('application/paybalance')).toEqual([{ key, content: first }])
    expect(attemptsWithoutOutcome('application/refund')).toEqual([])
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
})
