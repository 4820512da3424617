/** Everybody whom the branches know. */
import { type ListedCustomer, customerRecord } from '@khapdee/contract/entities/customer-record'
import { Link } from '@tanstack/react-router'
import { CopyCheck } from 'lucide-react'
import { useCurrentBranch } from '../../app/current-branch.ts'
import { customersPath } from '../../app/customer-address.ts'
import { useDocumentTitle } from '../../app/document-title.ts'
import { Permitted } from '../../app/permitted.tsx'
import { useSession } from '../../app/session.ts'
import { BranchListCard } from '../../crud/branch-list-card.tsx'
import { ExportButton } from '../../crud/export-button.tsx'
import { ImportLink } from '../../crud/import-link.tsx'
import type { FilterSpec } from '../../crud/resource.ts'
import { totalText } from '../../crud/total-text.ts'
import { useTable } from '../../crud/use-table.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { customerColumns } from './customer-columns.tsx'

const title = 'ผู้สมัคร'

const filters: readonly FilterSpec[] = [
  { name: 'branch', label: 'สาขา' },
  { name: 'type', label: 'ประเภท' },
  { name: 'status', label: 'ประกาศความเป็นส่วนตัว' },
  { name: 'start', label: 'ตั้งแต่วันที่' },
  { name: 'end', label: 'ถึงวันที่' },
  { name: 'text', label: 'คำค้นหา' },
]

const rowKey = ({ customer_id }: ListedCustomer) => customer_id

export function CustomerList() {
  return (
    <Permitted to="customer.view">
      <List />
    </Permitted>
  )
}

function List() {
  useDocumentTitle(title)
  const { can } = useSession()
  const { value: branch } = useCurrentBranch()
  const table = useTable(customerRecord.gettable, { defaults: { branch } })
  return (
    <>
      <PageHeader
        title={title}
        count={totalText(table)}
        actions={
          <>
            {can('customer.merge') && (
              <Link to={`${customersPath}/duplicates`} className={buttonClass()}>
                <CopyCheck size={16} aria-hidden />
                ข้อมูลที่อาจซ้ำ
              </Link>
            )}
            <ImportLink kind="customer" />
            <ExportButton endpoint={customerRecord.export} table={table} />
          </>
        }
      />
      <BranchListCard
        name="customer"
        label={title}
        columns={customerColumns}
        filters={filters}
        searchPlaceholder="ชื่อ เลขบัตร หรือเบอร์โทร"
        table={table}
        rows={table.rows}
        rowKey={rowKey}
      />
    </>
  )
}
