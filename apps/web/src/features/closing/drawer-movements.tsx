/** The table of receipts and refunds of a day close, or of the open day. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { closing } from '@khapdee/contract/entities/closing'
import { payTypes } from '@khapdee/domain/application/status'
import { differenceText } from '@khapdee/domain/cash'
import type { Satang } from '@khapdee/domain/money'
import { units } from '@khapdee/domain/words'
import {
  columnsOf,
  PaymentAmount,
  PaymentChip,
  PaymentCode,
  userColumn,
} from '../../crud/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { Card } from '../../ui/page.tsx'
import { Chip, ThaiInstant } from '../../ui/values.tsx'

type Movement = OutputOf<typeof closing.get>['data']['payments'][number]

const columns = columnsOf<Movement>(
  closing.current.output.shape.data.shape.payments.element.shape,
  [
    {
      id: 'payment_code',
      width: '10rem',
      nowrap: true,
      phoneSlot: 'title',
      cell: (row) => <PaymentCode {...row} />,
    },
    {
      id: 'customer',
      phoneSlot: 'lead',
      cell: ({ customer, application_code }) => (
        <>
          <span className="block">{customer}</span>
          <span className="text-xs text-muted">{application_code}</span>
        </>
      ),
    },
    {
      id: 'createdAt',
      nowrap: true,
      cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
    },
    userColumn({ belowWidth: 860, under: 'createdAt' }),
    {
      id: 'pay_type',
      nowrap: true,
      cell: ({ pay_type }) => payTypes[pay_type].label,
    },
    {
      id: 'paid',
      align: 'end',
      cell: (row) => <PaymentAmount {...row} />,
    },
    {
      id: 'status',
      nowrap: true,
      phoneSlot: 'meta',
      cell: (row) => <PaymentChip {...row} />,
    },
  ],
)

const rowKey = ({ payment_id }: Movement) => payment_id

interface DrawerMovementsProps {
  /** The movements, the newest last; they are shown in the opposite order. */
  payments: readonly Movement[]
  /** The number of all movements; `payments` may have only the newest ones. */
  count: number
}

export function DrawerMovements({ payments, count }: DrawerMovementsProps) {
  const isTruncated = payments.length < count
  return (
    <Card title="รายการรับและคืนเงิน" flush>
      {isTruncated && (
        <p className="px-4 py-2 text-sm text-muted">
          แสดง {payments.length} รายการล่าสุด จาก {count} {units.entries}
        </p>
      )}
      <DataTable
        label="รายการรับและคืนเงิน"
        columns={columns}
        rows={payments.toReversed()}
        rowKey={rowKey}
        state="ready"
        empty={<EmptyState title="ยังไม่มีรายการรับเงินตั้งแต่ปิดยอดครั้งก่อน" />}
      />
    </Card>
  )
}

/**
 * Counted minus expected cash (satang), as a chip with the word for short or over instead of a
 * sign.
 */
export function Difference({ value }: { value: Satang }) {
  const tone = value === 0 ? 'ok' : value < 0 ? 'danger' : 'warn'
  return <Chip tone={tone}>{differenceText(value)}</Chip>
}
