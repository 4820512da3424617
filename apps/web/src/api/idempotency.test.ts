import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { isRefusal, idempotencyKeyFor, clearIdempotencyKey } from './idempotency.ts'

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
