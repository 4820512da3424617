/** Links and buttons that lists and records have in common. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { type exportQuery, type fileLink, isSet } from '@khapdee/contract/wire'
import { type ImportKind, importKinds, importPermissions } from '@khapdee/domain/import'
import type { Permission } from '@khapdee/domain/permissions'
import { actionWords } from '@khapdee/domain/words'
import { Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft, FileSpreadsheet, FileText, FileUp, Plus } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { useSession } from '../session/session.ts'
import { nextScreen } from '../shared/next-screen.ts'
import { showError } from '../shared/alerts.ts'
import { recordPaths } from '../shared/paths.ts'
import { useShortcut } from '../shared/shortcuts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import type { RowAction } from '../ui/menu.tsx'
import { recordLinkMark } from '../ui/table-rows.tsx'
import { useSingleFlight } from '../use-single-flight.ts'
import type { FilterValues, FixedFilters } from './list-search.ts'

interface RecordLinkProps {
  to: string
  search?: object
  hash?: string
  /** Called before the link is followed. */
  onClick?: () => void
  children: ReactNode
}

/** A record's name in a list, as a link to the record. */
export function RecordLink({ to, search, hash, onClick, children }: RecordLinkProps) {
  return (
    // Cast: the router's types know the search parameters of literal paths only.
    <Link
      to={to}
      search={search as never}
      {...(hash && { hash })}
      {...(onClick && { onClick })}
      {...recordLinkMark}
      className="font-medium text-primary hover:underline"
    >
      {children}
    </Link>
  )
}

/** Returns to the previous screen, or to `to` when there is none. */
export function BackButton({ to }: { to: string }) {
  const leave = useLeave(to)
  return (
    <Button icon={ArrowLeft} onPress={() => void leave()}>
      ย้อนกลับ
    </Button>
  )
}

/**
 * Returns a function that goes back to the previous screen with its filters, or to `path` when
 * there is none. It asks for confirmation if there is unsaved content, unless called with `saved`;
 * then its promise resolves when the other screen is shown.
 */
export function useLeave(path: string): (saved?: 'saved') => Promise<void> {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (saved) => {
    const ignoreBlocker = saved !== undefined
    const shown = ignoreBlocker ? nextScreen(router) : Promise.resolve()
    if (canGoBack) router.history.back({ ignoreBlocker })
    else void router.navigate({ to: path, ignoreBlocker })
    return shown
  }
}

/** The list's primary button, a link to the form of a new record; a shortcut opens the form too. */
export const CreateLink = memo(({ to, label }: { to: string; label: string }) => {
  const navigate = useNavigate()
  useShortcut('create', () => void navigate({ to }))
  return (
    <Link to={to} className={buttonClass({ kind: 'primary' })}>
      <Plus size={16} aria-hidden />
      {label}
    </Link>
  )
})

/** A link from a list to the import of its records; shown only with the permission to create them. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const { can } = useSession()
  const { listPath } = importKinds[kind]
  if (!importPermissions(kind).every(can)) return null
  return (
    <Link to={recordPaths(listPath).import} className={buttonClass()}>
      <FileUp size={16} aria-hidden />
      นำเข้าข้อมูล
    </Link>
  )
}

type ExportEndpoint = Endpoint<typeof exportQuery, z.ZodObject<{ data: typeof fileLink }>>

interface ExportButtonProps {
  endpoint: ExportEndpoint
  table: { filters: FilterValues; sort: string | undefined }
  /** Filters that every request of the list contains and that the user does not see. */
  fixedFilters?: FixedFilters
}

/** Downloads all rows that match the filters, sorted as on screen; shown only with the permission to export. */
export function ExportButton({ endpoint, table, fixedFilters }: ExportButtonProps) {
  const { can } = useSession()
  const { run, pending } = useSingleFlight(async () => {
    try {
      const activeFilters = Object.entries(table.filters).filter(([, value]) => isSet(value))
      const query = {
        ...Object.fromEntries(activeFilters),
        ...fixedFilters,
        ...(table.sort && { sort: table.sort }),
      }
      // The cast is safe: `call` checks the filters, which come from the URL, by the contract.
      const { data } = await call(endpoint, query as InputOf<ExportEndpoint>)
      download(data.file)
    } catch (error) {
      showError(error)
    }
  })
  // The access of an export is always a permission.
  if (!can(endpoint.access as Permission)) return null
  return (
    <Button icon={FileSpreadsheet} pending={pending} onPress={() => void run()}>
      {actionWords.exportExcel}
    </Button>
  )
}

/** Follows a link to an attachment, which the browser saves without leaving the page. */
export function download(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.download = ''
  anchor.click()
}

/** The row action that opens the record. */
export const viewAction = (href: string): RowAction => ({
  id: 'view',
  label: 'ดูรายละเอียด',
  icon: FileText,
  href,
})
