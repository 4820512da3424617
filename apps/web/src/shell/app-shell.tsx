import { user as userApi } from '@khapdee/contract/entities/user'
import { formatInstant } from '@khapdee/domain/thai-date'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEndpoint } from '../api/queries.ts'
import { usePreferences } from '../session/preferences.ts'
import { session, useCurrentBranch, useSession } from '../session/session.ts'
import { alerts } from '../shared/alerts.ts'
import { useScreenName } from '../shared/screen.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { navigation } from './nav.ts'
import { AlertArea } from './notices.tsx'
import { ShellDialogs } from './shell-dialogs.tsx'
import { barHeights, ShellHeader } from './shell-header.tsx'
import { Sidebar } from './sidebar.tsx'

/** Loaded on first use, as wide screens never show it. */
const NavDrawer = lazyPart(async () => (await import('./nav-drawer.tsx')).NavDrawer)

const abilitiesStaleMs = 5 * 60_000

/** The frame around every screen of a signed-in user. */
export function AppShell() {
  const [preferences] = usePreferences()
  const { layout, content } = preferences
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // The path of the screen shown: while the next one loads, the former still has the focus.
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

/** Reads the user again every few minutes: permissions and branches change during a session. */
function useFreshUser(): void {
  const { data } = useEndpoint(userApi.me, {}, { staleTime: abilitiesStaleMs })
  useEffect(() => {
    if (data) session.update(data.data)
  }, [data])
}

/** On a change of page, moves the focus to the new page and clears the alert of the former. */
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

const showAfterMs = 150
const announceAfterMs = 1000

/** A progress bar at the top while the next screen loads; delayed, so that fast loads show none. */
function NavProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isShown = useLasting(isLoading, showAfterMs)
  const isLong = useLasting(isLoading, announceAfterMs)
  return (
    <>
      {isShown && (
        <div
          aria-hidden
          data-noprint
          className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left scale-x-95 bg-primary transition-transform duration-8000 ease-out rtl:origin-right starting:scale-x-5"
        />
      )}
      <output className="sr-only">{isLong && 'กำลังโหลดข้อมูล'}</output>
    </>
  )
}

/** Whether `isOn` has been true for so many milliseconds without a break. */
function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLasted(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isOn, milliseconds])
  return isOn && hasLasted
}

const now = () => new Date().toISOString()

/** The first line of a printed screen: the branch, the time and the user. Hidden on screen. */
function PrintHead() {
  const { user, branches } = useSession()
  const { value, options } = useCurrentBranch()
  const [printedAt, setPrintedAt] = useState(now)
  useEffect(() => {
    // `flushSync`: the browser prints the page as soon as the listeners return.
    const stamp = () => flushSync(() => setPrintedAt(now()))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])

  const branch =
    value === 'all' && branches.length > 1
      ? 'สาขาทั้งหมด'
      : (options.find((option) => String(option.value) === value) ?? branches[0])?.name
  return (
    <div className="hidden justify-between gap-4 border-b border-line pb-1 text-sm print:flex">
      <p>
        <span className="font-semibold">ขับดี</span> {branch}
      </p>
      <p>
        พิมพ์เมื่อ {formatInstant(printedAt)} โดย {user?.fname} {user?.sname}
      </p>
    </div>
  )
}

const lists = navigation.flatMap(({ items }) => items)

/** The last search parameters (filters, page) of each list, by path. */
const lastSearchByPath = new Map<string, object>()

/** Breadcrumbs of a screen below a list: the list, then the screen. Phones show the list only. */
export function Breadcrumbs() {
  const name = useScreenName()
  const { pathname, search } = useRouterState({
    // The location of the screen shown, to match its name while the next one loads.
    select: ({ resolvedLocation, location }) => resolvedLocation ?? location,
  })
  useEffect(() => {
    if (lists.some(({ path }) => path === pathname)) lastSearchByPath.set(pathname, search)
  }, [pathname, search])

  const list = lists.find(({ path }) => pathname.startsWith(`${path}/`))
  if (list === undefined) return null
  return (
    <nav aria-label="เส้นทาง" data-noprint className="-mb-2 text-sm">
      <ol className="flex min-w-0 items-center gap-1.5">
        <li className="shrink-0">
          <Link
            to={list.path}
            // Without it, the link would be marked as the current page.
            activeOptions={{ exact: true }}
            // The search of each list has its own type; no common type exists.
            search={(lastSearchByPath.get(list.path) ?? {}) as never}
            className="flex items-center gap-1 text-muted hover:text-primary hover:underline coarse:min-h-11"
          >
            <ChevronLeft size={15} aria-hidden className="md:hidden rtl:-scale-x-100" />
            {list.label}
          </Link>
        </li>
        <li className="flex min-w-0 items-center gap-1.5 max-md:hidden">
          <ChevronRight size={13} aria-hidden className="shrink-0 text-muted rtl:-scale-x-100" />
          <span aria-current="page" className="truncate">
            {name}
          </span>
        </li>
      </ol>
    </nav>
  )
}
