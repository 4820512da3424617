/** The list of all receipts and refunds; filtered by today by default. */
import { type Movement, payment, movement, receivedSums } from '@khapdee/contract/entities/payment'
import { titleOf } from '@khapdee/contract/field-meta'
import { applicationKinds, payTypes } from '@khapdee/domain/application/status'
import { listNames } from '@khapdee/domain/list-names'
import { formatBaht } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { ReceiptText } from 'lucide-react'
import { call } from '../../api/client.ts'
import { ExportButton, RecordLink, viewAction } from '../../crud/actions.tsx'
import {
  columnsOf,
  requiredBranchColumn,
  PaymentAmount,
  PaymentChip,
  PaymentCode,
  userColumn,
} from '../../crud/columns.tsx'
import { useToday } from '../../ui/use-today.ts'
import { BranchScopedListScreen, ListTotals, useBranchTable } from '../../crud/list-screen.tsx'
import {
  byDays,
  byStatus,
  byText,
  byType,
  byUser,
  type FilterSpec,
} from '../../crud/list-search.ts'
import { applicationPath } from '../../shared/paths.ts'
import { printPdf, printRefund } from '../../shared/print.ts'
import { Permitted } from '../../shared/screen.tsx'
import type { RowAction } from '../../ui/menu.tsx'
import { ThaiInstant } from '../../ui/values.tsx'

const filters: readonly FilterSpec[] = [
  // On the wire the filter by payment method is named `category`.
  { name: 'category', label: titleOf(movement.shape, 'pay_type') },
  byType,
  byStatus,
  byUser,
  ...byDays,
  byText,
]

/** The sums exclude voided receipts and subtract refunds. */
const totals = [
  { name: 'cash', label: titleOf(receivedSums, 'cash') },
  { name: 'banktransfer', label: titleOf(receivedSums, 'banktransfer') },
] as const

const rowKey = ({ payment_id }: Movement) => payment_id

export function PaymentHistory() {
  return (
    <Permitted permission="payment.view">
      <List />
    </Permitted>
  )
}

function List() {
  const today = useToday()
  const table = useBranchTable(payment.gettable, { defaults: { start: today, end: today } })
  return (
    <BranchScopedListScreen
      name="payment"
      title={listNames.payments}
      actions={<ExportButton endpoint={payment.exportHistory} table={table} />}
      columns={movementColumns}
      filters={filters}
      searchPlaceholder="ค้นหาชื่อ เลขที่ใบเสร็จ หรือเลขที่ใบสมัคร"
      table={table}
      rowKey={rowKey}
      rowActions={movementActions}
    >
      <ListTotals value={table.answer?.total} state={table.state} totals={totals} />
    </BranchScopedListScreen>
  )
}

/** Identifies the application of a movement, for `applicationPath`. */
const applicationOf = ({ kind, application_id }: Movement) => ({ type: kind, application_id })

const movementColumns = columnsOf<Movement>(movement.shape, [
  {
    id: 'payment_code',
    width: '9.875rem',
    sortable: true,
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => <PaymentCode {...row} />,
  },
  {
    id: 'createdAt',
    width: '9.5rem',
    sortable: true,
    nowrap: true,
    narrow: { belowWidth: 1100, under: 'payment_code' },
    cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
  },
  {
    id: 'customer',
    width: 'min(13rem, 17vw)',
    phoneSlot: 'lead',
    cell: (row) => (
      <>
        <span className="block">{row.customer}</span>
        <span className="flex flex-wrap gap-x-2 text-xs whitespace-nowrap">
          <RecordLink to={applicationPath(applicationOf(row))}>{row.application_code}</RecordLink>
          <span className="text-muted">{applicationKinds[row.kind].label}</span>
        </span>
      </>
    ),
  },
  {
    id: 'lines',
    header: headings.details,
    cell: ({ lines, note }) => (
      <>
        <span title={lines} className="line-clamp-2 min-w-32">
          {lines}
        </span>
        {note !== '' && <span className="block text-xs text-muted">{note}</span>}
      </>
    ),
  },
  { ...requiredBranchColumn({ belowWidth: 1280, under: 'lines' }), width: '8rem' },
  { ...userColumn({ belowWidth: 1200, under: 'lines' }), width: '8rem' },
  {
    id: 'pay_type',
    width: '6rem',
    nowrap: true,
    cell: ({ pay_type, bank_reference }) => (
      <>
        {payTypes[pay_type].label}
        {bank_reference !== '' && (
          <span className="block text-xs text-muted">{bank_reference}</span>
        )}
      </>
    ),
  },
  {
    id: 'paid',
    width: '6rem',
    align: 'end',
    sortable: true,
    cell: (row) => (
      <>
        <PaymentAmount {...row} />
        {row.vat_value !== 0 && (
          <span className="block text-xs text-muted">
            {headings.tax} {formatBaht(row.vat_value)}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'status',
    width: '8rem',
    nowrap: true,
    phoneSlot: 'meta',
    cell: (row) => <Status row={row} />,
  },
])

/** The status, with the code of the day close below it. */
function Status({ row: { status, refund, over_cap, closing_code } }: { row: Movement }) {
  return (
    <>
      <PaymentChip status={status} refund={refund} over_cap={over_cap} />
      {closing_code !== '' && <span className="block text-xs text-muted">{closing_code}</span>}
    </>
  )
}

function movementActions(row: Movement): readonly RowAction[] {
  const { payment_id, application_id } = row
  const print: RowAction = row.refund
    ? {
        id: 'print',
        label: actionWords.printRefund,
        icon: ReceiptText,
        onAction: () => void printRefund({ application_id, payment_id }),
      }
    : {
        id: 'print',
        label: actionWords.printReceipt,
        icon: ReceiptText,
        onAction: () => void printPdf(() => call(payment.pdf, { payment_id })),
      }
  return [print, viewAction(applicationPath(applicationOf(row)))]
}
