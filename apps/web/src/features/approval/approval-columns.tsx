import type { ApprovalRow } from '@khapdee/contract/entities/approval'
import type { Tone } from '@khapdee/domain/tone'
import { applicationAddress } from '../../app/application-address.ts'
import { RecordLink } from '../../crud/record-link.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/columns.ts'
import { Money } from '../../ui/money.tsx'
import { ThaiInstant } from '../../ui/thai-date.tsx'

/** What is asked for, in each kind of row. */
export const approvalKinds = {
  payment: { label: 'ขอลบรายการชำระเงิน', tone: 'danger' },
  request_fee: { label: 'ค่าคำขอ', tone: 'info' },
} as const satisfies Record<ApprovalRow['kind'], { label: string; tone: Tone }>

export const approvalColumns: readonly Column<ApprovalRow>[] = [
  {
    id: 'code',
    width: '10.5rem',
    header: 'เลขที่เอกสาร',
    nowrap: true,
    phone: 'title',
    cell: (row) => (
      <>
        <RecordLink to={applicationAddress(row)}>{row.code}</RecordLink>
        {row.code !== row.application_code && (
          <span className="block text-xs font-normal text-muted">{row.application_code}</span>
        )}
      </>
    ),
  },
  {
    id: 'kind',
    width: '9.5rem',
    header: 'ประเภท',
    nowrap: true,
    phone: 'meta',
    cell: ({ kind, can_decide }) => (
      <>
        <Chip tone={approvalKinds[kind].tone}>{approvalKinds[kind].label}</Chip>
        {!can_decide && <span className="block text-xs text-muted">คำขอของคุณ รออนุมัติ</span>}
      </>
    ),
  },
  {
    id: 'customer',
    width: 'min(11rem, 15vw)',
    header: 'ผู้สมัคร',
    phone: 'lead',
    cell: ({ customer }) => customer,
  },
  {
    id: 'note',
    header: 'เหตุผล',
    cell: ({ note }) => (
      <span className="block min-w-36 whitespace-pre-line">{note === '' ? '–' : note}</span>
    ),
  },
  {
    id: 'user',
    width: '10.5rem',
    header: 'ผู้ขอ',
    cell: ({ user, createdAt }) => (
      <>
        <span className="block">{user}</span>
        <span className="text-xs text-muted">
          <ThaiInstant value={createdAt} />
        </span>
      </>
    ),
  },
  {
    id: 'branch',
    width: '8.5rem',
    header: 'สาขา',
    narrow: { below: 1120, under: 'customer', cell: ({ branch }) => branch },
    cell: ({ branch }) => branch,
  },
  {
    id: 'amount',
    width: '6.5rem',
    header: 'จำนวนเงิน',
    align: 'end',
    cell: ({ amount }) => <Money value={amount} />,
  },
]
