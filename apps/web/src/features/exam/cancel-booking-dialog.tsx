/** The dialog that cancels the booking of an exam right. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { examBooking, type OpenBookingShape } from '@khapdee/contract/entities/exam-booking'
import { actionWords } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { invalidate, useCommand, useEndpoint } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { BookingDialogProps } from './booking-actions.tsx'
import { BookingFacts, bookingInvalidates } from './booking-facts.tsx'

type Values = InputOf<typeof examBooking.cancel>

const schema = examBooking.cancel.input
const { FormTextArea } = fieldsOf<Values>()

export function CancelBookingDialog({
  right,
  booking,
  onClose,
  onChanged,
}: BookingDialogProps & { booking: OpenBookingShape }) {
  const client = useQueryClient()
  const form = useForm<Values>({
    defaultValues: { exam_id: booking.exam_id, version: booking.version, note: '' },
    resolver: schemaResolver<Values>(schema),
  })
  const read = useEndpoint(examBooking.fees, { right_id: right.right_id })
  const problem = read.data?.data.cancel_problem ?? null
  const { mutate, pending, error } = useCommand(examBooking.cancel, {
    invalidates: bookingInvalidates,
    alert: 'success',
    onSuccess: () => {
      onClose()
      onChanged?.()
    },
    onError: ({ status }) => {
      if (status === 409) void invalidate(client, ['exam'])
    },
  })
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={actionWords.cancelBooking}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      submitLabel={actionWords.cancelBooking}
      dismissLabel={actionWords.close}
      kind="danger"
      pending={pending}
      problem={error?.message ?? null}
    >
      <BookingFacts right={right} booking={booking} />
      {problem !== null && (
        <Alert tone={problem.can_override ? 'warning' : 'error'}>{problem.message}</Alert>
      )}
      <p>ที่นั่งจะว่างให้ผู้อื่นจองได้ สิทธิ์สอบยังอยู่ และจองใหม่ได้ โดยนับเป็นการเปลี่ยนวันสอบ 1 ครั้ง</p>
      <FormTextArea
        name="note"
        rows={2}
        {...(problem?.can_override && { description: 'เป็นเหตุผลที่อนุโลมด้วย' })}
      />
    </FormDialog>
  )
}
