import { memo } from 'react'
import { classNames } from './class-names.ts'
import type { Column } from './data-table.tsx'
import { type OpenRowMenu, type RowAction, RowButtons } from './row-actions.tsx'

export const alignments = { start: 'text-start', end: 'text-end', center: 'text-center' }

/** Older rows, until the newer ones arrive. */
export const staleClass = 'opacity-70'

export interface RowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  rowActions: ((row: Row) => readonly RowAction[]) | undefined
  onOpenMenu: OpenRowMenu
}

function PlainTableRow<Row>({ row, columns, rowActions, onOpenMenu }: RowProps<Row>) {
  return (
    <tr className="border-t border-line hover:bg-surface-2">
      {columns.map(({ id, cell, align = 'start', nowrap }) => (
        <td
          key={id}
          className={classNames('px-3 py-1.25', alignments[align], nowrap && 'whitespace-nowrap')}
        >
          {cell(row)}
        </td>
      ))}
      {rowActions && (
        <td data-noprint className="px-3 py-1.25">
          <RowButtons actions={rowActions(row)} onOpenMenu={onOpenMenu} />
        </td>
      )}
    </tr>
  )
}

/** A row renders again only when its record changes; `memo` alone would forget the type of it. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow
