import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { EmptyState } from './empty-state.tsx'
import { useRowMenu, type RowAction } from './row-actions.tsx'
import { RowCards } from './row-cards.tsx'
import { SortHeader } from './sort-header.tsx'
import { TableRow, alignments, staleClass } from './table-row.tsx'
import { SkeletonLine } from './skeleton.tsx'
import { phoneScreen, useMedia } from './use-media.ts'
import { useOverflow } from './use-overflow.ts'

export interface Column<Row> {
  /** Also the name of the field to sort by. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end' | 'center'
  sortable?: boolean
  /** Any CSS width. */
  width?: string
  /** For codes, dates and chips, which must not break. */
  nowrap?: boolean
  /** Its place on a phone's card: first line, beside it, a named field (default), or nowhere. */
  phone?: 'title' | 'meta' | 'field' | 'hidden'
}

export interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string
  /** The same array between renders; else every row renders on every key typed nearby. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** `field` ascending, `-field` descending. */
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  /** Dims the rows while newer ones are on their way. */
  stale?: boolean
  /** `loading` shows a skeleton only while there are no rows. */
  state: 'loading' | 'ready' | 'error'
  onRetry?: (() => void) | undefined
  /** Instead of the rows when there are none; says what to do. */
  empty?: ReactNode
  /** The same function between renders, like `columns`. */
  rowActions?: ((row: Row) => readonly RowAction[]) | undefined
}

/** Rows of records: a table, or cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, state, stale = false, onRetry, empty } = props
  const View = useMedia(phoneScreen) ? Cards : Table
  const isFirstLoad = state === 'loading' && rows.length === 0
  return (
    <div aria-busy={stale || state === 'loading'}>
      {state === 'error' && <LoadError onRetry={onRetry} />}
      {(rows.length > 0 || isFirstLoad) && <View {...props} isLoading={isFirstLoad} />}
      {state === 'ready' && rows.length === 0 && (empty ?? <EmptyState />)}
    </div>
  )
}

const skeletonRows = 10

function Table<Row>(props: DataTableProps<Row> & { isLoading: boolean }) {
  const { label, columns, rows, rowKey, sort, onSort, stale, rowActions, isLoading } = props
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflow(frame)
  const { openMenu, menu } = useRowMenu()
  return (
    // Only a table that is too wide scrolls by itself: the head then no longer sticks to the page.
    <div ref={frame} data-scroll className={overflows ? 'overflow-x-auto' : undefined}>
      <table aria-label={label} className="w-full border-collapse">
        <thead
          className={classNames('bg-surface-2', !overflows && 'sticky top-(--table-top,0px) z-10')}
        >
          <tr className="shadow-[inset_0_-1px_0_var(--line)]">
            {columns.map((column) => (
              <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {rowActions && (
              <th
                data-noprint
                scope="col"
                className="w-px px-3 py-2 text-end text-sm font-medium text-muted"
              >
                จัดการ
              </th>
            )}
          </tr>
        </thead>
        <tbody className={stale ? staleClass : undefined}>
          {isLoading &&
            Array.from({ length: skeletonRows }, (_, index) => (
              <tr key={index} className="h-13.25 border-t border-line">
                {columns.map((column, place) => (
                  <td key={column.id} className={`px-3 ${alignments[column.align ?? 'start']}`}>
                    {index + place === 0 && <span className="sr-only">กำลังโหลดข้อมูล</span>}
                    <SkeletonLine width={column.align === 'end' ? '50%' : '75%'} />
                  </td>
                ))}
                {rowActions && (
                  <td data-noprint className="px-3">
                    <SkeletonLine />
                  </td>
                )}
              </tr>
            ))}
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              rowActions={rowActions}
              onOpenMenu={openMenu}
            />
          ))}
        </tbody>
      </table>
      {menu}
    </div>
  )
}

function Cards<Row>(props: DataTableProps<Row> & { isLoading: boolean }) {
  const { openMenu, menu } = useRowMenu()
  return (
    <>
      <RowCards {...props} onOpenMenu={openMenu} />
      {menu}
    </>
  )
}

/** Quiet: the rows that are there stay, and a word says that they may be old. */
function LoadError({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <p role="alert" className="px-4 py-3 text-center text-muted">
      โหลดไม่สำเร็จ{' '}
      {onRetry && (
        <button type="button" onClick={onRetry} className="font-medium text-primary underline">
          ลองอีกครั้ง
        </button>
      )}
    </p>
  )
}
