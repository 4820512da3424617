/** The dialog that prints the certificate of withheld tax of an expense, with the address of its payee. */
import { type WithheldTaxRow, withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { bahtWithUnit } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../../api/client.ts'
import { schemaResolver } from '../../api/form-errors.ts'
import { invalidate } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { printPdf } from '../../shared/print.ts'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { certificateLabel } from './shapes.ts'

interface Values {
  address: string
}

const { FormTextArea } = fieldsOf<Values>()
const schema = withheldTax.certificate.input.pick({ address: true })
const resolver = schemaResolver<Values>(schema)

interface CertificateDialogProps {
  row: WithheldTaxRow
  onClose: () => void
}

export function CertificateDialog({ row, onClose }: CertificateDialogProps) {
  const { entry_id, payee, payee_tax_id, value, wht_value, certificate } = row
  const form = useForm<Values>({ defaultValues: { address: row.address }, resolver })
  const queries = useQueryClient()
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={certificateLabel}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(({ address }) => {
        void printPdf(() => call(withheldTax.certificate, { entry_id, address })).then(() =>
          invalidate(queries, ['wht']),
        )
        onClose()
      })}
      submitLabel={certificate === '' ? 'ออกหนังสือรับรอง' : `${actionWords.print} ${certificate}`}
      pending={false}
      problem={null}
    >
      <p>
        {payee} ({payee_tax_id}) จ่าย {bahtWithUnit(value)} หักภาษี {bahtWithUnit(wht_value)}
      </p>
      <FormTextArea name="address" rows={2} />
    </FormDialog>
  )
}
