/** The controls that sort a list: the headers of its table, or two fields on a phone. */
import { headings } from '@khapdee/domain/words'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo, useMemo } from 'react'
import { classNames } from './class-names.ts'
import type { Column, ShownColumn } from './columns.tsx'
import { type Choice, SelectField } from './fields/select-field.tsx'
import { alignments, firstCellClass } from './table-rows.tsx'

interface SortHeaderProps<Row> {
  shown: ShownColumn<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/** A column's header. Pressing one of its labels sorts by that column; again reverses the order. */
function PlainSortHeader<Row>({ shown: { column, under }, sort, onSort }: SortHeaderProps<Row>) {
  const { align = 'start', width } = column
  const stacked = [column, ...under]
  const sortedColumn = stacked.find(({ id }) => directionOf(id, sort) !== undefined)
  return (
    <th
      scope="col"
      aria-sort={
        sortedColumn
          ? directionOf(sortedColumn.id, sort)
          : stacked.some(({ sortable }) => sortable)
            ? 'none'
            : undefined
      }
      style={width === undefined ? undefined : { width }}
      className={classNames(
        'border-line px-3 py-2 text-sm font-medium whitespace-nowrap text-muted',
        firstCellClass,
        alignments[align],
      )}
    >
      {stacked.map((each) => (
        <div key={each.id}>
          <HeaderLabel
            column={each}
            direction={directionOf(each.id, sort)}
            onSort={onSort}
            isOnly={under.length === 0}
          />
        </div>
      ))}
    </th>
  )
}

/** The cast restores the type parameter that `memo` loses. */
export const SortHeader = memo(PlainSortHeader) as typeof PlainSortHeader

type Direction = 'ascending' | 'descending'

const directionOf = (id: string, sort: string | undefined): Direction | undefined =>
  sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined

interface HeaderLabelProps<Row> {
  column: Column<Row>
  direction: Direction | undefined
  onSort: ((sort: string) => void) | undefined
  /** Whether the header has no other label, so that there is room for a larger touch target. */
  isOnly: boolean
}

function HeaderLabel<Row>({ column, direction, onSort, isOnly }: HeaderLabelProps<Row>) {
  const { id, header, sortable = false } = column
  if (!sortable || !onSort) return header
  const Icon = direction === undefined ? ChevronsUpDown : sortIcons[direction]
  return (
    <button
      type="button"
      onClick={() => onSort(direction === 'ascending' ? `-${id}` : id)}
      className={classNames(
        'inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink',
        isOnly ? 'coarse:min-h-control' : 'coarse:min-h-7',
        direction && 'text-ink',
      )}
    >
      {header}
      <Icon size={14} aria-hidden data-noprint className={direction ? undefined : 'opacity-50'} />
    </button>
  )
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown }

interface SortFieldsProps {
  /** Whether the entries are still those of other days, until those of the view are loaded. */
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'sortable'>[]
  /** `field` ascending, `-field` descending; undefined for the list's default order. */
  sort: string | undefined
  /** Receives `field` or `-field`; empty text for the list's default order. */
  onSort: (sort: string) => void
}

const directions: readonly Choice<string>[] = [
  { value: '', name: 'น้อยไปมาก' },
  { value: '-', name: 'มากไปน้อย' },
]

/** Two fields for the order of a list of cards, in place of the headers of a table. */
export function SortFields({ columns, sort = '', onSort }: SortFieldsProps) {
  const fields = useMemo(() => {
    const sortable = columns.filter((column) => column.sortable)
    return [
      { value: '', name: 'ปกติ' },
      ...sortable.map(({ id, header }) => ({ value: id, name: header })),
    ]
  }, [columns])
  const direction = sort.startsWith('-') ? '-' : ''
  const field = sort.slice(direction.length)
  return (
    <>
      <SelectField
        label="เรียงตาม"
        items={fields}
        value={field}
        onChange={(chosen) => onSort(chosen === '' ? '' : direction + chosen)}
      />
      <SelectField
        label={headings.position}
        items={directions}
        value={direction}
        isDisabled={field === ''}
        onChange={(chosen) => onSort(chosen + field)}
      />
    </>
  )
}
