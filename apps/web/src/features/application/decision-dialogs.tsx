/** Deciding what somebody else asked for: the deletion of a receipt, or a request. */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { payment as paymentApi } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { formatBaht } from '@khapdee/domain/money'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { showOnFields } from '../../api/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { type PaymentDialogProps, PaymentLine } from './payment-dialogs.tsx'
import { useAction } from './use-action.ts'

const { FormTextArea } = fieldsOf<NoteValues>()

interface Decision {
  decision: 'approve' | 'reject'
  note: string
}

interface NoteValues {
  note: string
}

interface DecisionDialogProps<E extends Endpoint> {
  title: string
  endpoint: E
  toInput: (decision: Decision) => InputOf<E>
  onClose: () => void
  /** What it is about. */
  children: ReactNode
}

function DecisionDialog<E extends Endpoint>(props: DecisionDialogProps<E>) {
  const { title, endpoint, toInput, onClose, children } = props
  const form = useForm<NoteValues>({ defaultValues: { note: '' } })
  const { run, pending, problem } = useAction(endpoint, {
    onClose,
    onRefused: (error) => showOnFields(form, error),
  })
  const decide = (decision: Decision['decision']) =>
    form.handleSubmit(({ note }) => run(toInput({ decision, note })))
  return (
    <FormDialog
      form={form}
      title={title}
      size="md"
      onClose={onClose}
      onSubmit={decide('approve')}
      submitLabel="อนุมัติ"
      dismissLabel="ปิด"
      otherAction={
        <Button isDisabled={pending} onPress={() => void decide('reject')()}>
          ไม่อนุมัติ
        </Button>
      }
      pending={pending}
      problem={problem}
    >
      {children}
      <FormTextArea name="note" label="หมายเหตุ" rows={2} />
    </FormDialog>
  )
}

export function DecideDeletionDialog({ payment, onClose }: PaymentDialogProps) {
  const { payment_id, requested_by, request_note } = payment
  return (
    <DecisionDialog
      title="คำขอลบรายการชำระเงิน"
      endpoint={paymentApi.decideDelete}
      toInput={(decision) => ({ payment_id, ...decision })}
      onClose={onClose}
    >
      <PaymentLine payment={payment} />
      <p>
        {requested_by} ขอลบเพราะ “{request_note}”
      </p>
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
      toInput={(decision) => ({ application_id, ...decision })}
      onClose={onClose}
    >
      <p>
        {application_code} ของ {customer.name} ยอดสุทธิ {formatBaht(net)} บาท บันทึกโดย {user}
      </p>
    </DecisionDialog>
  )
}
