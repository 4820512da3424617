/** Navigation at the beginning and the end of a session. */
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, redirect } from '@tanstack/react-router'
import { paths } from '../shared/paths.ts'
import { alerts } from '../shared/alerts.ts'
import { visibleNavigation } from './nav.ts'
import { isSessionLost, session, sessionOf } from '../session/session.ts'

const ownPage = paths.profile

/** Clears the cache and leaves the screen when the user changes or signs out, and leads a user who
 * must change the password to the profile. */
export function followSession(router: AnyRouter, queryClient: QueryClient): void {
  let userId = session.user()?.user_id
  session.subscribe(() => {
    const now = session.user()
    const nowId = now?.user_id
    if (now?.must_change_password === true && router.state.location.pathname !== ownPage) {
      void router.navigate({ to: ownPage, replace: true, ignoreBlocker: true })
    }
    if (nowId === userId) return
    userId = nowId
    queryClient.clear()
    alerts.reset()
    if (nowId !== undefined) return
    // After signing out one begins anew; after a lost session one comes back to where one was.
    const { href, pathname } = router.state.location
    const search = isSessionLost() && pathname !== paths.login ? { redirect: href } : {}
    // Unsaved content is kept as a draft, so nobody is asked.
    void router.navigate({ to: paths.login, search, replace: true, ignoreBlocker: true })
  })
}

/**
 * Requires a signed-in user; one who must change the password is redirected to the profile.
 * @throws a redirect of the router
 */
export function requireUser({ pathname, href }: { pathname: string; href: string }): void {
  const user = session.user()
  if (user === null) {
    throw redirect({ to: paths.login, search: href === '/' ? {} : { redirect: href } })
  }
  if (user.must_change_password && pathname !== ownPage) throw redirect({ to: ownPage })
}

/** The first screen of the menu that the user may view; the profile when there is none. */
export function firstScreen(): string {
  const { can } = sessionOf(session.user())
  return visibleNavigation(can)[0]?.items[0]?.path ?? ownPage
}
