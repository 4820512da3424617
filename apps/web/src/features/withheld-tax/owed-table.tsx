/** The withheld tax owed to the Revenue Department, by month, branch and return. */
import { type OwedTax, withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { lastDayOf, month as monthOf } from '@khapdee/domain/payroll/month'
import { type Day, formatDay, formatMonth } from '@khapdee/domain/thai-date'
import { supplierReturns, withheldTaxTitle } from '@khapdee/domain/withheld-tax'
import { stateWords, actionWords } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { columnsOf } from '../../crud/columns.tsx'
import type { FilterValues } from '../../crud/list-search.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { Card } from '../../ui/page.tsx'
import { useToday } from '../../ui/use-today.ts'
import { Chip, countText, Money, ThaiDay } from '../../ui/values.tsx'
import { noReturn, type RemittableTax } from './shapes.ts'

interface OwedTableProps {
  /** Undefined until they are loaded. */
  rows: readonly OwedTax[] | undefined
  /** Null without the permission. */
  onRemit: ((owed: RemittableTax) => void) | null
  /** Filters the list by the expenses of a row. */
  onShow: (filters: FilterValues) => void
}

const title = `${withheldTaxTitle}ค้างนำส่ง`
const rowKey = ({ branch_id, month, return: kind }: OwedTax) => `${branch_id} ${month} ${kind}`

const filtersOf = ({ month, return: kind }: OwedTax): FilterValues => ({
  status: 'owed',
  start: `${month}-01`,
  end: lastDayOf(monthOf(month)),
  type: kind ?? '',
})

const columnsBy = (
  today: Day,
  { onRemit, onShow }: Pick<OwedTableProps, 'onRemit' | 'onShow'>,
): readonly Column<OwedTax>[] => [
  ...columnsOf<OwedTax>(withheldTax.owedRow.shape, [
    {
      id: 'month',
      header: 'เดือนที่หักภาษี',
      phoneSlot: 'title',
      cell: (row) => (
        <Button onPress={() => onShow(filtersOf(row))}>{formatMonth(row.month)}</Button>
      ),
    },
    {
      id: 'return',
      nowrap: true,
      cell: ({ return: kind }) =>
        kind === null ? <Chip tone="warn">{noReturn}</Chip> : supplierReturns[kind].label,
    },
    { id: 'branch', cell: ({ branch }) => branch },
    {
      id: 'count',
      header: 'จำนวนรายการ',
      align: 'end',
      cell: ({ count }) => countText(count),
    },
    { id: 'value', align: 'end', cell: ({ value }) => <Money value={value} /> },
    {
      id: 'until',
      header: 'นำส่งภายใน',
      nowrap: true,
      cell: ({ until }) =>
        until < today ? (
          <Chip tone="danger">{`${stateWords.overdue} ${formatDay(until)}`}</Chip>
        ) : (
          <ThaiDay value={until} />
        ),
    },
  ]),
  ...(onRemit === null
    ? []
    : [
        {
          id: 'remit',
          header: actionWords.remit,
          cell: ({ return: kind, ...row }: OwedTax) =>
            kind !== null && (
              <Button onPress={() => onRemit({ ...row, return: kind })}>{actionWords.remit}</Button>
            ),
        },
      ]),
]

export function OwedTable({ rows, onRemit, onShow }: OwedTableProps) {
  const today = useToday()
  const columns = useMemo(() => columnsBy(today, { onRemit, onShow }), [today, onRemit, onShow])
  return (
    <Card title={title} flush>
      <DataTable
        label={title}
        columns={columns}
        rows={rows ?? []}
        rowKey={rowKey}
        state={rows === undefined ? 'loading' : 'ready'}
        empty={<EmptyState title={`ไม่มี${title}`} />}
      />
    </Card>
  )
}
