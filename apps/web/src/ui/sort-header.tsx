import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import type { Column } from './data-table.tsx'
import { alignments } from './table-row.tsx'

interface SortHeaderProps<Row> {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/** A column's head; pressing it sorts, pressing again turns the order round. */
export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const { id, header, align = 'start', width, sortable = false } = column
  const direction = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined
  const Icon = direction === undefined ? ChevronsUpDown : sortIcons[direction]
  return (
    <th
      scope="col"
      aria-sort={sortable ? (direction ?? 'none') : undefined}
      style={width === undefined ? undefined : { width }}
      className={`px-3 py-2 text-sm font-medium whitespace-nowrap text-muted ${alignments[align]}`}
    >
      {sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort(direction === 'ascending' ? `-${id}` : id)}
          className={classNames(
            'inline-flex items-center gap-1 rounded-sm font-medium hover:text-ink coarse:min-h-control',
            direction && 'text-ink',
          )}
        >
          {header}
          <Icon
            size={14}
            aria-hidden
            data-noprint
            className={direction ? undefined : 'opacity-50'}
          />
        </button>
      ) : (
        header
      )}
    </th>
  )
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown }
