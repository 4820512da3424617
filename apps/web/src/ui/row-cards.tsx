import { memo } from 'react'
import { classNames } from './class-names.ts'
import type { Column, DataTableProps } from './data-table.tsx'
import { type OpenRowMenu, RowButtons } from './row-actions.tsx'
import { SkeletonLine } from './skeleton.tsx'
import { type RowProps, staleClass } from './table-row.tsx'

interface RowCardsProps<Row> extends DataTableProps<Row> {
  isLoading: boolean
  onOpenMenu: OpenRowMenu
}

const skeletonCards = 6

/** The rows of a table as a list of cards, for a phone. */
export function RowCards<Row>(props: RowCardsProps<Row>) {
  const { label, columns, rows, rowKey, rowActions, stale, isLoading, onOpenMenu } = props
  return (
    <ul aria-label={label} className={classNames('divide-y divide-line', stale && staleClass)}>
      {isLoading &&
        Array.from({ length: skeletonCards }, (_, index) => (
          <li key={index} className="flex h-32 flex-col gap-3 p-4">
            {index === 0 && <span className="sr-only">กำลังโหลดข้อมูล</span>}
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
          onOpenMenu={onOpenMenu}
        />
      ))}
    </ul>
  )
}

function PlainRowCard<Row>({ row, columns, rowActions, onOpenMenu }: RowProps<Row>) {
  const inPlace = (place: Column<Row>['phone']) =>
    columns.filter((column) => (column.phone ?? 'field') === place)
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 font-medium">
          {inPlace('title').map(({ id, cell }) => (
            <div key={id}>{cell(row)}</div>
          ))}
        </div>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          {inPlace('meta').map(({ id, cell }) => (
            <div key={id}>{cell(row)}</div>
          ))}
        </div>
      </div>
      {/* The buttons take the place of a last field: beside it where one is free, else below. */}
      <div className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        <dl className="contents">
          {inPlace('field').map(({ id, header, cell }) => (
            <div key={id} className="min-w-0">
              <dt className="text-xs text-muted">{header}</dt>
              <dd className="wrap-break-word">{cell(row)}</dd>
            </div>
          ))}
        </dl>
        {rowActions && (
          <div className="col-start-2 self-end">
            <RowButtons actions={rowActions(row)} onOpenMenu={onOpenMenu} />
          </div>
        )}
      </div>
    </li>
  )
}

/** Like TableRow: `memo` would forget the type of the record. */
const RowCard = memo(PlainRowCard) as typeof PlainRowCard
