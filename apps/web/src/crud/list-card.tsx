import { Card } from '../ui/card.tsx'
import { ColumnMenu } from '../ui/column-menu.tsx'
import { DataTable, type DataTableProps } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SortFields } from '../ui/sort-fields.tsx'
import { phoneScreen, useMedia } from '../ui/use-media.ts'
import { useHiddenColumns } from './column-choice.ts'
import { ListFilters } from './list-filters.tsx'
import type { FilterSpec } from './resource.ts'
import type { TableState } from './use-table.ts'

export interface ListCardProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowKey' | 'rowActions' | 'rowDetail'
> {
  /** What is remembered of the list is kept under this name. */
  name: string
  filters: readonly FilterSpec[]
  searchPlaceholder?: string | undefined
  table: TableState & { rows: readonly Row[] }
}

/** A list as everybody knows it: filters, the choice of columns, rows, pages. */
export function ListCard<Row>(props: ListCardProps<Row>) {
  const { name, label, columns, rowKey, rowActions, rowDetail } = props
  const { filters, searchPlaceholder, table } = props
  const [hidden, setHidden] = useHiddenColumns(name)
  const isPhone = useMedia(phoneScreen)
  return (
    <Card flush>
      <ListFilters
        filters={filters}
        searchPlaceholder={searchPlaceholder}
        table={table}
        tools={
          <>
            {isPhone && <SortFields columns={columns} sort={table.sort} onSort={table.setSort} />}
            <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
          </>
        }
      />
      <DataTable
        label={label}
        columns={columns}
        hidden={hidden}
        rows={table.rows}
        rowKey={rowKey}
        sort={table.sort}
        onSort={table.setSort}
        stale={table.stale}
        state={table.state}
        onRetry={table.retry}
        rowActions={rowActions}
        rowDetail={rowDetail}
        empty={<EmptyState hint="ลองล้างตัวกรอง หรือเปลี่ยนคำค้นหา" />}
      />
      <Pagination
        page={table.page}
        perPage={table.perPage}
        total={table.total}
        isCapped={table.isCapped}
        onPage={table.setPage}
        onPerPage={table.setPerPage}
      />
    </Card>
  )
}
