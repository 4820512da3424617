import type { ApprovalRow } from '@khapdee/contract/entities/approval'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { useForm } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { DescriptionList } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Money } from '../../ui/values.tsx'
import { approvalKinds } from './approval-columns.tsx'

const blank = { note: '' }
const { FormTextArea } = fieldsOf<typeof blank>()

export type Decision = 'approve' | 'reject'

const verbs: Record<Decision, string> = { approve: 'อนุมัติ', reject: 'ไม่อนุมัติ' }

/** What approving does, which cannot be taken back. */
const consequences: Record<ApprovalRow['kind'], string> = {
  payment: 'เมื่ออนุมัติแล้วใบเสร็จนี้จะถูกยกเลิก และยอดเงินกลับเป็นยอดค้างชำระ ต้องการดำเนินการต่อหรือไม่',
  request_fee: 'เมื่ออนุมัติแล้วจะแก้ไขไม่ได้ ต้องการดำเนินการต่อหรือไม่',
}

interface DecisionDialogProps {
  row: ApprovalRow
  decision: Decision
  onClose: () => void
  /** The server would not take the decision; the alert says why. */
  onRefused: () => void
}

/** Shows what is asked for, takes a note and decides. */
export function DecisionDialog({ row, decision, onClose, onRefused }: DecisionDialogProps) {
  const form = useForm({ defaultValues: blank })
  const options = { invalidates: moneyQueryKeys, onSuccess: onClose, onError: refuse }
  const decidePayment = useCommand(payment.decideDelete, options)
  const decideRequest = useCommand(request.approve, options)
  const pending = decidePayment.pending || decideRequest.pending
  const error = decidePayment.error ?? decideRequest.error
  const isApproval = decision === 'approve'

  function refuse({ status }: { status: number }) {
    // What was typed wrong, or a server that is away, is mended here.
    if (status !== 403 && status !== 404 && status !== 409) return
    onClose()
    onRefused()
  }

  const decide = ({ note }: typeof blank) =>
    row.kind === 'payment'
      ? decidePayment.mutate({ payment_id: row.id, decision, note })
      : decideRequest.mutate({ application_id: row.id, decision, note })

  return (
    <FormDialog
      form={form}
      title={`${verbs[decision]} ${row.code}`}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit(decide)}
      submitLabel={verbs[decision]}
      kind={isApproval ? 'primary' : 'danger'}
      pending={pending}
      problem={error?.message ?? null}
    >
      <DescriptionList
        items={[
          { label: 'ประเภท', value: approvalKinds[row.kind].label },
          { label: 'จำนวนเงิน', value: <Money value={row.amount} /> },
          { label: 'ผู้สมัคร', value: row.customer },
          { label: 'ผู้ขอ', value: row.user },
        ]}
      />
      <DescriptionList items={[{ label: 'เหตุผล', value: row.note }]} />
      {isApproval && <p>{consequences[row.kind]}</p>}
      <FormTextArea name="note" label="หมายเหตุ" rows={2} />
    </FormDialog>
  )
}
