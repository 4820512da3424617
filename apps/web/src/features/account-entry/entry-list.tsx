/** The lists of the books with their totals and charts; filtered by today by default. */
import { account } from '@khapdee/contract/entities/account-entry'
import { titleOf } from '@khapdee/contract/field-meta'
import { isSet, listQuery } from '@khapdee/contract/wire'
import { changeProblem, keptMoneyProblem, voucherProblem } from '@khapdee/domain/account-entry'
import { actionWords } from '@khapdee/domain/words'
import { useSearch } from '@tanstack/react-router'
import { Ban, Pencil, Printer } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { CreateLink, ExportButton, viewAction } from '../../crud/actions.tsx'
import { bookRanges } from '../../crud/book-ranges.ts'
import { useToday } from '../../ui/use-today.ts'
import { PrintButton } from '../../crud/print-button.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import {
  byDaysOf,
  byPayType,
  byStatus,
  byText,
  byType,
  type FilterSpec,
  type ListSearch,
} from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { Permitted } from '../../shared/screen.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'
import {
  type Book,
  type BookRow,
  accountBook,
  entryIdOf,
  expensesBook,
  incomeBook,
  printLabel,
  printVoucher,
} from './books.ts'
import { entryColumns, entryPathOf, searchHint } from './entry-columns.tsx'
import { EntryTotals } from './entry-totals.tsx'
import { type BookChart, figuresOf } from './figures.ts'

const EntryCharts = lazyPart(async () => (await import('./entry-charts.tsx')).EntryCharts)
const VoidDialog = lazyPart(async () => (await import('./void-dialog.tsx')).VoidDialog)

export const IncomeList = () => <BookList book={incomeBook} />
export const ExpensesList = () => <BookList book={expensesBook} />
export const AccountList = () => <BookList book={accountBook} />

const filters: readonly FilterSpec[] = [
  { name: 'category', label: titleOf(listQuery.shape, 'category') },
  { ...byType, label: 'ประเภทรายการ' },
  { ...byStatus, label: titleOf(account.row.shape, 'status') },
  byPayType,
  ...byDaysOf(bookRanges),
  byText,
]

function BookList({ book }: { book: Book }) {
  return (
    <Permitted permission="accounting.view">
      {/* The key resets the dialog when the screen changes to another book. */}
      <List key={book.name} book={book} />
    </Permitted>
  )
}

function List({ book }: { book: Book }) {
  const { can } = useSession()
  const today = useToday()
  const { start = today, end = today } = useSearch({ strict: false }) as ListSearch
  // Without any day the server uses today.
  const fixed = !isSet(start) && !isSet(end) ? { fixedFilters: { start: 'all' } } : {}
  const table = useBranchTable(book.endpoint, {
    defaults: { start: today, end: today },
    ...fixed,
  })
  const [pendingVoid, setPendingVoid] = useState<BookRow | null>(null)
  const columns = useMemo(() => entryColumns(book), [book])
  const canVoid = can('accounting.delete')
  const rowActions = useMemo(
    () => (row: BookRow) => entryActions(book, row, canVoid ? setPendingVoid : null),
    [book, canVoid],
  )
  const { answer, setFilter, setFilters, stale } = table
  const figures = useMemo(() => answer && figuresOf(answer.chart as BookChart), [answer])
  const { category } = table.filters
  return (
    <>
      <BranchScopedListScreen<BookRow>
        name={book.name}
        title={book.title}
        actions={
          <>
            <PrintButton
              endpoint={account.printPdf}
              table={table}
              fixedFilters={{ ...fixed.fixedFilters, ...(book.side && { side: book.side }) }}
            />
            <ExportButton endpoint={book.export} table={table} {...fixed} />
            {can('accounting.create') && (
              <CreateLink to={book.paths.new} label={`${actionWords.add}${book.itemLabel}`} />
            )}
          </>
        }
        columns={columns}
        filters={filters}
        searchPlaceholder={searchHint}
        table={table}
        rowKey={entryIdOf}
        rowActions={rowActions}
      >
        <div aria-busy={stale} className={`flex flex-col gap-3.5 ${stale ? 'stale' : ''}`}>
          <EntryTotals
            figures={figures}
            showsIncome={book.side !== 'expenses'}
            showsExpenses={book.side !== 'income'}
            withBalance={book.side === null}
            isCompared={isSet(start) && isSet(end)}
          />
          {/* Reserves the height of the charts, so that the list does not move. */}
          <div className={book.side === null ? 'min-h-150 lg:min-h-142' : 'min-h-75'}>
            {figures && (
              <Suspense fallback={null}>
                <EntryCharts
                  figures={figures}
                  category={isSet(category) ? category : undefined}
                  onCategory={(key) => setFilter('category', key ?? '')}
                  days={{ start, end }}
                  onDays={setFilters}
                />
              </Suspense>
            )}
          </div>
        </div>
      </BranchScopedListScreen>
      {pendingVoid !== null && (
        <Suspense fallback={null}>
          <VoidDialog
            entry={{ ...pendingVoid, entry_id: entryIdOf(pendingVoid) }}
            onClose={() => setPendingVoid(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** @param askToVoid null without the permission */
function entryActions(
  book: Book,
  row: BookRow,
  askToVoid: ((row: BookRow) => void) | null,
): readonly RowAction[] {
  const path = entryPathOf(book, row)
  const edit: RowAction = {
    id: 'edit',
    label: actionWords.edit,
    icon: Pencil,
    href: path,
    primary: true,
  }
  const open = row.can_change ? edit : viewAction(path)
  const print: readonly RowAction[] =
    voucherProblem(row) === null
      ? [
          {
            id: 'print',
            label: printLabel(row.side),
            icon: Printer,
            onAction: () => void printVoucher(entryIdOf(row)),
          },
        ]
      : []
  const isFinal = changeProblem(row) !== null || keptMoneyProblem(row) !== null
  if (askToVoid === null || isFinal) return [open, ...print]
  const cancel: RowAction = {
    id: 'void',
    label: `${actionWords.cancel}รายการ`,
    icon: Ban,
    tone: 'danger',
    onAction: () => askToVoid(row),
  }
  return [open, ...print, cancel]
}
