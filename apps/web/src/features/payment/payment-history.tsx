/** Every receipt and every refund; today's unless asked otherwise. */
import { type Movement, payment } from '@khapdee/contract/entities/payment'
import { useCurrentBranch } from '../../app/current-branch.ts'
import { useDocumentTitle } from '../../app/document-title.ts'
import { Permitted } from '../../app/permitted.tsx'
import { ExportButton } from '../../crud/export-button.tsx'
import { BranchListCard } from '../../crud/branch-list-card.tsx'
import { ListTotals } from '../../crud/list-totals.tsx'
import type { FilterSpec } from '../../crud/resource.ts'
import { totalText } from '../../crud/total-text.ts'
import { useTable } from '../../crud/use-table.ts'
import { useToday } from '../../crud/use-today.ts'
import { PageHeader } from '../../ui/page.tsx'
import { movementActions, movementColumns } from './movement-columns.tsx'

const title = 'ประวัติการชำระเงิน'

const filters: readonly FilterSpec[] = [
  { name: 'branch', label: 'สาขา' },
  { name: 'category', label: 'วิธีชำระเงิน' },
  { name: 'type', label: 'ประเภท' },
  { name: 'status', label: 'สถานะ' },
  { name: 'user', label: 'ผู้ใช้งาน' },
  { name: 'start', label: 'ตั้งแต่วันที่' },
  { name: 'end', label: 'ถึงวันที่' },
  { name: 'text', label: 'คำค้นหา' },
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
  useDocumentTitle(title)
  const { value: branch } = useCurrentBranch()
  const today = useToday()
  const table = useTable(payment.gettable, { defaults: { branch, start: today, end: today } })
  return (
    <>
      <PageHeader
        title={title}
        count={totalText(table)}
        actions={<ExportButton endpoint={payment.exportHistory} table={table} />}
      />
      <ListTotals value={table.answer?.total} totals={totals} />
      <BranchListCard
        name="payment"
        label={title}
        columns={movementColumns}
        filters={filters}
        searchPlaceholder="ค้นหาชื่อ เลขที่ใบเสร็จ หรือเลขที่ใบสมัคร"
        table={table}
        rows={table.rows}
        rowKey={rowKey}
        rowActions={movementActions}
      />
    </>
  )
}
