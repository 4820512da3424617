/** Links and buttons that lists and records have in common. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { type exportQuery, type fileLink, isSet } from '@khapdee/contract/wire'
import { type ImportKind, importKinds } from '@khapdee/domain/import'
import type { Permission } from '@khapdee/domain/permissions'
import { Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft, FileSpreadsheet, FileText, FileUp, Plus } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { useSession } from '../session/session.ts'
import { showError } from '../shared/alerts.ts'
import { recordPaths } from '../shared/paths.ts'
import { useShortcut } from '../shared/shortcuts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import type { RowAction } from '../ui/menu.tsx'
import { useSingleFlight } from '../use-single-flight.ts'
import type { FilterValues } from './list-search.ts'

/** The name of a record in its list: opens it. */
export function RecordLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-medium text-primary hover:underline">
      {children}
    </Link>
  )
}

/** Leads back to the previous screen, or to `to` when there is none. */
export function BackButton({ to }: { to: string }) {
  const leave = useLeave(to)
  return (
    <Button icon={ArrowLeft} onPress={() => leave()}>
      ย้อนกลับ
    </Button>
  )
}

/**
 * Back to the previous screen with its filters, or to `path` when there is none. Asks about unsaved
 * content unless it has just been saved.
 */
export function useLeave(path: string): (saved?: 'saved') => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (saved) => {
    const ignoreBlocker = saved !== undefined
    if (canGoBack) router.history.back({ ignoreBlocker })
    else void router.navigate({ to: path, ignoreBlocker })
  }
}

/** The list's one primary button: leads to a new record, as its shortcut does. */
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

/** Leads from a list to the import of its records; shown only with the permission to create. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const { can } = useSession()
  const { resource, list } = importKinds[kind]
  if (!can(`${resource}.create`)) return null
  return (
    <Link to={recordPaths(list).import} className={buttonClass()}>
      <FileUp size={16} aria-hidden />
      นำเข้าข้อมูล
    </Link>
  )
}

type ExportEndpoint = Endpoint<typeof exportQuery, z.ZodObject<{ data: typeof fileLink }>>

interface ExportButtonProps {
  endpoint: ExportEndpoint
  table: { filters: FilterValues; sort: string | undefined }
  /** Filters that the list always sends and never shows. */
  fixed?: FilterValues
}

/** Downloads the whole list as filtered and sorted; shown only with the permission. */
export function ExportButton({ endpoint, table, fixed }: ExportButtonProps) {
  const { can } = useSession()
  const { run, pending } = useSingleFlight(async () => {
    try {
      const set = Object.entries(table.filters).filter(([, value]) => isSet(value))
      const query = {
        ...Object.fromEntries(set),
        ...fixed,
        ...(table.sort && { sort: table.sort }),
      }
      // Filters are texts of the address, which the contract checks again.
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
      ส่งออก Excel
    </Button>
  )
}

/** The answer is an attachment, so the page stays. */
function download(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.download = ''
  anchor.click()
}

/** Opens the record of a row. */
export const viewAction = (href: string): RowAction => ({
  id: 'view',
  label: 'ดูรายละเอียด',
  icon: FileText,
  href,
})
