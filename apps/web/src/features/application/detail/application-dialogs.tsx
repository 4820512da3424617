/** The dialogs of a saved application; at most one is open. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'

const paymentDialogs = () => import('../pay/payment-dialogs.tsx')
const decisionDialogs = () => import('./decision-dialogs.tsx')
const refundDialogs = () => import('../refund/refund-dialog.tsx')
const refundRequestDialogs = () => import('../refund/refund-request-dialogs.tsx')

const dialogsOfPayment = {
  editPayType: lazyPart(async () => (await paymentDialogs()).EditPayTypeDialog),
  slip: lazyPart(async () => (await import('../pay/slip-dialog.tsx')).SlipDialog),
  requestVoid: lazyPart(async () => (await paymentDialogs()).RequestVoidDialog),
  decideVoid: lazyPart(async () => (await decisionDialogs()).DecideVoidDialog),
} as const

const dialogsOfApplication = {
  pay: lazyPart(async () => (await import('../pay/pay-dialog.tsx')).PayDialog),
  refund: lazyPart(async () => (await refundDialogs()).RefundDialog),
  requestRefund: lazyPart(async () => (await refundDialogs()).RequestRefundDialog),
  decideRefund: lazyPart(async () => (await refundRequestDialogs()).DecideRefundDialog),
  payRefund: lazyPart(async () => (await refundRequestDialogs()).PayRefundDialog),
  revokeRefund: lazyPart(async () => (await refundRequestDialogs()).RevokeRefundDialog),
  end: lazyPart(async () => (await import('./end-dialog.tsx')).EndDialog),
  cancel: lazyPart(async () => (await decisionDialogs()).CancelDialog),
  decide: lazyPart(async () => (await decisionDialogs()).DecideRequestDialog),
  followUp: lazyPart(
    async () => (await import('../follow-up/follow-up-dialog.tsx')).FollowUpDialog,
  ),
  amend: lazyPart(async () => (await import('../amend/amend-dialog.tsx')).AmendDialog),
  note: lazyPart(async () => (await import('../amend/note-dialog.tsx')).NoteDialog),
} as const

/**
 * The name of the open dialog. `payment_id` is the payment on which it acts; `receipt_id` is a receipt whose lines and
 * amounts a refund proposes.
 */
export type OpenDialog =
  | { name: Exclude<keyof typeof dialogsOfApplication, 'refund' | 'requestRefund'> }
  | { name: 'refund' | 'requestRefund'; receipt_id?: number }
  | { name: keyof typeof dialogsOfPayment; payment_id: number }

interface ApplicationDialogsProps {
  detail: ApplicationDetail
  open: OpenDialog
  onClose: () => void
}

export function ApplicationDialogs(props: ApplicationDialogsProps) {
  return (
    <Suspense>
      <CurrentDialog {...props} />
    </Suspense>
  )
}

function CurrentDialog({ detail, open, onClose }: ApplicationDialogsProps) {
  if (!('payment_id' in open)) {
    const { name, ...receipt } = open
    const Dialog = dialogsOfApplication[name]
    return <Dialog detail={detail} {...receipt} onClose={onClose} />
  }
  const payment = detail.payments.find(({ payment_id }) => payment_id === open.payment_id)
  if (payment === undefined) return null
  const Dialog = dialogsOfPayment[open.name]
  const { version, requests } = detail
  return <Dialog payment={payment} version={version} requests={requests} onClose={onClose} />
}
