import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, fakeFetch, type FakeRoute, ok } from '../../../../test/fake-fetch.ts'
import { aUser } from '../../../../test/user.ts'
import { reportServerStatus } from '../../../api/server-status.ts'
import { loseSession } from '../../../api/tokens.ts'
import { sessionStore } from '../../../session/session.ts'
import { beginSave, endSave, holdSave } from './unanswered-saves.ts'

const key = '00000000-0000-4000-8000-000000000001'
const held = {
  type: 'course' as const,
  branch_id: 1,
  name: 'สมศรี ใจดี',
  values: '{}',
  is_left: false,
  attempt: { key, content: '{}' },
}
const available = { isUnavailable: false, retryAfterMs: 0, build: null }

const signIn = (user_id: number) =>
  sessionStore.signIn({
    accessToken: `access-${user_id}`,
    refreshToken: `refresh-${user_id}`,
    userData: aUser({ user_id }),
  })

/** A fake server; returns the access tokens with which forms were held. */
function holdsAt(answer: FakeRoute) {
  const requests = fakeFetch((request) =>
    request.path === 'held-form/create' ? answer(request) : ok(null),
  )
  return () =>
    requests
      .filter(({ path }) => path === 'held-form/create')
      .map(({ headers }) => headers.get('Authorization'))
}

const onHeld = vi.fn()
const onRefused = vi.fn()

/** Lets the timers and calls that have been started finish. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

beforeEach(() => {
  localStorage.clear()
  vi.clearAllMocks()
  signIn(7)
})
afterEach(async () => {
  vi.useRealTimers()
  await endSave(key)
  vi.unstubAllGlobals()
})

describe('an unanswered save', () => {
  it('is held for its own user only, once the server answers again', async () => {
    let isOffline = true
    const holds = holdsAt(() => (isOffline ? 'offline' : ok({ held_form_id: 5 })))
    beginSave(held, { onHeld, onRefused })
    holdSave(key)
    await settled()
    expect(holds()).toEqual(['Bearer access-7'])

    isOffline = false
    loseSession('access-7')
    signIn(8)
    reportServerStatus(available)
    await settled()
    expect(holds()).toHaveLength(1)
    expect(onHeld).not.toHaveBeenCalled()

    signIn(7)
    reportServerStatus(available)
    await settled()
    expect(holds()).toEqual(['Bearer access-7', 'Bearer access-7'])
    expect(onHeld).toHaveBeenCalledOnce()
  })

  it('is not held if it ends without an answer in the session of another user', async () => {
    const holds = holdsAt(() => ok({ held_form_id: 5 }))
    beginSave(held, { onHeld, onRefused })
    loseSession('access-7')
    signIn(8)
    holdSave(key)
    await settled()
    expect(holds()).toEqual([])
  })
})

describe('an unanswered save that the server refuses to hold', () => {
  /** Lets time pass while other calls of the screen are answered, one each second. */
  async function pass(seconds: number) {
    for (let second = 0; second < seconds; second++) {
      reportServerStatus(available)
      await vi.advanceTimersByTimeAsync(1000)
    }
  }

  it.each([429, 500, 503])(
    'is tried again only after 30 seconds after status %i',
    async (status) => {
      vi.useFakeTimers()
      let isRefused = true
      const holds = holdsAt(() => (isRefused ? fail(status, 'NO') : ok({ held_form_id: 5 })))
      beginSave(held, { onHeld, onRefused })
      holdSave(key)
      await pass(29)
      expect(holds()).toHaveLength(1)
      await pass(3)
      expect(holds()).toHaveLength(2)
      isRefused = false
      await pass(32)
      expect(holds()).toHaveLength(3)
      expect(onHeld).toHaveBeenCalledOnce()
      expect(onRefused).not.toHaveBeenCalled()
    },
  )

  it.each([400, 403, 404])(
    'is returned to the clerk after status %i, and not tried again',
    async (status) => {
      vi.useFakeTimers()
      const holds = holdsAt(() => fail(status, 'NO'))
      beginSave(held, { onHeld, onRefused })
      holdSave(key)
      await pass(120)
      expect(holds()).toHaveLength(1)
      expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status }))
    },
  )
})

describe('a running save', () => {
  it('is held when the tab is closed by its own user, and not when another user closes it', async () => {
    const holds = holdsAt(() => ok({ held_form_id: 5 }))
    beginSave(held, { onHeld, onRefused })
    signIn(8)
    window.dispatchEvent(new Event('pagehide'))
    await settled()
    expect(holds()).toEqual([])

    signIn(7)
    window.dispatchEvent(new Event('pagehide'))
    await settled()
    expect(holds()).toEqual(['Bearer access-7'])
  })
})
