/** The dialog that books an exam right, or moves its booking to another day or session. */
import { examBooking, type Refusal } from '@khapdee/contract/entities/exam-booking'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { type Day, addDays, formatDay, formatDayRange } from '@khapdee/domain/thai-date'
import { examDocuments, printLabel } from '@khapdee/domain/exam-document-names'
import { actionWords } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ApiError } from '../../api/api-error.ts'
import { type Problem, resolverOf, schemaProblems, showOnFields } from '../../api/form-errors.ts'
import { invalidate, useCommand, useEndpoint } from '../../api/queries.ts'
import { useToday } from '../../ui/use-today.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { useSession } from '../../session/session.ts'
import { alerts } from '../../shared/alerts.ts'
import { printSlip } from '../../shared/exam-print.ts'
import { Button } from '../../ui/button.tsx'
import { Alert, SkeletonLine } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { BookingDialogProps } from './booking-actions.tsx'
import { BookingFacts, bookingInvalidates } from './booking-facts.tsx'
import {
  FeeFields,
  type FeeValues,
  FeesError,
  blankFee,
  feeInput,
  feeProblems,
  withFeeFields,
} from './fee-fields.tsx'
import { type Offer, type OfferedSlot, SlotField, freeSlotsOf, slotsOf } from './slot-field.tsx'

/** The answer of the calls without a fee. */
interface BookingAnswer {
  message: string
  data: { exam_id: number }
}

interface Values extends FeeValues {
  exam_date: Day | null
  /** The chosen session; ignored if it is on another day. */
  exam_session_id: number | null
  theory_passed_on: Day | null
  note: string
  override_reason: string
}

const { exam_date, theory_passed_on, override_reason } = examBooking.book.input.shape
/** The fields of both calls. */
const schema = examBooking.changeDate.input
  .pick({ note: true })
  .extend({ exam_date, theory_passed_on, override_reason })
const { FormDate, FormTextArea } = fieldsOf<Values>()

const { session: sessionTitle, missing_documents: missingTitle } = titlesOf(examBooking.row.shape)

/** The number of days for which sessions are offered at first. */
const firstSpan = 30
/** The number of days on each further page: the maximum of the server. */
const pageSpan = 92

const noProblems: readonly Refusal[] = []

/** The reasons that refuse the chosen day and session. */
function refusalsOf(
  offer: Offer | undefined,
  values: Pick<Values, 'exam_date' | 'theory_passed_on'>,
  session: OfferedSlot | null,
): readonly Refusal[] {
  if (offer === undefined || values.exam_date === null) return noProblems
  const { booking, move_problem } = offer
  const problem = offer.days.find(({ day }) => day === values.exam_date)?.problem ?? null
  const isLifted = problem?.code === 'THEORY_FIRST' && values.theory_passed_on !== null
  // Adding a session of the same day to a booking without one is not a move.
  const joins =
    booking?.exam_date === values.exam_date && booking.exam_session_id === null && session !== null
  return [isLifted ? null : problem, joins ? null : move_problem].filter(
    (refusal) => refusal !== null,
  )
}

/** Refusals of the server that a reason overrides. */
const overridable: ReadonlySet<string> = new Set([
  'THEORY_FIRST',
  'RETAKE_GAP',
  'MOVES_USED_UP',
  'MOVE_TOO_LATE',
  'FEE_DUE',
  'OUTSIDE_WORKING_TIME',
])

export function BookingDialog({ right, onClose, onChanged }: BookingDialogProps) {
  const { right_id } = right
  const isMove = right.booking !== null
  const waitsOnly = right.can.wait
  const title = titleOfDialog(right)
  const { can } = useSession()
  const client = useQueryClient()
  const today = useToday()
  /** The first day of the page that the user has chosen; null until then. */
  const [page, setPage] = useState<Day | null>(null)
  const form = useForm<Values>({
    defaultValues: {
      exam_date: null,
      exam_session_id: null,
      theory_passed_on: null,
      note: '',
      override_reason: '',
      ...blankFee,
    },
    resolver: resolverOf((values) => findProblems(values)),
  })
  const values = useWatch({ control: form.control }) as Values
  const { start, end } = spanOfOffer(today, values.exam_date, page)
  const read = useEndpoint(examBooking.slots, { right_id, start, end }, { keepPrevious: true })
  const proposed = useEndpoint(examBooking.fees, { right_id })
  const fees = proposed.data?.data
  const offer = read.data?.data
  const slots = offer === undefined ? [] : slotsOf(offer)
  const booked = offer?.booking?.exam_session_id ?? null
  const free = freeSlotsOf(slots, values.exam_date, booked)
  // A session of another branch is never chosen automatically.
  const ownFree = free.filter(({ branch }) => branch === '')
  // The only session of a day is chosen with the day.
  const session =
    free.find(({ exam_session_id }) => exam_session_id === values.exam_session_id) ??
    (ownFree.length === 1 ? (ownFree[0] ?? null) : null)

  // The next free seat is proposed for a retake.
  const next = offer?.next_free ?? null
  const proposal = right.isRetake && !waitsOnly ? next : null
  const isProposed = useRef(false)
  useEffect(() => {
    // Only once, because later the user may look at other days, or clear the day.
    if (isProposed.current || proposal === null) return
    isProposed.current = true
    form.setValue('exam_date', proposal.day)
    form.setValue('exam_session_id', proposal.exam_session_id)
  }, [form, proposal])
  // Choosing a session of the same day is not a move.
  const isSameDay = values.exam_date !== null && values.exam_date === offer?.booking?.exam_date
  const fee = (isMove ? (isSameDay ? null : fees?.move) : fees?.booking) ?? null

  const options = {
    invalidates: bookingInvalidates,
    alert: 'none' as const,
    onSuccess: ({ message, data: { exam_id } }: BookingAnswer) => {
      alerts.success(message, {
        label: printLabel(examDocuments.slip),
        onAction: () => void printSlip(exam_id),
      })
      onClose()
      onChanged?.()
    },
    onError: (error: ApiError) => {
      showOnFields(form, withFeeFields(error))
      // Seats may have been taken meanwhile.
      if (error.status === 409) void invalidate(client, ['exam'])
    },
  }
  const book = useCommand(examBooking.book, options)
  const move = useCommand(examBooking.changeDate, options)
  const join = useCommand(examWaiting.join, {
    ...options,
    alert: 'success',
    onSuccess: () => {
      onClose()
      onChanged?.()
    },
  })
  const [refused, setRefused] = useState<ApiError | null>(null)
  const sellingOptions = {
    invalidates: bookingInvalidates,
    alert: 'none' as const,
    onSuccess: () => {
      onClose()
      onChanged?.()
    },
    onError: (failure: ApiError) => {
      setRefused(failure)
      options.onError(failure)
    },
  }
  const paidMove = useDocumentCommand(examBooking.changeDate, {
    ...sellingOptions,
    pdfOf: ({ data }) => data.application?.pdf ?? '',
  })
  const retake = useDocumentCommand(examBooking.retake, {
    ...sellingOptions,
    pdfOf: ({ data }) => data.application.pdf,
  })
  const pending = book.pending || move.pending || paidMove.pending || retake.pending
  const error = refused ?? (isMove ? move.error : book.error)

  const refusals = refusalsOf(offer, values, session)
  const blocking = refusals.find((refusal) => !refusal.can_override)
  const lifted =
    refusals.find((refusal) => refusal.can_override) ??
    (error !== null && overridable.has(error.code) && can('exam.override') ? error : undefined)
  const isWaived = fee !== null && values.fee_waived
  const asksReason = (lifted !== undefined || isWaived) && blocking === undefined

  function findProblems(entered: Values): Problem[] {
    const problems: Problem[] =
      entered.exam_date === null
        ? [['exam_date', messages.required(titleOf(schema.shape, 'exam_date'))]]
        : []
    problems.push(...schemaProblems(schema.strip(), { ...entered }), ...feeProblems(entered, fee))
    if (blocking !== undefined) {
      // A move cannot record a theory exam that was passed elsewhere.
      const isTheory = blocking.code === 'THEORY_FIRST' && !isMove
      problems.push([isTheory ? 'theory_passed_on' : 'exam_date', blocking.message])
    }
    if (ownFree.length > 1 && session === null) {
      problems.push(['exam_session_id', messages.select(sessionTitle)])
    }
    if (asksReason && entered.override_reason.trim() === '') {
      problems.push([
        'override_reason',
        messages.required(titleOf(schema.shape, 'override_reason')),
      ])
    }
    return problems
  }

  function send({ exam_date: day, note, ...entered }: Values) {
    // The schema has checked the day.
    if (day === null) return
    const booking = {
      exam_date: day,
      exam_session_id: session?.exam_session_id ?? null,
      override_reason: asksReason ? entered.override_reason : '',
    }
    setRefused(null)
    const sold = feeInput({ note, exam_date: day, ...entered } as Values, fee)
    const present = offer?.booking ?? right.booking
    if (present === null) {
      const { theory_passed_on: passedOn } = entered
      const wanted = { right_id, ...booking, ...(passedOn && { theory_passed_on: passedOn }) }
      if (sold !== undefined) void retake.mutate({ ...wanted, fee: sold })
      else void book.mutate(wanted)
    } else {
      const { exam_id, version } = present
      const moved = { exam_id, version, note, ...booking }
      if (sold === undefined) void move.mutate(moved)
      else void paidMove.mutate({ ...moved, fee: sold })
    }
  }

  function showPage(first: Day) {
    setPage(first)
    // A chosen day outside the page would keep the page at that day.
    form.setValue('exam_date', null)
    form.setValue('exam_session_id', null)
  }

  const lastDay = offer?.permission_date
  const general = offer?.problem ?? null
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={title}
      onClose={onClose}
      onSubmit={form.handleSubmit(send)}
      submitLabel={waitsOnly ? undefined : title}
      pending={pending || join.pending}
      isReady={fees !== undefined}
      problem={(error ?? join.error)?.message ?? null}
      size="md"
    >
      <BookingFacts right={right} booking={offer?.booking ?? right.booking} lastDay={lastDay} />
      {general !== null && <Alert tone="error">{general.message}</Alert>}
      {offer !== undefined && offer.missing_documents.length > 0 && (
        <Alert tone="warning">{`${missingTitle} ${offer.missing_documents.join(', ')}`}</Alert>
      )}
      {!waitsOnly && (
        <FormDate
          name="exam_date"
          description={lastDay && `เลือกได้ถึง ${formatDay(lastDay)}`}
          className="sm:w-64"
        />
      )}
      {read.isError && offer === undefined ? (
        <Alert
          tone="error"
          action={
            <button type="button" onClick={() => void read.refetch()}>
              {actionWords.retry}
            </button>
          }
        >
          {read.error.message}
        </Alert>
      ) : offer === undefined ? (
        <SkeletonLine width="60%" />
      ) : (
        <>
          {slots.length > 0 ? (
            <SlotField
              label={sessionTitle}
              slots={slots}
              booked={booked}
              value={session?.exam_session_id ?? null}
              onChange={({ day, exam_session_id }) => {
                form.setValue('exam_date', day, { shouldValidate: form.formState.isSubmitted })
                form.setValue('exam_session_id', exam_session_id)
                form.clearErrors('exam_session_id')
              }}
              onJoin={({ exam_session_id }) => void join.mutate({ exam_session_id, right_id })}
              error={form.formState.errors.exam_session_id?.message}
            />
          ) : (
            <p className="text-muted">
              {noSlotsText({ start, end }, today, offer.permission_date)}
              {!offer.requires_session && ' เลือกวันสอบโดยไม่ระบุรอบได้'}
            </p>
          )}
          {(start > today || end < offer.permission_date) && (
            <div className="flex flex-wrap gap-2">
              {next !== null && next.day > end && !waitsOnly && (
                <Button
                  size="sm"
                  onPress={() => {
                    form.setValue('exam_date', next.day)
                    form.setValue('exam_session_id', next.exam_session_id)
                  }}
                >
                  {`ไปรอบว่างแรก ${formatDay(next.day)}`}
                </Button>
              )}
              {start > today && (
                <Button size="sm" onPress={() => showPage(today)}>
                  ดูรอบสอบแรกสุด
                </Button>
              )}
              {end < offer.permission_date && (
                <Button size="sm" onPress={() => showPage(addDays(end, 1))}>
                  ดูรอบสอบถัดไป
                </Button>
              )}
            </div>
          )}
          {offer.needs_theory && !isMove && !waitsOnly && (
            <FormDate
              name="theory_passed_on"
              description="กรอกเมื่อผู้สมัครมีผลสอบทฤษฎีจากที่อื่น"
              className="sm:w-64"
            />
          )}
        </>
      )}
      {!waitsOnly && <FeesError read={proposed} />}
      {fee !== null && !waitsOnly && <FeeFields fee={fee} mayWaive={can('exam.override')} />}
      {isMove && <FormTextArea name="note" rows={2} />}
      {asksReason && (
        <>
          {lifted !== undefined && <Alert tone="warning">{lifted.message}</Alert>}
          <FormTextArea name="override_reason" rows={2} required />
        </>
      )}
    </FormDialog>
  )
}

function titleOfDialog({ booking, isRetake, can }: BookingDialogProps['right']): string {
  if (booking !== null) return actionWords.changeExamDate
  if (can.wait) return actionWords.joinWaiting
  return isRetake ? actionWords.retakeExam : actionWords.bookExam
}

/** The days for which sessions are read: those of the entered day if it is elsewhere, otherwise of the page. */
function spanOfOffer(today: Day, entered: Day | null, page: Day | null): { start: Day; end: Day } {
  const start = page ?? today
  const end = addDays(start, page === null ? firstSpan : pageSpan)
  if (entered === null || entered < today || (entered >= start && entered <= end)) {
    return { start, end }
  }
  return entered <= addDays(today, pageSpan)
    ? { start: today, end: entered > end ? entered : addDays(today, pageSpan) }
    : { start: entered, end: addDays(entered, firstSpan) }
}

/** That no session of the shown days is open, up to the last day of the right. */
function noSlotsText({ start, end }: { start: Day; end: Day }, today: Day, lastDay: Day): string {
  const last = lastDay < start || end < lastDay ? end : lastDay
  return start > today
    ? `ไม่มีรอบสอบที่เปิดรับ ${formatDayRange(start, last)}`
    : `ไม่มีรอบสอบที่เปิดรับถึงวันที่ ${formatDay(last)}`
}
