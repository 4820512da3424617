/** Everybody whom the branches know. */
import { customerRecord, type ListedCustomer } from '@khapdee/contract/entities/customer-record'
import { Link } from '@tanstack/react-router'
import { CopyCheck } from 'lucide-react'
import { paths } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { useSession } from '../../session/session.ts'
import { BranchListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { ExportButton, ImportLink } from '../../crud/actions.tsx'
import { byBranch, byDays, byStatus, byText, byType } from '../../crud/list-search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { customerColumns } from './customer-columns.tsx'

const filters = [byBranch, byType, { ...byStatus, label: 'ประกาศความเป็นส่วนตัว' }, ...byDays, byText]

const rowKey = ({ customer_id }: ListedCustomer) => customer_id

export function CustomerList() {
  return (
    <Permitted to="customer.view">
      <List />
    </Permitted>
  )
}

function List() {
  const { can } = useSession()
  const table = useBranchTable(customerRecord.gettable)
  return (
    <BranchListScreen
      name="customer"
      title="ผู้สมัคร"
      actions={
        <>
          {can('customer.merge') && (
            <Link to={paths.customers.duplicates} className={buttonClass()}>
              <CopyCheck size={16} aria-hidden />
              ข้อมูลที่อาจซ้ำ
            </Link>
          )}
          <ImportLink kind="customer" />
          <ExportButton endpoint={customerRecord.export} table={table} />
        </>
      }
      columns={customerColumns}
      filters={filters}
      searchPlaceholder="ชื่อ เลขบัตร หรือเบอร์โทร"
      table={table}
      rowKey={rowKey}
    />
  )
}
