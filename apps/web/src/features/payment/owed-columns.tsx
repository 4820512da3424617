/** The columns of a list of what is owed, and what one can do with each row. */
import type { OwedRow } from '@khapdee/contract/entities/payment'
import { type AgingBucket, agingBuckets } from '@khapdee/domain/application/aging'
import { applicationKinds, applicationStatuses, mayPay } from '@khapdee/domain/application/status'
import { formatPhone } from '@khapdee/domain/phone'
import { formatDay, todayInBangkok } from '@khapdee/domain/thai-date'
import type { Tone } from '@khapdee/domain/tone'
import { HandCoins } from 'lucide-react'
import { applicationPath, payPath } from '../../shared/paths.ts'
import { netAndBalance, ownBranch } from '../../crud/columns.tsx'
import { RecordLink, viewAction } from '../../crud/actions.tsx'
import { Chip, StateChip } from '../../ui/values.tsx'
import type { Column } from '../../ui/columns.tsx'
import type { RowAction } from '../../ui/menu.tsx'

const bucketTones: Record<AgingBucket, Tone> = {
  '0-30': 'muted',
  '31-60': 'warn',
  '61-90': 'warn',
  '90+': 'danger',
}

export const owedColumns: readonly Column<OwedRow>[] = [
  {
    id: 'application_code',
    width: '9.875rem',
    header: 'เลขที่ใบสมัคร',
    sortable: true,
    nowrap: true,
    phone: 'title',
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
    header: 'ผู้สมัคร',
    sortable: true,
    phone: 'lead',
    cell: ({ customer, phone_1 }) => (
      <>
        <span className="block">{customer}</span>
        <span className="text-xs whitespace-nowrap text-muted">{formatPhone(phone_1)}</span>
      </>
    ),
  },
  {
    id: 'course_name',
    header: 'รายละเอียด',
    cell: ({ course_name }) => (
      <span title={course_name} className="line-clamp-2 min-w-32">
        {course_name}
      </span>
    ),
  },
  { ...ownBranch(1180, 'course_name'), width: '8.5rem' },
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
    header: 'สถานะ',
    nowrap: true,
    phone: 'meta',
    cell: ({ status }) => <StateChip state={applicationStatuses[status]} />,
  },
]

/** How long since it was made, while something is owed; and the day of it. */
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

/** For who may not take money. */
export const viewActions = (row: OwedRow): readonly RowAction[] => [
  viewAction(applicationPath(row)),
]

export function owedActions(row: OwedRow): readonly RowAction[] {
  if (!mayPay(row.status, row.decision)) return viewActions(row)
  const pay: RowAction = {
    id: 'pay',
    label: 'ชำระยอดค้าง',
    icon: HandCoins,
    primary: true,
    href: payPath(row),
  }
  return [pay, ...viewActions(row)]
}
