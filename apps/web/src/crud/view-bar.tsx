/** The saved views of a list with their number of rows, and the dialog that saves one. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { listView } from '@khapdee/contract/entities/list-view'
import { entities } from '@khapdee/domain/entities'
import { actionWords, units } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../api/form-errors.ts'
import { invalidate, useCommand, useEndpoint } from '../api/queries.ts'
import { fieldsOf } from '../ui/form/form-fields.tsx'
import { countText } from '../ui/values.tsx'
import { FormDialog } from './form-dialog.tsx'
import { isSameView, type SavedView, useListPath } from './saved-views.ts'
import type { TableState } from './use-table.ts'

const viewLabel = entities.list_view.label

type ViewedTable = Pick<
  TableState,
  'changedFilters' | 'sort' | 'state' | 'stale' | 'total' | 'isCapped' | 'show' | 'countQuery'
>

interface ViewBarProps {
  views: readonly SavedView[]
  table: ViewedTable
}

/** A button for each view. */
export function ViewBar({ views, table }: ViewBarProps) {
  const client = useQueryClient()
  const remove = useCommand(listView.delete, {
    // Another tab may have deleted it.
    onError: () => void invalidate(client, ['list-view']),
  })
  const shown = { filters: table.changedFilters, sort: table.sort }
  return (
    <ul aria-label="มุมมองที่บันทึกไว้" data-noprint className="flex flex-wrap gap-2 px-4 pt-3">
      {views.map((view) => (
        <View
          key={view.list_view_id}
          view={view}
          table={table}
          isShown={isSameView(view, shown)}
          onRemove={() => void remove.mutate({ list_view_id: view.list_view_id })}
        />
      ))}
    </ul>
  )
}

interface ViewProps {
  view: SavedView
  table: ViewedTable
  isShown: boolean
  onRemove: () => void
}

function View({ view, table, isShown, onRemove }: ViewProps) {
  const { name } = view
  const count = useCount(view, table, isShown)
  return (
    <li className="flex max-w-full items-center rounded-md border border-line has-[[aria-pressed=true]]:border-primary has-[[aria-pressed=true]]:bg-primary-soft">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => table.show(view)}
        className="min-h-row-control min-w-0 px-2.5 text-start text-sm wrap-anywhere hover:underline coarse:min-h-11"
      >
        {name}{' '}
        {count !== undefined && (
          <span className="font-medium text-muted tabular-nums">
            {count}
            <span className="sr-only"> {units.entries}</span>
          </span>
        )}
      </button>
      <button
        type="button"
        aria-label={`${actionWords.delete}${viewLabel} ${name}`}
        onClick={onRemove}
        className="flex h-row-control w-7 shrink-0 items-center justify-center text-muted hover:text-ink coarse:h-11 coarse:w-11"
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  )
}

/** The number of rows of a view; the rows of the list are loaded before it. */
function useCount(view: SavedView, table: ViewedTable, isShown: boolean): string | undefined {
  const { endpoint, input } = table.countQuery(view.filters)
  const isListLoaded = table.state === 'ready' && !table.stale
  const meta = useEndpoint(endpoint, input, {
    keepPrevious: true,
    enabled: isListLoaded && !isShown,
  }).data?.meta
  if (isShown && isListLoaded)
    return table.total === undefined ? undefined : countText(table.total, table.isCapped)
  return meta && countText(meta.total, meta.capped ?? false)
}

const { FormText } = fieldsOf<{ name: string }>()
const saveInput = listView.save.input
const resolver = schemaResolver<{ name: string }>(saveInput.pick({ name: true }))

interface SaveViewDialogProps {
  table: Pick<TableState, 'changedFilters' | 'sort'>
  onClose: () => void
}

/** Asks for the name of a view; one of the same name is replaced. */
export function SaveViewDialog({ table, onClose }: SaveViewDialogProps) {
  const list = useListPath()
  const form = useForm({ defaultValues: { name: '' }, resolver })
  const { mutate, pending, error } = useCommand(listView.save, {
    alert: 'success',
    onSuccess: onClose,
  })
  const save = ({ name }: { name: string }) => {
    // The type of the filters of the URL does not tell that days were checked.
    const filters = table.changedFilters as InputOf<typeof listView.save>['filters']
    return mutate({ list, name, filters, sort: table.sort })
  }
  return (
    <FormDialog
      form={form}
      schema={saveInput}
      title={`${actionWords.save}${viewLabel}`}
      onClose={onClose}
      onSubmit={form.handleSubmit(save)}
      submitLabel={actionWords.save}
      pending={pending}
      problem={error?.message ?? null}
    >
      <FormText name="name" required />
      <p className="text-sm text-muted">
        เก็บตัวกรองและลำดับของรายการไว้ เห็นเฉพาะคุณ จากทุกเครื่อง พร้อมจำนวนรายการ ชื่อที่มีอยู่แล้วจะถูกแทนที่
      </p>
    </FormDialog>
  )
}
