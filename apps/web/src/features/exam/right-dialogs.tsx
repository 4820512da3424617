/** The actions on an exam right, and their dialogs. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type ExamRightRow, examRight } from '@khapdee/contract/entities/exam-right'
import { titlesOf } from '@khapdee/contract/field-meta'
import {
  type ExamRight,
  extendedLastDay,
  maxExtensionDays,
  newLastDayProblem,
} from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import { actionWords } from '@khapdee/domain/words'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Ban, CalendarPlus, type LucideIcon, RotateCcw } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { resolverOf, schemaProblems, schemaResolver } from '../../api/form-errors.ts'
import { invalidate, useCommand } from '../../api/queries.ts'
import { useToday } from '../../crud/date-ranges.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { SegmentedField } from '../../ui/fields/choice-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { DescriptionList } from '../../ui/page.tsx'
import { ThaiDay } from '../../ui/values.tsx'

type Change = 'extend' | 'disable' | 'enable'

/**
 * The row actions that the user may take on a right, and the open dialog.
 * @param onChanged called after a change
 */
export function useRightActions(onChanged?: () => void): {
  rowActions: (row: ExamRightRow) => readonly RowAction[]
  dialog: ReactNode
} {
  const [open, setOpen] = useState<{ row: ExamRightRow; change: Change } | null>(null)
  const rowActions = useCallback((row: ExamRightRow): readonly RowAction[] => {
    const action = (
      change: Change,
      rest: { label: string; icon: LucideIcon; primary?: true },
    ): RowAction[] =>
      row.can[change] ? [{ id: change, ...rest, onAction: () => setOpen({ row, change }) }] : []
    return [
      ...action('extend', { label: actionWords.extendRight, icon: CalendarPlus, primary: true }),
      ...action('enable', { label: actionWords.enableRight, icon: RotateCcw, primary: true }),
      ...action('disable', { label: actionWords.disableRight, icon: Ban }),
    ]
  }, [])
  const close = () => setOpen(null)
  if (open === null) return { rowActions, dialog: null }
  const props = { row: open.row, onClose: close, onChanged }
  return {
    rowActions,
    dialog:
      open.change === 'extend' ? (
        <ExtendDialog {...props} />
      ) : (
        <SuspendDialog {...props} change={open.change} />
      ),
  }
}

interface DialogProps {
  row: ExamRightRow
  onClose: () => void
  onChanged: (() => void) | undefined
}

const labels = titlesOf(examRight.row.shape)

/** Runs a change; closes the dialog when another user made it impossible, which an alert says. */
const changeOptions = ({ onClose, onChanged }: DialogProps, client: QueryClient) => ({
  invalidates: ['exam', 'application', 'customer'],
  onSuccess: () => {
    onClose()
    onChanged?.()
  },
  onError: ({ status }: { status: number }) => {
    if (status !== 404 && status !== 409) return
    void invalidate(client, ['exam'])
    onClose()
  },
})

/** Whose right it is, and what may be done with it now. */
const Facts = ({ row }: { row: ExamRightRow }) => (
  <DescriptionList
    items={[
      { label: labels.customer, value: row.customer },
      { label: labels.kind, value: examName(row) },
      { label: labels.status, value: row.reason },
    ]}
  />
)

type ExtendValues = InputOf<typeof examRight.extend> & { by: 'days' | 'permission_date' }

const extendFields = fieldsOf<ExtendValues>()
const extendSchema = examRight.extend.input

/** The state of a listed right, for the rules. */
const stateOf = ({ permission_date, status }: ExamRightRow): ExamRight => ({
  permission_date,
  disabled: status === 'disabled',
  used: status === 'used',
  forfeited: status === 'forfeited',
})

/** What is sent: the days or the last day, whichever the user chose. */
const inputOf = ({
  by,
  days,
  permission_date,
  ...rest
}: ExtendValues): InputOf<typeof examRight.extend> => ({
  ...rest,
  ...(by === 'days' ? { days } : { permission_date }),
})

function ExtendDialog(props: DialogProps) {
  const { row, onClose } = props
  const today = useToday()
  const right = stateOf(row)
  const form = useForm<ExtendValues>({
    defaultValues: {
      right_id: row.right_id,
      version: row.version,
      by: 'days',
      days: row.extend_days,
      permission_date: extendedLastDay(right, today, row.extend_days),
      note: '',
    },
    resolver: resolverOf((values: ExtendValues) => {
      const problems = schemaProblems(extendSchema, inputOf(values))
      const { by, permission_date: last } = values
      const problem =
        by === 'permission_date' && last ? newLastDayProblem(right, today, last) : null
      return problem === null ? problems : [...problems, ['permission_date', problem]]
    }),
  })
  const { mutate, pending, error } = useCommand(
    examRight.extend,
    changeOptions(props, useQueryClient()),
  )
  const [by, days] = useWatch({ control: form.control, name: ['by', 'days'] })
  const { FormNumber, FormDate, FormTextArea } = extendFields
  const isCount = Number.isInteger(days) && Number(days) >= 1 && Number(days) <= maxExtensionDays
  return (
    <FormDialog
      form={form}
      schema={extendSchema}
      title={actionWords.extendRight}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate(inputOf(values)))}
      submitLabel={actionWords.extendRight}
      pending={pending}
      problem={error?.message ?? null}
    >
      <Facts row={row} />
      <SegmentedField
        label="ต่ออายุโดย"
        items={[
          { value: 'days', name: 'ระบุจำนวนวัน' },
          { value: 'permission_date', name: 'เลือกวันสุดท้าย' },
        ]}
        value={by}
        onChange={(chosen) => form.setValue('by', chosen)}
      />
      {by === 'days' ? (
        <>
          <FormNumber name="days" />
          {isCount && (
            <p>
              {labels.permission_date}{' '}
              <ThaiDay value={extendedLastDay(right, today, Number(days))} format="short" />
            </p>
          )}
        </>
      ) : (
        <FormDate name="permission_date" />
      )}
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}

interface SuspendValues {
  right_id: number
  version: number
  note: string
}

const suspendFields = fieldsOf<SuspendValues>()

const suspendTexts = {
  disable: {
    title: actionWords.disableRight,
    text: 'เมื่อระงับแล้วผู้สมัครสอบด้วยสิทธิ์นี้ไม่ได้ และต่ออายุไม่ได้ จนกว่าจะคืนสิทธิ์',
  },
  enable: {
    title: actionWords.enableRight,
    text: 'ผู้สมัครจะสอบด้วยสิทธิ์นี้ได้ตามวันเดิม หากเลยวันแล้วต้องต่ออายุ',
  },
} as const

function SuspendDialog({ change, ...props }: DialogProps & { change: 'disable' | 'enable' }) {
  const { row, onClose } = props
  const endpoint = examRight[change]
  const form = useForm<SuspendValues>({
    defaultValues: { right_id: row.right_id, version: row.version, note: '' },
    resolver: schemaResolver<SuspendValues>(endpoint.input),
  })
  const { mutate, pending, error } = useCommand(endpoint, changeOptions(props, useQueryClient()))
  const { FormTextArea } = suspendFields
  const { title, text } = suspendTexts[change]
  return (
    <FormDialog
      form={form}
      schema={endpoint.input}
      title={title}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      submitLabel={title}
      kind={change === 'disable' ? 'danger' : 'primary'}
      pending={pending}
      problem={error?.message ?? null}
    >
      <Facts row={row} />
      <p>{text}</p>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
