/** The dialog that pays out an approved refund and opens its document. */
import {
  type ApprovalRequest,
  approvalRequest,
} from '@khapdee/contract/entities/application-shapes'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { titlesOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { bahtWithUnit } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { isServerUnavailable } from '../api/api-error.ts'
import { useDocumentCommand } from './use-document-command.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Alert } from '../ui/feedback.tsx'
import { DescriptionList } from '../ui/page.tsx'
import { failureText, showError } from '../shared/alerts.ts'
import { moneyQueryKeys } from '../shared/query-client.ts'
import {
  type RefundRequestSummary,
  RefundRequestDetails,
} from '../shared/refund-request-details.tsx'

const labels = titlesOf(approvalRequest.shape)

interface PayoutDialogProps {
  request: RefundRequestSummary & Pick<ApprovalRequest, 'request_id' | 'user' | 'decided_by'>
  /** The number of the application. */
  code: string
  /** The customer's name. */
  customer: string
  onClose: () => void
}

export function PayoutDialog({ request, code, customer, onClose }: PayoutDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, pending } = useDocumentCommand(refundRequest.payout, {
    pdfOf: ({ data }) => data.pdf,
    alert: 'none',
    invalidates: moneyQueryKeys,
    onError: (error) => {
      // Without an answer the dialog stays: a retry sends the same idempotency key.
      if (isServerUnavailable(error)) return setProblem(failureText(error))
      onClose()
      showError(error)
    },
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`${actionWords.payOut} ${code}`}
      size="md"
      isBusy={pending}
      actions={
        <>
          <Button isDisabled={pending} onPress={onClose}>
            {actionWords.cancel}
          </Button>
          <Button
            kind="primary"
            icon={HandCoins}
            pending={pending}
            autoFocus
            onPress={async () => {
              setProblem(null)
              if ((await mutate({ request_id: request.request_id })) !== undefined) onClose()
            }}
          >
            {`${actionWords.payOut} ${bahtWithUnit(request.refund.value)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        {problem !== null && <Alert tone="error">{problem}</Alert>}
        <DescriptionList
          items={[
            { label: entities.customer.label, value: customer },
            { label: labels.user, value: request.user },
            { label: labels.decided_by, value: request.decided_by },
          ]}
        />
        <RefundRequestDetails request={request} showsEnding />
      </div>
    </Modal>
  )
}
