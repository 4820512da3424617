/** The columns of a list: their definition, the menu that selects the visible ones, and the table's props. */
import { Check, Columns3, RotateCcw } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import {
  Button,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components'
import { buttonClass } from './button.tsx'
import type { RowAction } from './menu.tsx'

export interface Column<Row> {
  /** Key of the column, and name of the field to sort by. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end' | 'center'
  sortable?: boolean
  /** Any CSS width. */
  width?: string
  /** Prevents line breaks in the cells, for codes, dates and chips. */
  nowrap?: boolean
  /**
   * The column's place on a phone's card. `title`: the first line (the user cannot hide this column); `meta`: the
   * end of that line; `lead`: a separate line without a label; `field`, the default: a labelled field.
   */
  phoneSlot?: 'title' | 'meta' | 'lead' | 'field' | 'hidden'
  /** The column's place in a table that is too narrow for a separate column. */
  narrow?: {
    /** Applies below this width of the table in px, and always on a phone's card. */
    belowWidth: number
    /** Id of the column in whose cells it becomes a small line; that column has no `narrow` itself. */
    under: string
    /** Content of the small line; by default that of `cell`. For values that are unclear without the header. */
    cell?: (row: Row) => ReactNode
  }
}

/** A visible column, and the columns shown under it because the table is narrow. */
export interface ShownColumn<Row> {
  column: Column<Row>
  under: readonly Column<Row>[]
}

/**
 * Returns the visible columns in order. In a table that is too narrow, columns with `narrow` are placed under
 * others.
 * @param hiddenIds ids of hidden columns; unknown ids are ignored
 * @param width the width of the table in px
 */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  hiddenIds: readonly string[],
  width: number,
): readonly ShownColumn<Row>[] {
  const visible = columns.filter((column) => isTitle(column) || !hiddenIds.includes(column.id))
  const hostOf = ({ narrow }: Column<Row>) =>
    narrow && width < narrow.belowWidth ? visible.find(({ id }) => id === narrow.under) : undefined
  return visible
    .filter((column) => hostOf(column) === undefined)
    .map((column) => ({ column, under: visible.filter((other) => hostOf(other) === column) }))
}

/** Whether the column is the title of the row; such a column is always visible. */
export const isTitle = ({ phoneSlot }: Pick<Column<never>, 'phoneSlot'>): boolean =>
  phoneSlot === 'title'

interface ColumnMenuProps {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'phoneSlot'>[]
  /** Ids of hidden columns; unknown ids are ignored. */
  hiddenIds: readonly string[]
  onChange: (hiddenIds: readonly string[]) => void
}

/** A menu that shows and hides columns; the title column of the row is always visible. */
export const ColumnMenu = memo(({ columns, hiddenIds, onChange }: ColumnMenuProps) => {
  const shown = columns.filter((column) => isTitle(column) || !hiddenIds.includes(column.id))
  const isComplete = shown.length === columns.length
  return (
    <MenuTrigger>
      <Button className={buttonClass()}>
        <Columns3 size={16} aria-hidden />
        คอลัมน์
        {!isComplete && (
          <span className="text-primary">
            {shown.length}/{columns.length}
          </span>
        )}
      </Button>
      <Popover placement="bottom end" offset={4} className="popover p-1">
        <Menu aria-label="คอลัมน์ที่แสดง" className="min-w-52 outline-none">
          <MenuSection
            aria-label="คอลัมน์ที่แสดง"
            selectionMode="multiple"
            shouldCloseOnSelect={false}
            selectedKeys={shown.map(({ id }) => id)}
            onSelectionChange={(selected) =>
              onChange(
                columns
                  .filter(
                    (column) => !isTitle(column) && selected !== 'all' && !selected.has(column.id),
                  )
                  .map(({ id }) => id),
              )
            }
          >
            {columns.map((column) => (
              <MenuItem
                key={column.id}
                id={column.id}
                textValue={column.header}
                isDisabled={isTitle(column)}
                className="option group text-ink"
              >
                <span className="flex size-4.5 shrink-0 items-center justify-center rounded-sm border border-line-strong group-data-selected:border-primary group-data-selected:bg-primary group-data-selected:text-on-primary group-data-disabled:opacity-55">
                  <Check size={14} aria-hidden className="invisible group-data-selected:visible" />
                </span>
                {column.header}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className="my-1 border-t border-line" />
          <MenuItem
            id="reset"
            textValue="แสดงทุกคอลัมน์"
            isDisabled={isComplete}
            shouldCloseOnSelect
            onAction={() => onChange([])}
            className="option text-ink"
          >
            <RotateCcw size={16} aria-hidden className="shrink-0" />
            แสดงทุกคอลัมน์
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
})

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string
  /** Must be the same array between renders, or every key typed in a filter renders all rows. */
  columns: readonly Column<Row>[]
  /** Ids of columns hidden in the table and on cards. Must be the same array between renders. */
  hiddenIds?: readonly string[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** `field` ascending, `-field` descending. */
  sort?: string | undefined
  onSort?: ((sort: string) => void) | undefined
  /** Dims the rows while newer ones are loading. */
  stale?: boolean
  /** `loading` shows a skeleton only while there are no rows. */
  state: 'loading' | 'ready' | 'error'
  onRetry?: (() => void) | undefined
  /** Shown when there are no rows; a default message when absent. */
  empty?: ReactNode
  /** Must be the same function between renders, like `columns`. */
  rowActions?: ((row: Row) => readonly RowAction[]) | undefined
  /** Details of a row, opened below it. Must be the same function between renders. */
  rowDetail?: ((row: Row) => ReactNode) | undefined
}
