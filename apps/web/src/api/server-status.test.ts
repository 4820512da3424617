import { buildHeader } from '@khapdee/contract/build'
import { describe, expect, it, vi } from 'vitest'
import { onServerStatus, serverStatusOf, reportServerStatus } from './server-status.ts'

const statusOf = (status: number, headers: Record<string, string> = {}) =>
  serverStatusOf(new Response(null, { status, headers }))

describe('serverStatusOf', () => {
  it.each([502, 503, 504])('treats %i as an unavailable server', (status) => {
    expect(statusOf(status).isUnavailable).toBe(true)
  })

  it.each([200, 400, 401, 404, 409, 429, 500])('treats %i as an available server', (status) => {
    expect(statusOf(status).isUnavailable).toBe(false)
  })

  it('returns the build, and the time of Retry-After in milliseconds unless it is a date', () => {
    const status = statusOf(503, { [buildHeader]: 'b2', 'Retry-After': '3' })
    expect(status).toEqual({ isUnavailable: true, retryAfterMs: 3000, build: 'b2' })
    expect(statusOf(200)).toEqual({ isUnavailable: false, retryAfterMs: 0, build: null })
    expect(statusOf(503, { 'Retry-After': 'Sat, 21 Nov 2026 07:28:00 GMT' }).retryAfterMs).toBe(0)
  })

  it('treats no answer as an unavailable server', () => {
    expect(serverStatusOf(null)).toEqual({ isUnavailable: true, retryAfterMs: 0, build: null })
  })
})

it('calls a listener after each report until it is removed', () => {
  const listener = vi.fn()
  const stop = onServerStatus(listener)
  reportServerStatus(serverStatusOf(null))
  stop()
  reportServerStatus(serverStatusOf(null))
  expect(listener).toHaveBeenCalledTimes(1)
})
