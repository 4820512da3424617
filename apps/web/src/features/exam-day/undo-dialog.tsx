/** The dialog that undoes a check-in. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type DayCandidate, examDay } from '@khapdee/contract/entities/exam-day'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = InputOf<typeof examDay.undoCheckIn>

const schema = examDay.undoCheckIn.input
const { FormTextArea } = fieldsOf<Values>()

export function UndoDialog({
  candidate,
  onClose,
}: {
  candidate: DayCandidate
  onClose: () => void
}) {
  const { exam_id, customer, queue_no } = candidate
  const form = useForm<Values>({
    defaultValues: { exam_id, note: '' },
    resolver: schemaResolver<Values>(schema),
  })
  const { mutate, pending, error } = useCommand(examDay.undoCheckIn, {
    alert: 'success',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={actionWords.undoCheckIn}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      submitLabel={actionWords.undoCheckIn}
      dismissLabel={actionWords.close}
      kind="danger"
      pending={pending}
      problem={error?.message ?? null}
    >
      <p>
        {customer} จะออกจากคิว{queue_no === null ? '' : `ที่ ${queue_no}`} และลงทะเบียนเข้าสอบใหม่ได้
      </p>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
