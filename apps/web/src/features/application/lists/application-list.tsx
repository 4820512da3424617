/** The list of applications of one kind. */
import {
  type ApplicationRow,
  applicationRow,
  requiredDocument,
  sums,
} from '@khapdee/contract/entities/application-shapes'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { refundPending } from '@khapdee/domain/application/approval-request'
import { documentsStates } from '@khapdee/domain/application/required-document'
import {
  type ApplicationKind,
  applicationKinds,
  requestDecisions,
  showsDecision,
  shownState,
  isOpen,
} from '@khapdee/domain/application/status'
import { formatVehicle } from '@khapdee/domain/checked-vehicle'
import { entities } from '@khapdee/domain/entities'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDay, formatInstant, formatTime, todayInBangkok } from '@khapdee/domain/thai-date'
import { actionWords, applicationSearchHint } from '@khapdee/domain/words'
import { HandCoins, Printer, ReceiptText } from 'lucide-react'
import { useMemo } from 'react'
import { CreateLink, ExportButton, RecordLink, viewAction } from '../../../crud/actions.tsx'
import {
  OverCapChip,
  columnsOf,
  netAndBalanceColumns,
  requiredBranchColumn,
} from '../../../crud/columns.tsx'
import { BranchScopedListScreen, ListTotals, useBranchTable } from '../../../crud/list-screen.tsx'
import { byDays, byStatus, byText, byUser } from '../../../crud/list-search.ts'
import { useSession } from '../../../session/session.ts'
import { applicationPath, payPath } from '../../../shared/paths.ts'
import { printApplicationForm, printReceipts } from '../../../shared/print.ts'
import { Permitted } from '../../../shared/screen.tsx'
import type { Column } from '../../../ui/columns.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import type { RowAction } from '../../../ui/menu.tsx'
import { StateChip } from '../../../ui/values.tsx'
import { type ApplicationKindConfig, applicationKindConfigs } from '../kinds.ts'

const labels = titlesOf(sums)
const totals = [
  { name: 'net', label: labels.net },
  { name: 'paid', label: labels.paid },
  { name: 'written_off', label: labels.written_off, hidesZero: true },
  { name: 'balance', label: labels.balance, tone: 'owed' },
] as const

const filters = [byUser, byStatus, ...byDays, byText]
const documentsLabel = titleOf(requiredDocument.shape, 'name')
/** On the wire the filter by missing documents is named `category`. */
const documentFilters = [{ name: 'category', label: documentsLabel } as const, ...filters]
/** On the wire the filter by decision or missing documents is named `category`. */
const requestFilters = [
  {
    name: 'category',
    label: `${titleOf(applicationRow.shape, 'decision')} / ${documentsLabel}`,
  } as const,
  ...filters,
]

export function ApplicationList({ kind }: { kind: ApplicationKind }) {
  return (
    <Permitted permission="application.view">
      <List key={kind} config={applicationKindConfigs[kind]} />
    </Permitted>
  )
}

const rowKey = ({ application_id }: ApplicationRow) => application_id

function List({ config }: { config: ApplicationKindConfig }) {
  const { kind, title, paths, api, fixedFilters, defaultStatus } = config
  const { create } = applicationKinds[kind]
  const { can } = useSession()
  const canPay = can('application.pay')
  const defaults = defaultStatus === undefined ? {} : { status: defaultStatus }
  const table = useBranchTable(api.gettable, { defaults, fixedFilters })
  const columns = useMemo(() => applicationColumns(kind), [kind])
  const rowActions = useMemo(() => applicationActions(canPay), [canPay])
  return (
    <BranchScopedListScreen
      name="application"
      title={title}
      actions={
        <>
          <ExportButton endpoint={api.export} table={table} fixedFilters={fixedFilters} />
          {can('application.create') && <CreateLink to={paths.new} label={create} />}
        </>
      }
      columns={columns}
      filters={kind === 'request_fee' ? requestFilters : documentFilters}
      searchPlaceholder={
        kind === 'vehicle_check' ? 'ทะเบียนรถ ชื่อ เลขบัตร เบอร์โทร หรือเลขที่' : applicationSearchHint
      }
      empty={
        <EmptyState title="ยังไม่มีใบสมัคร" hint={can('application.create') && `เริ่มจากปุ่ม ${create}`} />
      }
      table={table}
      rowKey={rowKey}
      rowActions={rowActions}
    >
      <ListTotals value={table.answer?.total} state={table.state} totals={totals} />
    </BranchScopedListScreen>
  )
}

// Fixed widths prevent a layout shift when the rows load; `course_name` takes the remaining width.
const columns = columnsOf<ApplicationRow>(applicationRow.shape, [
  {
    id: 'application_code',
    width: '9.875rem',
    sortable: true,
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => <RecordLink to={applicationPath(row)}>{row.application_code}</RecordLink>,
  },
  {
    id: 'customer_name',
    width: 'min(14rem, 18vw)',
    header: entities.customer.label,
    sortable: true,
    phoneSlot: 'lead',
    cell: ({ customer, phone_1, idcard }) => (
      <>
        <span className="block">{customer}</span>
        <span className="flex flex-wrap gap-x-2.5 text-xs whitespace-nowrap text-muted xl:flex-nowrap print:flex-nowrap">
          <span>{formatPhone(phone_1)}</span>
          <span>{idcard}</span>
        </span>
      </>
    ),
  },
  {
    id: 'course_name',
    header: entities.course.label,
    cell: ({ course_name, vehicle }) => (
      <>
        {vehicle !== null && <span className="block font-medium">{formatVehicle(vehicle)}</span>}
        <span title={course_name} className="line-clamp-2 min-w-36">
          {course_name}
        </span>
      </>
    ),
  },
  { ...requiredBranchColumn({ belowWidth: 1120, under: 'course_name' }), width: '8.5rem' },
  {
    id: 'createdAt',
    width: '6.25rem',
    sortable: true,
    nowrap: true,
    narrow: {
      belowWidth: 960,
      under: 'application_code',
      cell: ({ createdAt }) => formatInstant(createdAt),
    },
    cell: ({ createdAt }) => <DayAndTime value={createdAt} />,
  },
  ...netAndBalanceColumns<ApplicationRow>(960),
  {
    id: 'status',
    width: '6.875rem',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ status, decision, over_cap, documents_missing, refund_pending, refund_due }) => (
      <span className="inline-flex flex-col items-start gap-1 max-md:flex-row">
        <StateChip state={shownState({ status, refund_due })} />
        {showsDecision(status, decision) && <StateChip state={requestDecisions[decision]} />}
        {refund_pending && <StateChip state={refundPending} />}
        {over_cap && <OverCapChip />}
        {documents_missing > 0 && isOpen(status) && (
          <StateChip state={documentsStates.documents_missing} />
        )}
      </span>
    ),
  },
])

/** The columns of the list of one kind. Except for courses, the item column has a general header. */
const applicationColumns = (kind: ApplicationKind): readonly Column<ApplicationRow>[] =>
  kind === 'course'
    ? columns
    : columns.map((column) =>
        column.id === 'course_name'
          ? { ...column, header: titleOf(applicationRow.shape, 'course_name') }
          : column,
      )

/** The day with the time below it, for a narrow column. */
function DayAndTime({ value }: { value: string }) {
  return (
    <time dateTime={value}>
      <span className="block">{formatDay(todayInBangkok(new Date(value)))}</span>
      <span className="block text-xs text-muted">{formatTime(value)}</span>
    </time>
  )
}

/** The actions of a row. @param canPay whether the user has permission to take payments */
const applicationActions =
  (canPay: boolean) =>
  (row: ApplicationRow): readonly RowAction[] => {
    const pay: RowAction = {
      id: 'pay',
      label: actionWords.payBalance,
      icon: HandCoins,
      href: payPath(row),
    }
    const receipts: RowAction = {
      id: 'receipts',
      label: actionWords.printReceipt,
      icon: ReceiptText,
      onAction: () => void printReceipts(row),
    }
    const form: RowAction = {
      id: 'form',
      label: actionWords.printApplication,
      icon: Printer,
      onAction: () => void printApplicationForm(row),
    }
    return [
      viewAction(applicationPath(row)),
      ...(canPay && row.payable ? [pay] : []),
      ...(row.paid > 0 ? [receipts] : []),
      form,
    ]
  }
