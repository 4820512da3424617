/** The day closes of the school. */
import { closing, type ClosingRow } from '@khapdee/contract/entities/closing'
import { Link } from '@tanstack/react-router'
import { paths } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { useSession } from '../../session/session.ts'
import { CreateLink, ExportButton } from '../../crud/actions.tsx'
import { BranchListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byBranch, byDays } from '../../crud/list-search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { closingActions, closingColumns } from './closing-columns.tsx'

const filters = [byBranch, ...byDays]

const rowKey = ({ closing_id }: ClosingRow) => closing_id

export function ClosingList() {
  return (
    <Permitted to="closing.view">
      <List />
    </Permitted>
  )
}

function List() {
  const { can } = useSession()
  const table = useBranchTable(closing.gettable)
  return (
    <BranchListScreen
      name="closing"
      title="ปิดยอดประจำวัน"
      actions={
        <>
          <ExportButton endpoint={closing.export} table={table} />
          {can('closing.create') ? (
            <CreateLink to={paths.closings.new} label="ปิดยอดประจำวัน" />
          ) : (
            <Link to={paths.closings.new} className={buttonClass()}>
              ยอดที่ยังไม่ปิด
            </Link>
          )}
        </>
      }
      columns={closingColumns}
      filters={filters}
      table={table}
      rowKey={rowKey}
      rowActions={closingActions}
    />
  )
}
