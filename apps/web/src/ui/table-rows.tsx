/** The rows of a table, and the cards shown in their place on a phone. */
import { headings } from '@khapdee/domain/words'
import { ChevronDown } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { type Column, type DataTableProps, isTitle, type ShownColumn } from './columns.tsx'
import { SkeletonLine } from './feedback.tsx'
import {
  MenuButton,
  namedByTitle,
  type OpenRowMenu,
  PrimaryButton,
  type RowAction,
  RowButtons,
  splitActions,
} from './menu.tsx'

export const alignments = { start: 'text-start', end: 'text-end', center: 'text-center' }

/** Keeps the first column in view in a table that scrolls horizontally. */
export const firstCellClass =
  'in-data-wide:first:sticky in-data-wide:first:start-0 in-data-wide:first:z-1 in-data-wide:first:border-e in-data-wide:first:bg-inherit'

/**
 * The attribute of the link to the record of a row; a press anywhere in the row follows this link.
 */
export const recordLinkMark = { 'data-record': '' } as const

/** The attribute of the elements of rows, which have the order of the rows. */
export const rowMark = { 'data-row': '' } as const

/** Controls in a row, which handle a press themselves. */
const controls = 'a, button, input, label, select, summary'

/** Opens the record of the pressed row. A press that ends the selection of text opens nothing. */
export function openPressedRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || target.closest(controls) !== null) return
  if (window.getSelection()?.isCollapsed === false) return
  // Presses in dialogs and menus that a row renders elsewhere bubble to the table, too.
  if (!currentTarget.contains(target)) return
  const link = target.closest('tr, li')?.querySelector('a[data-record]')
  const { ctrlKey, metaKey, shiftKey } = event
  link?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}

export interface RowProps<Row> {
  row: Row
  columns: readonly ShownColumn<Row>[]
  rowActions: ((row: Row) => readonly RowAction[]) | undefined
  rowDetail: ((row: Row) => ReactNode) | undefined
  onOpenMenu: OpenRowMenu
}

/** The id of the row's title, or undefined if no column is the title. */
function useTitleId(columns: readonly ShownColumn<never>[]): string | undefined {
  const id = useId()
  return columns.some(({ column }) => isTitle(column)) ? id : undefined
}

const cellClass = 'border-t border-line px-3 py-1.25'

function PlainTableRow<Row>({ row, columns, rowActions, rowDetail, onOpenMenu }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  const titleId = useTitleId(columns)
  return (
    <>
      <tr
        {...rowMark}
        className="bg-surface hover:bg-surface-2 has-[a[data-record]]:cursor-pointer"
      >
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
            <CellLines shown={shown} row={row} titleId={titleId} />
          </td>
        ))}
        {rowDetail && (
          <td data-noprint className={`${cellClass} w-px`}>
            <RowDetailButton
              isOpen={isOpen}
              onToggle={() => setOpen(!isOpen)}
              controls={detailId}
              titleId={titleId}
            />
          </td>
        )}
        {rowActions && (
          <td data-noprint className={cellClass}>
            <RowButtons actions={rowActions(row)} onOpenMenu={onOpenMenu} titleId={titleId} />
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

/** Renders again only when a prop changes. The cast restores the type parameter that `memo` loses. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow

interface CellLinesProps<Row> {
  shown: ShownColumn<Row>
  row: Row
  titleId: string | undefined
}

/** The content of a cell, and below it as small lines the columns that have no separate cell. */
function CellLines<Row>({ shown, row, titleId }: CellLinesProps<Row>) {
  const content = shown.column.cell(row)
  return (
    <>
      {isTitle(shown.column) ? <div id={titleId}>{content}</div> : content}
      {shown.under.map(({ id, narrow, cell }) => (
        <div key={id} className="text-xs font-normal text-muted">
          {(narrow?.cell ?? cell)(row)}
        </div>
      ))}
    </>
  )
}

interface RowCardsProps<Row> extends Omit<DataTableProps<Row>, 'columns'> {
  columns: readonly ShownColumn<Row>[]
  isLoading: boolean
  onOpenMenu: OpenRowMenu
}

const skeletonCards = 6

/** The rows of a table as a list of cards, for a phone. */
export function RowCards<Row>(props: RowCardsProps<Row>) {
  const { label, columns, rows, rowKey, rowActions, rowDetail, stale, isLoading, onOpenMenu } =
    props
  return (
    // The links of the rows work by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <ul
      aria-label={label}
      onClick={openPressedRow}
      className={classNames('divide-y divide-line border-t border-line', stale && 'stale')}
    >
      {isLoading &&
        Array.from({ length: skeletonCards }, (_, index) => (
          <li key={index} className="flex h-32 flex-col gap-3 p-4">
            {index === 0 && <span className="sr-only">{headings.loading}</span>}
            <SkeletonLine width="40%" />
            <SkeletonLine width="80%" />
            <SkeletonLine width="65%" />
          </li>
        ))}
      {rows.map((row) => (
        <RowCard
          key={rowKey(row)}
          row={row}
          columns={columns}
          rowActions={rowActions}
          rowDetail={rowDetail}
          onOpenMenu={onOpenMenu}
        />
      ))}
    </ul>
  )
}

function PlainRowCard<Row>({ row, columns, rowActions, rowDetail, onOpenMenu }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  const titleId = useTitleId(columns)
  const columnsIn = (slot: Column<Row>['phoneSlot']) =>
    columns.filter(({ column }) => (column.phoneSlot ?? 'field') === slot)
  const contents = (slot: Column<Row>['phoneSlot']) =>
    columnsIn(slot).map((shown) => (
      <div key={shown.column.id}>
        <CellLines shown={shown} row={row} titleId={titleId} />
      </div>
    ))
  const { primary, others } = splitActions(rowActions?.(row) ?? [])
  return (
    <li {...rowMark} className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex items-start gap-x-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <div className="min-w-0 font-medium">{contents('title')}</div>
          <div className="flex flex-wrap items-center gap-2">{contents('meta')}</div>
        </div>
        {others.length > 0 && (
          // The negative margins make the button as high as a line of text, although its touch target is higher.
          <div className="-my-2 -me-3 shrink-0">
            <MenuButton actions={others} onOpenMenu={onOpenMenu} titleId={titleId} />
          </div>
        )}
      </div>
      {contents('lead')}
      {/* The button is in the second column: beside the last field if there is room, or else below. */}
      <div className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        <dl className="contents">
          {columnsIn('field').map((shown) => (
            <div key={shown.column.id} className="min-w-0">
              <dt className="text-xs text-muted">{shown.column.header}</dt>
              <dd>
                <CellLines shown={shown} row={row} titleId={titleId} />
              </dd>
            </div>
          ))}
        </dl>
        {primary && (
          <div className="col-start-2 self-end justify-self-end">
            <PrimaryButton {...primary} titleId={titleId} />
          </div>
        )}
      </div>
      {rowDetail && (
        <div className="-my-1 self-end">
          <RowDetailButton
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
            controls={detailId}
            titleId={titleId}
          />
        </div>
      )}
      {rowDetail && isOpen && (
        <div id={detailId} className="-mx-4 bg-surface-2 px-4 py-3">
          {rowDetail(row)}
        </div>
      )}
    </li>
  )
}

/** Memoized and cast like TableRow. */
const RowCard = memo(PlainRowCard) as typeof PlainRowCard

interface RowDetailButtonProps {
  isOpen: boolean
  onToggle: () => void
  /** Id of the element that it opens. */
  controls: string
  titleId: string | undefined
}

/** Shows and hides the details of a row. A native button, like the others of a row. */
function RowDetailButton({ isOpen, onToggle, controls, titleId }: RowDetailButtonProps) {
  return (
    <button
      {...namedByTitle(titleId, 'details')}
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
      className={buttonClass({ kind: 'quiet', size: 'sm' })}
    >
      {headings.details}
      <ChevronDown size={15} aria-hidden className={isOpen ? 'rotate-180' : undefined} />
    </button>
  )
}
