/** The course applications of the school. */
import { type ApplicationRow, application } from '@khapdee/contract/entities/application'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCurrentBranch } from '../../app/current-branch.ts'
import { useDocumentTitle } from '../../app/document-title.ts'
import { Permitted } from '../../app/permitted.tsx'
import { useSession } from '../../app/session.ts'
import { ListFilters } from '../../crud/list-filters.tsx'
import type { FilterSpec } from '../../crud/resource.ts'
import { useTable } from '../../crud/use-table.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SkeletonLine } from '../../ui/skeleton.tsx'
import { Stat, Stats } from '../../ui/stat.tsx'
import { applicationActions, applicationColumns } from './application-columns.tsx'

const title = 'สมัครเรียน'
const fixed = { type: 'course' }

const filters: readonly FilterSpec[] = [
  { name: 'branch', label: 'สาขา' },
  { name: 'user', label: 'ผู้ใช้งาน' },
  { name: 'status', label: 'สถานะ' },
  { name: 'start', label: 'ตั้งแต่วันที่' },
  { name: 'end', label: 'ถึงวันที่' },
  { name: 'text', label: 'คำค้นหา' },
]

const filtersOfOneBranch = filters.filter(({ name }) => name !== 'branch')

export function ApplicationList() {
  return (
    <Permitted to="application.view">
      <List />
    </Permitted>
  )
}

const rowKey = ({ application_id }: ApplicationRow) => application_id

function List() {
  useDocumentTitle(title)
  const { can, branches } = useSession()
  const hasSeveralBranches = branches.length > 1
  const { value: branch } = useCurrentBranch()
  const table = useTable(application.gettable, { defaults: { branch }, fixed })
  const totals = table.answer?.total
  const money = (value: keyof NonNullable<typeof totals>) =>
    totals ? <Money value={totals[value]} /> : <SkeletonLine width="60%" />

  return (
    <>
      <PageHeader
        title={title}
        count={`ทั้งหมด ${table.total.toLocaleString('en-US')} รายการ`}
        actions={
          can('application.create') && (
            <Link to="/registrations/new" className={buttonClass({ kind: 'primary' })}>
              <Plus size={16} aria-hidden />
              สร้างรายการใหม่
            </Link>
          )
        }
      />
      <Stats>
        <Stat label="ยอดสุทธิ" value={money('net')} />
        <Stat label="ชำระแล้ว" value={money('paid')} />
        <Stat label="ยอดค้างชำระ" value={money('balance')} tone="owed" />
      </Stats>
      <Card flush>
        <ListFilters
          filters={hasSeveralBranches ? filters : filtersOfOneBranch}
          searchPlaceholder="ค้นหาชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร"
          table={table}
        />
        <DataTable
          label={title}
          columns={applicationColumns(hasSeveralBranches)}
          rows={table.rows}
          rowKey={rowKey}
          sort={table.sort}
          onSort={table.setSort}
          stale={table.stale}
          state={table.state}
          onRetry={table.retry}
          rowActions={applicationActions}
          empty={<EmptyState hint="ลองล้างตัวกรอง หรือเปลี่ยนคำค้นหา" />}
        />
        <Pagination
          page={table.page}
          perPage={table.perPage}
          total={table.total}
          onPage={table.setPage}
          onPerPage={table.setPerPage}
        />
      </Card>
    </>
  )
}
