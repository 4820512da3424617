import { QueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  isRedirect,
} from '@tanstack/react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { aUser } from '../../test/user.ts'
import { loseSession } from '../api/tokens.ts'
import { followSession, requireUser } from './session-navigation.ts'
import { session } from '../session/session.ts'

const signIn = (userData = aUser()) =>
  session.signIn({ accessToken: 'a', refreshToken: 'r', userData })

/** Where the guard sends, or undefined when it lets pass. */
function sentTo(pathname: string) {
  try {
    requireUser({ pathname, href: pathname })
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options
  }
  return undefined
}

beforeEach(() => {
  // The last user, possibly of another test file.
  signIn()
  loseSession('a')
  localStorage.clear()
})

describe('the guard', () => {
  it('sends strangers to sign in and remembers where they were going', () => {
    expect(sentTo('/courses')).toMatchObject({ to: '/login', search: { redirect: '/courses' } })
    expect(sentTo('/')).toMatchObject({ to: '/login', search: {} })
  })

  it('lets users pass', () => {
    signIn()
    expect(sentTo('/courses')).toBeUndefined()
  })

  it('keeps a user who must change the password on the profile', () => {
    signIn(aUser({ must_change_password: true }))
    expect(sentTo('/courses')).toMatchObject({ to: '/profile' })
    expect(sentTo('/profile')).toBeUndefined()
  })
})

describe('the end of a session', () => {
  const at = (address: string) => {
    const router = createRouter({
      routeTree: createRootRoute(),
      history: createMemoryHistory({ initialEntries: [address] }),
    })
    const queryClient = new QueryClient()
    queryClient.setQueryData(['course/gettable'], 'rows')
    followSession(router, queryClient)
    return { router, queryClient }
  }

  it('forgets what was read and leads back after signing in', async () => {
    signIn()
    const { router, queryClient } = at('/courses?page=2')
    loseSession('a')
    await expect.poll(() => router.state.location.pathname).toBe('/login')
    expect(router.state.location.search).toEqual({ redirect: '/courses?page=2' })
    expect(queryClient.getQueryData(['course/gettable'])).toBeUndefined()
  })

  it('stays quiet about news of the same user', () => {
    signIn()
    const { router, queryClient } = at('/courses')
    session.update(aUser({ nickname: 'ศรี' }))
    expect(router.state.location.pathname).toBe('/courses')
    expect(queryClient.getQueryData(['course/gettable'])).toBe('rows')
  })
})
