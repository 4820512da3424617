/** What was paid for an application, and the receipts. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { payTypes } from '@khapdee/domain/application/status'
import type { Tone } from '@khapdee/domain/tone'
import { ReceiptText } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { ThaiInstant } from '../../ui/thai-date.tsx'
import { printReceipts } from './print.ts'

type Payment = ApplicationDetail['payments'][number]

const statuses: Record<Payment['status'], { label: string; tone: Tone }> = {
  normal: { label: 'ปกติ', tone: 'ok' },
  delete_requested: { label: 'รออนุมัติลบ', tone: 'warn' },
  deleted: { label: 'ยกเลิกใบเสร็จแล้ว', tone: 'danger' },
}

const columns: readonly Column<Payment>[] = [
  {
    id: 'payment_code',
    header: 'เลขที่ใบเสร็จ',
    nowrap: true,
    phone: 'title',
    cell: ({ payment_code }) => <span className="font-medium">{payment_code}</span>,
  },
  {
    id: 'createdAt',
    header: 'วันที่ชำระ',
    nowrap: true,
    cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
  },
  {
    id: 'pay_type',
    header: 'วิธีชำระเงิน',
    nowrap: true,
    cell: ({ pay_type }) => payTypes[pay_type].label,
  },
  { id: 'paid', header: 'จำนวนเงิน', align: 'end', cell: ({ paid }) => <Money value={paid} /> },
  {
    id: 'user',
    header: 'ผู้บันทึก',
    narrow: { below: 960, under: 'createdAt', cell: ({ user }) => `โดย ${user}` },
    cell: ({ user }) => user,
  },
  {
    id: 'status',
    header: 'สถานะ',
    nowrap: true,
    phone: 'meta',
    cell: ({ status }) => <Chip tone={statuses[status].tone}>{statuses[status].label}</Chip>,
  },
]

const rowActions = ({ payment_id }: Payment): readonly RowAction[] => [
  {
    id: 'print',
    label: 'พิมพ์ใบเสร็จ',
    icon: ReceiptText,
    primary: true,
    onAction: () => void printReceipts({ payment_id }),
  },
]

export function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  return (
    <Card title="การชำระเงิน" flush>
      <DataTable
        label="การชำระเงิน"
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
