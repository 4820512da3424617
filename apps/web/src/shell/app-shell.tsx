import { user as userApi } from '@khapdee/contract/entities/user'
import { formatInstant } from '@khapdee/domain/thai-date'
import { headings, productName } from '@khapdee/domain/words'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEndpoint } from '../api/queries.ts'
import { usePreferences } from '../session/preferences.ts'
import { sessionStore, useCurrentBranch, useSession } from '../session/session.ts'
import { alerts } from '../shared/alerts.ts'
import { useScreenName } from '../shared/screen.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { navigation } from './nav.ts'
import { CardInsertions } from './card-insertions.tsx'
import { AlertArea } from './notices.tsx'
import { ShellDialogs } from './shell-dialogs.tsx'
import { barHeightClasses, ShellHeader } from './shell-header.tsx'
import { allBranchesName } from './shell-tools.tsx'
import { Sidebar } from './sidebar.tsx'

/** Loaded on first use, because wide screens never show it. */
const NavDrawer = lazyPart(async () => (await import('./nav-drawer.tsx')).NavDrawer)

const userStaleMs = 5 * 60_000

/** The layout around every screen of a signed-in user. */
export function AppShell() {
  const [preferences] = usePreferences()
  const { layout, content } = preferences
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // The path of the visible screen: while the next one loads, the previous one keeps the focus.
  const pathname = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const main = useRef<HTMLElement>(null)
  useUserRefresh()
  useNavigationEffects(pathname, main)

  return (
    <div className={`flex min-h-dvh ${barHeightClasses(preferences)}`}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2 focus:shadow-pop"
      >
        ข้ามไปยังเนื้อหา
      </a>
      <NavProgress />
      <ShellDialogs />
      <CardInsertions />
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
          <PrintHeader />
          <Breadcrumbs />
          <AlertArea />
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/**
 * Fetches the user again when the window is focused and the data is older than `userStaleMs`: permissions and
 * branches change during a session.
 */
function useUserRefresh(): void {
  const { data } = useEndpoint(userApi.me, {}, { staleTime: userStaleMs })
  useEffect(() => {
    if (data) sessionStore.update(data.data)
  }, [data])
}

/** On navigation, focuses the new screen and expires the alert of the previous one. */
function useNavigationEffects(pathname: string, main: { current: HTMLElement | null }): void {
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    alerts.handleNavigation()
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true })
    }
  }, [pathname, main])
}

const showAfterMs = 150
const announceAfterMs = 1000

/** A progress bar at the top while the next screen loads; delayed, because fast loads need none. */
function NavProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isShown = useDelayed(isLoading, showAfterMs)
  const isSlow = useDelayed(isLoading, announceAfterMs)
  return (
    <>
      {isShown && (
        <div
          aria-hidden
          data-noprint
          className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-primary transition-[scale] duration-8000 [scale:0.95_1] rtl:origin-right starting:[scale:0.05_1]"
        />
      )}
      <output className="sr-only">{isSlow && headings.loading}</output>
    </>
  )
}

/** Becomes true after `isOn` has been true for `delayMs` without interruption. */
function useDelayed(isOn: boolean, delayMs: number): boolean {
  const [isElapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setElapsed(true), delayMs)
    return () => {
      clearTimeout(timer)
      setElapsed(false)
    }
  }, [isOn, delayMs])
  return isOn && isElapsed
}

const now = () => new Date().toISOString()

/** The header line of a printed screen: branch, time and user. Not visible on the screen itself. */
function PrintHeader() {
  const { user, branches } = useSession()
  const { value, options } = useCurrentBranch()
  const [printedAt, setPrintedAt] = useState(now)
  useEffect(() => {
    // `flushSync`: the browser prints the page as soon as the listeners return.
    const updateTime = () => flushSync(() => setPrintedAt(now()))
    window.addEventListener('beforeprint', updateTime)
    return () => window.removeEventListener('beforeprint', updateTime)
  }, [])

  const branch =
    value === 'all' && branches.length > 1
      ? allBranchesName
      : (options.find((option) => String(option.value) === value) ?? branches[0])?.name
  return (
    <div className="hidden justify-between gap-4 border-b border-line pb-1 text-sm print:flex">
      <p>
        <span className="font-semibold">{productName}</span> {branch}
      </p>
      <p>
        พิมพ์เมื่อ {formatInstant(printedAt)} โดย {user?.fname} {user?.sname}
      </p>
    </div>
  )
}

const menuItems = navigation.flatMap(({ items }) => items)

/** The last search parameters (filters, page) of each list, by path. */
const lastSearchByPath = new Map<string, object>()

/** Breadcrumbs of a screen below a list: the list, then the screen. Phones show the list only. */
export function Breadcrumbs() {
  const name = useScreenName()
  const { pathname, search } = useRouterState({
    // The location of the visible screen, which matches its name while the next one loads.
    select: ({ resolvedLocation, location }) => resolvedLocation ?? location,
  })
  useEffect(() => {
    if (menuItems.some(({ path }) => path === pathname)) lastSearchByPath.set(pathname, search)
  }, [pathname, search])

  const list = menuItems.find(({ path }) => pathname.startsWith(`${path}/`))
  if (list === undefined) return null
  return (
    <nav aria-label="เส้นทาง" data-noprint className="-mb-2 text-sm">
      <ol className="flex min-w-0 items-center gap-1.5">
        <li className="shrink-0">
          <Link
            to={list.path}
            // Without `exact`, the link would be marked as the current page.
            activeOptions={{ exact: true }}
            // The cast: the search parameters of each list have their own type.
            search={(lastSearchByPath.get(list.path) ?? {}) as never}
            className="flex items-center gap-1 text-muted hover:text-primary hover:underline coarse:min-h-11"
          >
            <ChevronLeft size={15} aria-hidden className="md:hidden" />
            {list.label}
          </Link>
        </li>
        <li className="flex min-w-0 items-center gap-1.5 max-md:hidden">
          <ChevronRight size={13} aria-hidden className="shrink-0 text-muted" />
          <span aria-current="page" className="truncate">
            {name}
          </span>
        </li>
      </ol>
    </nav>
  )
}
