/** What went back of an application's money. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { payTypes } from '@khapdee/domain/application/status'
import { ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { recordedBy } from '../../crud/columns.tsx'
import { Card } from '../../ui/page.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Money, ThaiInstant } from '../../ui/values.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { printRefund } from '../../shared/print.ts'

type Refund = ApplicationDetail['refunds'][number]

const columns: readonly Column<Refund>[] = [
  {
    id: 'payment_code',
    header: 'เลขที่เอกสาร',
    nowrap: true,
    phone: 'title',
    cell: ({ payment_code }) => <span className="font-medium">{payment_code}</span>,
  },
  {
    id: 'createdAt',
    header: 'วันที่',
    nowrap: true,
    cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
  },
  {
    id: 'pay_type',
    header: 'วิธีคืนเงิน',
    nowrap: true,
    narrow: { below: 960, under: 'value' },
    cell: ({ pay_type }) => payTypes[pay_type].label,
  },
  {
    id: 'value',
    header: 'จำนวนเงินคืน',
    align: 'end',
    cell: ({ value }) => <Money value={value} />,
  },
  { id: 'note', header: 'เหตุผลการคืนเงิน', cell: ({ note }) => note },
  recordedBy(960, 'createdAt'),
]

export function RefundTable({ application_id, refunds }: ApplicationDetail) {
  const rowActions = useMemo(
    () => (): readonly RowAction[] => [
      {
        id: 'print',
        label: 'พิมพ์ใบคืนเงิน',
        icon: ReceiptText,
        primary: true,
        onAction: () => void printRefund(application_id),
      },
    ],
    [application_id],
  )
  if (refunds.length === 0) return null
  return (
    <Card title="คืนเงิน" flush>
      <DataTable
        label="คืนเงิน"
        columns={columns}
        rows={refunds}
        rowKey={({ payment_id }) => payment_id}
        state="ready"
        rowActions={rowActions}
      />
    </Card>
  )
}
