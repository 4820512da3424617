/** Columns and cells that several lists have in common. */
import { RecordLink } from './actions.tsx'
import { type Fields, fieldMeta, columnHeading } from '@khapdee/contract/field-meta'
import { type PaymentStatus, paymentStatuses } from '@khapdee/domain/application/status'
import { active } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import type { Satang } from '@khapdee/domain/money'
import { actionWords, headings } from '@khapdee/domain/words'
import { Chip, Money, StateChip, ThaiInstant } from '../ui/values.tsx'
import type { Column } from '../ui/columns.tsx'
import { allBranchesChoice } from './choices.ts'

/** A column without a header has the label of the contract's field with the same id. */
export type FieldColumn<Row> = Omit<Column<Row>, 'header'> & { header?: string }

/**
 * Completes columns with headers from the contract.
 * @param fields the contract's fields of a row
 * @throws Error when neither the column nor the contract has a header
 */
export const columnsOf = <Row,>(
  fields: Fields,
  columns: readonly FieldColumn<Row>[],
): readonly Column<Row>[] =>
  columns.map((column) => {
    const { id, header = fields[id] && columnHeading(fields, id) } = column
    if (!header) throw new Error(`The column ${id} has no header`)
    return { ...column, header }
  })

/**
 * A column with the record's name as a link to its form.
 * @param field the row's field with the name, by which the list can be sorted
 */
export const nameColumn = <Row extends object>(
  header: string,
  field: string,
  href: (row: Row) => string,
): Column<Row> => ({
  id: field,
  header,
  sortable: true,
  phoneSlot: 'title',
  cell: (row) => (
    <RecordLink to={href(row)}>{String((row as Record<string, unknown>)[field])}</RecordLink>
  ),
})

/** The branch of a master data record; ทั้งหมด when it is valid for all branches. */
export const optionalBranchColumn: Column<{ branch_name: string | null }> = {
  id: 'branch',
  header: entities.branch.label,
  cell: ({ branch_name }) => <NameOrAll name={branch_name} />,
}

/**
 * The name of the branch or item to which a record is limited; ทั้งหมด for null, which means no
 * limit.
 */
export function NameOrAll({ name }: { name: string | null }) {
  return name ?? <span className="text-muted">{allBranchesChoice.name}</span>
}

/** Whether a master data record is active. */
export const activeColumn: Column<{ is_activate: boolean }> = {
  id: 'status',
  header: fieldMeta(active).title,
  nowrap: true,
  phoneSlot: 'meta',
  cell: ({ is_activate }) => <ActiveChip value={is_activate} />,
}

/** The column of a narrow table under whose values another column is shown, as a small line. */
interface NarrowPlacement {
  /** Applies below this width of the table in px. */
  belowWidth: number
  /** Id of the other column. */
  under: string
}

/** The branch of a record that always belongs to exactly one. */
export const requiredBranchColumn = <Row extends { branch: string }>(
  narrow: NarrowPlacement,
): Column<Row> => ({
  id: 'branch',
  header: entities.branch.label,
  narrow,
  cell: ({ branch }) => branch,
})

/** The user who recorded the row. */
export const userColumn = <Row extends { user: string }>(
  narrow: NarrowPlacement,
): FieldColumn<Row> => ({
  id: 'user',
  narrow: { ...narrow, cell: ({ user }) => `โดย ${user}` },
  cell: ({ user }) => user,
})

/** The user who recorded the row, with the time as a small line below. */
export const userAndTimeColumn = <Row extends { user: string; createdAt: string }>(
  header: string,
): Column<Row> => ({
  id: 'user',
  header,
  cell: ({ user, createdAt }) => (
    <>
      <span className="block">{user}</span>
      <span className="text-xs text-muted">
        <ThaiInstant value={createdAt} />
      </span>
    </>
  ),
})

const [activeWord, inactiveWord] = fieldMeta(active).flag ?? []

/** Shows whether a master data record is active, in the words of the contract. */
export function ActiveChip({ value }: { value: boolean }) {
  return <Chip tone={value ? 'ok' : 'muted'}>{value ? activeWord : inactiveWord}</Chip>
}

/**
 * The columns of the net amount and the balance.
 * @param belowWidth the table width in px; a narrower table shows the net amount below the balance
 */
export const netAndBalanceColumns = <Row extends { net: Satang; balance: Satang }>(
  belowWidth: number,
): readonly FieldColumn<Row>[] => [
  {
    id: 'net',
    width: '5.5rem',
    align: 'end',
    sortable: true,
    narrow: {
      belowWidth,
      under: 'balance',
      cell: ({ net }) => (
        <span className="whitespace-nowrap">
          จาก <Money value={net} />
        </span>
      ),
    },
    cell: ({ net }) => <Money value={net} />,
  },
  {
    id: 'balance',
    width: '5.75rem',
    align: 'end',
    sortable: true,
    cell: ({ balance }) => <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />,
  },
]

/** One receipt or refund in a list of payments. */
interface Movement {
  payment_code: string
  status: PaymentStatus
  paid: Satang
  /** True for a refund, false for a receipt. */
  refund: boolean
}

type MovementProps<Name extends keyof Movement> = Pick<Movement, Name>

/** The number of a receipt or refund; struck through when it is voided (status `deleted`). */
export function PaymentCode({ payment_code, status }: MovementProps<'payment_code' | 'status'>) {
  return (
    <span className={status === 'deleted' ? 'font-medium line-through' : 'font-medium'}>
      {payment_code}
    </span>
  )
}

export function PaymentAmount({
  paid,
  status,
  refund,
}: MovementProps<'paid' | 'status' | 'refund'>) {
  return <Money value={paid} tone={status === 'deleted' ? 'void' : refund ? 'negative' : 'plain'} />
}

/** The label of an amount above the limit, which is excluded from all sums. */
export const OverCapChip = () => (
  <span title={headings.overCap}>
    <Chip tone="danger">{headings.overCapMark}</Chip>
  </span>
)

/** The status of a receipt, or คืนเงิน for a refund. */
export function PaymentChip({
  status,
  refund,
  over_cap = false,
}: MovementProps<'status' | 'refund'> & { over_cap?: boolean }) {
  return (
    <>
      {refund ? (
        <Chip tone="accent">{actionWords.refund}</Chip>
      ) : (
        <StateChip state={paymentStatuses[status]} />
      )}
      {over_cap && <OverCapChip />}
    </>
  )
}
