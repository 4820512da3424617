import { application } from '@khapdee/contract/entities/application'
import { satang } from '@khapdee/domain/money'
import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import { fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aUser } from '../../test/user.ts'
import { idempotencyKeyFor } from '../api/idempotency.ts'
import { repeatAttempt } from '../api/queries.ts'
import { loseSession, tokens } from '../api/tokens.ts'
import { isSessionLost, sessionStore, sessionOf } from './session.ts'

const signIn = () => sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser() })

beforeEach(() => {
  localStorage.clear()
  signIn()
})
afterEach(() => void vi.unstubAllGlobals())

describe('the session', () => {
  it('keeps tokens and user in local storage after signing in', () => {
    expect(tokens.accessToken()).toBe('a')
    expect(sessionStore.user()?.username).toBe('registrar.kkn')
    expect(JSON.parse(localStorage.getItem('userData')!)).toMatchObject({ user_id: 7 })
  })

  it('clears user and tokens and sets the lost-session flag when the server ends it', () => {
    loseSession('a')
    expect(sessionStore.user()).toBeNull()
    expect(localStorage.getItem('userData')).toBeNull()
    expect(tokens.refreshToken()).toBeNull()
    expect(isSessionLost()).toBe(true)
    signIn()
    expect(isSessionLost()).toBe(false)
  })

  it('ends on sign-out, which calls logout on the server', async () => {
    const requests = fakeFetch(() => ok(null))
    await sessionStore.signOut()
    expect(requests[0]).toMatchObject({ method: 'POST', path: 'user/logout' })
    expect(sessionStore.user()).toBeNull()
    expect(isSessionLost()).toBe(false)
  })

  it.each([
    ['cannot be reached', () => 'offline' as const],
    ['answers with an error', () => fail(500, 'SERVER')],
    ['has already ended it', () => fail(401, 'UNAUTHENTICATED')],
  ])('ends on sign-out even if the server %s', async (_, route) => {
    fakeFetch(route)
    await sessionStore.signOut()
    expect(sessionStore.user()).toBeNull()
    expect(tokens.accessToken()).toBeNull()
  })

  it('starts and ends together with the session of other tabs', () => {
    const stored = localStorage.getItem('userData')
    const listener = vi.fn()
    const stop = sessionStore.subscribe(listener)
    localStorage.removeItem('userData')
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }))
    expect(sessionStore.user()).toBeNull()
    localStorage.setItem('userData', stored!)
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }))
    expect(sessionStore.user()?.user_id).toBe(7)
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
  })

  it("ignores an update with another user's data", () => {
    sessionStore.update(aUser({ nickname: 'ศรี' }))
    expect(sessionStore.user()?.nickname).toBe('ศรี')
    sessionStore.update(aUser({ user_id: 8, nickname: 'อื่น' }))
    expect(sessionStore.user()?.nickname).toBe('ศรี')
  })

  it('has no user when the stored data is invalid', async () => {
    localStorage.setItem('userData', '{"user_id":"x"}')
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }))
    expect(sessionStore.user()).toBeNull()
  })
})

describe('an idempotency key', () => {
  it('belongs to the user who sent the command, also when another user signs in before the answer', async () => {
    const paying = { ...application.checkpromotion, idempotent: 'required' as const }
    const content = JSON.stringify({ promotion_code: 'A', course_id: 1, cost: satang(100) })
    const key = idempotencyKeyFor(7, paying.path, content)
    const other = idempotencyKeyFor(8, paying.path, content)
    fakeFetch(() => {
      sessionStore.signIn({
        accessToken: 'b',
        refreshToken: 's',
        userData: aUser({ user_id: 8 }),
      })
      return ok({ promotion_id: 1, discount: 1, name: 'x' })
    })
    await repeatAttempt(paying, { key, content })
    expect(idempotencyKeyFor(7, paying.path, content)).not.toBe(key)
    expect(idempotencyKeyFor(8, paying.path, content)).toBe(other)
  })
})

describe('sessionOf', () => {
  it('grants the permissions of the role, and none without a user', () => {
    const { can } = sessionOf(aUser())
    expect(can('course.view')).toBe(true)
    expect(can('course.create')).toBe(false)
    expect(can('branch.view')).toBe(false)
    expect(sessionOf(null).can('course.view')).toBe(false)
  })
})
