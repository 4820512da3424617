import { actionWords, headings } from '@khapdee/domain/words'
import { useMemo, useRef } from 'react'
import { type DataTableProps, shownColumns } from './columns.tsx'
import { EmptyState, LoadFailed, SkeletonLine } from './feedback.tsx'
import { useRowMenu } from './menu.tsx'
import { alignments, openPressedRow, RowCards, TableRow } from './table-rows.tsx'
import { SortHeader } from './table-sort.tsx'
import { phoneScreen, useMedia, useOverflow, useWidth } from './hooks.ts'

/** Rows of records: a table, or cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, state, stale = false, onRetry, empty } = props
  const View = useMedia(phoneScreen) ? Cards : Table
  const isFirstLoad = state === 'loading' && rows.length === 0
  return (
    <div aria-busy={stale || state === 'loading'}>
      {state === 'error' && <LoadFailed onRetry={onRetry} className="px-4 py-3 text-center" />}
      {(rows.length > 0 || isFirstLoad) && <View {...props} isLoading={isFirstLoad} />}
      {state === 'ready' && rows.length === 0 && (empty ?? <EmptyState />)}
    </div>
  )
}

/** A constant, because `hiddenIds` must be the same array between renders. */
const noColumns: readonly string[] = []
const skeletonRows = 10

function Table<Row>(props: DataTableProps<Row> & { isLoading: boolean }) {
  const {
    label,
    columns,
    hiddenIds = noColumns,
    rows,
    rowKey,
    sort,
    onSort,
    stale,
    isLoading,
  } = props
  const { rowActions: actionsOf, rowDetail } = props
  // A table in which the user can do nothing has no column for it. While rows load, it may have one.
  const rowActions = useMemo(
    () =>
      rows.length === 0 || rows.some((row) => actionsOf !== undefined && actionsOf(row).length > 0)
        ? actionsOf
        : undefined,
    [rows, actionsOf],
  )
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflow(frame)
  const narrowWidths = useMemo(
    () => columns.flatMap(({ narrow }) => narrow?.belowWidth ?? []),
    [columns],
  )
  const width = useWidth(frame, narrowWidths)
  const shown = useMemo(() => shownColumns(columns, hiddenIds, width), [columns, hiddenIds, width])
  const { openMenu, menu } = useRowMenu()
  return (
    // A table that is too wide scrolls in this frame, which is at most as high as the screen, and its header
    // sticks to the top of the frame. Otherwise the header sticks to the top of the page.
    <div
      ref={frame}
      data-scroll
      data-wide={overflows || undefined}
      className="data-wide:max-h-[calc(100dvh-var(--table-top,0px)-1rem)] data-wide:overflow-auto"
    >
      {/* The links of the rows work by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <table
        aria-label={label}
        onClick={openPressedRow}
        className="w-full border-separate [border-spacing:0]"
      >
        <thead className="sticky top-(--table-top,0px) z-10 bg-surface-2 in-data-wide:top-0">
          <tr className="bg-inherit [box-shadow:inset_0_-1px_0_var(--line)]">
            {shown.map((item) => (
              <SortHeader key={item.column.id} shown={item} sort={sort} onSort={onSort} />
            ))}
            {rowDetail && (
              <th data-noprint scope="col" className="w-px">
                <span className="sr-only">{headings.details}</span>
              </th>
            )}
            {rowActions && (
              <th
                data-noprint
                scope="col"
                className="w-px px-3 py-2 text-end text-sm font-medium text-muted"
              >
                {actionWords.manage}
              </th>
            )}
          </tr>
        </thead>
        <tbody className={stale ? 'stale' : undefined}>
          {isLoading &&
            Array.from({ length: skeletonRows }, (_, rowIndex) => (
              <tr key={rowIndex} className="h-13.25">
                {shown.map(({ column: { id, align = 'start' } }, columnIndex) => (
                  <td key={id} className={`border-t border-line px-3 ${alignments[align]}`}>
                    {rowIndex + columnIndex === 0 && (
                      <span className="sr-only">{headings.loading}</span>
                    )}
                    <SkeletonLine width={align === 'end' ? '50%' : '75%'} />
                  </td>
                ))}
                {rowDetail && (
                  <td data-noprint className="border-t border-line px-3">
                    <SkeletonLine />
                  </td>
                )}
                {rowActions && (
                  <td data-noprint className="border-t border-line px-3">
                    <SkeletonLine />
                  </td>
                )}
              </tr>
            ))}
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={shown}
              rowActions={rowActions}
              rowDetail={rowDetail}
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
  const { columns, hiddenIds = noColumns } = props
  const shown = useMemo(() => shownColumns(columns, hiddenIds, 0), [columns, hiddenIds])
  const { openMenu, menu } = useRowMenu()
  return (
    <>
      <RowCards {...props} columns={shown} onOpenMenu={openMenu} />
      {menu}
    </>
  )
}
