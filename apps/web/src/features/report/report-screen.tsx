/**
 * Reports of the books, receipts and outstanding balances; each figure links to the list with its
 * rows.
 */
import {
  type ReportCell,
  type ReportColumn,
  type ReportRow,
  report,
} from '@khapdee/contract/entities/report'
import { isSet } from '@khapdee/contract/wire'
import { listNames } from '@khapdee/domain/list-names'
import {
  type ReportKind,
  type ReportScreen,
  defaultReport,
  isOfToday,
  reportKinds,
} from '@khapdee/domain/report'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ExportButton, RecordLink } from '../../crud/actions.tsx'
import { bookRanges } from '../../crud/book-ranges.ts'
import { useToday } from '../../ui/use-today.ts'
import { ListFilters } from '../../crud/list-filters.tsx'
import { useBranchTable } from '../../crud/list-screen.tsx'
import { byDaysOf, byType, type FilterSpec, type ListSearch } from '../../crud/list-search.ts'
import { PrintButton } from '../../crud/print-button.tsx'
import { paths } from '../../shared/paths.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { Balance, countText } from '../../ui/values.tsx'

export const Reports = () => (
  <Permitted permission="accounting.view">
    <Report />
  </Permitted>
)

const title = listNames.report
const byReport: FilterSpec = { ...byType, label: title }
const days = byDaysOf(bookRanges)

function Report() {
  useDocumentTitle(title)
  const today = useToday()
  const { start = today, end = today } = useSearch({ strict: false }) as ListSearch
  // Without any day the server uses today.
  const fixed = !isSet(start) && !isSet(end) ? { fixedFilters: { start: 'all' } } : {}
  const table = useBranchTable(report.gettable, {
    defaults: { type: defaultReport, start: today, end: today },
    ...fixed,
  })
  const { answer, state, stale, retry } = table
  const { type = defaultReport } = table.filters
  const kind = (Object.hasOwn(reportKinds, type) ? type : defaultReport) as ReportKind
  const filters = [
    byReport,

    ...(isOfToday(kind) ? [] : days),
  ]
  const columns = useMemo(() => columnsOf(answer?.columns ?? []), [answer?.columns])
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <PrintButton endpoint={report.pdf} table={table} {...fixed} />
            <ExportButton endpoint={report.export} table={table} {...fixed} />
          </>
        }
      />
      <Card flush>
        <ListFilters filters={filters} table={table} />
      </Card>
      <Card title={reportKinds[kind].label} flush>
        <DataTable
          label={reportKinds[kind].label}
          columns={columns}
          rows={table.rows}
          rowKey={rowKey}
          state={state}
          stale={stale}
          onRetry={retry}
        />
      </Card>
      {answer?.notes.map((note) => (
        <p key={note} className="text-sm text-muted">
          {note}
        </p>
      ))}
    </>
  )
}

const rowKey = ({ key }: ReportRow) => key

const columnsOf = (columns: readonly ReportColumn[]): readonly Column<ReportRow>[] =>
  columns.map(({ title: header, kind }, i) => ({
    // Titles of months can be equal in different years.
    id: `${i} ${header}`,
    header,
    ...(i === 0 && { phoneSlot: 'title' as const }),
    ...(kind !== 'text' && { align: 'end' as const, nowrap: true }),
    cell: ({ cells, level }) => {
      const cell = cells[i]
      if (cell === undefined || (level === 'heading' && i > 0)) return null
      const shown = <Figure cell={cell} />
      return level === 'row' ? shown : <strong className="font-semibold">{shown}</strong>
    },
  }))

const screenPaths: Readonly<Record<ReportScreen, string>> = {
  income: paths.income.list,
  expenses: paths.expenses.list,
  accounts: paths.accounts.list,
  payments: paths.payments,
  overdue: paths.overdue,
}

/** A text or a figure; a figure that is not 0 links to its rows. */
function Figure({ cell: { text, count, value, to } }: { cell: ReportCell }) {
  if (value === null && count === null) return text
  const shown = value === null ? countText(count ?? 0) : <Balance value={value} />
  if (to === null || (value ?? count) === 0) return shown
  return (
    <RecordLink to={screenPaths[to.screen]} search={to.search}>
      {shown}
    </RecordLink>
  )
}
