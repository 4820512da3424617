/** The dialogs of a saved application; at most one is open. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { EditPayTypeDialog, RequestDeletionDialog } from '../pay/payment-dialogs.tsx'
import { FollowUpDialog } from '../follow-up/follow-up-dialog.tsx'
import { DecideRefundDialog, PayRefundDialog } from '../refund/refund-request-dialogs.tsx'
import { CancelDialog, DecideDeletionDialog, DecideRequestDialog } from './decision-dialogs.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Suspense } from 'react'

const paymentDialogs = {
  editPayType: EditPayTypeDialog,
  requestDeletion: RequestDeletionDialog,
  decideDeletion: DecideDeletionDialog,
} as const

const PayDialog = lazyPart(async () => (await import('../pay/pay-dialog.tsx')).PayDialog)
const refundDialogs = () => import('../refund/refund-dialog.tsx')
const RefundDialog = lazyPart(async () => (await refundDialogs()).RefundDialog)
const RequestRefundDialog = lazyPart(async () => (await refundDialogs()).RequestRefundDialog)
const EndDialog = lazyPart(async () => (await import('./end-dialog.tsx')).EndDialog)
const AmendDialog = lazyPart(async () => (await import('../amend/amend-dialog.tsx')).AmendDialog)
const NoteDialog = lazyPart(async () => (await import('../amend/note-dialog.tsx')).NoteDialog)

const applicationDialogs = {
  pay: PayDialog,
  refund: RefundDialog,
  requestRefund: RequestRefundDialog,
  decideRefund: DecideRefundDialog,
  payRefund: PayRefundDialog,
  end: EndDialog,
  cancel: CancelDialog,
  decide: DecideRequestDialog,
  followUp: FollowUpDialog,
  amend: AmendDialog,
  note: NoteDialog,
} as const

/** The name of the open dialog, and the payment on which it acts. */
export type OpenDialog =
  | { name: Exclude<keyof typeof applicationDialogs, 'refund' | 'requestRefund'> }
  | { name: 'refund' | 'requestRefund'; receipt_id?: number }
  | { name: keyof typeof paymentDialogs; payment_id: number }

interface ApplicationDialogsProps {
  detail: ApplicationDetail
  open: OpenDialog
  onClose: () => void
}

export function ApplicationDialogs({ detail, open, onClose }: ApplicationDialogsProps) {
  if (!('payment_id' in open)) {
    const Dialog = applicationDialogs[open.name]
    return (
      <Suspense>
        <Dialog detail={detail} onClose={onClose} />
      </Suspense>
    )
  }
  const payment = detail.payments.find(({ payment_id }) => payment_id === open.payment_id)
  if (payment === undefined) return null
  const Dialog = paymentDialogs[open.name]
  return <Dialog payment={payment} requests={detail.requests} onClose={onClose} />
}
