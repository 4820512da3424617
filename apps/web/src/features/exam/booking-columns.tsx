/** The columns of bookings of exams. */
import { type ExamBookingRow, examBooking } from '@khapdee/contract/entities/exam-booking'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { examName } from '@khapdee/domain/exams'
import { formatPhone } from '@khapdee/domain/phone'
import { units } from '@khapdee/domain/words'
import { CandidateCell } from '../../crud/candidate-cell.tsx'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { Chip, Money, StateChip, ThaiDay } from '../../ui/values.tsx'
import { SessionTime } from './session-time.tsx'

const { shape } = examBooking.row

export const bookingColumns = columnsOf<ExamBookingRow>(shape, [
  {
    id: 'exam_date',
    width: '8rem',
    sortable: true,
    nowrap: true,
    cell: (row) => (
      <>
        <span className="block">
          <ThaiDay value={row.exam_date} />
        </span>
        <span className="text-xs text-muted">
          <SessionTime {...row} />
        </span>
      </>
    ),
  },
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
  {
    id: 'kind',
    phoneSlot: 'lead',
    cell: (row) => (
      <>
        <span className="block">{examName(row)}</span>
        <span className="text-xs text-muted">{row.course_name}</span>
      </>
    ),
  },
  requiredBranchColumn({ belowWidth: 1240, under: 'kind' }),
  {
    id: 'status',
    width: '8rem',
    phoneSlot: 'meta',
    cell: ({ status, note, certificate }) => (
      <>
        <StateChip state={bookingStatuses[status]} />
        {certificate !== null && (
          <span className="block text-xs whitespace-nowrap text-muted">
            {certificate.certificate_code}
          </span>
        )}
        {note !== '' && <span className="block text-xs text-muted">{note}</span>}
      </>
    ),
  },
  {
    id: 'score',
    width: '4.5rem',
    align: 'end',
    narrow: {
      belowWidth: 1240,
      under: 'status',
      cell: ({ score }) => score !== null && `${titleOf(shape, 'score')} ${score}`,
    },
    cell: ({ score }) => score ?? '–',
  },
  {
    id: 'balance',
    width: '6.5rem',
    align: 'end',
    cell: ({ balance }) =>
      balance === null ? '–' : <Money value={balance} tone={balance > 0 ? 'owed' : 'plain'} />,
  },
  {
    id: 'missing_documents',
    width: '6.5rem',
    nowrap: true,
    narrow: {
      belowWidth: 1120,
      under: 'customer',
      cell: ({ missing_documents }) =>
        missing_documents > 0 && <Chip tone="warn">{missingText(missing_documents)}</Chip>,
    },
    cell: ({ missing_documents }) =>
      missing_documents === 0 ? (
        '–'
      ) : (
        <Chip tone="warn">
          {missing_documents} {units.entries}
        </Chip>
      ),
  },
  {
    id: 'permission_date',
    width: '8rem',
    nowrap: true,
    narrow: {
      belowWidth: 1240,
      under: 'kind',
      cell: ({ permission_date }) => (
        <>
          {titleOf(shape, 'permission_date')} <ThaiDay value={permission_date} />
        </>
      ),
    },
    cell: ({ permission_date }) => <ThaiDay value={permission_date} />,
  },
])

/** `เอกสารที่ขาด 2 รายการ`. */
const missingText = (count: number): string =>
  `${titleOf(shape, 'missing_documents')} ${count} ${units.entries}`

const aboutOthers: ReadonlySet<string> = new Set([
  'customer',
  'balance',
  'missing_documents',
  'permission_date',
])

/** The columns of the bookings of one customer. */
export const customerBookingColumns = bookingColumns
  .filter(({ id }) => !aboutOthers.has(id))
  .map((column) => ({
    ...column,
    sortable: false,
    ...(column.id === 'kind' && { phoneSlot: 'title' as const }),
  }))

export const bookingColumnsWithoutBalance = bookingColumns.filter(({ id }) => id !== 'balance')
