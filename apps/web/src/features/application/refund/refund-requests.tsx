/** The refund requests of an application, with their contents and outcomes. */
import {
  type ApplicationDetail,
  approvalRequest,
} from '@khapdee/contract/entities/application-shapes'
import { titlesOf } from '@khapdee/contract/field-meta'
import { actionWords } from '@khapdee/domain/words'
import { Ban, CircleCheck, HandCoins, Undo2 } from 'lucide-react'
import { RefundRequestDetails } from '../../../shared/refund-request-details.tsx'
import { RequestOutcome } from '../../../shared/request-outcome.tsx'
import { useWithdrawal } from '../../../shared/use-withdrawal.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, DescriptionList } from '../../../ui/page.tsx'
import { ThaiInstant } from '../../../ui/values.tsx'
import { isRefundRequest } from '../requests.ts'
import type { OpenDialog } from '../detail/application-dialogs.tsx'

type Request = ApplicationDetail['requests'][number]

const labels = titlesOf(approvalRequest.shape)

interface RefundRequestsProps {
  detail: ApplicationDetail
  onOpen: (dialog: OpenDialog) => void
}

/** The refund requests, newest first. */
export function RefundRequests({ detail, onOpen }: RefundRequestsProps) {
  const withdrawal = useWithdrawal()
  const requests = detail.requests.filter(isRefundRequest).toReversed()
  return (
    <>
      {requests.map((request) => (
        <Card
          key={request.request_id}
          title={actionWords.requestRefund}
          actions={
            <Actions
              request={request}
              onOpen={onOpen}
              onWithdraw={() => withdrawal.ask({ ...request, code: detail.application_code })}
            />
          }
        >
          <div className="flex flex-col gap-3.5">
            <RequestOutcome request={request} isWide />
            <RefundRequestDetails request={request} />
            <DescriptionList
              items={[
                { label: labels.user, value: request.user },
                { label: labels.createdAt, value: <ThaiInstant value={request.createdAt} /> },
              ]}
            />
          </div>
        </Card>
      ))}
      {withdrawal.dialog}
    </>
  )
}

interface ActionsProps {
  request: Request
  onOpen: RefundRequestsProps['onOpen']
  onWithdraw: () => void
}

function Actions({ request: { can }, onOpen, onWithdraw }: ActionsProps) {
  return (
    <>
      {can.withdraw && (
        <Button icon={Undo2} onPress={onWithdraw}>
          {actionWords.withdraw}
        </Button>
      )}
      {can.revoke && (
        <Button icon={Ban} onPress={() => onOpen({ name: 'revokeRefund' })}>
          {actionWords.revokeApproval}
        </Button>
      )}
      {can.decide && (
        <Button icon={CircleCheck} onPress={() => onOpen({ name: 'decideRefund' })}>
          {`${actionWords.approve} / ${actionWords.reject}`}
        </Button>
      )}
      {can.pay_out && (
        <Button kind="primary" icon={HandCoins} onPress={() => onOpen({ name: 'payRefund' })}>
          {actionWords.payOut}
        </Button>
      )}
    </>
  )
}
