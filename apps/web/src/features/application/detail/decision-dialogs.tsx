/** Dialogs to decide on voids of receipts and on request fees, and to cancel an application. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { type ApplicationDetail, sums } from '@khapdee/contract/entities/application-shapes'
import { decisionProblem } from '@khapdee/contract/entities/application-endpoints'
import { payment as paymentApi } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { titlesOf } from '@khapdee/contract/field-meta'
import { onlyRejectable } from '@khapdee/domain/application/approval-request'
import { bahtWithUnit } from '@khapdee/domain/money'
import { actionWords } from '@khapdee/domain/words'
import { Ban } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { isServerUnavailable } from '../../../api/api-error.ts'
import { schemaResolver, showOnFields } from '../../../api/form-errors.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { feeRejectionNotice } from '../../../shared/ending-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { Amount, Amounts } from '../amounts.tsx'
import { applicationKindConfigs } from '../kinds.ts'
import { latestVoidRequest } from '../requests.ts'
import { type PaymentDialogProps, ReceiptSummary } from '../pay/payment-dialogs.tsx'
import { useApplicationCommand } from '../use-application-command.ts'

const { FormTextArea } = fieldsOf<NoteValues>()

interface Decision {
  /** The version of the application when the dialog was opened. */
  version: number
  decision: 'approve' | 'reject'
  note: string
}

interface NoteValues {
  note: string
}

interface DecisionDialogProps<E extends Endpoint> {
  title: string
  endpoint: E
  /** The version of the application. */
  version: number
  toInput: (decision: Decision) => InputOf<E>
  /** Whether the request can only be rejected. */
  isOnlyRejectable?: boolean
  onClose: () => void
  /** A description of the request to decide on. */
  children: ReactNode
}

/** The dialog with the buttons that approve and reject. A rejection needs a reason. */
export function DecisionDialog<E extends Endpoint>(props: DecisionDialogProps<E>) {
  const { title, endpoint, toInput, isOnlyRejectable = false, onClose, children } = props
  const [version] = useState(props.version)
  const form = useForm<NoteValues>({ defaultValues: { note: '' } })
  const { run, pending, problem } = useApplicationCommand(endpoint, {
    onClose,
    onError: (error) => showOnFields(form, error),
    closesOnConflict: true,
  })
  const decide = (decision: Decision['decision']) =>
    form.handleSubmit(({ note }) => {
      const message = decisionProblem({ decision, note })
      if (message === null) return run(toInput({ version, decision, note }))
      form.setError('note', { type: 'check', message }, { shouldFocus: true })
      return undefined
    })
  return (
    <FormDialog
      form={form}
      schema={endpoint.input}
      title={title}
      size="md"
      onClose={onClose}
      onSubmit={decide(isOnlyRejectable ? 'reject' : 'approve')}
      submitLabel={isOnlyRejectable ? actionWords.reject : actionWords.approve}
      kind={isOnlyRejectable ? 'danger' : 'primary'}
      dismissLabel={actionWords.close}
      otherAction={
        !isOnlyRejectable && (
          <Button isDisabled={pending} onPress={() => void decide('reject')()}>
            {actionWords.reject}
          </Button>
        )
      }
      pending={pending}
      problem={problem}
    >
      {children}
      <FormTextArea
        name="note"
        rows={2}
        required={isOnlyRejectable}
        description={isOnlyRejectable ? undefined : `จำเป็นเมื่อ${actionWords.reject}`}
      />
    </FormDialog>
  )
}

export function DecideVoidDialog({ payment, version, requests, onClose }: PaymentDialogProps) {
  const { payment_id, can } = payment
  const request = latestVoidRequest(requests, payment_id)
  return (
    <DecisionDialog
      title="คำขอลบรายการชำระเงิน"
      endpoint={paymentApi.decideDelete}
      version={version}
      toInput={(decision) => ({ payment_id, ...decision })}
      isOnlyRejectable={!can.approve_delete}
      onClose={onClose}
    >
      <ReceiptSummary payment={payment} />
      <p>
        {request?.user} ขอลบเพราะ “{request?.note}”
      </p>
      {!can.approve_delete && <Alert tone="warning">{onlyRejectable}</Alert>}
    </DecisionDialog>
  )
}

interface DecideRequestDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

export function DecideRequestDialog({ detail, onClose }: DecideRequestDialogProps) {
  const { application_id, application_code, customer, net, user } = detail
  return (
    <DecisionDialog
      title="พิจารณาค่าคำขอ"
      endpoint={request.approve}
      version={detail.version}
      toInput={(decision) => ({ application_id, ...decision })}
      onClose={onClose}
    >
      <p>
        {application_code} ของ {customer.name} ยอดสุทธิ {bahtWithUnit(net)} บันทึกโดย {user}
      </p>
      <p>{feeRejectionNotice}</p>
    </DecisionDialog>
  )
}

interface CancelValues {
  application_id: number
  version: number
  note: string
}

const amountLabels = titlesOf(sums)

interface CancelDialogProps {
  detail: ApplicationDetail
  onClose: () => void
}

/** Cancels an application together with its receipts; the reason is required. */
export function CancelDialog({ detail, onClose }: CancelDialogProps) {
  const { application_id, version, application_code, type, customer, payments, net, balance } =
    detail
  const endpoint = applicationKindConfigs[type].api.delete
  const form = useForm<CancelValues>({
    defaultValues: { application_id, version, note: '' },
    resolver: schemaResolver<CancelValues>(endpoint.input),
  })
  const { run, pending, problem } = useApplicationCommand(endpoint, {
    onClose,
    onError: (error) => {
      // Without an answer the input stays, to be sent again.
      if (!isServerUnavailable(error)) form.reset()
      showOnFields(form, error)
    },
    closesOnConflict: true,
  })
  const receiptsToVoid = payments.filter(({ status }) => status !== 'deleted')
  return (
    <FormDialog
      form={form}
      schema={endpoint.input}
      title={actionWords.cancelApplication}
      onClose={onClose}
      onSubmit={form.handleSubmit(run)}
      submitLabel={actionWords.cancelApplication}
      submitIcon={Ban}
      kind="danger"
      dismissLabel="ย้อนกลับ"
      pending={pending}
      problem={problem}
    >
      <p>
        ยกเลิกใบสมัคร {application_code} ของ {customer.name} แล้วจะแก้ไขไม่ได้
      </p>
      <Amounts>
        <Amount label={amountLabels.net} value={net} />
        <Amount label={amountLabels.balance} value={balance} isStrong />
      </Amounts>
      {receiptsToVoid.length > 0 && (
        <Alert tone="warning">
          ใบเสร็จต่อไปนี้จะถูกยกเลิกด้วย
          <ul>
            {receiptsToVoid.map(({ payment_id, payment_code, paid }) => (
              <li key={payment_id}>{`${payment_code} จำนวน ${bahtWithUnit(paid)}`}</li>
            ))}
          </ul>
        </Alert>
      )}
      <FormTextArea name="note" rows={2} />
    </FormDialog>
  )
}
