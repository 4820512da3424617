/** The filter bar above a list and the pagination below it. */
import { actionWords, units } from '@khapdee/domain/words'
import { ChevronLeft, ChevronRight, ListFilter } from 'lucide-react'
import { memo, type ReactNode, useId, useState } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { countText, FilterChip } from './values.tsx'

/** A filter that restricts the rows. */
export interface ActiveFilter {
  id: string
  label: string
  /** The text of its value. */
  value: string
  onRemove: () => void
}

interface FilterBarProps {
  /** The search field, which is always visible, on a phone too. */
  search?: ReactNode
  /** The fields of the other filters. */
  children?: ReactNode
  /** Other controls of the list: at the end of the line, on a phone together with the filters. */
  tools?: ReactNode
  /** Includes default filters, which restrict the rows as well. */
  active: readonly ActiveFilter[]
  onClear: () => void
  /** A button beside the chips. */
  afterChips?: ReactNode
}

/** Filters in a line that wraps; on a phone a button shows them. */
export function FilterBar(props: FilterBarProps) {
  const { search, children, tools, active, onClear, afterChips } = props
  const [isOpen, setOpen] = useState(false)
  const filtersId = useId()
  return (
    <search aria-label="ตัวกรอง" className="flex flex-col gap-2.5 px-4 py-3">
      <div data-noprint className="flex flex-wrap items-end gap-3">
        <div
          id={filtersId}
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
          aria-controls={filtersId}
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
            {actionWords.clear}
          </button>
          {afterChips}
        </div>
      )}
    </search>
  )
}

const perPageChoices = [10, 25, 50, 100]

interface PaginationProps {
  /** Number of the current page, from 1. */
  page: number
  perPage: number
  /** Number of rows on all pages; undefined until it is loaded. */
  total: number | undefined
  /** Whether counting stopped at `total`: there are more rows. */
  isCapped?: boolean
  /** The last page that can be opened, if the list has more rows than its pages reach. */
  maxReachablePage?: number | undefined
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
}

/** Shows the range of rows and the total, and lets the user choose the page and its size. */
export const Pagination = memo((props: PaginationProps) => {
  const { page, perPage, total, isCapped = false, maxReachablePage, onPage, onPerPage } = props
  const selectId = useId()
  // Shown together with the rows: shown earlier, it would move away from the pointer when the rows arrive.
  if (total === undefined) return null
  const pages = maxReachablePage ?? Math.max(1, Math.ceil(total / perPage))
  // The URL may contain a page size that is not offered.
  const sizes = [...new Set([...perPageChoices, perPage])].sort((a, b) => a - b)
  return (
    <div
      data-noprint
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5"
    >
      <p aria-live="polite" className="text-sm text-muted">
        {shownText(page, perPage, total, isCapped)}
        {page === maxReachablePage && (
          <span className="block">
            เปิดดูได้ {countText(pages * perPage)} รายการแรก กรุณาค้นหา กรอง หรือเรียงลำดับใหม่เพื่อดูรายการอื่น
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex items-center gap-2">
          <label htmlFor={selectId} className="text-sm text-muted">
            รายการต่อหน้า
          </label>
          <select
            id={selectId}
            value={perPage}
            onChange={(event) => onPerPage(Number(event.currentTarget.value))}
            className="control h-row-control w-auto px-1.5 text-sm"
          >
            {sizes.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        </div>
        <nav aria-label="หน้า" className="flex flex-wrap items-center gap-0.5">
          <PageButton
            label="หน้าก่อน"
            isDisabled={page <= 1}
            onPress={() => onPage(page - 1)}
            content={<ChevronLeft size={16} aria-hidden />}
          />
          {pageNumbers(page, pages).map((number, index) =>
            number === null ? (
              <span
                key={index < 3 ? 'gap-before' : 'gap-after'}
                aria-hidden
                className="px-1 text-muted"
              >
                …
              </span>
            ) : (
              <PageButton
                key={number}
                label={`หน้า ${countText(number)}`}
                isCurrent={number === page}
                onPress={() => onPage(number)}
                content={countText(number)}
              />
            ),
          )}
          <PageButton
            label="หน้าถัดไป"
            isDisabled={page >= pages}
            onPress={() => onPage(page + 1)}
            content={<ChevronRight size={16} aria-hidden />}
          />
        </nav>
      </div>
    </div>
  )
})

/** The range of rows in words, e.g. `แสดง 11–20 จาก 1,024 รายการ`. */
function shownText(page: number, perPage: number, total: number, isCapped: boolean): string {
  const first = total === 0 ? 0 : (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  return `แสดง ${countText(first)}–${countText(last)} จาก ${countText(total, isCapped)} ${units.entries}`
}

interface PageButtonProps {
  label: string
  /** An icon or the number of the page. */
  content: ReactNode
  onPress: () => void
  isCurrent?: boolean
  isDisabled?: boolean
}

function PageButton({ label, content, onPress, isCurrent = false, isDisabled }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      disabled={isDisabled}
      onClick={onPress}
      className={classNames(
        'flex h-row-control min-w-row-control items-center justify-center rounded-md px-1 text-sm disabled:opacity-40',
        isCurrent ? 'bg-primary-soft font-semibold text-primary' : 'enabled:hover:bg-neutral-soft',
      )}
    >
      {content}
    </button>
  )
}

/** The first, the last, the current and its neighbouring pages; null marks a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const shown = [...new Set(candidates)].sort((a, b) => a - b)
  return shown.flatMap((n, index) => {
    const gap = n - (shown[index - 1] ?? 0)
    // A gap of one number is shown as that number.
    if (gap === 2) return [n - 1, n]
    return gap > 2 ? [null, n] : [n]
  })
}
