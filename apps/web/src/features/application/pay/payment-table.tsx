/** The payments of an application, with the actions on each receipt. */
import {
  type ApplicationDetail,
  type PaymentOfApplication,
  payment,
} from '@khapdee/contract/entities/application-shapes'
import { paymentStatuses, payTypes } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { CircleCheck, FilePenLine, ImageIcon, ReceiptText, Trash2, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { columnsOf, userColumn } from '../../../crud/columns.tsx'
import { printReceipt } from '../../../shared/print.ts'
import { RequestOutcome } from '../../../shared/request-outcome.tsx'
import { useWithdrawal, type RequestToWithdraw } from '../../../shared/use-withdrawal.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import type { RowAction } from '../../../ui/menu.tsx'
import { Card } from '../../../ui/page.tsx'
import { Chip, Money, StateChip, ThaiInstant } from '../../../ui/values.tsx'
import type { OpenDialog } from '../detail/application-dialogs.tsx'
import { latestVoidRequest } from '../requests.ts'
import { receiptColumns } from '../receipt-columns.tsx'

type Payment = PaymentOfApplication & {
  /** The newest request to void it. */
  request: ApplicationDetail['requests'][number] | undefined
}

const columns = columnsOf<Payment>(payment.shape, [
  ...receiptColumns<Payment>(
    {
      id: 'paid',
      cell: ({ paid, status }) => (
        <span className={status === 'deleted' ? 'text-muted line-through' : undefined}>
          <Money value={paid} />
        </span>
      ),
    },
    (payment) => <PayTypeCell {...payment} />,
  ),
  userColumn({ belowWidth: 960, under: 'createdAt' }),
  {
    id: 'status',
    nowrap: true,
    phoneSlot: 'meta',
    cell: (payment) => <Status {...payment} />,
  },
])

function PayTypeCell({ pay_type, bank_reference, slip, note, ...edit }: Payment) {
  const { pay_type_edited_at, pay_type_edited_by, pay_type_note } = edit
  return (
    <>
      <span className="block">{payTypes[pay_type].label}</span>
      {[bank_reference, note]
        .filter((text) => text !== '')
        .map((text) => (
          <span key={text} className="block max-w-48 text-xs whitespace-normal text-muted">
            {text}
          </span>
        ))}
      {slip !== null && (
        <a
          href={slip}
          target="_blank"
          rel="noreferrer"
          className="block text-xs font-medium text-primary hover:underline"
        >
          ดูสลิป
        </a>
      )}
      {pay_type_edited_at !== null && (
        <span className="block max-w-48 text-xs whitespace-normal text-muted">
          {actionWords.editPayType} <ThaiInstant value={pay_type_edited_at} /> {pay_type_edited_by}
          {pay_type_note !== '' && `: ${pay_type_note}`}
        </span>
      )}
    </>
  )
}

/** The status, and the newest request to void it with its outcome. */
function Status({ status, closed, request }: Payment) {
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1">
        <StateChip state={paymentStatuses[status]} />
        {closed && <Chip tone="muted">ปิดยอดแล้ว</Chip>}
      </span>
      {request !== undefined && (
        <span className="max-w-48 text-xs whitespace-normal text-muted">
          {request.user}: {request.note}
        </span>
      )}
      {request !== undefined && request.state !== 'waiting' && <RequestOutcome request={request} />}
    </span>
  )
}

interface PaymentTableProps {
  detail: ApplicationDetail
  onOpen: (dialog: OpenDialog) => void
}

function actionsOf(
  { payment_id, payment_code, can, request, slip }: Payment,
  type: ApplicationDetail['type'],
  onOpen: PaymentTableProps['onOpen'],
  withdraw: (request: RequestToWithdraw) => void,
): readonly RowAction[] {
  const actions: (RowAction & { isAllowed: boolean })[] = [
    {
      id: 'decide',
      isAllowed: can.decide_delete,
      label: 'พิจารณาคำขอลบ',
      icon: CircleCheck,
      primary: true,
      onAction: () => onOpen({ name: 'decideVoid', payment_id }),
    },
    {
      id: 'print',
      isAllowed: can.print,
      label: actionWords.printReceipt,
      icon: ReceiptText,
      primary: true,
      onAction: () => void printReceipt(type, payment_id),
    },
    {
      id: 'edit',
      isAllowed: can.edit_pay_type,
      label: actionWords.editPayType,
      icon: FilePenLine,
      onAction: () => onOpen({ name: 'editPayType', payment_id }),
    },
    {
      id: 'slip',
      isAllowed: can.save_slip,
      label: slip === null ? 'แนบสลิปการโอน' : 'แก้ไขสลิปการโอน',
      icon: ImageIcon,
      onAction: () => onOpen({ name: 'slip', payment_id }),
    },
    {
      id: 'request',
      isAllowed: can.request_delete,
      label: actionWords.requestVoid,
      icon: Trash2,
      onAction: () => onOpen({ name: 'requestVoid', payment_id }),
    },
    {
      id: 'withdraw',
      isAllowed: request?.can.withdraw === true,
      label: actionWords.withdraw,
      icon: Undo2,
      onAction: () => withdraw({ request_id: request?.request_id ?? 0, code: payment_code }),
    },
  ]
  return actions.filter(({ isAllowed }) => isAllowed)
}

export function PaymentTable({ detail, onOpen }: PaymentTableProps) {
  const { type, payments, requests } = detail
  const { ask, dialog } = useWithdrawal()
  const rowActions = useMemo(
    () => (payment: Payment) => actionsOf(payment, type, onOpen, ask),
    [type, onOpen, ask],
  )
  const rows = useMemo(
    () =>
      payments.map((payment) => ({
        ...payment,
        request: latestVoidRequest(requests, payment.payment_id),
      })),
    [payments, requests],
  )
  return (
    <Card title={entities.payment.label} flush>
      <DataTable
        label={entities.payment.label}
        columns={columns}
        rows={rows}
        rowKey={({ payment_id }) => payment_id}
        state="ready"
        rowActions={rowActions}
        empty={<EmptyState title="ยังไม่มีการชำระเงิน" />}
      />
      {dialog}
    </Card>
  )
}
