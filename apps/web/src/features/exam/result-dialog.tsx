/** The dialog that records the result of an exam, or corrects it. */
import type { InputOf } from '@khapdee/contract/endpoint'
import {
  type ExamBookingRow,
  type SheetItem,
  examBooking,
  scoreSheetTitle,
} from '@khapdee/contract/entities/exam-booking'
import { canOverrideCheckIn } from '@khapdee/domain/check-in'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { examSentences } from '@khapdee/domain/exam-sentences'
import { type RecordedResult, passMarkText, scoreProblem } from '@khapdee/domain/exam-result'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { resolverOf, schemaProblems, showOnFields } from '../../api/form-errors.ts'
import { invalidate, useCommand, useEndpoint } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useSession } from '../../session/session.ts'
import { SatisfactionCode } from '../../shared/satisfaction-code.tsx'
import {
  ScoreSheet,
  type SheetValues,
  sentItems,
  sheetProblem,
  storedValues,
} from '../../shared/score-sheet.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { BookingFacts, bookingInvalidates } from './booking-facts.tsx'

interface Values {
  exam_id: number
  version: number
  result: RecordedResult | null
  score: number | null
  note: string
  override_reason: string
}

const schema = examBooking.result.input
const { FormNumber, FormSegmented, FormTextArea } = fieldsOf<Values>()

interface ResultDialogProps {
  booking: ExamBookingRow
  onClose: () => void
}

export function ResultDialog({ booking, onClose }: ResultDialogProps) {
  const { exam_id, version, kind, status } = booking
  const client = useQueryClient()
  const { can } = useSession()
  const isCorrection = status !== 'waiting'
  const form = useForm<Values>({
    defaultValues: { exam_id, version, result: null, score: null, note: '', override_reason: '' },
    resolver: resolverOf((values) => problemsOf(values)),
  })
  const detail = useEndpoint(examBooking.get, { exam_id }, { staleTime: 0 })
  const points = detail.data?.data.points
  const items = detail.data?.data.items ?? noItems
  const [values, setValues] = useState<SheetValues>()
  const code = detail.data?.data.satisfaction_code ?? null
  const problemsOf = (entered: Values) => {
    // If the maximum points could not be loaded, only the server checks the score.
    const score =
      entered.result === null || points === undefined
        ? null
        : scoreProblem(kind, entered.result, scoreOf(entered), points)
    const contradiction =
      entered.result === null ? null : sheetProblem(kind, entered.result, items, values)
    return [
      ...schemaProblems(schema, { ...entered }),
      ...(score === null ? [] : [['score', score] as const]),
      ...(contradiction === null ? [] : [['result', contradiction] as const]),
      ...(isCorrection && entered.note === ''
        ? [['note', examSentences.correctionReason] as const]
        : []),
    ]
  }
  const result = useWatch({ control: form.control, name: 'result' })
  const { mutate, pending, error } = useCommand(examBooking.result, {
    invalidates: bookingInvalidates,
    alert: 'success',
    onSuccess: onClose,
    onError: (failure) => {
      showOnFields(form, failure)
      if (failure.status === 409) void invalidate(client, ['exam'])
    },
  })
  const asksOverride = error !== null && canOverrideCheckIn(error.code) && can('exam.override')
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={isCorrection ? actionWords.correctResult : actionWords.recordResult}
      onClose={onClose}
      onSubmit={form.handleSubmit((entered) =>
        mutate({
          ...entered,
          score: scoreOf(entered),
          ...(values !== undefined && entered.result !== 'absent' && { items: sentItems(values) }),
        } as InputOf<typeof examBooking.result>),
      )}
      submitLabel={actionWords.save}
      pending={pending}
      // The dialog grows with the loaded data, which would move the button away from under the
      // pointer.
      isReady={!detail.isPending}
      problem={error?.message ?? null}
    >
      <BookingFacts
        right={{ ...booking, booking, isRetake: false, can: noActions }}
        booking={booking}
        result={isCorrection ? recordedText(booking) : undefined}
      />
      <FormSegmented name="result" />
      {booking.certificate !== null && result !== null && result !== 'pass' && (
        <Alert tone="warning">
          {`หนังสือรับรองเลขที่ ${booking.certificate.certificate_code} จะถูกยกเลิก`}
        </Alert>
      )}
      {result === 'absent' && booking.checked_in_at !== null && (
        <Alert tone="warning">ผู้เข้าสอบลงทะเบียนเข้าสอบแล้ว การบันทึกว่าขาดสอบจะล้างการลงทะเบียน</Alert>
      )}
      {result !== 'absent' && (
        <FormNumber
          name="score"
          className="w-40"
          description={kind === 'theory' && points !== undefined ? passMarkText(points) : undefined}
        />
      )}
      {result !== 'absent' && items.length > 0 && (
        <section aria-label={scoreSheetTitle} className="flex flex-col gap-2">
          <h3 className="text-sm text-muted">{scoreSheetTitle}</h3>
          <ScoreSheet items={items} values={values ?? storedValues(items)} onChange={setValues} />
        </section>
      )}
      {code !== null && <SatisfactionCode code={code} />}
      <FormTextArea
        name="note"
        rows={2}
        {...(isCorrection && { label: fieldTitles.reason, required: true })}
      />
      {asksOverride && <FormTextArea name="override_reason" rows={2} required />}
    </FormDialog>
  )
}

const recordedText = ({ status, score }: ExamBookingRow): string =>
  [bookingStatuses[status].label, ...(score === null ? [] : [`${score} คะแนน`])].join(' · ')

/** The score that is sent: none for an absent candidate, even if one was typed before. */
const scoreOf = ({ result, score }: Values): number | null => (result === 'absent' ? null : score)

const noItems: readonly SheetItem[] = []

const noActions = { book: false, wait: false, move: false, cancel: false, slip: false }
