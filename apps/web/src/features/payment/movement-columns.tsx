/** The columns of the payment history, and what one can do with each row. */
import { type Movement, payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { applicationKinds, payTypes, paymentStatuses } from '@khapdee/domain/application/status'
import { FileText, ReceiptText } from 'lucide-react'
import { call } from '../../api/client.ts'
import { applicationAddress } from '../../app/application-address.ts'
import { printPdf } from '../../app/print-pdf.ts'
import { RecordLink } from '../../crud/record-link.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/columns.ts'
import { Money, type MoneyTone } from '../../ui/money.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { ThaiInstant } from '../../ui/thai-date.tsx'

const placeOf = ({ kind, application_id }: Movement) => ({ type: kind, application_id })

export const movementColumns: readonly Column<Movement>[] = [
  {
    id: 'payment_code',
    width: '9.875rem',
    header: 'เลขที่เอกสาร',
    sortable: true,
    nowrap: true,
    phone: 'title',
    cell: ({ payment_code, status }) => (
      <span className={status === 'deleted' ? 'font-medium line-through' : 'font-medium'}>
        {payment_code}
      </span>
    ),
  },
  {
    id: 'createdAt',
    width: '9.5rem',
    header: 'วันที่ชำระ',
    sortable: true,
    nowrap: true,
    narrow: {
      below: 1100,
      under: 'payment_code',
      cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
    },
    cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
  },
  {
    id: 'customer',
    width: 'min(13rem, 17vw)',
    header: 'ผู้สมัคร',
    phone: 'lead',
    cell: (row) => (
      <>
        <span className="block">{row.customer}</span>
        <span className="flex flex-wrap gap-x-2 text-xs whitespace-nowrap">
          <RecordLink to={applicationAddress(placeOf(row))}>{row.application_code}</RecordLink>
          <span className="text-muted">{applicationKinds[row.kind].label}</span>
        </span>
      </>
    ),
  },
  {
    id: 'lines',
    header: 'รายละเอียด',
    cell: ({ lines }) => (
      <span title={lines} className="line-clamp-2 min-w-32">
        {lines}
      </span>
    ),
  },
  {
    id: 'branch',
    width: '8rem',
    header: 'สาขา',
    narrow: { below: 1280, under: 'lines', cell: ({ branch }) => branch },
    cell: ({ branch }) => branch,
  },
  {
    id: 'user',
    width: '8rem',
    header: 'ผู้บันทึก',
    narrow: { below: 1200, under: 'lines', cell: ({ user }) => `โดย ${user}` },
    cell: ({ user }) => user,
  },
  {
    id: 'pay_type',
    width: '6rem',
    header: 'วิธีชำระเงิน',
    nowrap: true,
    cell: ({ pay_type, bank_reference }) => (
      <>
        {payTypes[pay_type].label}
        {bank_reference !== '' && (
          <span className="block text-xs text-muted">{bank_reference}</span>
        )}
      </>
    ),
  },
  {
    id: 'paid',
    width: '6rem',
    header: 'จำนวนเงิน',
    align: 'end',
    sortable: true,
    cell: (row) => <Money value={row.paid} tone={toneOf(row)} />,
  },
  {
    id: 'status',
    width: '8rem',
    header: 'สถานะ',
    nowrap: true,
    phone: 'meta',
    cell: (row) => <Status row={row} />,
  },
]

function toneOf({ status, refund }: Movement): MoneyTone {
  if (status === 'deleted') return 'void'
  return refund ? 'negative' : 'plain'
}

/** A refund is told from a receipt; below it the close of the day that the money belongs to. */
function Status({ row: { status, refund, closing_code } }: { row: Movement }) {
  const { label, tone } = paymentStatuses[status]
  return (
    <>
      {refund ? <Chip tone="accent">คืนเงิน</Chip> : <Chip tone={tone}>{label}</Chip>}
      {closing_code !== '' && <span className="block text-xs text-muted">{closing_code}</span>}
    </>
  )
}

export function movementActions(row: Movement): readonly RowAction[] {
  const { payment_id, application_id } = row
  const print: RowAction = row.refund
    ? {
        id: 'print',
        label: 'พิมพ์ใบคืนเงิน',
        icon: ReceiptText,
        onAction: () => void printPdf(() => call(request.refundpdf, { application_id })),
      }
    : {
        id: 'print',
        label: 'พิมพ์ใบเสร็จ',
        icon: ReceiptText,
        onAction: () => void printPdf(() => call(payment.pdf, { payment_id })),
      }
  const view: RowAction = {
    id: 'view',
    label: 'ดูรายละเอียด',
    icon: FileText,
    href: applicationAddress(placeOf(row)),
  }
  return [print, view]
}
