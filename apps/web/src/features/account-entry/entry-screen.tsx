/** The screens of a new and of a stored entry of the books. */
import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import {
  changeProblem,
  entryStatuses,
  keptMoneyProblem,
  voucherProblem,
} from '@khapdee/domain/account-entry'
import { entities } from '@khapdee/domain/entities'
import { bahtWithUnit } from '@khapdee/domain/money'
import { formatMonth } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { Ban, Lock, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useEndpoint } from '../../api/queries.ts'
import { RecordLink, useLeave } from '../../crud/actions.tsx'
import { useToday } from '../../ui/use-today.ts'
import { FormPage } from '../../crud/resource-form.tsx'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { applicationPath, paths, pathsOf } from '../../shared/paths.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { StateChip } from '../../ui/values.tsx'
import {
  type Book,
  accountBook,
  expensesBook,
  incomeBook,
  printLabel,
  printVoucher,
} from './books.ts'
import { EntryForm } from './entry-form.tsx'
import { type StoredEntry, newValues, storedValues } from './entry-values.ts'

const VoidDialog = lazyPart(async () => (await import('./void-dialog.tsx')).VoidDialog)

export const NewIncome = () => <NewEntry book={incomeBook} />
export const NewExpense = () => <NewEntry book={expensesBook} />
export const NewAccountEntry = () => <NewEntry book={accountBook} />

interface StoredProps {
  id: number
}
export const StoredIncome = ({ id }: StoredProps) => <StoredScreen book={incomeBook} id={id} />
export const StoredExpense = ({ id }: StoredProps) => <StoredScreen book={expensesBook} id={id} />
export const StoredAccountEntry = ({ id }: StoredProps) => (
  <StoredScreen book={accountBook} id={id} />
)

function NewEntry({ book }: { book: Book }) {
  return (
    <Permitted permission="accounting.create">
      <New key={book.name} book={book} />
    </Permitted>
  )
}

function New({ book }: { book: Book }) {
  const title = `${actionWords.add}${book.itemLabel}`
  useDocumentTitle(title)
  const branch = useCurrentBranch()
  const today = useToday()
  const [defaultValues] = useState(() => newValues(book.side ?? 'expenses', branch.id, today))
  return (
    <EntryForm
      title={title}
      book={book}
      stored={null}
      defaultValues={defaultValues}
      isReadOnly={false}
    />
  )
}

function StoredScreen({ book, id }: { book: Book; id: number }) {
  return (
    <Permitted permission="accounting.view">
      <Stored key={id} book={book} id={id} />
    </Permitted>
  )
}

/** Reads an entry by the call of its book. */
function useStoredEntry(book: Book, id: number) {
  const options = (side: Book['side']) => ({ enabled: book.side === side, staleTime: 0 })
  const ofIncome = useEndpoint(income.get, { income_id: id }, options('income'))
  const ofExpenses = useEndpoint(expenses.get, { expenses_id: id }, options('expenses'))
  const ofBoth = useEndpoint(account.get, { Account_id: id }, options(null))
  const query = book.side === null ? ofBoth : book.side === 'income' ? ofIncome : ofExpenses
  const entryOf = (data: typeof query.data): StoredEntry | undefined =>
    data && { ...data.data, entry_id: id }
  return {
    entry: query.isFetchedAfterMount ? entryOf(query.data) : undefined,
    error: query.error,
    refetch: async () => entryOf((await query.refetch()).data),
  }
}

function Stored({ book, id }: { book: Book; id: number }) {
  const { can } = useSession()
  const { entry, error, refetch } = useStoredEntry(book, id)
  // A newer entry does not replace typed values, unless the user requests it.
  const [shown, setShown] = useState<StoredEntry>()
  if (shown === undefined && entry !== undefined) setShown(entry)
  const stored = shown ?? entry
  const leave = useLeave(book.paths.list)
  const [isVoiding, setVoiding] = useState(false)
  const problem = stored === undefined ? null : changeProblem(stored)
  const kept = stored === undefined ? null : keptMoneyProblem(stored)
  const mayChange = problem === null && can('accounting.update')
  const title = `${mayChange ? actionWords.edit : ''}${book.itemLabel}`
  useDocumentTitle(stored?.code || title)
  if (error?.status === 404) return <NotFoundScreen />
  if (stored === undefined) {
    return (
      <FormPage title={title} name={undefined} back={book.paths.list} save={null} dirty={false}>
        <RecordLoading error={error} onRetry={() => void refetch()} />
      </FormPage>
    )
  }
  return (
    <>
      <EntryForm
        // The version resets the form when the entry is loaded again after a conflict.
        key={stored.version}
        title={title}
        book={book}
        stored={stored}
        defaultValues={storedValues(stored)}
        isReadOnly={!mayChange}
        reload={async () => setShown(await refetch())}
        otherAction={
          <>
            {voucherProblem(stored) === null && (
              <Button icon={Printer} onPress={() => void printVoucher(id)}>
                {printLabel(stored.side)}
              </Button>
            )}
            {problem === null && kept === null && can('accounting.delete') && (
              <Button icon={Ban} onPress={() => setVoiding(true)}>
                {`${actionWords.cancel}รายการ`}
              </Button>
            )}
          </>
        }
        notice={<Notice entry={stored} problem={problem ?? kept} />}
      />
      {isVoiding && (
        <Suspense fallback={null}>
          <VoidDialog
            entry={stored}
            onClose={() => setVoiding(false)}
            onVoided={() => void leave('saved')}
          />
        </Suspense>
      )}
    </>
  )
}

/** The status of the entry, why it cannot be changed, and the application or month of payroll that it comes from. */
function Notice({ entry, problem }: { entry: StoredEntry; problem: string | null }) {
  const { can } = useSession()
  const { status, void_note, application_id, application_kind, application_code } = entry
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <StateChip state={entryStatuses[status]} />
      {problem !== null && (
        <span className="flex items-center gap-1.5 text-muted">
          <Lock size={16} aria-hidden className="shrink-0" />
          {problem}
        </span>
      )}
      {void_note !== '' && <span>{`เหตุผล: ${void_note}`}</span>}
      {entry.recurring_entry_id !== null && (
        <span>
          {`${entities.recurring_entry.label}: `}
          <RecordLink to={pathsOf('recurring_entry').record(entry.recurring_entry_id)}>
            {entry.recurring_entry}
          </RecordLink>
        </span>
      )}
      {entry.payroll_month !== '' && can('payroll.view') && (
        <RecordLink
          to={paths.payroll}
          search={{ branch: String(entry.branch_id), month: entry.payroll_month, status: 'all' }}
        >
          {`${entities.payroll_month.label} ${formatMonth(entry.payroll_month)}`}
        </RecordLink>
      )}
      {entry.bill.length > 0 && (
        <span className="flex flex-wrap gap-x-2">
          บิลเดียวกัน:
          {entry.bill.map((other) => (
            <RecordLink key={other.entry_id} to={paths.expenses.record(other.entry_id)}>
              {`${other.branch} ${bahtWithUnit(other.value)}${other.status === 'void' ? ` (${entryStatuses.void.label})` : ''}`}
            </RecordLink>
          ))}
        </span>
      )}
      {application_id !== null && application_kind !== null && (
        <RecordLink to={applicationPath({ type: application_kind, application_id })}>
          {application_code}
        </RecordLink>
      )}
    </div>
  )
}
