/** The columns of exam rights. */
import { type ExamRightRow, examRight } from '@khapdee/contract/entities/exam-right'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { bookingTime } from '@khapdee/domain/exam-booking'
import { examRightStatuses } from '@khapdee/domain/exam-right'
import { examName } from '@khapdee/domain/exams'
import { formatPhone } from '@khapdee/domain/phone'
import { CandidateCell } from '../../crud/candidate-cell.tsx'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { Money, StateChip, ThaiDay } from '../../ui/values.tsx'
import { SessionTime } from './session-time.tsx'

const bookedOn = titleOf(examBooking.row.shape, 'exam_date')

const exam = {
  id: 'kind',
  phoneSlot: 'lead',
  cell: (row: ExamRightRow) => (
    <>
      <span className="block">{examName(row)}</span>
      <span className="text-xs text-muted">{row.course_name}</span>
    </>
  ),
} as const

const lastDay = {
  id: 'permission_date',
  width: '7.5rem',
  sortable: true,
  nowrap: true,
  cell: ({ permission_date }: ExamRightRow) => <ThaiDay value={permission_date} />,
} as const

const status = {
  id: 'status',
  width: '8rem',
  nowrap: true,
  phoneSlot: 'meta',
  cell: ({ status }: ExamRightRow) => <StateChip state={examRightStatuses[status]} />,
} as const

const booking = {
  id: 'booking',
  header: bookedOn,
  width: '8rem',
  nowrap: true,
  narrow: {
    belowWidth: 900,
    under: 'kind',
    cell: ({ booking }: ExamRightRow) =>
      booking !== null && (
        <span className="text-text">
          {bookedOn} {bookingTime(booking)}
        </span>
      ),
  },
  cell: ({ booking }: ExamRightRow) =>
    booking === null ? (
      '–'
    ) : (
      <>
        <span className="block">
          <ThaiDay value={booking.exam_date} />
        </span>
        <span className="text-xs text-muted">
          <SessionTime {...booking} />
        </span>
      </>
    ),
} as const

/** The columns of the list of all rights. */
export const listColumns = columnsOf<ExamRightRow>(examRight.row.shape, [
  {
    id: 'customer',
    width: 'min(15rem, 20vw)',
    header: entities.customer.label,
    phoneSlot: 'title',
    cell: (row) => (
      <CandidateCell row={row}>
        <span>{formatPhone(row.phone_1)}</span>
      </CandidateCell>
    ),
  },
  exam,
  requiredBranchColumn({ belowWidth: 1240, under: 'kind' }),
  booking,
  lastDay,
  {
    id: 'balance',
    width: '6rem',
    align: 'end',
    narrow: {
      belowWidth: 1120,
      under: 'status',
      cell: ({ balance }) =>
        balance !== null &&
        balance > 0 && (
          <>
            {titleOf(examRight.row.shape, 'balance')} <Money value={balance} tone="owed" />
          </>
        ),
    },
    cell: ({ balance }) =>
      balance === null ? '–' : <Money value={balance} tone={balance > 0 ? 'owed' : 'plain'} />,
  },
  status,
])

/** The columns of the rights of one application. */
export const applicationColumns = columnsOf<ExamRightRow>(examRight.row.shape, [
  { ...exam, phoneSlot: 'title' },
  {
    id: 'valid_from',
    nowrap: true,
    cell: ({ valid_from }) => <ThaiDay value={valid_from} />,
  },
  booking,
  { ...lastDay, sortable: false },
  {
    ...status,
    cell: (row) => (
      <>
        {status.cell(row)}
        <span className="block text-xs whitespace-normal text-muted">{row.reason}</span>
        {row.certificate !== null && (
          <span className="block text-xs text-muted">
            {titleOf(examRight.row.shape, 'certificate')} {row.certificate.certificate_code}
          </span>
        )}
      </>
    ),
    width: 'auto',
  },
])
