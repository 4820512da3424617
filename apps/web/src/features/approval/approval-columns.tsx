import type { ApprovalRow } from '@khapdee/contract/entities/approval'
import type { Tone } from '@khapdee/domain/tone'
import { applicationPath } from '../../shared/paths.ts'
import { ownBranch, writtenBy } from '../../crud/columns.tsx'
import { RecordLink } from '../../crud/actions.tsx'
import { Money, StateChip } from '../../ui/values.tsx'
import type { Column } from '../../ui/columns.tsx'

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
        <RecordLink to={applicationPath(row)}>{row.code}</RecordLink>
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
        <StateChip state={approvalKinds[kind]} />
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
  { ...writtenBy('ผู้ขอ'), width: '10.5rem' },
  { ...ownBranch(1120, 'customer'), width: '8.5rem' },
  {
    id: 'amount',
    width: '6.5rem',
    header: 'จำนวนเงิน',
    align: 'end',
    cell: ({ amount }) => <Money value={amount} />,
  },
]
