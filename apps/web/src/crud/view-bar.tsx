/** The saved views of a list with their number of rows, and the dialog that saves one. */
import { actionWords, units } from '@khapdee/domain/words'
import { X } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useEndpoint } from '../api/queries.ts'
import { fieldsOf } from '../ui/form/form-fields.tsx'
import { countText } from '../ui/values.tsx'
import { FormDialog } from './form-dialog.tsx'
import { isSameView, type SavedView, useSavedViews, viewOf } from './saved-views.ts'
import type { TableState } from './use-table.ts'

type ViewedTable = Pick<TableState, 'filters' | 'sort' | 'show' | 'countQuery'>

/** A button for each view; nothing while there are none. */
export function ViewBar({ table }: { table: ViewedTable }) {
  const [views, change] = useSavedViews()
  if (views.length === 0) return null
  const shown = viewOf('', table)
  return (
    <ul aria-label="มุมมองที่บันทึกไว้" data-noprint className="flex flex-wrap gap-2 px-4 pt-3">
      {views.map((view) => (
        <View
          key={view.name}
          view={view}
          table={table}
          isShown={isSameView(view, shown)}
          onRemove={() => change(views.filter((other) => other !== view))}
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
  const { endpoint, input } = table.countQuery(view.filters)
  const meta = useEndpoint(endpoint, input, { keepPrevious: true }).data?.meta
  return (
    <li className="flex items-center rounded-md border border-line has-[[aria-pressed=true]]:border-primary has-[[aria-pressed=true]]:bg-primary-soft">
      <button
        type="button"
        aria-pressed={isShown}
        onClick={() => table.show(view)}
        className="min-h-row-control px-2.5 text-sm hover:underline coarse:min-h-11"
      >
        {view.name}{' '}
        {meta && (
          <span className="font-medium text-muted tabular-nums">
            {countText(meta.total, meta.capped ?? false)}
            <span className="sr-only"> {units.entries}</span>
          </span>
        )}
      </button>
      <button
        type="button"
        aria-label={`${actionWords.delete}มุมมอง ${view.name}`}
        onClick={onRemove}
        className="flex h-row-control w-7 items-center justify-center text-muted hover:text-ink coarse:h-11 coarse:w-11"
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  )
}

/** The longest name that fits on the button of a view. */
const maxNameLength = 40

const { FormText } = fieldsOf<{ name: string }>()

interface SaveViewDialogProps {
  table: Pick<TableState, 'filters' | 'sort'>
  onClose: () => void
}

/** Asks for the name of a view; one of the same name is replaced. */
export function SaveViewDialog({ table, onClose }: SaveViewDialogProps) {
  const [views, change] = useSavedViews()
  const form = useForm({ defaultValues: { name: '' } })
  const save = form.handleSubmit((values) => {
    const name = values.name.trim()
    if (name === '')
      return form.setError('name', { message: 'กรุณากรอกชื่อมุมมอง' }, { shouldFocus: true })
    if (name.length > maxNameLength)
      return form.setError(
        'name',
        { message: `ชื่อมุมมองยาวได้ไม่เกิน ${maxNameLength} ตัวอักษร` },
        { shouldFocus: true },
      )
    change([...views.filter((view) => view.name !== name), viewOf(name, table)])
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title="บันทึกมุมมอง"
      onClose={onClose}
      onSubmit={save}
      submitLabel={actionWords.save}
      pending={false}
    >
      <FormText name="name" label="ชื่อมุมมอง" required />
      <p className="text-sm text-muted">
        เก็บตัวกรองและลำดับของรายการไว้ในเบราว์เซอร์นี้ เห็นเฉพาะคุณ พร้อมจำนวนรายการ
      </p>
    </FormDialog>
  )
}
