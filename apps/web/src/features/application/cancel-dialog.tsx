/** Cancelling an application that never should have been. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { formatBaht } from '@khapdee/domain/money'
import { Ban } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { Alert } from '../../ui/feedback.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { faces } from './faces.ts'
import { useAction } from './use-action.ts'

const { FormTextArea } = fieldsOf<CancelValues>()

interface CancelValues {
  application_id: number
  note: string
}

interface CancelDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function CancelDialog({ detail, onClose }: CancelDialogProps) {
  const { application_id, application_code, type, customer, payments } = detail
  const endpoint = faces[type].api.delete
  const form = useForm<CancelValues>({
    defaultValues: { application_id, note: '' },
    resolver: schemaResolver<CancelValues>(endpoint.input),
  })
  const { run, pending, problem } = useAction(endpoint, {
    onClose,
    onRefused: (error) => showOnFields(form, error),
  })
  const voided = payments.filter(({ status }) => status !== 'deleted')
  return (
    <FormDialog
      form={form}
      title="ยกเลิกใบสมัคร"
      onClose={onClose}
      onSubmit={form.handleSubmit(run)}
      submitLabel="ยกเลิกใบสมัคร"
      submitIcon={Ban}
      kind="danger"
      dismissLabel="ย้อนกลับ"
      pending={pending}
      problem={problem}
    >
      <p>
        ยกเลิกใบสมัคร {application_code} ของ {customer.name} แล้วจะแก้ไขไม่ได้
      </p>
      {voided.length > 0 && (
        <Alert tone="warning">
          ใบเสร็จต่อไปนี้จะถูกยกเลิกด้วย
          <ul>
            {voided.map(({ payment_id, payment_code, paid }) => (
              <li key={payment_id}>{`${payment_code} จำนวน ${formatBaht(paid)} บาท`}</li>
            ))}
          </ul>
        </Alert>
      )}
      <FormTextArea name="note" label="เหตุผล" required rows={2} />
    </FormDialog>
  )
}
