/** Navigation on sign-in, sign-out and loss of the session, and the guard of the routes. */
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, redirect } from '@tanstack/react-router'
import { paths } from '../shared/paths.ts'
import { alerts } from '../shared/alerts.ts'
import { visibleNavigation } from './nav.ts'
import { isSessionLost, session, sessionOf } from '../session/session.ts'

/** The screen on which the user changes the password. */
const ownPage = paths.profile

/**
 * Follows the session: when the user changes or signs out, clears the query cache and leaves the
 * screen; when a password change is due, goes to the profile screen.
 */
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
    // Signing in after a lost session returns to the same address; after signing out it does not.
    const { href, pathname } = router.state.location
    const search = isSessionLost() && pathname !== paths.login ? { redirect: href } : {}
    // Unsaved input is kept as a draft, so leaving needs no confirmation.
    void router.navigate({ to: paths.login, search, replace: true, ignoreBlocker: true })
  })
}

/**
 * The guard of all screens but sign-in and setup.
 * @throws a redirect to the sign-in screen without a user; to the profile screen when a password
 * change is due
 */
export function requireUser({ pathname, href }: { pathname: string; href: string }): void {
  const user = session.user()
  if (user === null) {
    throw redirect({ to: paths.login, search: href === '/' ? {} : { redirect: href } })
  }
  if (user.must_change_password && pathname !== ownPage) throw redirect({ to: ownPage })
}

/** The first screen of the menu that the user may see; the profile screen when there is none. */
export function firstScreen(): string {
  const { can } = sessionOf(session.user())
  return visibleNavigation(can)[0]?.items[0]?.path ?? ownPage
}
