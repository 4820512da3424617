import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { buttonClass } from './button.tsx'
import { FilterChip } from './chip.tsx'
import { classNames } from './class-names.ts'

/** A filter that differs from showing everything. */
export interface ActiveFilter {
  id: string
  label: string
  /** What it is set to, in words. */
  value: string
  onRemove: () => void
}

interface FilterBarProps {
  /** Stays in sight on a phone too. */
  search?: ReactNode
  /** The other filters, in fields. */
  children?: ReactNode
  /** What else bears on the list: at the end of the line, on a phone more cells of the fold. */
  tools?: ReactNode
  /** Also the default ones, so that nobody wonders where rows went. */
  active: readonly ActiveFilter[]
  onClear: () => void
}

/** Filters in a line that wraps; on a phone they fold behind a button. */
export function FilterBar({ search, children, tools, active, onClear }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const foldId = useId()
  return (
    <search aria-label="ตัวกรอง" className="flex flex-col gap-2.5 px-4 py-3">
      <div data-noprint className="flex flex-wrap items-end gap-3">
        <div
          id={foldId}
          className={classNames(
            isOpen ? 'grid w-full grid-cols-2' : 'hidden',
            'order-last items-end gap-3 md:contents',
          )}
        >
          <div className="contents md:[&>*]:w-36">{children}</div>
          <div className="contents md:order-last md:ms-auto md:flex md:gap-2">{tools}</div>
        </div>
        {search !== undefined && (
          <div className="min-w-0 flex-1 md:order-2 md:max-w-80 md:min-w-60">{search}</div>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={foldId}
          onClick={() => setOpen(!isOpen)}
          className={classNames(buttonClass(), 'md:hidden')}
        >
          <ListFilter size={16} aria-hidden />
          ตัวกรอง
          {active.length > 0 && <span className="text-primary">{active.length}</span>}
        </button>
      </div>
      {active.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {active.map(({ id, label, value, onRemove }) => (
            <FilterChip key={id} label={label} value={value} onRemove={onRemove} />
          ))}
          <button
            type="button"
            data-noprint
            onClick={onClear}
            className="min-h-7 rounded-md px-2 text-xs font-medium text-primary hover:underline coarse:min-h-9"
          >
            ล้างค่า
          </button>
        </div>
      )}
    </search>
  )
}
