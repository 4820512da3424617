/** Navigation on changes of the session, and the guard of the routes. */
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, redirect } from '@tanstack/react-router'
import { paths } from '../shared/paths.ts'
import { alerts } from '../shared/alerts.ts'
import { visibleNavigation } from './nav.ts'
import { isSessionLost, sessionStore, sessionOf } from '../session/session.ts'

/** The screen on which the user changes the password. */
const passwordPath = paths.profile

/**
 * Subscribes to the session: clears the query cache and the alerts when the user changes or signs out, opens the
 * sign-in screen when the session ends, the first screen of a user who replaces another one (by signing in in another
 * tab), and the profile screen when a password change is due.
 */
export function followSession(router: AnyRouter, queryClient: QueryClient): void {
  let userId = sessionStore.user()?.user_id
  sessionStore.subscribe(() => {
    const user = sessionStore.user()
    const newUserId = user?.user_id
    if (user?.must_change_password === true && router.state.location.pathname !== passwordPath) {
      void router.navigate({ to: passwordPath, replace: true, ignoreBlocker: true })
    }
    if (newUserId === userId) return
    const isReplaced = userId !== undefined && newUserId !== undefined
    userId = newUserId
    queryClient.clear()
    alerts.forget()
    if (isReplaced) void router.navigate({ to: firstScreen(), replace: true, ignoreBlocker: true })
    if (newUserId !== undefined) return
    // The next sign-in returns to this URL, but only after a lost session.
    const { href, pathname } = router.state.location
    const search = isSessionLost() && pathname !== paths.login ? { redirect: href } : {}
    // Unsaved input is saved as a draft, so leaving needs no confirmation.
    void router.navigate({ to: paths.login, search, replace: true, ignoreBlocker: true })
  })
}

/**
 * The guard of all screens except sign-in and setup.
 * @throws a redirect: to the sign-in screen without a user, or to the profile screen when a
 * password change is due
 */
export function requireUser({ pathname, href }: { pathname: string; href: string }): void {
  const user = sessionStore.user()
  if (user === null) {
    throw redirect({ to: paths.login, search: href === '/' ? {} : { redirect: href } })
  }
  if (user.must_change_password && pathname !== passwordPath) throw redirect({ to: passwordPath })
}

/**
 * The path of the dashboard for users of applications and exams, whose work it shows; of the first visible menu entry for others,
 * or of the profile screen when there is none.
 */
export function firstScreen(): string {
  const { can } = sessionOf(sessionStore.user())
  if (can('application.view') || can('exam.view')) return paths.dashboard
  // Entries that need no permission are skipped, because every user sees them.
  const items = visibleNavigation(can).flatMap((group) => group.items)
  return items.find(({ anyOf }) => anyOf?.length !== 0)?.path ?? passwordPath
}

/**
 * The path after a sign-in: the home route for users who may change settings, because it redirects to the set-up list
 * of a new school; otherwise the first screen.
 */
export function landingPath(): string {
  return sessionOf(sessionStore.user()).can('settings.update') ? paths.home : firstScreen()
}
