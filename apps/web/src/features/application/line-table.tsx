/** The lines of a saved application, with names and prices as they were then. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { payTypes } from '@khapdee/domain/application/status'
import { Card } from '../../ui/page.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Money, ThaiDay } from '../../ui/values.tsx'
import { lineKinds } from './line-values.ts'
import { type StoredLine, storedLines } from './stored-lines.ts'

const columns: readonly Column<StoredLine>[] = [
  {
    id: 'name',
    header: 'รายการ',
    phone: 'title',
    cell: ({ kind, name, note, promotion_code }) => (
      <>
        <span className="block">{name}</span>
        <span className="block text-xs text-muted">
          {[lineKinds[kind].title, promotion_code && `รหัสส่วนลด ${promotion_code}`, note]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    id: 'exam_date',
    header: 'วันสอบ',
    nowrap: true,
    cell: ({ exam_date }) => <ThaiDay value={exam_date} />,
  },
  {
    id: 'permission_date',
    header: 'สิทธิ์สอบถึงวันที่',
    nowrap: true,
    narrow: {
      below: 960,
      under: 'exam_date',
      cell: ({ permission_date }) =>
        permission_date && (
          <>
            สิทธิ์ถึง <ThaiDay value={permission_date} />
          </>
        ),
    },
    cell: ({ permission_date }) => <ThaiDay value={permission_date} />,
  },
  { id: 'cost', header: 'ราคา', align: 'end', cell: ({ cost }) => <Money value={cost} /> },
  {
    id: 'discount',
    header: 'ส่วนลด',
    align: 'end',
    narrow: {
      below: 960,
      under: 'cost',
      cell: ({ discount }) =>
        discount > 0 && (
          <>
            ลด <Money value={discount} />
          </>
        ),
    },
    cell: ({ discount }) => <Money value={discount} tone={discount > 0 ? 'plain' : 'muted'} />,
  },
  { id: 'net', header: 'ยอดสุทธิ', align: 'end', cell: ({ net }) => <Money value={net} /> },
  { id: 'paid', header: 'ชำระแล้ว', align: 'end', cell: ({ paid }) => <Money value={paid} /> },
  {
    id: 'balance',
    header: 'ค้างชำระ',
    align: 'end',
    cell: ({ balance }) => <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />,
  },
  {
    id: 'pay_type',
    header: 'วิธีชำระเงิน',
    nowrap: true,
    narrow: { below: 960, under: 'paid', cell: payTypeOf },
    cell: (row) => payTypeOf(row) ?? '–',
  },
]

/** How it was paid; nothing while nothing is. */
function payTypeOf({ pay_type, paid }: StoredLine) {
  return pay_type === null || paid === 0 ? null : payTypes[pay_type].label
}

export function LineTable({ application }: { application: ApplicationDetail }) {
  return (
    <Card title="รายการ" flush>
      <DataTable
        label="รายการ"
        columns={columns}
        rows={storedLines(application)}
        rowKey={({ line_id }) => line_id}
        state="ready"
      />
    </Card>
  )
}
