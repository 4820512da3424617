/** The one dialog that is open above a saved application. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { PayDialog } from '../pay/pay-dialog.tsx'
import { EditPayTypeDialog, RequestDeletionDialog } from '../pay/payment-dialogs.tsx'
import { RefundDialog } from '../refund/refunds.tsx'
import { CancelDialog, DecideDeletionDialog, DecideRequestDialog } from './decision-dialogs.tsx'

const ofPayment = {
  editPayType: EditPayTypeDialog,
  requestDeletion: RequestDeletionDialog,
  decideDeletion: DecideDeletionDialog,
} as const

const ofApplication = {
  pay: PayDialog,
  refund: RefundDialog,
  cancel: CancelDialog,
  decide: DecideRequestDialog,
} as const

/** The open dialog. */
export type OpenDialog =
  | { name: keyof typeof ofApplication }
  | { name: keyof typeof ofPayment; payment_id: number }

interface ApplicationDialogsProps {
  detail: ApplicationDetail
  open: OpenDialog
  onClose: () => void
}

export function ApplicationDialogs({ detail, open, onClose }: ApplicationDialogsProps) {
  if (!('payment_id' in open)) {
    const Dialog = ofApplication[open.name]
    return <Dialog detail={detail} onClose={onClose} />
  }
  const payment = detail.payments.find(({ payment_id }) => payment_id === open.payment_id)
  if (payment === undefined) return null
  const Dialog = ofPayment[open.name]
  return <Dialog payment={payment} onClose={onClose} />
}
