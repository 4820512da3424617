/** Offers to merge a walk-in into the customer who already has the ID or passport number that the clerk typed. */
import type { CustomerRow } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { fullName } from '@khapdee/domain/person-name'
import { useCommand } from '../../api/queries.ts'
import { moneyQueryKeys } from '../query-client.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface MergeWalkInProps {
  isOpen: boolean
  onClose: () => void
  walkIn: CustomerRow
  /** Returns the ID and passport number typed in the form; empty text for none. */
  typedNumbers: () => { idcard: string; passport: string }
  /** Called with the customer into whom the walk-in is merged. */
  onMerged: (customer: CustomerRow) => void | Promise<void>
}

export function MergeWalkIn({ isOpen, onClose, walkIn, typedNumbers, onMerged }: MergeWalkInProps) {
  const merge = useCommand(customerMerge.mergeWalkIn, {
    invalidates: [...moneyQueryKeys, 'customer'],
    alert: 'success',
  })
  const confirm = async () => {
    const { idcard, passport } = typedNumbers()
    const { customer_id, version } = walkIn
    const answer = await merge.mutateOrThrow({
      customer_id,
      version,
      ...(idcard !== '' ? { idcard } : { passport }),
    })
    if (answer !== undefined) await onMerged(answer.data)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="เลขนี้มีในระบบแล้ว"
      confirmLabel="รวมข้อมูล"
      onConfirm={confirm}
    >
      ต้องการรวม “{fullName(walkIn)}” เข้ากับผู้สมัครเดิมที่มีเลขนี้ใช่หรือไม่ ใบสมัครทั้งหมดจะย้ายไปที่ผู้สมัครเดิม
      และรวมแล้วแยกไม่ได้
    </ConfirmDialog>
  )
}
