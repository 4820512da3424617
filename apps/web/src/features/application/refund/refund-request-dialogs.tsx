/** Dialogs that decide the open refund request of an application, revoke its approval, and pay it out. */
import {
  type ApplicationDetail,
  approvalRequest,
} from '@khapdee/contract/entities/application-shapes'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { titlesOf } from '@khapdee/contract/field-meta'
import { isOpenRefund } from '@khapdee/domain/application/approval-request'
import { actionWords } from '@khapdee/domain/words'
import { PayoutDialog } from '../../../crud/payout-dialog.tsx'
import { RevokeDialog } from '../../../crud/revoke-dialog.tsx'
import { RefundRequestDetails } from '../../../shared/refund-request-details.tsx'
import { DescriptionList } from '../../../ui/page.tsx'
import { ThaiInstant } from '../../../ui/values.tsx'
import { DecisionDialog } from '../detail/decision-dialogs.tsx'
import { isRefundRequest } from '../requests.ts'

const labels = titlesOf(approvalRequest.shape)

/** The refund request that is open; undefined without one. */
const findOpenRequest = ({ requests }: ApplicationDetail) =>
  requests.filter(isRefundRequest).find(({ kind, state }) => isOpenRefund(kind, state))

interface RefundRequestDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function DecideRefundDialog({ detail, onClose }: RefundRequestDialogProps) {
  const request = findOpenRequest(detail)
  if (request === undefined) return null
  const { request_id, user } = request
  return (
    <DecisionDialog
      title={`${actionWords.requestRefund} ${detail.application_code}`}
      endpoint={refundRequest.decide}
      version={detail.version}
      toInput={(decision) => ({ request_id, ...decision })}
      onClose={onClose}
    >
      <DescriptionList
        items={[
          { label: labels.user, value: user },
          { label: labels.createdAt, value: <ThaiInstant value={request.createdAt} /> },
        ]}
      />
      <RefundRequestDetails request={request} showsEnding />
    </DecisionDialog>
  )
}

export function RevokeRefundDialog({ detail, onClose }: RefundRequestDialogProps) {
  const request = findOpenRequest(detail)
  if (request === undefined) return null
  return <RevokeDialog request={request} code={detail.application_code} onClose={onClose} />
}

export function PayRefundDialog({ detail, onClose }: RefundRequestDialogProps) {
  const request = findOpenRequest(detail)
  if (request === undefined) return null
  return (
    <PayoutDialog
      request={request}
      code={detail.application_code}
      customer={detail.customer.name}
      branch_id={detail.branch_id}
      onClose={onClose}
    />
  )
}
