/** Dialogs that change the pay type of a receipt or request its voiding. */
import type {
  ApplicationDetail,
  PaymentOfApplication,
} from '@khapdee/contract/entities/application-shapes'
import { payment as api } from '@khapdee/contract/entities/payment'
import { type PayType, payTypes } from '@khapdee/domain/application/status'
import { bahtWithUnit } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../../api/form-errors.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { bankReferenceLabel } from '../line-values.ts'
import { useApplicationCommand } from '../use-application-command.ts'

const { FormTextArea } = fieldsOf<RequestValues>()
const { FormText } = fieldsOf<EditValues>()

export interface PaymentDialogProps {
  payment: PaymentOfApplication
  /** The version of its application. */
  version: number
  /** All requests of its application, of every kind. */
  requests: ApplicationDetail['requests']
  onClose: () => void
}

/** Describes the receipt on which a dialog acts. */
export function ReceiptSummary({ payment }: Pick<PaymentDialogProps, 'payment'>) {
  const { payment_code, paid, pay_type } = payment
  return (
    <p>
      {headings.receipts} <span className="font-medium">{payment_code}</span> จำนวน{' '}
      {bahtWithUnit(paid)} ({payTypes[pay_type].label})
    </p>
  )
}

interface EditValues {
  payment_id: number
  pay_type: PayType
  bank_reference: string
  note: string
}

export function EditPayTypeDialog({ payment, onClose }: PaymentDialogProps) {
  const { payment_id } = payment
  const pay_type = payment.pay_type === 'cash' ? 'transfer' : 'cash'
  const form = useForm<EditValues>({
    defaultValues: { payment_id, pay_type, bank_reference: '', note: '' },
    resolver: schemaResolver<EditValues>(api.editPayType.input),
  })
  const { run, pending, problem } = useApplicationCommand(api.editPayType, {
    onClose,
    onError: (error) => showOnFields(form, error),
  })
  return (
    <FormDialog
      form={form}
      schema={api.editPayType.input}
      title={actionWords.editPayType}
      onClose={onClose}
      onSubmit={form.handleSubmit(run)}
      submitLabel={`แก้ไขเป็น${payTypes[pay_type].label}`}
      pending={pending}
      problem={problem}
    >
      <ReceiptSummary payment={payment} />
      {pay_type === 'transfer' && (
        <FormText name="bank_reference" label={bankReferenceLabel} ignoreThaiLayout="code" />
      )}
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}

interface RequestValues {
  payment_id: number
  note: string
}

export function RequestVoidDialog({ payment, onClose }: PaymentDialogProps) {
  const { payment_id } = payment
  const form = useForm<RequestValues>({
    defaultValues: { payment_id, note: '' },
    resolver: schemaResolver<RequestValues>(api.requestDelete.input),
  })
  const { run, pending, problem } = useApplicationCommand(api.requestDelete, {
    onClose,
    onError: (error) => showOnFields(form, error),
  })
  return (
    <FormDialog
      form={form}
      schema={api.requestDelete.input}
      title={actionWords.requestVoid}
      onClose={onClose}
      onSubmit={form.handleSubmit(run)}
      submitLabel={actionWords.requestVoid}
      pending={pending}
      problem={problem}
    >
      <ReceiptSummary payment={payment} />
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
