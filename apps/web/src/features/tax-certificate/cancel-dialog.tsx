/** Cancels a certificate of tax withheld from pay with a reason. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type TaxCertificateRow, taxCertificate } from '@khapdee/contract/entities/tax-certificate'
import { shortCertificateTitle } from '@khapdee/domain/payroll/tax-certificate'
import { formatYear } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../api/form-errors.ts'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = InputOf<typeof taxCertificate.cancel>
const schema = taxCertificate.cancel.input
const { FormTextArea } = fieldsOf<Values>()

interface CancelDialogProps {
  certificate: TaxCertificateRow
  onClose: () => void
}

export function CancelDialog({ certificate, onClose }: CancelDialogProps) {
  const { tax_certificate_id, certificate_code, name, year } = certificate
  const form = useForm<Values>({
    defaultValues: { tax_certificate_id, note: '' },
    resolver: schemaResolver<Values>(schema),
  })
  const { mutate, pending, error } = useCommand(taxCertificate.cancel, {
    invalidates: ['payroll'],
    alert: 'success',
    onSuccess: onClose,
  })
  const title = `${actionWords.cancel}${shortCertificateTitle}`
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={title}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      submitLabel={title}
      dismissLabel={actionWords.close}
      kind="danger"
      pending={pending}
      problem={error?.message ?? null}
    >
      <p>
        {certificate_code} · {name} · ปีภาษี {formatYear(year)}
      </p>
      <p>เลขที่จะคงอยู่และแสดงยอด 0 ออกฉบับใหม่ของปีเดียวกันได้หลังยกเลิก</p>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
