/** Every receipt and every refund; today's unless asked otherwise. */
import { type Movement, payment } from '@khapdee/contract/entities/payment'
import { Permitted } from '../../shared/screen.tsx'
import { ExportButton } from '../../crud/actions.tsx'
import { BranchListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import {
  byBranch,
  byDays,
  byStatus,
  byText,
  byType,
  byUser,
  type FilterSpec,
} from '../../crud/list-search.ts'
import { useToday } from '../../crud/date-ranges.ts'
import { movementActions, movementColumns } from './movement-columns.tsx'

const filters: readonly FilterSpec[] = [
  byBranch,
  { name: 'category', label: 'วิธีชำระเงิน' },
  byType,
  byStatus,
  byUser,
  ...byDays,
  byText,
]

/** Without voids, less refunds. */
const totals = [
  { name: 'cash', label: 'รวมเงินสด' },
  { name: 'banktransfer', label: 'รวมเงินโอน' },
] as const

const rowKey = ({ payment_id }: Movement) => payment_id

export function PaymentHistory() {
  return (
    <Permitted to="payment.view">
      <List />
    </Permitted>
  )
}

function List() {
  const today = useToday()
  const table = useBranchTable(payment.gettable, { defaults: { start: today, end: today } })
  return (
    <BranchListScreen
      name="payment"
      title="ประวัติการชำระเงิน"
      actions={<ExportButton endpoint={payment.exportHistory} table={table} />}
      columns={movementColumns}
      filters={filters}
      searchPlaceholder="ค้นหาชื่อ เลขที่ใบเสร็จ หรือเลขที่ใบสมัคร"
      table={table}
      rowKey={rowKey}
      rowActions={movementActions}
    >
      <ListTotals value={table.answer?.total} totals={totals} />
    </BranchListScreen>
  )
}
