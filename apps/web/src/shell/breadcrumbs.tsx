import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useScreenName } from '../shared/document-title.ts'
import { navigation } from './nav.ts'

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
