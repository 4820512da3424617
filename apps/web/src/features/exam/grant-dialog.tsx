/** The dialog that grants a customer an exam right without an application, and may book it. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { CustomerExams } from '@khapdee/contract/entities/customer-exam'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { entities } from '@khapdee/domain/entities'
import {
  grantedLastDayProblem,
  lastRightDay,
  recordedTheoryProblem,
} from '@khapdee/domain/exam-right'
import { acceptsLicence, seatsLeftText } from '@khapdee/domain/exam-session'
import { fullName } from '@khapdee/domain/person-name'
import { type Day, timeInBangkok } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { useEffect, useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type Problem, resolverOf, schemaProblems, showOnFields } from '../../api/form-errors.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { useRequiredBranchChoices } from '../../crud/choices.ts'
import { useToday } from '../../ui/use-today.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useCurrentBranch } from '../../session/session.ts'
import type { Choice } from '../../ui/fields/select-field.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { DescriptionList } from '../../ui/page.tsx'
import { bookingInvalidates } from './booking-facts.tsx'

type Input = InputOf<typeof examRight.grant>
type Values = Omit<Input, 'theory_passed_on' | 'exam_date' | 'exam_session_id'> &
  Required<Pick<Input, 'theory_passed_on' | 'exam_date' | 'exam_session_id'>>

const schema = examRight.grant.input
const { FormSelect, FormSegmented, FormDate, FormTextArea } = fieldsOf<Values>()
const sessionTitle = titleOf(examBooking.row.shape, 'session')

interface GrantDialogProps {
  customer: CustomerExams['customer']
  rightDays: CustomerExams['right_days']
  onClose: () => void
}

export function GrantDialog({ customer, rightDays, onClose }: GrantDialogProps) {
  const today = useToday()
  const branch = useCurrentBranch()
  const branches = useRequiredBranchChoices()
  /** The last day by the settings of a branch; null for an unknown branch. */
  const proposedLastDay = (branchId: number) => {
    const found = rightDays.find(({ branch_id }) => branch_id === branchId)
    return found === undefined ? null : lastRightDay(today, found.days)
  }
  const form = useForm<Values>({
    defaultValues: {
      customer_id: customer.customer_id,
      branch_id: branch.id ?? (Number.NaN as number),
      kind: 'theory',
      licence_type: 'car',
      permission_date: (branch.id === null ? null : proposedLastDay(branch.id)) as Day,
      theory_passed_on: null,
      exam_date: null,
      exam_session_id: null,
      note: '',
    },
    resolver: resolverOf((values) => findProblems(values)),
  })
  const values = useWatch({ control: form.control }) as Values
  const sessions = useSessionChoices(values)
  const proposed = proposedLastDay(values.branch_id)
  // Another branch has other days, unless the user has entered a day.
  const isEntered = form.getFieldState('permission_date', form.formState).isDirty
  useEffect(() => {
    if (proposed !== null && !isEntered)
      form.resetField('permission_date', { defaultValue: proposed })
  }, [form, proposed, isEntered])
  const { mutate, pending, error } = useCommand(examRight.grant, {
    invalidates: bookingInvalidates,
    alert: 'success',
    onSuccess: onClose,
    onError: (refused) => void showOnFields(form, refused),
  })

  function findProblems(entered: Values): Problem[] {
    const { kind, permission_date, theory_passed_on, exam_session_id } = entered
    const lastDay = permission_date && grantedLastDayProblem(today, permission_date)
    const theory =
      theory_passed_on && kind === 'practice'
        ? recordedTheoryProblem(kind, theory_passed_on, today, today)
        : null
    return [
      ...schemaProblems(schema, inputOf(entered)),
      ...(lastDay ? [['permission_date', lastDay] satisfies Problem] : []),
      ...(theory === null ? [] : [['theory_passed_on', theory] satisfies Problem]),
      ...(sessions.length > 1 && !sessions.some(({ value }) => value === exam_session_id)
        ? [['exam_session_id', messages.select(sessionTitle)] satisfies Problem]
        : []),
    ]
  }

  /** The sent values: only those that fit the kind and the chosen day. */
  function inputOf({ theory_passed_on, exam_session_id, ...entered }: Values): Input {
    const isChosen = sessions.some(({ value }) => value === exam_session_id)
    return {
      ...entered,
      theory_passed_on: entered.kind === 'practice' ? theory_passed_on : null,
      exam_session_id: sessions.length > 1 && isChosen ? exam_session_id : null,
    }
  }

  return (
    <FormDialog
      form={form}
      schema={schema}
      title={actionWords.grantRights}
      onClose={onClose}
      onSubmit={form.handleSubmit((entered) => mutate(inputOf(entered)))}
      submitLabel={actionWords.grantRights}
      pending={pending}
      problem={error?.message ?? null}
      size="md"
    >
      <DescriptionList items={[{ label: entities.customer.label, value: fullName(customer) }]} />
      <p>สิทธิ์ที่ให้โดยไม่มีใบสมัครไม่มียอดค้างชำระ เหตุผลจะอยู่ในประวัติสิทธิ์สอบ</p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {branches.length > 1 && (
          <FormSelect name="branch_id" items={branches} className="sm:col-span-2" />
        )}
        <FormSegmented name="kind" />
        <FormSelect name="licence_type" />
        <FormDate name="permission_date" />
        {values.kind === 'practice' && (
          <FormDate name="theory_passed_on" description="กรอกเมื่อผู้สมัครมีผลสอบทฤษฎีจากที่อื่น" />
        )}
        <FormDate name="exam_date" description="เว้นว่างไว้เมื่อยังไม่จองสอบ" />
        {sessions.length > 1 && (
          <FormSelect name="exam_session_id" items={sessions} label={sessionTitle} required />
        )}
      </div>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}

/** The sessions of the chosen day with free seats; the only one of a day needs no choice. */
function useSessionChoices({
  branch_id,
  kind,
  licence_type,
  exam_date,
}: Values): readonly Choice<number>[] {
  const day = exam_date ?? undefined
  const { data } = useEndpoint(
    examSession.gettable,
    {
      page: 1,
      perPage: 100,
      branch: String(branch_id),
      category: kind,
      status: 'open',
      ...(day !== undefined && { start: day, end: day }),
    },
    { enabled: day !== undefined && Number.isInteger(branch_id) },
  )
  const rows = day === undefined ? undefined : data?.data
  return useMemo(
    () =>
      (rows ?? [])
        .filter(({ licence_types }) => acceptsLicence(licence_types, licence_type))
        .map(({ exam_session_id, starts_at, ends_at, capacity, seats_taken, offers }) => ({
          value: exam_session_id,
          name: `${timeInBangkok(starts_at)}–${timeInBangkok(ends_at)} น. ${seatsLeftText(capacity - seats_taken - offers)}`,
        })),
    [rows, licence_type],
  )
}
