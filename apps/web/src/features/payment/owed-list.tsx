/** Applications of every kind with what is owed; outstanding ones unless asked otherwise. */
import { type OwedRow, payment } from '@khapdee/contract/entities/payment'
import { Permitted } from '../../shared/screen.tsx'
import { useSession } from '../../session/session.ts'
import { BranchListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import { ExportButton } from '../../crud/actions.tsx'
import { byBranch, byDays, byStatus, byText, byType, byUser } from '../../crud/list-search.ts'
import { owedActions, owedColumns, viewActions } from './owed-columns.tsx'

const filters = [byBranch, byType, byUser, byStatus, ...byDays, byText]

const totals = [
  { name: 'net', label: 'ยอดสุทธิ' },
  { name: 'paid', label: 'ชำระแล้ว' },
  { name: 'balance', label: 'ยอดค้างชำระ', tone: 'owed' },
  { name: 'cash', label: 'รวมเงินสด' },
  { name: 'banktransfer', label: 'รวมเงินโอน' },
] as const

const rowKey = ({ application_id }: OwedRow) => application_id

/** What customers of every kind owe, and how long they have. */
export function OverdueList() {
  return (
    <Permitted to="application.view">
      <List
        endpoint={payment.overdue}
        file={payment.exportOverdue}
        name="overdue"
        title="รายการค้างชำระ"
      />
    </Permitted>
  )
}

/** Where a clerk finds whoever comes to pay what is left. */
export function PayBalanceList() {
  return (
    <Permitted to="application.pay">
      <List
        endpoint={payment.owed}
        file={payment.exportOwed}
        name="pay-balance"
        title="รับชำระยอดค้าง"
      />
    </Permitted>
  )
}

interface ListProps {
  endpoint: typeof payment.overdue | typeof payment.owed
  /** The same list as a file. */
  file: typeof payment.exportOverdue
  /** What is remembered of the list is kept under this name. */
  name: string
  title: string
}

function List({ endpoint, file, name, title }: ListProps) {
  const { can } = useSession()
  const table = useBranchTable(endpoint, { defaults: { status: 'outstanding' } })
  return (
    <BranchListScreen
      name={name}
      title={title}
      actions={<ExportButton endpoint={file} table={table} />}
      columns={owedColumns}
      filters={filters}
      searchPlaceholder="ค้นหาชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร"
      table={table}
      rowKey={rowKey}
      rowActions={can('application.pay') ? owedActions : viewActions}
    >
      <ListTotals value={table.answer?.total} totals={totals} />
    </BranchListScreen>
  )
}
