import { actionWords } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { useCurrentBranch, useSession } from '../session/session.ts'
import { Permitted } from '../shared/screen.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import type { RowAction } from '../ui/menu.tsx'
import { useToday } from '../ui/use-today.ts'
import { CreateLink, ImportLink } from './actions.tsx'
import type { DeleteDialog as DeleteDialogType } from './delete-dialog.tsx'
import { ListScreen } from './list-screen.tsx'
import {
  type CrudApi,
  idOf,
  type RecordOf,
  type Resource,
  useIsSharedReadOnly,
} from './resource.ts'
import { useTable } from './use-table.ts'

// The cast restores the type parameter, which `lazyPart` loses.
const DeleteDialog = lazyPart(
  async () => (await import('./delete-dialog.tsx')).DeleteDialog,
) as typeof DeleteDialogType

interface ResourceListProps<Api extends CrudApi> {
  resource: Resource<Api>
}

/** The screen with the list of a resource: filters, rows, pages and deletion. */
export function ResourceList<Api extends CrudApi>({ resource }: ResourceListProps<Api>) {
  return (
    <Permitted permission={`${resource.api.resource}.view`}>
      <List resource={resource} />
    </Permitted>
  )
}

function List<Api extends CrudApi>({ resource }: ResourceListProps<Api>) {
  const { api, title, itemLabel, filters, toolbar: Toolbar, ListNotice } = resource
  const { can } = useSession()
  const branch = useCurrentBranch()
  const today = useToday()
  const { defaultFilters } = resource
  const table = useTable(api.gettable, {
    branch: 'branch_id' in api.fields.shape ? branch : undefined,
    defaults: (typeof defaultFilters === 'function' ? defaultFilters(today) : defaultFilters) ?? {},
  })
  const [pendingDelete, setPendingDelete] = useState<RecordOf<Api> | null>(null)
  const rowKey = useCallback((row: RecordOf<Api>) => idOf(api, row), [api])
  const rowActions = useRowActions(resource, setPendingDelete)

  const create = can(`${api.resource}.create`) && (
    <CreateLink to={`${resource.path}/new`} label={`${actionWords.add}${itemLabel}`} />
  )
  return (
    <>
      <ListScreen
        name={api.resource}
        title={title}
        actions={
          <>
            {Toolbar && <Toolbar table={table} />}
            {resource.importKind && <ImportLink kind={resource.importKind} />}
            {create}
          </>
        }
        columns={resource.columns}
        filters={filters}
        searchPlaceholder={resource.searchPlaceholder}
        empty={<NoRecords resource={resource} mayCreate={create !== false} />}
        // The contract's `crud()` declares the same row for lists and single records.
        table={{ ...table, rows: table.rows as RecordOf<Api>[] }}
        rowKey={rowKey}
        rowActions={rowActions}
      >
        {ListNotice && (
          <Suspense fallback={null}>
            <ListNotice table={table} />
          </Suspense>
        )}
      </ListScreen>
      {pendingDelete !== null && (
        <Suspense fallback={null}>
          <DeleteDialog
            resource={resource}
            record={pendingDelete}
            onClose={() => setPendingDelete(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** A description of the list, and the actions that create the first record. */
function NoRecords<Api extends CrudApi>({
  resource: { itemLabel, starter },
  mayCreate,
}: {
  resource: Resource<Api>
  mayCreate: boolean
}) {
  return (
    <EmptyState
      title={`ยังไม่มี${itemLabel}`}
      hint={mayCreate && `เริ่มจากปุ่ม ${actionWords.add}${itemLabel}`}
      action={
        mayCreate &&
        starter && (
          <Link to={starter.to} className={buttonClass()}>
            {starter.label}
          </Link>
        )
      }
    />
  )
}

/**
 * Returns the function that lists the actions of a row; undefined when the user has none. It stays the same
 * between renders, so that unchanged rows do not render again.
 */
function useRowActions<Api extends CrudApi>(
  { api, path, rowActions, isDeletable }: Resource<Api>,
  askToDelete: (record: RecordOf<Api>) => void,
) {
  const { can } = useSession()
  const mayUpdate = can(`${api.resource}.update`)
  const mayDelete = can(`${api.resource}.delete`)
  const isSharedReadOnly = useIsSharedReadOnly(api)
  const actionsOf = useCallback(
    (record: RecordOf<Api>): readonly RowAction[] => {
      const declaredActions = rowActions?.(record, can) ?? []
      if (isSharedReadOnly(record)) return declaredActions
      const edit: RowAction = {
        id: 'edit',
        label: actionWords.edit,
        icon: Pencil,
        href: `${path}/${idOf(api, record)}`,
        primary: true,
      }
      const remove: RowAction = {
        id: 'delete',
        label: actionWords.delete,
        icon: Trash2,
        tone: 'danger',
        onAction: () => askToDelete(record),
      }
      const offersDelete = mayDelete && (isDeletable?.(record) ?? true)
      return [...declaredActions, ...(mayUpdate ? [edit] : []), ...(offersDelete ? [remove] : [])]
    },
    [api, path, rowActions, isDeletable, askToDelete, can, mayUpdate, mayDelete, isSharedReadOnly],
  )
  return mayUpdate || mayDelete || rowActions ? actionsOf : undefined
}
