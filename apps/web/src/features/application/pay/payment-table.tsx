/** The payments of an application, with the actions on each receipt. */
import {
  type ApplicationDetail,
  type PaymentOfApplication,
  payment,
} from '@khapdee/contract/entities/application-shapes'
import { paymentStatuses, payTypes } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { CircleCheck, FilePenLine, ReceiptText, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { columnsOf, userColumn } from '../../../crud/columns.tsx'
import { printReceipt } from '../../../shared/print.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import type { RowAction } from '../../../ui/menu.tsx'
import { Card } from '../../../ui/page.tsx'
import { Chip, Money, StateChip } from '../../../ui/values.tsx'
import type { OpenDialog } from '../detail/application-dialogs.tsx'
import { receiptColumns } from '../receipt-columns.tsx'

type Payment = PaymentOfApplication

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

function PayTypeCell({ pay_type, bank_reference }: Payment) {
  return (
    <>
      <span className="block">{payTypes[pay_type].label}</span>
      {bank_reference !== '' && <span className="block text-xs text-muted">{bank_reference}</span>}
    </>
  )
}

/** The status; while a deletion is requested, also the requester and the reason. */
function Status({ status, closed, requested_by, request_note }: Payment) {
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1">
        <StateChip state={paymentStatuses[status]} />
        {closed && <Chip tone="muted">ปิดยอดแล้ว</Chip>}
      </span>
      {status === 'delete_requested' && (
        <span className="max-w-48 text-xs whitespace-normal text-muted">
          {requested_by}: {request_note}
        </span>
      )}
    </span>
  )
}

interface PaymentTableProps {
  detail: ApplicationDetail
  onOpen: (dialog: OpenDialog) => void
}

function actionsOf(
  { payment_id, can }: Payment,
  type: ApplicationDetail['type'],
  onOpen: PaymentTableProps['onOpen'],
): readonly RowAction[] {
  const actions: (RowAction & { isAllowed: boolean })[] = [
    {
      id: 'decide',
      isAllowed: can.decide_delete,
      label: 'พิจารณาคำขอลบ',
      icon: CircleCheck,
      primary: true,
      onAction: () => onOpen({ name: 'decideDeletion', payment_id }),
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
      id: 'request',
      isAllowed: can.request_delete,
      label: actionWords.requestVoid,
      icon: Trash2,
      onAction: () => onOpen({ name: 'requestDeletion', payment_id }),
    },
  ]
  return actions.filter(({ isAllowed }) => isAllowed)
}

export function PaymentTable({ detail, onOpen }: PaymentTableProps) {
  const { type, payments } = detail
  const rowActions = useMemo(
    () => (payment: Payment) => actionsOf(payment, type, onOpen),
    [type, onOpen],
  )
  return (
    <Card title={entities.payment.label} flush>
      <DataTable
        label={entities.payment.label}
        columns={columns}
        rows={payments}
        rowKey={({ payment_id }) => payment_id}
        state="ready"
        rowActions={rowActions}
        empty={<EmptyState title="ยังไม่มีการชำระเงิน" />}
      />
    </Card>
  )
}
