/** The preview of an import, row by row. */
import type { ImportCounts, ImportPlan, PlannedRow } from '@khapdee/contract/entities/import'
import { allOption } from '@khapdee/contract/wire'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type ImportState, importStates } from '@khapdee/domain/import'
import { headings } from '@khapdee/domain/words'
import { ArrowRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Pagination } from '../../ui/list-tools.tsx'
import { Card, DescriptionList } from '../../ui/page.tsx'
import { countText, StateChip } from '../../ui/values.tsx'

type Filter = ImportState | 'all'

const states = Object.keys(importStates) as ImportState[]

/** The line number in the file. Phones show no column headers, so there the number has a label. */
export const lineColumn: Column<{ line: number }> = {
  id: 'line',
  header: 'บรรทัด',
  width: '5rem',
  nowrap: true,
  align: 'end',
  phoneSlot: 'meta',
  cell: ({ line }) => (
    <>
      <span className="text-sm text-muted md:hidden">บรรทัด </span>
      {line}
    </>
  ),
}

/** The planned rows, filtered by state; at first by the invalid ones, if any. */
export function PlanTable({ plan }: { plan: ImportPlan }) {
  const { rows, counts } = plan
  const [filter, setFilter] = useState<Filter>(counts.wrong > 0 ? 'wrong' : 'all')
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(50)
  const columns = useMemo(() => columnsOf(plan.columns), [plan.columns])
  const detail = useMemo(() => detailOf(plan.columns), [plan.columns])
  const visibleRows = filter === 'all' ? rows : rows.filter(({ state }) => state === filter)
  const choose = (next: Filter) => {
    setFilter(next)
    setPage(1)
  }
  return (
    <Card flush>
      <fieldset className="flex flex-wrap gap-2 p-4">
        <legend className="sr-only">{fieldTitles.status}</legend>
        <FilterButton isActive={filter === 'all'} onPress={() => choose('all')} count={rows.length}>
          {allOption.name}
        </FilterButton>
        {states.map((state) => (
          <FilterButton
            key={state}
            isActive={filter === state}
            count={counts[state]}
            onPress={() => choose(state)}
          >
            {importStates[state].label}
          </FilterButton>
        ))}
      </fieldset>
      <DataTable
        label="รายการในไฟล์"
        columns={columns}
        rows={visibleRows.slice((page - 1) * perPage, page * perPage)}
        rowKey={lineOf}
        rowDetail={detail}
        state="ready"
      />
      <Pagination
        page={page}
        perPage={perPage}
        total={visibleRows.length}
        onPage={setPage}
        onPerPage={(size) => {
          setPerPage(size)
          setPage(1)
        }}
      />
    </Card>
  )
}

const lineOf = ({ line }: PlannedRow) => line

interface FilterButtonProps {
  isActive: boolean
  count: number
  onPress: () => void
  children: string
}

function FilterButton({ isActive, count, onPress, children }: FilterButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isActive}
      onClick={onPress}
      className={classNames(
        'h-row-control cursor-pointer rounded-full border px-3 text-sm coarse:h-11',
        isActive
          ? 'border-transparent bg-primary-soft font-medium text-primary'
          : 'border-line text-muted hover:bg-surface-2',
      )}
    >
      {children} {countText(count)}
    </button>
  )
}

const columnsOf = (titles: readonly string[]): readonly Column<PlannedRow>[] => [
  lineColumn,
  {
    id: 'name',
    header: headings.item,
    phoneSlot: 'title',
    cell: ({ name }) => <span className="wrap-anywhere">{name || '–'}</span>,
  },
  {
    id: 'state',
    header: fieldTitles.status,
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ state }) => <StateChip state={importStates[state]} />,
  },
  {
    id: 'details',
    header: headings.details,
    phoneSlot: 'lead',
    cell: (row) => <RowDetails row={row} titles={titles} />,
  },
]

/** The details of a row: its errors, else its changes, else its first five values. */
function RowDetails({ row, titles }: { row: PlannedRow; titles: readonly string[] }) {
  const { state, cells, before, errors } = row
  if (errors.length > 0) {
    return (
      <ul className="flex flex-col gap-0.5 text-danger">
        {errors.map(({ column, message }) => (
          <li key={`${column} ${message}`} className="wrap-anywhere">
            {column !== null && (
              <span className="font-medium">
                {titles[column]}
                {cells[column] && ` “${cells[column]}”`}:{' '}
              </span>
            )}
            {message}
          </li>
        ))}
      </ul>
    )
  }
  if (state === 'changed') {
    return (
      <ul className="flex flex-col gap-0.5">
        {Object.entries(before).map(([index, old]) => (
          <li key={index} className="wrap-anywhere">
            <span className="text-muted">{titles[Number(index)]}:</span> {old || '–'}{' '}
            <ArrowRight size={13} className="inline" aria-label="เป็น" />{' '}
            <span className="font-medium">{cells[Number(index)] || '–'}</span>
          </li>
        ))}
      </ul>
    )
  }
  const values = cells.filter((cell) => cell !== '' && cell !== row.name).slice(0, 5)
  return <span className="wrap-anywhere text-muted">{values.join(' · ')}</span>
}

const detailOf = (titles: readonly string[]) => (row: PlannedRow) => (
  <DescriptionList
    items={titles.map((label, index) => ({ label, value: row.cells[index] ?? '' }))}
  />
)

/** The number of records that the import creates or updates. */
export const savedCount = ({ new: created, changed }: ImportCounts): number => created + changed

/** Formats the counts: `120 รายการ: ใหม่ 100 เปลี่ยนแปลง 20`. */
export const summaryText = (counts: ImportCounts): string =>
  `${countText(savedCount(counts))} รายการ: ใหม่ ${countText(counts.new)} เปลี่ยนแปลง ${countText(counts.changed)}`
