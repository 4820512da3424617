import { closing, type ClosingRow } from '@khapdee/contract/entities/closing'
import { Printer } from 'lucide-react'
import { paths } from '../../shared/paths.ts'
import { call } from '../../api/client.ts'
import { printPdf } from '../../shared/print.ts'
import { writtenBy } from '../../crud/columns.tsx'
import { RecordLink, viewAction } from '../../crud/actions.tsx'
import type { Column } from '../../ui/columns.tsx'
import { Money, ThaiDay } from '../../ui/values.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { Difference } from './difference.tsx'

const addressOf = ({ closing_id }: ClosingRow) => paths.closings.record(closing_id)

export const closingColumns: readonly Column<ClosingRow>[] = [
  {
    id: 'closing_code',
    width: '10rem',
    header: 'เลขที่เอกสาร',
    nowrap: true,
    phone: 'title',
    cell: (row) => <RecordLink to={addressOf(row)}>{row.closing_code}</RecordLink>,
  },
  {
    id: 'day',
    width: '7rem',
    header: 'ประจำวันที่',
    sortable: true,
    nowrap: true,
    phone: 'meta',
    cell: ({ day }) => <ThaiDay value={day} />,
  },
  { id: 'branch', header: 'สาขา', cell: ({ branch }) => branch },
  writtenBy('ผู้ปิดยอด'),
  {
    id: 'movements',
    width: '5.5rem',
    header: 'รายการ',
    align: 'end',
    cell: ({ movements }) => <span className="tabular-nums">{movements}</span>,
  },
  {
    id: 'expected_transfer',
    width: '7rem',
    header: 'รวมเงินโอน',
    align: 'end',
    cell: ({ expected_transfer }) => <Money value={expected_transfer} />,
  },
  {
    id: 'expected_cash',
    width: '7rem',
    header: 'รวมเงินสด',
    align: 'end',
    cell: ({ expected_cash }) => <Money value={expected_cash} />,
  },
  {
    id: 'counted_cash',
    width: '7rem',
    header: 'เงินสดที่นับได้',
    align: 'end',
    cell: ({ counted_cash }) => <Money value={counted_cash} />,
  },
  {
    id: 'difference',
    width: '6.5rem',
    header: 'ส่วนต่าง',
    align: 'end',
    sortable: true,
    cell: ({ difference }) => <Difference value={difference} />,
  },
]

/** To call in the press itself. */
export const printReport = (closing_id: number): Promise<void> =>
  printPdf(() => call(closing.pdf, { closing_id }))

export const closingActions = (row: ClosingRow): readonly RowAction[] => [
  {
    id: 'print',
    label: 'พิมพ์รายงาน',
    icon: Printer,
    onAction: () => void printReport(row.closing_id),
  },
  viewAction(addressOf(row)),
]
