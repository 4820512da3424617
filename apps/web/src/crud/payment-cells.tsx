/** What all lists of receipts and refunds show alike. */
import { type PaymentStatus, paymentStatuses } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { Chip, StateChip } from '../ui/chip.tsx'
import { Money } from '../ui/money.tsx'

interface Movement {
  payment_code: string
  status: PaymentStatus
  paid: Satang
  /** Money that went back. */
  refund: boolean
}

type Part<Name extends keyof Movement> = Pick<Movement, Name>

/** Its number, struck out when it was deleted. */
export function PaymentCode({ payment_code, status }: Part<'payment_code' | 'status'>) {
  return (
    <span className={status === 'deleted' ? 'font-medium line-through' : 'font-medium'}>
      {payment_code}
    </span>
  )
}

export function PaymentAmount({ paid, status, refund }: Part<'paid' | 'status' | 'refund'>) {
  return <Money value={paid} tone={status === 'deleted' ? 'void' : refund ? 'negative' : 'plain'} />
}

/** A refund is told from a receipt. */
export function PaymentChip({ status, refund }: Part<'status' | 'refund'>) {
  return refund ? <Chip tone="accent">คืนเงิน</Chip> : <StateChip state={paymentStatuses[status]} />
}
