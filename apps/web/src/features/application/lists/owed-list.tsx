/** The lists of outstanding balances: `OverdueList` for following them up, `OwedList` also for the screen that takes payments. */
import { sums } from '@khapdee/contract/entities/application-shapes'
import { type OwedRow, owedShape, payment, receivedSums } from '@khapdee/contract/entities/payment'
import { followUp } from '@khapdee/contract/entities/follow-up'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { agreedDayStates } from '@khapdee/domain/application/agreed-day'
import { type AgingBucket, agingBuckets } from '@khapdee/domain/application/aging'
import { refundPending } from '@khapdee/domain/application/approval-request'
import { applicationKinds, applicationStatuses } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { listNames } from '@khapdee/domain/list-names'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import type { Tone } from '@khapdee/domain/tone'
import { actionWords, headings, applicationSearchHint } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { HandCoins, PhoneCall } from 'lucide-react'
import { type ComponentType, useEffect, useMemo } from 'react'
import { ExportButton, RecordLink, viewAction } from '../../../crud/actions.tsx'
import {
  OverCapChip,
  columnsOf,
  netAndBalanceColumns,
  requiredBranchColumn,
} from '../../../crud/columns.tsx'
import { BranchScopedListScreen, ListTotals, useBranchTable } from '../../../crud/list-screen.tsx'
import {
  byDays,
  byText,
  byType,
  byUser,
  type FilterSpec,
  searchOfWorklist,
  type WorklistName,
  type WorklistSearch,
} from '../../../crud/list-search.ts'
import { useSession } from '../../../session/session.ts'
import { applicationPath, followUpHash, payHash, stringifySearch } from '../../../shared/paths.ts'
import { Permitted } from '../../../shared/screen.tsx'
import type { RowAction } from '../../../ui/menu.tsx'
import { Chip, StateChip, ThaiDay } from '../../../ui/values.tsx'

/** On the wire the filter by the state of the agreed day is named `category`. */
const byAgreedDay: FilterSpec = { name: 'category', label: titleOf(owedShape, 'due_state') }
const filtersWithoutText = [byType, byAgreedDay, byUser, ...byDays]
const filters = [...filtersWithoutText, byText]

const labels = titlesOf({ ...sums, ...receivedSums })
const totals = [
  { name: 'net', label: labels.net },
  { name: 'paid', label: labels.paid },
  { name: 'written_off', label: labels.written_off, hidesZero: true },
  { name: 'balance', label: labels.balance, tone: 'owed' },
  { name: 'cash', label: labels.cash },
  { name: 'banktransfer', label: labels.banktransfer },
] as const

const rowKey = ({ application_id }: OwedRow) => application_id

/** Outstanding applications, with the age of their balance. */
export function OverdueList() {
  return (
    <Permitted permission="application.view">
      <OwedList
        endpoint={payment.overdue}
        exportEndpoint={payment.exportOverdue}
        name="overdue"
        title={listNames.overdue}
      />
    </Permitted>
  )
}

interface OwedListProps {
  endpoint: typeof payment.overdue | typeof payment.owed
  /** The endpoint that exports the same list. */
  exportEndpoint: typeof payment.exportOverdue
  /** Key of the list's stored settings, and name of its worklist. */
  name: WorklistName
  title: string
  /** Takes the payment of a row; without it, the row links to the payment dialog of its application. */
  onPay?: (row: OwedRow) => void
  /** A search field above the list, in place of that among the filters. */
  Search?: ComponentType<OwedSearchProps>
}

export interface OwedSearchProps {
  table: ReturnType<typeof useBranchTable<typeof payment.owed>>
  onPay: (row: OwedRow) => void
}

export function OwedList({ endpoint, exportEndpoint, name, title, onPay, Search }: OwedListProps) {
  const { can } = useSession()
  const table = useBranchTable(endpoint)
  const { filters: values, sort } = table
  const search = useMemo(
    () => searchOfWorklist(name, { filters: values, sort }),
    [name, values, sort],
  )
  const columns = useMemo(() => owedColumns(search), [search])
  const [canPay, canFollowUp] = [can('application.pay'), can('application.follow-up')]
  const rowActions = useMemo(
    () => owedActions(search, { canPay, canFollowUp, onPay }),
    [search, canPay, canFollowUp, onPay],
  )
  const client = useQueryClient()
  // Removes the cached worklist, so that the next one is read with the present rows.
  useEffect(() => client.removeQueries({ queryKey: [followUp.worklist.path] }), [client])
  return (
    <BranchScopedListScreen
      name={name}
      title={title}
      actions={<ExportButton endpoint={exportEndpoint} table={table} />}
      columns={columns}
      filters={Search ? filtersWithoutText : filters}
      searchPlaceholder={applicationSearchHint}
      table={table}
      rowKey={rowKey}
      rowActions={rowActions}
    >
      {Search && onPay && <Search table={table} onPay={onPay} />}
      <ListTotals value={table.answer?.total} state={table.state} totals={totals} />
    </BranchScopedListScreen>
  )
}

const bucketTones: Record<AgingBucket, Tone> = {
  '0-30': 'muted',
  '31-60': 'warn',
  '61-90': 'warn',
  '90+': 'danger',
}

/** The columns; links to an application have the worklist in their search parameters. */
const owedColumns = (search: WorklistSearch) =>
  columnsOf<OwedRow>(owedShape, [
    {
      id: 'application_code',
      width: '9.875rem',
      sortable: true,
      nowrap: true,
      phoneSlot: 'title',
      cell: (row) => (
        <>
          <RecordLink to={applicationPath(row)} search={search}>
            {row.application_code}
          </RecordLink>
          <span className="block text-xs font-normal text-muted">
            {applicationKinds[row.type].label}{' '}
            <time dateTime={row.createdAt}>
              {formatDay(todayInBangkok(new Date(row.createdAt)))}
            </time>
          </span>
        </>
      ),
    },
    {
      id: 'customer_name',
      width: 'min(11rem, 15vw)',
      header: entities.customer.label,
      sortable: true,
      phoneSlot: 'lead',
      cell: ({ customer, phone_1 }) => (
        <>
          <span className="block">{customer}</span>
          <span className="text-xs whitespace-nowrap text-muted">{formatPhone(phone_1)}</span>
        </>
      ),
    },
    {
      id: 'course_name',
      header: headings.details,
      cell: ({ course_name }) => (
        <span title={course_name} className="line-clamp-2 min-w-32">
          {course_name}
        </span>
      ),
    },
    { ...requiredBranchColumn({ belowWidth: 1180, under: 'course_name' }), width: '8.5rem' },
    {
      id: 'createdAt',
      width: '10.25rem',
      header: 'ค้างมาแล้ว',
      sortable: true,
      nowrap: true,
      cell: (row) => <Age row={row} />,
    },
    {
      id: 'due_date',
      width: '6.5rem',
      sortable: true,
      nowrap: true,
      narrow: {
        belowWidth: 1180,
        under: 'createdAt',
        cell: (row) =>
          row.balance > 0 && (
            <span className="flex items-center gap-1.5">
              <AgreedDay row={row} />
            </span>
          ),
      },
      cell: (row) =>
        row.balance > 0 ? (
          <span className="inline-flex flex-col items-start gap-1">
            <AgreedDay row={row} />
          </span>
        ) : (
          '–'
        ),
    },
    ...netAndBalanceColumns<OwedRow>(1060),
    {
      id: 'status',
      width: '6.875rem',
      phoneSlot: 'meta',
      cell: ({ status, over_cap, refund_pending }) => (
        <>
          <StateChip state={applicationStatuses[status]} />
          {refund_pending && <StateChip state={refundPending} />}
          {over_cap && <OverCapChip />}
        </>
      ),
    },
  ])

/** The age of the balance in days; nothing without a balance. */
function Age({ row: { balance, age, bucket } }: { row: OwedRow }) {
  if (balance <= 0) return '–'
  return (
    <span className="flex items-center gap-2">
      <span>{age} วัน</span>
      <Chip tone={bucketTones[bucket]}>{agingBuckets[bucket].label}</Chip>
    </span>
  )
}

/** The agreed day of the next payment, and its state. */
function AgreedDay({ row: { due_date, due_state } }: { row: OwedRow }) {
  return (
    <>
      {due_date !== null && <ThaiDay value={due_date} />}
      <StateChip state={agreedDayStates[due_state]} />
    </>
  )
}

/** The row actions for a user with these permissions; their links have the worklist in the query. */
const owedActions =
  (
    search: WorklistSearch,
    {
      canPay,
      canFollowUp,
      onPay,
    }: { canPay: boolean; canFollowUp: boolean; onPay: OwedListProps['onPay'] },
  ) =>
  (row: OwedRow): readonly RowAction[] => {
    const path = `${applicationPath(row)}${stringifySearch(search)}`
    const pay: RowAction = {
      id: 'pay',
      label: actionWords.payBalance,
      icon: HandCoins,
      primary: true,
      ...(onPay ? { onAction: () => onPay(row) } : { href: `${path}#${payHash}` }),
    }
    const writeFollowUp: RowAction = {
      id: 'follow-up',
      label: actionWords.followUp,
      icon: PhoneCall,
      href: `${path}#${followUpHash}`,
    }
    return [
      ...(canPay && row.payable ? [pay] : []),
      ...(canFollowUp && row.balance > 0 ? [writeFollowUp] : []),
      viewAction(path),
    ]
  }
