import { Check, Columns3, RotateCcw } from 'lucide-react'
import { memo } from 'react'
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
import { type Column, isTitle } from './columns.ts'

interface ColumnMenuProps {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'phone'>[]
  /** Ids of the columns that are put away; unknown ones mean nothing. */
  hidden: readonly string[]
  onChange: (hidden: readonly string[]) => void
}

/** Chooses which columns of a list are in sight; the one that names the row always is. */
export const ColumnMenu = memo(({ columns, hidden, onChange }: ColumnMenuProps) => {
  const shown = columns.filter((column) => isTitle(column) || !hidden.includes(column.id))
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
