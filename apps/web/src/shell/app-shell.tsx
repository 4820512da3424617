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

const shownAfter = 150
const announcedAfter = 1000

/** A line that grows at the top while the next screen is on its way, unless it is there at once. */
function NavProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isShown = useLasting(isLoading, shownAfter)
  const isLong = useLasting(isLoading, announcedAfter)
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

/** First line of a printed screen: the branch, the user and the time. On paper only. */
function PrintHead() {
  const { user, branches } = useSession()
  const { value, options } = useCurrentBranch()
  const [printedAt, setPrintedAt] = useState(now)
  useEffect(() => {
    // The page is drawn for the printer as soon as the listeners return.
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

/** The search of each list as it was left: its filters, its page. */
const leftWith = new Map<string, object>()

/** Where a screen below a list stands: the list, then itself. A phone shows only the way back. */
export function Breadcrumbs() {
  const name = useScreenName()
  const { pathname, search } = useRouterState({
    // Of the screen that is shown, as its name is.
    select: ({ resolvedLocation, location }) => resolvedLocation ?? location,
  })
  useEffect(() => {
    if (lists.some(({ path }) => path === pathname)) leftWith.set(pathname, search)
  }, [pathname, search])

  const list = lists.find(({ path }) => pathname.startsWith(`${path}/`))
  if (list === undefined) return null
  return (
    <nav aria-label="เส้นทาง" data-noprint className="-mb-2 text-sm">
      <ol className="flex min-w-0 items-center gap-1.5">
        <li className="shrink-0">
          <Link
            to={list.path}
            // Else it would count as the current page.
            activeOptions={{ exact: true }}
            // Each list reads its own search; no type knows them all.
            search={(leftWith.get(list.path) ?? {}) as never}
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
