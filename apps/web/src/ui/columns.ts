/** The columns of a list: what each says of itself, and which are in sight. */
import type { ReactNode } from 'react'

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
  /**
   * Its place on a phone's card: first line, beside it, a line of its own without a name, a named
   * field (default), or nowhere. The title cannot be put away.
   */
  phone?: 'title' | 'meta' | 'lead' | 'field' | 'hidden'
  /** Where there is no room for a column of its own. */
  narrow?: {
    /** Width of the table in px; a phone's card is narrower than any. */
    below: number
    /** The column in whose cells it then stands as a small line; one that is always a column. */
    under: string
    /** What it says there, where that is not the same: its head is missing. */
    cell?: (row: Row) => ReactNode
  }
}

/** A column in sight, and those that stand under it for want of room. */
export interface ShownColumn<Row> {
  column: Column<Row>
  under: readonly Column<Row>[]
}

/**
 * The columns in sight, in their order.
 * @param hidden ids of columns that were put away; unknown ones mean nothing
 * @param width of the table in px
 */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[],
  width: number,
): readonly ShownColumn<Row>[] {
  const visible = columns.filter((column) => isTitle(column) || !hidden.includes(column.id))
  const hostOf = ({ narrow }: Column<Row>) =>
    narrow && width < narrow.below ? visible.find(({ id }) => id === narrow.under) : undefined
  return visible
    .filter((column) => hostOf(column) === undefined)
    .map((column) => ({ column, under: visible.filter((other) => hostOf(other) === column) }))
}

/** Whether the column names the row, which is why it always stays. */
export const isTitle = ({ phone }: Pick<Column<never>, 'phone'>): boolean => phone === 'title'
