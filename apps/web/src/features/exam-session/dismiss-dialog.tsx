/** The dialog that removes a right from the worklist with a reason. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import type { WorklistRow } from '@khapdee/contract/entities/exam-session'
import { examName } from '@khapdee/domain/exams'
import { worklistReasons } from '@khapdee/domain/exam-worklist'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = InputOf<typeof examBooking.dismiss>

const schema = examBooking.dismiss.input
const { FormTextArea } = fieldsOf<Values>()

interface DismissDialogProps {
  row: WorklistRow
  onClose: () => void
}

export function DismissDialog({ row, onClose }: DismissDialogProps) {
  const { right_id, customer, reason } = row
  const form = useForm<Values>({
    defaultValues: { right_id, note: '' },
    resolver: schemaResolver<Values>(schema),
  })
  const dismiss = useCommand(examBooking.dismiss, {
    invalidates: ['exam', 'exam-session', 'customer'],
    alert: 'success',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={actionWords.dismiss}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => dismiss.mutate(values))}
      submitLabel={actionWords.dismiss}
      pending={dismiss.pending}
      problem={dismiss.error?.message ?? null}
    >
      <p>
        {customer} · {examName(row)} · {worklistReasons[reason].label}
      </p>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
