import { QueryClient } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportServerStatus } from '../api/server-status.ts'
import { watchConnection } from './connection.ts'
import { NoticeArea } from './notices.tsx'
import { isChunkLoadError, watchVersion } from './version.ts'

const answerOf = (build: string | null) => ({ isUnavailable: false, retryAfterMs: 0, build })
const noAnswer = { isUnavailable: true, retryAfterMs: 0, build: null }
const report = (status: typeof noAnswer | ReturnType<typeof answerOf>) =>
  act(() => reportServerStatus(status))
const notice = () => screen.getByRole('status').textContent

let stops: (() => void)[]

beforeEach(() => {
  document.head.innerHTML = '<meta name="khapdee-build" content="b1">'
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }))
  stops = [watchConnection(new QueryClient()), watchVersion()]
  render(<NoticeArea />)
})
afterEach(() => {
  act(() => stops.forEach((stop) => stop()))
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

/** Dispatches the event that Vite raises when a chunk cannot be loaded. */
const failToLoad = (message: string) => {
  const payload = new TypeError(message)
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  return payload
}

describe('a different build', () => {
  it('is offered after the first answer that contains it, and loaded only on request', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
    report(answerOf('b1'))
    report(answerOf(null))
    expect(notice()).toBe('')
    report(answerOf('b2'))
    expect(notice()).toContain('มีเวอร์ชันใหม่')
    expect(reload).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'โหลดหน้าใหม่' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is not offered while the server cannot be reached', () => {
    report(answerOf('b2'))
    report(noAnswer)
    expect(notice()).toContain('เชื่อมต่อระบบไม่ได้')
    expect(notice()).not.toContain('มีเวอร์ชันใหม่')
  })
})

describe('a chunk that cannot be loaded', () => {
  it('counts as a different build and does not make the router reload', async () => {
    const error = failToLoad('Failed to fetch dynamically imported module: /assets/x.js')
    expect(isChunkLoadError(error)).toBe(true)
    expect(error.message).not.toMatch(/^Failed to fetch/)
    await vi.waitFor(() => expect(notice()).toContain('มีเวอร์ชันใหม่'))
  })

  it('does not count as a different build when the server cannot be reached either', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    failToLoad('Failed to fetch dynamically imported module: /assets/x.js')
    await vi.waitFor(() => expect(notice()).toContain('เชื่อมต่อระบบไม่ได้'))
    report(answerOf('b1'))
    expect(notice()).toBe('')
  })
})
