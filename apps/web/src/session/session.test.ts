import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import { fail, fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aUser } from '../../test/user.ts'
import { loseSession, tokens } from '../api/tokens.ts'
import { isSessionLost, session, sessionOf } from './session.ts'

const signIn = () => session.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser() })

beforeEach(() => {
  localStorage.clear()
  signIn()
})
afterEach(() => void vi.unstubAllGlobals())

describe('a session', () => {
  it('begins with tokens and user, kept for the next visit', () => {
    expect(tokens.access()).toBe('a')
    expect(session.user()?.username).toBe('registrar.kkn')
    expect(JSON.parse(localStorage.getItem('userData')!)).toMatchObject({ user_id: 7 })
  })

  it('that the server ended leaves nothing but the word that it ended', () => {
    loseSession('a')
    expect(session.user()).toBeNull()
    expect(localStorage.getItem('userData')).toBeNull()
    expect(tokens.refresh()).toBeNull()
    expect(isSessionLost()).toBe(true)
    signIn()
    expect(isSessionLost()).toBe(false)
  })

  it('is left by signing out, and the server is told', async () => {
    const requests = fakeFetch(() => ok(null))
    await session.signOut()
    expect(requests[0]).toMatchObject({ method: 'POST', path: 'user/logout' })
    expect(session.user()).toBeNull()
    expect(isSessionLost()).toBe(false)
  })

  it.each([
    ['is not reached', () => 'offline' as const],
    ['fails', () => fail(500, 'SERVER')],
    ['has ended it already', () => fail(401, 'UNAUTHENTICATED')],
  ])('is left by signing out when the server %s', async (_, route) => {
    fakeFetch(route)
    await session.signOut()
    expect(session.user()).toBeNull()
    expect(tokens.access()).toBeNull()
  })

  it('ends and begins with the other tabs', () => {
    const stored = localStorage.getItem('userData')
    const heard = vi.fn()
    const stop = session.subscribe(heard)
    localStorage.removeItem('userData')
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }))
    expect(session.user()).toBeNull()
    localStorage.setItem('userData', stored!)
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }))
    expect(session.user()?.user_id).toBe(7)
    expect(heard).toHaveBeenCalledTimes(2)
    stop()
  })

  it('takes news of its own user only', () => {
    session.update(aUser({ nickname: 'ศรี' }))
    expect(session.user()?.nickname).toBe('ศรี')
    session.update(aUser({ user_id: 8, nickname: 'อื่น' }))
    expect(session.user()?.nickname).toBe('ศรี')
  })

  it('of unreadable data is none', async () => {
    localStorage.setItem('userData', '{"user_id":"x"}')
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }))
    expect(session.user()).toBeNull()
  })
})

describe('abilities', () => {
  it('are the ones of the role, and none without a user', () => {
    const { can } = sessionOf(aUser())
    expect(can('course.view')).toBe(true)
    expect(can('course.create')).toBe(false)
    expect(can('branch.view')).toBe(false)
    expect(sessionOf(null).can('course.view')).toBe(false)
  })
})
