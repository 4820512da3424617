/** The dialogs that issue and cancel the certificate of an exam right. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { certificate } from '@khapdee/contract/entities/certificate'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { titlesOf } from '@khapdee/contract/field-meta'
import { examRightEvents } from '@khapdee/domain/exam-right'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { DescriptionList } from '../../ui/page.tsx'
import { bookingInvalidates } from './booking-facts.tsx'
import type { CertifiableRight } from './certificate-actions.tsx'

interface DialogProps {
  right: CertifiableRight
  onClose: () => void
}

const labels = titlesOf(examBooking.row.shape)

const Facts = ({ right }: Pick<DialogProps, 'right'>) => (
  <DescriptionList
    items={[
      { label: labels.customer, value: right.customer },
      { label: labels.course_name, value: right.course_name },
      ...(right.certificate === null
        ? []
        : [{ label: labels.certificate, value: right.certificate.certificate_code }]),
    ]}
  />
)

/** Asks for confirmation before a number is taken; the certificate opens in a new tab. */
export function IssueDialog({ right, onClose }: DialogProps) {
  const { mutateOrThrow } = useDocumentCommand(certificate.issue, {
    invalidates: bookingInvalidates,
    alert: 'success',
    pdfOf: ({ data }) => data.pdf,
  })
  const { label } = examRightEvents.certified
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={label}
      confirmLabel={label}
      onConfirm={() => mutateOrThrow({ right_id: right.right_id })}
    >
      <Facts right={right} />
      <p className="mt-2">ชื่อและผลสอบบนหนังสือรับรองเป็นไปตามข้อมูลปัจจุบัน และจะไม่เปลี่ยนเมื่อพิมพ์ซ้ำ</p>
    </ConfirmDialog>
  )
}

type Values = InputOf<typeof certificate.cancel>

const schema = certificate.cancel.input
const { FormTextArea } = fieldsOf<Values>()

export function CancelCertificateDialog({ right, onClose }: DialogProps) {
  const form = useForm<Values>({
    defaultValues: { certificate_id: right.certificate?.certificate_id ?? 0, note: '' },
    resolver: schemaResolver<Values>(schema),
  })
  const { mutate, pending, error } = useCommand(certificate.cancel, {
    invalidates: bookingInvalidates,
    alert: 'success',
    onSuccess: onClose,
  })
  const { label } = examRightEvents.uncertified
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={label}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      submitLabel={label}
      dismissLabel={actionWords.close}
      kind="danger"
      pending={pending}
      problem={error?.message ?? null}
    >
      <Facts right={right} />
      <p>หน้าตรวจสอบตามคิวอาร์จะแจ้งว่ายกเลิกแล้ว ผลสอบยังอยู่ และออกฉบับใหม่ได้</p>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
