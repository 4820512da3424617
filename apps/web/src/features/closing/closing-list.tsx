/** The list of day closes. */
import { closing, type ClosingRow, closingRow } from '@khapdee/contract/entities/closing'
import { receivedSums } from '@khapdee/contract/entities/payment'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { units, actionWords } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { call } from '../../api/client.ts'
import { CreateLink, ExportButton, RecordLink, viewAction } from '../../crud/actions.tsx'
import { columnsOf, userAndTimeColumn } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { byDays } from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import { printPdf } from '../../shared/print.ts'
import { Permitted } from '../../shared/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { Money, ThaiDay } from '../../ui/values.tsx'
import { Difference } from './drawer-movements.tsx'

const rowKey = ({ closing_id }: ClosingRow) => closing_id

export function ClosingList() {
  return (
    <Permitted permission="closing.view">
      <List />
    </Permitted>
  )
}

function List() {
  const { can } = useSession()
  const table = useBranchTable(closing.gettable)
  return (
    <BranchScopedListScreen
      name="closing"
      title={entities.closing.label}
      actions={
        <>
          <ExportButton endpoint={closing.export} table={table} />
          {can('closing.create') ? (
            <CreateLink to={paths.closings.new} label={entities.closing.label} />
          ) : (
            <Link to={paths.closings.new} className={buttonClass()}>
              ยอดที่ยังไม่ปิด
            </Link>
          )}
        </>
      }
      columns={closingColumns}
      filters={byDays}
      table={table}
      rowKey={rowKey}
      rowActions={closingActions}
    />
  )
}

const pathOf = ({ closing_id }: ClosingRow) => paths.closings.record(closing_id)

const closingColumns = columnsOf<ClosingRow>(closingRow.shape, [
  {
    id: 'closing_code',
    width: '10rem',
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => <RecordLink to={pathOf(row)}>{row.closing_code}</RecordLink>,
  },
  {
    id: 'day',
    width: '7rem',
    sortable: true,
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ day }) => <ThaiDay value={day} />,
  },
  { id: 'branch', cell: ({ branch }) => branch },
  userAndTimeColumn(titleOf(closingRow.shape, 'user')),
  {
    id: 'movements',
    width: '5.5rem',
    header: units.entries,
    align: 'end',
    cell: ({ movements }) => movements,
  },
  {
    id: 'expected_transfer',
    width: '7rem',
    header: titleOf(receivedSums, 'banktransfer'),
    align: 'end',
    cell: ({ expected_transfer }) => <Money value={expected_transfer} />,
  },
  {
    id: 'expected_cash',
    width: '7rem',
    header: titleOf(receivedSums, 'cash'),
    align: 'end',
    cell: ({ expected_cash }) => <Money value={expected_cash} />,
  },
  {
    id: 'counted_cash',
    width: '7rem',
    align: 'end',
    cell: ({ counted_cash }) => <Money value={counted_cash} />,
  },
  {
    id: 'difference',
    width: '6.5rem',
    align: 'end',
    sortable: true,
    cell: ({ difference }) => <Difference value={difference} />,
  },
])

/** Opens the report of a day close. Call it synchronously in a press handler: see `printPdf`. */
export const printReport = (closing_id: number): Promise<void> =>
  printPdf(() => call(closing.pdf, { closing_id }))

const closingActions = (row: ClosingRow): readonly RowAction[] => [
  {
    id: 'print',
    label: actionWords.printReport,
    icon: Printer,
    onAction: () => void printReport(row.closing_id),
  },
  viewAction(pathOf(row)),
]
