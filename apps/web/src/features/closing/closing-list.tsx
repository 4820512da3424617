/** The day closes of the school. */
import { type ClosingRow, closing } from '@khapdee/contract/entities/closing'
import { Link } from '@tanstack/react-router'
import { useCurrentBranch } from '../../app/current-branch.ts'
import { useDocumentTitle } from '../../app/document-title.ts'
import { Permitted } from '../../app/permitted.tsx'
import { useSession } from '../../app/session.ts'
import { CreateLink } from '../../crud/create-link.tsx'
import { ExportButton } from '../../crud/export-button.tsx'
import { BranchListCard } from '../../crud/branch-list-card.tsx'
import type { FilterSpec } from '../../crud/resource.ts'
import { totalText } from '../../crud/total-text.ts'
import { useTable } from '../../crud/use-table.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { closingActions, closingColumns } from './closing-columns.tsx'

const title = 'ปิดยอดประจำวัน'

const filters: readonly FilterSpec[] = [
  { name: 'branch', label: 'สาขา' },
  { name: 'start', label: 'ตั้งแต่วันที่' },
  { name: 'end', label: 'ถึงวันที่' },
]

const rowKey = ({ closing_id }: ClosingRow) => closing_id

export function ClosingList() {
  return (
    <Permitted to="closing.view">
      <List />
    </Permitted>
  )
}

function List() {
  useDocumentTitle(title)
  const { can } = useSession()
  const { value: branch } = useCurrentBranch()
  const table = useTable(closing.gettable, { defaults: { branch } })
  return (
    <>
      <PageHeader
        title={title}
        count={totalText(table)}
        actions={
          <>
            <ExportButton endpoint={closing.export} table={table} />
            {can('closing.create') ? (
              <CreateLink to="/closings/new" label="ปิดยอดประจำวัน" />
            ) : (
              <Link to="/closings/new" className={buttonClass()}>
                ยอดที่ยังไม่ปิด
              </Link>
            )}
          </>
        }
      />
      <BranchListCard
        name="closing"
        label={title}
        columns={closingColumns}
        filters={filters}
        table={table}
        rows={table.rows}
        rowKey={rowKey}
        rowActions={closingActions}
      />
    </>
  )
}
