/** Every receipt and every refund; today's unless asked otherwise. */
import { type Movement, payment } from '@khapdee/contract/entities/payment'
import { Permitted } from '../../shared/screen.tsx'
import { ExportButton } from '../../crud/export-button.tsx'
import { BranchListScreen, useBranchTable } from '../../crud/branch-list.tsx'
import { byBranch, byDays, byStatus, byText, byType, byUser } from '../../crud/filter-specs.ts'
import { ListTotals } from '../../crud/list-totals.tsx'
import type { FilterSpec } from '../../crud/resource.ts'
import { useToday } from '../../crud/use-today.ts'
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
