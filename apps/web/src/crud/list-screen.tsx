/** The parts of a list's screen: title, totals, filters, choice of columns, rows and pages. */
import type { Satang } from '@khapdee/domain/money'
import { maxViewsOfList } from '@khapdee/domain/list-view'
import { headings, units } from '@khapdee/domain/words'
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { useCurrentBranch, useSession } from '../session/session.ts'
import { localStore, useStore } from '../session/store.ts'
import { useDocumentTitle } from '../shared/screen.tsx'
import { ColumnMenu } from '../ui/columns.tsx'
import type { DataTableProps } from '../ui/columns.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState, SkeletonLine } from '../ui/feedback.tsx'
import { phoneScreen, useMedia } from '../ui/hooks.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Pagination } from '../ui/list-tools.tsx'
import { Card, PageHeader, Stat, Stats, StatsNote } from '../ui/page.tsx'
import { SortFields } from '../ui/table-sort.tsx'
import { Balance, countText } from '../ui/values.tsx'
import { ListFilters } from './list-filters.tsx'
import type { FilterSpec } from './list-search.ts'
import type { RowPreview as RowPreviewType } from './row-preview.tsx'
import { useSavedViews } from './saved-views.ts'
import { useRowPreview } from './use-row-preview.ts'
import { type ListEndpoint, type TableState, useTable } from './use-table.ts'

const ViewBar = lazyPart(async () => (await import('./view-bar.tsx')).ViewBar)
const SaveViewDialog = lazyPart(async () => (await import('./view-bar.tsx')).SaveViewDialog)
// The cast restores the type parameter, which `lazyPart` loses.
const RowPreview = lazyPart(
  async () => (await import('./row-preview.tsx')).RowPreview,
) as typeof RowPreviewType

export interface ListScreenProps<Row> extends Omit<ListCardProps<Row>, 'label'> {
  /** The title, the same as in the menu. */
  title: string
  /** The buttons beside the title. */
  actions?: ReactNode
  /** Content between the title and the list, e.g. totals. */
  children?: ReactNode
}

/** The screen of a list: title, count, actions and the list itself. */
export function ListScreen<Row>({ title, actions, children, ...list }: ListScreenProps<Row>) {
  useDocumentTitle(title)
  const { total, isCapped } = list.table
  return (
    <>
      <PageHeader
        title={title}
        aside={
          total === undefined
            ? undefined
            : `${headings.all} ${countText(total, isCapped)} ${units.entries}`
        }
        actions={actions}
      />
      {children}
      <ListCard {...list} label={title} />
    </>
  )
}

/** {@link useTable} for the branch that the header shows. */
export function useBranchTable<E extends ListEndpoint>(
  endpoint: E,
  options: Parameters<typeof useTable>[1] = {},
) {
  return useTable(endpoint, { ...options, branch: useCurrentBranch() })
}

/** A list screen without the branch column for users of one branch. */
export function BranchScopedListScreen<Row>({ columns, ...rest }: ListScreenProps<Row>) {
  const severalBranches = useSession().branches.length > 1
  // A new array at each render would render the whole table again.
  const shown = useMemo(
    () => (severalBranches ? columns : columns.filter(({ id }) => id !== 'branch')),
    [severalBranches, columns],
  )
  return <ListScreen {...rest} columns={shown} />
}

export interface ListCardProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowKey' | 'rowActions' | 'rowDetail'
> {
  /** Key of the list in {@link useHiddenColumns}. */
  name: string
  filters: readonly FilterSpec[]
  searchPlaceholder?: string | undefined
  /** Shown in place of the rows if the list has no rows at all, even without filters. */
  empty?: ReactNode
  table: TableState & { rows: readonly Row[] }
}

/** A list with its filters, choice of columns, rows and pages. */
function ListCard<Row>(props: ListCardProps<Row>) {
  const { name, label, columns, rowKey, rowActions, rowDetail } = props
  const { filters, searchPlaceholder, empty, table } = props
  const [hiddenIds, setHiddenIds] = useHiddenColumns(name)
  const isPhone = useMedia(phoneScreen)
  const [isSaving, setSaving] = useState(false)
  const views = useSavedViews()
  const frame = useRef<HTMLDivElement>(null)
  const preview = useRowPreview(frame, table.rows, rowKey)
  return (
    <Card flush>
      {views.length > 0 && (
        <Suspense fallback={null}>
          <ViewBar views={views} table={table} />
        </Suspense>
      )}
      <ListFilters
        filters={filters}
        searchPlaceholder={searchPlaceholder}
        table={table}
        afterChips={
          views.length < maxViewsOfList && (
            <button
              type="button"
              data-noprint
              onClick={() => setSaving(true)}
              className="min-h-7 rounded-md px-2 text-xs font-medium text-primary hover:underline coarse:min-h-9"
            >
              บันทึกมุมมอง
            </button>
          )
        }
        tools={
          <>
            {isPhone && <SortFields columns={columns} sort={table.sort} onSort={table.setSort} />}
            <ColumnMenu columns={columns} hiddenIds={hiddenIds} onChange={setHiddenIds} />
          </>
        }
      />
      {/* The keys are pressed on the links of the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={frame} onKeyDown={preview.onKeyDown}>
        <DataTable
          label={label}
          columns={columns}
          hiddenIds={hiddenIds}
          rows={table.rows}
          rowKey={rowKey}
          sort={table.sort}
          onSort={table.setSort}
          stale={table.stale}
          state={table.state}
          onRetry={table.retry}
          rowActions={rowActions}
          rowDetail={rowDetail}
          empty={
            (table.isUnfiltered && empty) || (
              <EmptyState title="ไม่พบข้อมูลที่ตรงกับตัวกรอง" hint="ลองล้างตัวกรอง หรือเปลี่ยนคำค้นหา" />
            )
          }
        />
      </div>
      {isSaving && (
        <Suspense fallback={null}>
          <SaveViewDialog table={table} onClose={() => setSaving(false)} />
        </Suspense>
      )}
      {preview.row !== null && (
        <Suspense fallback={null}>
          <RowPreview
            row={preview.row}
            columns={columns}
            rowActions={rowActions}
            rowDetail={rowDetail}
            onClose={preview.close}
          />
        </Suspense>
      )}
      <Pagination
        page={table.page}
        perPage={table.perPage}
        total={table.total}
        isCapped={table.isCapped}
        maxReachablePage={table.maxReachablePage}
        onPage={table.setPage}
        onPerPage={table.setPerPage}
      />
    </Card>
  )
}

/** The ids of hidden columns by user id and list name. */
const hiddenColumnsSchema = z
  .record(z.string(), z.record(z.string(), z.array(z.string())))
  .catch({})

const hiddenColumnsStore = localStore('khapdee.columns', (stored) =>
  hiddenColumnsSchema.parse(stored),
)
const noColumns: readonly string[] = []

/**
 * The columns that the signed-in user has hidden in a list, stored in this browser.
 * @param list the list's key in the storage, which must not change between releases
 * @returns the ids of the hidden columns, and a function that replaces them
 */
export function useHiddenColumns(
  list: string,
): [hiddenIds: readonly string[], change: (hiddenIds: readonly string[]) => void] {
  const { user } = useSession()
  const userId = String(user?.user_id)
  const stored = useStore(hiddenColumnsStore)
  const change = useCallback(
    (hiddenIds: readonly string[]) => {
      const all = hiddenColumnsStore.get()
      hiddenColumnsStore.set({ ...all, [userId]: { ...all[userId], [list]: [...hiddenIds] } })
    },
    [userId, list],
  )
  return [stored[userId]?.[list] ?? noColumns, change]
}

interface ListTotalsProps<Name extends string> {
  /**
   * Null when the filters match more rows than the server sums; undefined until the sums are loaded.
   * `over_cap` is the number of amounts above the limit, which the sums do not include.
   */
  value: (Readonly<Record<Name, Satang>> & { over_cap?: number | undefined }) | null | undefined
  /** The state of the list; when it could not be loaded, nothing is shown. */
  state: TableState['state']
  /** `owed` for money that customers owe; `hidesZero` for a sum that is shown only when it is not 0. */
  totals: readonly { name: Name; label: string; tone?: 'owed'; hidesZero?: boolean }[]
}

/** Sums over all rows that match the filters, shown above the list. */
export function ListTotals<Name extends string>({ value, state, totals }: ListTotalsProps<Name>) {
  const isPhone = useMedia(phoneScreen)
  if (value === undefined && state === 'error') return null
  if (value === null) {
    return <StatsNote>พิมพ์คำค้นให้เจาะจงขึ้นเพื่อดูยอดรวม</StatsNote>
  }
  const stats = (
    <Stats>
      {totals
        .filter(({ name, hidesZero }) => hidesZero !== true || (value?.[name] ?? 0) !== 0)
        .map(({ name, label, tone }) => (
          <Stat
            key={name}
            label={label}
            {...(tone && (value?.[name] ?? 0) > 0 && { tone })}
            value={value ? <Balance value={value[name]} /> : <SkeletonLine width="60%" />}
          />
        ))}
    </Stats>
  )
  return (
    <>
      {value?.over_cap !== undefined && (
        <StatsNote>
          {value.over_cap} {units.entries}
          {headings.overCap}
        </StatsNote>
      )}
      {isPhone ? (
        // Folded, because the rows come first on a phone.
        <details className="flex flex-col">
          <summary className="card flex min-h-11 cursor-pointer items-center px-3.5 font-medium">
            {headings.summary}
          </summary>
          <div className="pt-3">{stats}</div>
        </details>
      ) : (
        stats
      )}
    </>
  )
}
