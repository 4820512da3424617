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
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { isServerUnavailable } from '../api/api-error.ts'
import { useDocumentCommand } from './use-document-command.ts'
import { BankAccountField } from './bank-account-field.tsx'
import { Button } from '../ui/button.tsx'
import { EntryForm } from '../ui/form/entry-form.tsx'
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

interface PayoutValues {
  /** The account of a transfer; null for that of the branch. */
  bank_account_id: number | null
}

interface PayoutDialogProps {
  request: RefundRequestSummary & Pick<ApprovalRequest, 'request_id' | 'user' | 'decided_by'>
  /** The number of the application. */
  code: string
  /** The customer's name. */
  customer: string
  /** The branch of the application, whose accounts are offered. */
  branch_id: number
  onClose: () => void
}

export function PayoutDialog({ request, code, customer, branch_id, onClose }: PayoutDialogProps) {
  const formId = useId()
  const form = useForm<PayoutValues>({ defaultValues: { bank_account_id: null } })
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, pending } = useDocumentCommand(refundRequest.payout, {
    pdfOf: ({ data }) => data.pdf,
    alert: 'none',
    invalidates: moneyQueryKeys,
    onError: (error) => {
      // Without an answer the dialog stays open: a retry sends the same idempotency key.
      if (isServerUnavailable(error)) return setProblem(failureText(error))
      onClose()
      showError(error)
    },
  })
  const isTransfer = request.refund.pay_type === 'transfer'
  const payOut = async ({ bank_account_id }: PayoutValues) => {
    setProblem(null)
    const { request_id } = request
    const input = isTransfer ? { request_id, bank_account_id } : { request_id }
    if ((await mutate(input)) !== undefined) onClose()
  }
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
            type="submit"
            form={formId}
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
        <EntryForm
          form={form}
          id={formId}
          label={actionWords.payOut}
          onSubmit={form.handleSubmit(payOut)}
        >
          {isTransfer && <BankAccountField branch_id={branch_id} />}
        </EntryForm>
      </div>
    </Modal>
  )
}
