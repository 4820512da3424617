/** Lists of applications of every kind with their balance, outstanding ones by default. */
import { sums } from '@khapdee/contract/entities/application-shapes'
import { type OwedRow, payment, receivedSums } from '@khapdee/contract/entities/payment'
import { titlesOf } from '@khapdee/contract/field-meta'
import { type AgingBucket, agingBuckets } from '@khapdee/domain/application/aging'
import { applicationKinds, applicationStatuses, mayPay } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { listNames } from '@khapdee/domain/list-names'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import type { Tone } from '@khapdee/domain/tone'
import { actionWords, headings } from '@khapdee/domain/words'
import { HandCoins } from 'lucide-react'
import { ExportButton, RecordLink, viewAction } from '../../crud/actions.tsx'
import { columnsOf, netAndBalance, ownBranchColumn } from '../../crud/columns.tsx'
import { BranchListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import { byBranch, byDays, byStatus, byText, byType, byUser } from '../../crud/list-search.ts'
import { useSession } from '../../session/session.ts'
import { applicationPath, payPath } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { Chip, StateChip } from '../../ui/values.tsx'

const filters = [byBranch, byType, byUser, byStatus, ...byDays, byText]

const labels = titlesOf({ ...sums, ...receivedSums })
const totals = [
  { name: 'net', label: labels.net },
  { name: 'paid', label: labels.paid },
  { name: 'balance', label: labels.balance, tone: 'owed' },
  { name: 'cash', label: labels.cash },
  { name: 'banktransfer', label: labels.banktransfer },
] as const

const rowKey = ({ application_id }: OwedRow) => application_id

/** Outstanding applications, with the age of their balance. */
export function OverdueList() {
  return (
    <Permitted permission="application.view">
      <List
        endpoint={payment.overdue}
        exportEndpoint={payment.exportOverdue}
        name="overdue"
        title={listNames.overdue}
      />
    </Permitted>
  )
}

/** Outstanding applications, each with a link to pay its balance. */
export function PayBalanceList() {
  return (
    <Permitted permission="application.pay">
      <List
        endpoint={payment.owed}
        exportEndpoint={payment.exportOwed}
        name="pay-balance"
        title={listNames['pay-balance']}
      />
    </Permitted>
  )
}

interface ListProps {
  endpoint: typeof payment.overdue | typeof payment.owed
  /** The endpoint that exports the same list. */
  exportEndpoint: typeof payment.exportOverdue
  /** Key of the list's stored settings. */
  name: string
  title: string
}

function List({ endpoint, exportEndpoint, name, title }: ListProps) {
  const { can } = useSession()
  const table = useBranchTable(endpoint, { defaults: { status: 'outstanding' } })
  return (
    <BranchListScreen
      name={name}
      title={title}
      actions={<ExportButton endpoint={exportEndpoint} table={table} />}
      columns={owedColumns}
      filters={filters}
      searchPlaceholder="ค้นหาชื่อ เลขบัตร เบอร์โทร หรือเลขที่ใบสมัคร"
      table={table}
      rowKey={rowKey}
      rowActions={can('application.pay') ? owedActions : viewActions}
    >
      <ListTotals value={table.answer?.total} totals={totals} />
    </BranchListScreen>
  )
}

/** The colour of each age bucket. */
const bucketTones: Record<AgingBucket, Tone> = {
  '0-30': 'muted',
  '31-60': 'warn',
  '61-90': 'warn',
  '90+': 'danger',
}

const owedColumns = columnsOf<OwedRow>(payment.owed.output.shape.data.element.shape, [
  {
    id: 'application_code',
    width: '9.875rem',
    sortable: true,
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => (
      <>
        <RecordLink to={applicationPath(row)}>{row.application_code}</RecordLink>
        <span className="block text-xs font-normal text-muted">
          {applicationKinds[row.type].label}
        </span>
      </>
    ),
  },
  {
    id: 'customer_name',
    width: 'min(13rem, 17vw)',
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
  { ...ownBranchColumn({ belowWidth: 1180, under: 'course_name' }), width: '8.5rem' },
  {
    id: 'createdAt',
    width: '7.5rem',
    header: 'ค้างมาแล้ว',
    sortable: true,
    nowrap: true,
    cell: (row) => <Age row={row} />,
  },
  ...netAndBalance<OwedRow>(1060),
  {
    id: 'status',
    width: '6.875rem',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ status }) => <StateChip state={applicationStatuses[status]} />,
  },
])

/** The age of the balance in days, if there is one, and the day of the application. */
function Age({ row: { balance, age, bucket, createdAt } }: { row: OwedRow }) {
  return (
    <>
      {balance > 0 && (
        <span className="flex items-center gap-2">
          <span className="tabular-nums">{age} วัน</span>
          <Chip tone={bucketTones[bucket]}>{agingBuckets[bucket].label}</Chip>
        </span>
      )}
      <time dateTime={createdAt} className="block text-xs text-muted">
        {formatDay(todayInBangkok(new Date(createdAt)))}
      </time>
    </>
  )
}

/** The row actions for a user without permission to take payments. */
const viewActions = (row: OwedRow): readonly RowAction[] => [viewAction(applicationPath(row))]

function owedActions(row: OwedRow): readonly RowAction[] {
  if (!mayPay(row.status, row.decision)) return viewActions(row)
  const pay: RowAction = {
    id: 'pay',
    label: actionWords.payBalance,
    icon: HandCoins,
    primary: true,
    href: payPath(row),
  }
  return [pay, ...viewActions(row)]
}
