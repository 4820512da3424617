import { QueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  isRedirect,
} from '@tanstack/react-router'
import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { aUser } from '../../test/user.ts'
import { loseSession } from '../api/tokens.ts'
import { alerts, usePastAlerts } from '../shared/alerts.ts'
import { firstScreen, followSession, requireUser } from './session-navigation.ts'
import { sessionStore } from '../session/session.ts'

const signIn = (userData = aUser()) =>
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData })

/** The options of the redirect that the guard throws, or undefined if it throws none. */
function redirectOf(pathname: string) {
  try {
    requireUser({ pathname, href: pathname })
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options
  }
  return undefined
}

beforeEach(() => {
  // Ends a session that an earlier test left open.
  signIn()
  loseSession('a')
  localStorage.clear()
})

describe('requireUser', () => {
  it('redirects to the sign-in screen without a user, with the requested URL', () => {
    expect(redirectOf('/courses')).toMatchObject({ to: '/login', search: { redirect: '/courses' } })
    expect(redirectOf('/')).toMatchObject({ to: '/login', search: {} })
  })

  it('does not redirect a signed-in user', () => {
    signIn()
    expect(redirectOf('/courses')).toBeUndefined()
  })

  it('redirects a user with a password change due to the profile screen', () => {
    signIn(aUser({ must_change_password: true }))
    expect(redirectOf('/courses')).toMatchObject({ to: '/profile' })
    expect(redirectOf('/profile')).toBeUndefined()
  })
})

describe('firstScreen', () => {
  const screenWith = (...ability: { subject: string; action: string }[]) => {
    signIn(aUser({ ability: ability as never }))
    return firstScreen()
  }

  it('is the dashboard for users of applications or exams, whose work it shows', () => {
    expect(screenWith({ subject: 'application', action: 'view' })).toBe('/dashboard')
    expect(screenWith({ subject: 'exam', action: 'view' })).toBe('/dashboard')
  })

  it('is the first entry of the menu for other users, and the profile without one', () => {
    expect(screenWith({ subject: 'payroll', action: 'view' })).toBe('/payroll')
    expect(screenWith()).toBe('/profile')
  })
})

describe('followSession', () => {
  const openApp = (address: string) => {
    const router = createRouter({
      routeTree: createRootRoute(),
      history: createMemoryHistory({ initialEntries: [address] }),
    })
    const queryClient = new QueryClient()
    queryClient.setQueryData(['course/gettable'], 'rows')
    followSession(router, queryClient)
    return { router, queryClient }
  }

  it('clears the query cache and opens the sign-in screen at the end of a session', async () => {
    signIn()
    const { router, queryClient } = openApp('/courses?page=2')
    loseSession('a')
    await expect.poll(() => router.state.location.pathname).toBe('/login')
    expect(router.state.location.search).toEqual({ redirect: '/courses?page=2' })
    expect(queryClient.getQueryData(['course/gettable'])).toBeUndefined()
  })

  it('opens the first screen of a user who replaces the former one in another tab, without their data and alerts', async () => {
    signIn()
    alerts.success('บันทึกข้อมูลของคุณสมชายเรียบร้อยแล้ว')
    const { router, queryClient } = openApp('/applications/12')
    signIn(aUser({ user_id: 8 }))
    await expect.poll(() => router.state.location.pathname).toBe('/courses')
    expect(queryClient.getQueryData(['course/gettable'])).toBeUndefined()
    expect(renderHook(() => usePastAlerts()).result.current).toEqual([])
  })

  it('does nothing on an update of the same user', () => {
    signIn()
    const { router, queryClient } = openApp('/courses')
    sessionStore.update(aUser({ nickname: 'ศรี' }))
    expect(router.state.location.pathname).toBe('/courses')
    expect(queryClient.getQueryData(['course/gettable'])).toBe('rows')
  })
})
