/** The dialog that adds or replaces the slip of a transfer and the reference on it. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { payment as api } from '@khapdee/contract/entities/payment'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../../api/form-errors.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { storedPicture } from '../../../crud/form-upload.tsx'
import { SlipFields, slipLabel } from '../slip-field.tsx'
import { useApplicationCommand } from '../use-application-command.ts'
import { type PaymentDialogProps, ReceiptSummary } from './payment-dialogs.tsx'

type Values = InputOf<typeof api.slip>

export function SlipDialog({ payment, onClose }: PaymentDialogProps) {
  const { payment_id, version, slip_file_id, slip, bank_reference } = payment
  const form = useForm<Values>({
    defaultValues: { payment_id, version, slip_file_id, bank_reference },
    resolver: schemaResolver<Values>(api.slip.input),
  })
  const { run, pending, problem } = useApplicationCommand(api.slip, {
    onClose,
    onError: (error) => showOnFields(form, error),
  })
  return (
    <FormDialog
      form={form}
      title={slipLabel}
      onClose={onClose}
      onSubmit={form.handleSubmit(run)}
      submitLabel={actionWords.save}
      pending={pending}
      problem={problem}
    >
      <ReceiptSummary payment={payment} />
      <SlipFields stored={storedPicture(slipLabel, slip_file_id, slip)} />
    </FormDialog>
  )
}
