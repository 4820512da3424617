/** Columns and cells that several lists have in common. */
import { RecordLink } from './actions.tsx'
import { type Fields, fieldMeta, columnHeading } from '@khapdee/contract/field-meta'
import { type PaymentStatus, paymentStatuses } from '@khapdee/domain/application/status'
import { active } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import type { Satang } from '@khapdee/domain/money'
import { Chip, Money, StateChip, ThaiInstant } from '../ui/values.tsx'
import type { Column } from '../ui/columns.tsx'
import { everyBranch } from './choices.ts'

/** A column whose header is the label of the contract's field with its id, unless it has its own. */
export type FieldColumn<Row> = Omit<Column<Row>, 'header'> & { header?: string }

/**
 * Columns with the labels of the contract.
 * @param fields of the rows
 * @throws where neither a column nor the contract has a label
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
 * The name of a record, a link to its form.
 * @param column the field with the name, by which the list can be sorted
 */
export const nameColumn = <Row extends object>(
  header: string,
  column: string,
  href: (row: Row) => string,
): Column<Row> => ({
  id: column,
  header,
  sortable: true,
  phone: 'title',
  cell: (row) => (
    <RecordLink to={href(row)}>{String((row as Record<string, unknown>)[column])}</RecordLink>
  ),
})

/** The branch of a record of the master data, which may be for all of them. */
export const branchColumn: Column<{ branch_name: string | null }> = {
  id: 'branch',
  header: entities.branch.label,
  cell: ({ branch_name }) => <BranchCell name={branch_name} />,
}

/** The branch of a record that may belong to all of them. */
export function BranchCell({ name }: { name: string | null }) {
  return name ?? <span className="text-muted">{everyBranch.name}</span>
}

/** Whether a record of the master data is in use. */
export const activeColumn: Column<{ is_activate: boolean }> = {
  id: 'status',
  header: fieldMeta(active).title,
  nowrap: true,
  phone: 'meta',
  cell: ({ is_activate }) => <ActiveChip value={is_activate} />,
}

/**
 * The branch of a record.
 * @param below the width in px under which it is shown in small beneath the column `under`
 */
export const ownBranch = <Row extends { branch: string }>(
  below: number,
  under: string,
): Column<Row> => ({
  id: 'branch',
  header: entities.branch.label,
  narrow: { below, under },
  cell: ({ branch }) => branch,
})

/**
 * The user who recorded it.
 * @param below as {@link ownBranch}
 */
export const recordedBy = <Row extends { user: string }>(
  below: number,
  under: string,
): FieldColumn<Row> => ({
  id: 'user',
  narrow: { below, under, cell: ({ user }) => `โดย ${user}` },
  cell: ({ user }) => user,
})

/** The user who wrote it, and the time in small below. */
export const writtenBy = <Row extends { user: string; createdAt: string }>(
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

const [on, off] = fieldMeta(active).flag ?? []

/** Whether a record of the master data is in use. */
export function ActiveChip({ value }: { value: boolean }) {
  return <Chip tone={value ? 'ok' : 'muted'}>{value ? on : off}</Chip>
}

/** @param below the width in px under which the net sum is shown below the balance */
export const netAndBalance = <Row extends { net: Satang; balance: Satang }>(
  below: number,
): readonly FieldColumn<Row>[] => [
  {
    id: 'net',
    width: '5.5rem',
    align: 'end',
    sortable: true,
    narrow: {
      below,
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

interface Movement {
  payment_code: string
  status: PaymentStatus
  paid: Satang
  /** Money that went back. */
  refund: boolean
}

type Part<Name extends keyof Movement> = Pick<Movement, Name>

/** Its number, struck out when it was deleted. */
export function PaymentCode({ payment_code, status }: Part<'payment_code' | 'status'>) {
  return (
    <span className={status === 'deleted' ? 'font-medium line-through' : 'font-medium'}>
      {payment_code}
    </span>
  )
}

export function PaymentAmount({ paid, status, refund }: Part<'paid' | 'status' | 'refund'>) {
  return <Money value={paid} tone={status === 'deleted' ? 'void' : refund ? 'negative' : 'plain'} />
}

/** Distinguishes a refund from a receipt. */
export function PaymentChip({ status, refund }: Part<'status' | 'refund'>) {
  return refund ? <Chip tone="accent">คืนเงิน</Chip> : <StateChip state={paymentStatuses[status]} />
}
