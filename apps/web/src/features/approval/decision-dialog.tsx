import type { ApprovalRow } from '@khapdee/contract/entities/approval'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { useState } from 'react'
import { useCommand } from '../../api/queries.ts'
import { moneyQueryKeys } from '../../shared/money-query-keys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Money } from '../../ui/money.tsx'
import { approvalKinds } from './approval-columns.tsx'

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
  const [note, setNote] = useState('')
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

  const decide = () =>
    row.kind === 'payment'
      ? decidePayment.mutate({ payment_id: row.id, decision, note })
      : decideRequest.mutate({ application_id: row.id, decision, note })

  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`${verbs[decision]} ${row.code}`}
      isBusy={pending}
      actions={
        <>
          <Button isDisabled={pending} onPress={onClose}>
            ยกเลิก
          </Button>
          <Button
            kind={isApproval ? 'primary' : 'danger'}
            pending={pending}
            onPress={() => void decide()}
          >
            {verbs[decision]}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
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
        <TextArea label="หมายเหตุ" value={note} onChange={setNote} rows={2} />
        {error !== null && <Alert tone="error">{error.message}</Alert>}
      </div>
    </Modal>
  )
}
