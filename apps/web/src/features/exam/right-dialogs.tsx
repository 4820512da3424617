/** The actions on an exam right, and their dialogs. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type ProposedFee, examBooking } from '@khapdee/contract/entities/exam-booking'
import { type ExamRightRow, examRight } from '@khapdee/contract/entities/exam-right'
import { titlesOf } from '@khapdee/contract/field-meta'
import {
  type ExamRight,
  extendedLastDay,
  maxExtensionDays,
  newLastDayProblem,
} from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Ban, CalendarPlus, FilePen, type LucideIcon, RotateCcw } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { resolverOf, schemaProblems, schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { invalidate, useCommand, useEndpoint } from '../../api/queries.ts'
import { useToday } from '../../ui/use-today.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { useSession } from '../../session/session.ts'
import { Alert } from '../../ui/feedback.tsx'
import { SegmentedField } from '../../ui/fields/choice-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { DescriptionList } from '../../ui/page.tsx'
import { ThaiDay } from '../../ui/values.tsx'
import {
  FeeFields,
  type FeeValues,
  FeesError,
  blankFee,
  feeInput,
  feeProblems,
  withFeeFields,
} from './fee-fields.tsx'

type Change = 'extend' | 'disable' | 'enable' | 'theory'

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
      rest: { label: string; icon: LucideIcon; primary?: boolean },
    ): RowAction[] =>
      row.can[change] ? [{ id: change, ...rest, onAction: () => setOpen({ row, change }) }] : []
    return [
      ...action('extend', {
        label: actionWords.extendRight,
        icon: CalendarPlus,
        // The last days of the other rights are late enough; they need another action.
        primary: row.status === 'expiring' || row.status === 'expired',
      }),
      ...action('enable', { label: actionWords.enableRight, icon: RotateCcw, primary: true }),
      ...action('theory', { label: actionWords.correctTheory, icon: FilePen }),
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
      ) : open.change === 'theory' ? (
        <TheoryDialog {...props} />
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

/**
 * Runs a change; closes the dialog when another user made the change impossible, which an alert
 * shows.
 */
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

/** The customer of a right, and its possible actions. */
const Facts = ({ row }: { row: ExamRightRow }) => (
  <DescriptionList
    items={[
      { label: labels.customer, value: row.customer },
      { label: labels.kind, value: examName(row) },
      { label: labels.status, value: row.reason },
    ]}
  />
)

type ExtendValues = Omit<InputOf<typeof examRight.extend>, 'fee'> &
  FeeValues & { by: 'days' | 'permission_date' }

const extendFields = fieldsOf<ExtendValues>()
const extendSchema = examRight.extend.input

/** The state of a listed right, for the rules. */
const stateOf = ({ permission_date, status }: ExamRightRow): ExamRight => ({
  permission_date,
  disabled: status === 'disabled',
  used: status === 'used',
  forfeited: status === 'forfeited',
})

/** The sent values: the days or the last day, as chosen. */
function inputOf(values: ExtendValues, fee: ProposedFee | null): InputOf<typeof examRight.extend> {
  const { by, days, permission_date, right_id, version, note } = values
  const sold = feeInput(values, fee)
  return {
    right_id,
    version,
    note,
    ...(by === 'days' ? { days } : { permission_date }),
    ...(sold && { fee: sold }),
  }
}

function ExtendDialog(props: DialogProps) {
  const { row, onClose } = props
  const today = useToday()
  const right = stateOf(row)
  const proposed = useEndpoint(examBooking.fees, { right_id: row.right_id })
  const fee = proposed.data?.data.extend ?? null
  const form = useForm<ExtendValues>({
    defaultValues: {
      right_id: row.right_id,
      version: row.version,
      by: 'days',
      days: row.extend_days,
      permission_date: extendedLastDay(right, today, row.extend_days),
      note: '',
      ...blankFee,
    },
    resolver: resolverOf((values: ExtendValues) => {
      const problems = [
        ...schemaProblems(extendSchema, inputOf(values, null)),
        ...feeProblems(values, fee),
      ]
      const { by, permission_date: last } = values
      const problem =
        by === 'permission_date' && last ? newLastDayProblem(right, today, last) : null
      return problem === null ? problems : [...problems, ['permission_date', problem]]
    }),
  })
  const { can } = useSession()
  const mayBeFree = can('exam.extend-free')
  const [refused, setRefused] = useState<string | null>(null)
  const options = changeOptions(props, useQueryClient())
  const values = useWatch({ control: form.control }) as ExtendValues
  const { mutate, pending } = useDocumentCommand(examRight.extend, {
    ...options,
    pdfOf: feeInput(values, fee) && (({ data }) => data.application?.pdf ?? ''),
    onError: (failure) => {
      setRefused(failure.message)
      showOnFields(form, withFeeFields(failure))
      options.onError(failure)
    },
  })
  const [by, days] = useWatch({ control: form.control, name: ['by', 'days'] })
  const { FormNumber, FormDate, FormTextArea } = extendFields
  const isCount = Number.isInteger(days) && Number(days) >= 1 && Number(days) <= maxExtensionDays
  return (
    <FormDialog
      form={form}
      schema={extendSchema}
      title={actionWords.extendRight}
      onClose={onClose}
      onSubmit={form.handleSubmit((entered) => {
        setRefused(null)
        return mutate(inputOf(entered, fee))
      })}
      submitLabel={actionWords.extendRight}
      pending={pending}
      isReady={proposed.data !== undefined}
      problem={refused}
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
      <FeesError read={proposed} />
      {fee !== null ? (
        <FeeFields fee={fee} mayWaive={mayBeFree} />
      ) : (
        proposed.data !== undefined &&
        !mayBeFree && (
          <Alert tone="warning">
            สาขานี้ยังไม่ได้กำหนดค่าต่ออายุของการสอบนี้ ผู้จัดการเท่านั้นที่ต่ออายุโดยไม่คิดค่าธรรมเนียมได้
          </Alert>
        )
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

interface TheoryValues extends SuspendValues {
  theory_passed_on: Day | null
}

const theoryFields = fieldsOf<TheoryValues>()

function TheoryDialog(props: DialogProps) {
  const { row, onClose } = props
  const form = useForm<TheoryValues>({
    defaultValues: {
      right_id: row.right_id,
      version: row.version,
      theory_passed_on: row.theory_passed_on,
      note: '',
    },
    resolver: schemaResolver<TheoryValues>(examRight.theory.input),
  })
  const options = changeOptions(props, useQueryClient())
  const { mutate, pending, error } = useCommand(examRight.theory, {
    ...options,
    onError: (failure) => {
      showOnFields(form, failure)
      options.onError(failure)
    },
  })
  const { FormDate, FormTextArea } = theoryFields
  return (
    <FormDialog
      form={form}
      schema={examRight.theory.input}
      title={actionWords.correctTheory}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      submitLabel={actionWords.save}
      pending={pending}
      problem={error?.message ?? null}
    >
      <Facts row={row} />
      <FormDate name="theory_passed_on" description="เว้นว่างไว้เพื่อถอนผลทฤษฎี" className="sm:w-64" />
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
