/** Applications of every kind with what is owed; outstanding ones unless asked otherwise. */
import type { OwedRow, payment } from '@khapdee/contract/entities/payment'
import { useCurrentBranch } from '../../app/current-branch.ts'
import { useDocumentTitle } from '../../app/document-title.ts'
import { useSession } from '../../app/session.ts'
import { ExportButton } from '../../crud/export-button.tsx'
import { BranchListCard } from '../../crud/branch-list-card.tsx'
import { ListTotals } from '../../crud/list-totals.tsx'
import type { FilterSpec } from '../../crud/resource.ts'
import { totalText } from '../../crud/total-text.ts'
import { useTable } from '../../crud/use-table.ts'
import { PageHeader } from '../../ui/page.tsx'
import { owedActions, owedColumns, viewActions } from './owed-columns.tsx'

const filters: readonly FilterSpec[] = [
  { name: 'branch', label: 'สาขา' },
  { name: 'type', label: 'ประเภท' },
  { name: 'user', label: 'ผู้ใช้งาน' },
  { name: 'status', label: 'สถานะ' },
  { name: 'start', label: 'ตั้งแต่วันที่' },
  { name: 'end', label: 'ถึงวันที่' },
  { name: 'text', label: 'คำค้นหา' },
]

const totals = [
  { name: 'net', label: 'ยอดสุทธิ' },
  { name: 'paid', label: 'ชำระแล้ว' },
  { name: 'balance', label: 'ยอดค้างชำระ', tone: 'owed' },
  { name: 'cash', label: 'รวมเงินสด' },
  { name: 'banktransfer', label: 'รวมเงินโอน' },
] as const

const rowKey = ({ application_id }: OwedRow) => application_id

interface OwedListProps {
  endpoint: typeof payment.overdue | typeof payment.owed
  /** The same list as a file. */
  file: typeof payment.exportOverdue
  /** What is remembered of the list is kept under this name. */
  name: string
  title: string
}

export function OwedList({ endpoint, file, name, title }: OwedListProps) {
  useDocumentTitle(title)
  const { can } = useSession()
  const { value: branch } = useCurrentBranch()
  const table = useTable(endpoint, { defaults: { branch, status: 'outstanding' } })
  return (
    <>
      <PageHeader
        title={title}
        count={totalText(table)}
        actions={<ExportButton endpoint={file} table={table} />}
      />
      <ListTotals value={table.answer?.total} totals={totals} />
      <BranchListCard
        name={name}
        label={title}
        columns={owedColumns}
        filters={filters}
        searchPlaceholder="ค้นหาชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร"
        table={table}
        rows={table.rows}
        rowKey={rowKey}
        rowActions={can('application.pay') ? owedActions : viewActions}
      />
    </>
  )
}
