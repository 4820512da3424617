import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { isRefusal, idempotencyKeyFor, clearIdempotencyKey } from './idempotency.ts'

beforeEach(() => sessionStorage.clear())

describe('idempotencyKeyFor', () => {
  it('gives the same key while the outcome is unknown, also after a reload', () => {
    const key = idempotencyKeyFor('application/create', '{"paid":1}')
    expect(idempotencyKeyFor('application/create', '{"paid":2}')).not.toBe(key)
    expect(idempotencyKeyFor('application/refund', '{"paid":1}')).not.toBe(key)
    expect(idempotencyKeyFor('application/create', '{"paid":1}')).toBe(key)
  })

  it('gives a new key after the former was cleared, and leaves nothing in the storage', () => {
    const key = idempotencyKeyFor('application/create', '{"paid":1}')
    clearIdempotencyKey('application/create', '{"paid":1}')
    expect(sessionStorage).toHaveLength(0)
    expect(idempotencyKeyFor('application/create', '{"paid":1}')).not.toBe(key)
  })
})

describe('a failure', () => {
  const withStatus = (status: number) => new ApiError('x', { code: 'X', status })

  it.each([400, 404, 409])('%i is a refusal', (status) => {
    expect(isRefusal(withStatus(status))).toBe(true)
  })

  // A payment may have been made by an earlier, lost attempt.
  it.each([0, 401, 403, 429, 500, 502, 503, 504])('%i leaves the outcome unknown', (status) => {
    expect(isRefusal(withStatus(status))).toBe(false)
  })
})
