/** The dialog that revokes the approval of a refund that is not paid out yet. */
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { actionWords } from '@khapdee/domain/words'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../api/form-errors.ts'
import { useCommand } from '../api/queries.ts'
import { moneyQueryKeys } from '../shared/query-client.ts'
import {
  type RefundRequestSummary,
  RefundRequestDetails,
} from '../shared/refund-request-details.tsx'
import { fieldsOf } from '../ui/form/form-fields.tsx'
import { FormDialog } from './form-dialog.tsx'

interface Values {
  request_id: number
  note: string
}

const { FormTextArea } = fieldsOf<Values>()
const resolver = schemaResolver<Values>(refundRequest.revoke.input)

interface RevokeDialogProps {
  request: RefundRequestSummary & { request_id: number }
  /** The number of the application. */
  code: string
  onClose: () => void
}

export function RevokeDialog({ request, code, onClose }: RevokeDialogProps) {
  const { request_id } = request
  const form = useForm<Values>({ defaultValues: { request_id, note: '' }, resolver })
  const { mutate, pending, error } = useCommand(refundRequest.revoke, {
    invalidates: moneyQueryKeys,
    onSuccess: onClose,
    onError: ({ status }) => {
      // Another user has withdrawn, paid out or revoked the refund in the meantime; the alert shows
      // the reason.
      if (status === 404 || status === 409) onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      schema={refundRequest.revoke.input}
      title={`${actionWords.revokeApproval} ${code}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      submitLabel={actionWords.revokeApproval}
      dismissLabel={actionWords.close}
      kind="danger"
      pending={pending}
      problem={error?.message ?? null}
    >
      <RefundRequestDetails request={request} />
      <p>เมื่อยกเลิกการอนุมัติแล้วจะจ่ายเงินคืนตามคำขอนี้ไม่ได้ รายการรับชำระและแก้ไขได้ตามเดิม</p>
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
