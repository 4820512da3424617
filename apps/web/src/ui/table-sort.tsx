/** Sorting a list: by the headers of its table, on a phone by two fields. */
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

/** A column's header; pressing one of its names sorts by it, pressing again reverses the order. */
function PlainSortHeader<Row>({ shown: { column, under }, sort, onSort }: SortHeaderProps<Row>) {
  const { align = 'start', width } = column
  const named = [column, ...under]
  const sorted = named.find(({ id }) => directionOf(id, sort) !== undefined)
  return (
    <th
      scope="col"
      aria-sort={
        sorted
          ? directionOf(sorted.id, sort)
          : named.some(({ sortable }) => sortable)
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
      {named.map((each) => (
        <div key={each.id}>
          <Name
            column={each}
            direction={directionOf(each.id, sort)}
            onSort={onSort}
            isAlone={under.length === 0}
          />
        </div>
      ))}
    </th>
  )
}

/** `memo` alone would forget the type of the row. */
export const SortHeader = memo(PlainSortHeader) as typeof PlainSortHeader

type Direction = 'ascending' | 'descending'

const directionOf = (id: string, sort: string | undefined): Direction | undefined =>
  sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined

interface NameProps<Row> {
  column: Column<Row>
  direction: Direction | undefined
  onSort: ((sort: string) => void) | undefined
  isAlone: boolean
}

function Name<Row>({ column, direction, onSort, isAlone }: NameProps<Row>) {
  const { id, header, sortable = false } = column
  if (!sortable || !onSort) return header
  const Icon = direction === undefined ? ChevronsUpDown : sortIcons[direction]
  return (
    <button
      type="button"
      onClick={() => onSort(direction === 'ascending' ? `-${id}` : id)}
      className={classNames(
        'inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink',
        isAlone ? 'coarse:min-h-control' : 'coarse:min-h-7',
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
  /** The same array between renders. */
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'sortable'>[]
  /** `field` ascending, `-field` descending; undefined for the list's own order. */
  sort: string | undefined
  /** Empty text for the list's own order. */
  onSort: (sort: string) => void
}

const directions: readonly Choice<string>[] = [
  { value: '', name: 'น้อยไปมาก' },
  { value: '-', name: 'มากไปน้อย' },
]

/** The order of a list of cards, which a table shows in its headers. */
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
