import { type ReactNode, memo, useId, useState } from 'react'
import { classNames } from './class-names.ts'
import type { ShownColumn } from './columns.ts'
import { type OpenRowMenu, type RowAction, RowButtons } from './row-actions.tsx'
import { RowDetailButton } from './row-detail.tsx'

export const alignments = { start: 'text-start', end: 'text-end', center: 'text-center' }

/** The first column stays in sight in a table that scrolls sideways. */
export const firstCellClass =
  'in-data-wide:first:sticky in-data-wide:first:start-0 in-data-wide:first:z-1 in-data-wide:first:border-e in-data-wide:first:bg-inherit'

export interface RowProps<Row> {
  row: Row
  columns: readonly ShownColumn<Row>[]
  rowActions: ((row: Row) => readonly RowAction[]) | undefined
  rowDetail: ((row: Row) => ReactNode) | undefined
  onOpenMenu: OpenRowMenu
}

const cellClass = 'border-t border-line px-3 py-1.25'

function PlainTableRow<Row>({ row, columns, rowActions, rowDetail, onOpenMenu }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  return (
    <>
      <tr className="bg-surface hover:bg-surface-2">
        {columns.map((shown) => (
          <td
            key={shown.column.id}
            className={classNames(
              cellClass,
              firstCellClass,
              alignments[shown.column.align ?? 'start'],
              shown.column.nowrap && 'whitespace-nowrap',
            )}
          >
            <CellLines shown={shown} row={row} />
          </td>
        ))}
        {rowDetail && (
          <td data-noprint className={`${cellClass} w-px`}>
            <RowDetailButton
              isOpen={isOpen}
              onToggle={() => setOpen(!isOpen)}
              controls={detailId}
            />
          </td>
        )}
        {rowActions && (
          <td data-noprint className={cellClass}>
            <RowButtons actions={rowActions(row)} onOpenMenu={onOpenMenu} />
          </td>
        )}
      </tr>
      {rowDetail && isOpen && (
        <tr id={detailId} className="bg-surface">
          <td
            colSpan={columns.length + 1 + (rowActions ? 1 : 0)}
            className="border-t border-line bg-surface-2 px-4 py-3"
          >
            {rowDetail(row)}
          </td>
        </tr>
      )}
    </>
  )
}

/** A row renders again only when its record changes; `memo` alone would forget the type of it. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow

/** What a column says of a row, and below it, small, what had no room for a column of its own. */
export function CellLines<Row>({ shown, row }: { shown: ShownColumn<Row>; row: Row }) {
  return (
    <>
      {shown.column.cell(row)}
      {shown.under.map(({ id, narrow, cell }) => (
        <div key={id} className="text-xs font-normal text-muted">
          {(narrow?.cell ?? cell)(row)}
        </div>
      ))}
    </>
  )
}
