import { buildHeader } from '@khapdee/contract/build'
import { describe, expect, it, vi } from 'vitest'
import { onServerStatus, serverStatusOf, reportServerStatus } from './server-status.ts'

const answer = (status: number, headers: Record<string, string> = {}) =>
  serverStatusOf(new Response(null, { status, headers }))

describe('an answer', () => {
  it.each([502, 503, 504])('%i means that the server is away', (status) => {
    expect(answer(status).isAway).toBe(true)
  })

  it.each([200, 400, 401, 404, 409, 429, 500])(
    '%i means that the server is reachable',
    (status) => {
      expect(answer(status).isAway).toBe(false)
    },
  )

  it('gives the build and the time to wait', () => {
    const sign = answer(503, { [buildHeader]: 'b2', 'Retry-After': '3' })
    expect(sign).toEqual({ isAway: true, retryAfter: 3000, build: 'b2' })
    expect(answer(200)).toEqual({ isAway: false, retryAfter: 0, build: null })
    expect(answer(503, { 'Retry-After': 'Sat, 21 Nov 2026 07:28:00 GMT' }).retryAfter).toBe(0)
  })

  it('means away when it never came', () => {
    expect(serverStatusOf(null)).toEqual({ isAway: true, retryAfter: 0, build: null })
  })
})

it('a listener is called until it is removed', () => {
  const hear = vi.fn()
  const stop = onServerStatus(hear)
  reportServerStatus(serverStatusOf(null))
  stop()
  reportServerStatus(serverStatusOf(null))
  expect(hear).toHaveBeenCalledTimes(1)
})
