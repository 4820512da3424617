import { user as userApi } from '@khapdee/contract/entities/user'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useEndpoint } from '../api/queries.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { alerts } from '../shared/alerts.ts'
import { usePreferences } from '../session/preferences.ts'
import { session } from '../session/session.ts'
import { AlertArea } from './alert-area.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { NavProgress } from './nav-progress.tsx'
import { PrintHead } from './print-head.tsx'
import { ShellHeader, barHeights } from './shell-header.tsx'
import { ShellDialogs } from './shell-dialogs.tsx'
import { Sidebar } from './sidebar.tsx'

/** Wide screens do without it. */
const NavDrawer = lazyPart(async () => (await import('./nav-drawer.tsx')).NavDrawer)

const abilitiesStayFresh = 5 * 60_000

/** The frame around every screen of a signed-in user. */
export function AppShell() {
  const [preferences] = usePreferences()
  const { layout, content } = preferences
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // Of the screen that is shown: while the next one is on its way, the former still has the focus.
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const main = useRef<HTMLElement>(null)
  useFreshUser()
  usePageChange(pathname, main)

  return (
    <div className={`flex min-h-dvh ${barHeights(preferences)}`}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2 focus:shadow-pop"
      >
        ข้ามไปยังเนื้อหา
      </a>
      <NavProgress />
      <ShellDialogs />
      {layout === 'vertical' && <Sidebar />}
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <NavDrawer onClose={() => setDrawerOpen(false)} />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <ShellHeader onOpenDrawer={() => setDrawerOpen(true)} />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className={`flex w-full flex-1 flex-col gap-3.5 p-3.5 outline-none print:p-0 ${content === 'boxed' ? 'mx-auto max-w-375' : ''}`}
        >
          <PrintHead />
          <Breadcrumbs />
          <AlertArea />
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** Abilities and branches may change while one is signed in. */
function useFreshUser(): void {
  const { data } = useEndpoint(userApi.me, {}, { staleTime: abilitiesStayFresh })
  useEffect(() => {
    if (data) session.update(data.data)
  }, [data])
}

/** A new page is read from its beginning, and the former page's alert is over. */
function usePageChange(pathname: string, main: { current: HTMLElement | null }): void {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    alerts.pageChanged()
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true })
    }
  }, [pathname, main])
}
