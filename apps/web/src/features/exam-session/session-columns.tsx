/** The columns of exam sessions and of their candidates. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { stateWords } from '@khapdee/domain/words'
import {
  type ExamCandidate,
  type ExamSessionRow,
  type WorklistRow,
  examSession,
} from '@khapdee/contract/entities/exam-session'
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { examSessionStatuses, panelRoles, seatsLeftText } from '@khapdee/domain/exam-session'
import { worklistReasons } from '@khapdee/domain/exam-worklist'
import { examKinds } from '@khapdee/domain/evaluation'
import { examName } from '@khapdee/domain/exams'
import { examLicences } from '@khapdee/domain/licence-types'
import { formatPhone } from '@khapdee/domain/phone'
import { formatTimeSpan } from '@khapdee/domain/time-of-day'
import { entities } from '@khapdee/domain/entities'
import { RecordLink } from '../../crud/actions.tsx'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { CandidateCell } from '../../crud/candidate-cell.tsx'
import { pathsOf } from '../../shared/paths.ts'
import { Money, StateChip, ThaiDay, ThaiInstant } from '../../ui/values.tsx'

export const sessionPath = ({ exam_session_id }: Pick<ExamSessionRow, 'exam_session_id'>) =>
  pathsOf('exam_session').record(exam_session_id)

export const licencesText = ({ licence_types }: Pick<ExamSessionRow, 'licence_types'>): string =>
  licence_types.map((type) => examLicences[type].label).join(', ')

export const seatsText = ({ seats_left, status, offers, waiting }: ExamSessionRow): string =>
  status === 'cancelled'
    ? '–'
    : [
        seats_left > 0 ? seatsLeftText(seats_left) : stateWords.full,
        ...(offers > 0 ? [`เสนอที่นั่ง ${offers}`] : []),
        ...(waiting > 0 ? [`รอ ${waiting} คน`] : []),
      ].join(' · ')

export const panelText = (panel: ExamSessionRow['panel']): string =>
  panel.map(({ name, role }) => `${name} (${panelRoles[role].label})`).join(', ')

export const sessionColumns = columnsOf<ExamSessionRow>(examSession.row.shape, [
  {
    id: 'starts_at',
    header: examSession.row.shape.date.meta()?.title ?? '',
    width: '8rem',
    sortable: true,
    nowrap: true,
    phoneSlot: 'title',
    cell: (row) => (
      <>
        <RecordLink to={sessionPath(row)}>
          <ThaiDay value={row.date} />
          {/* A day may have several sessions. */}
          <span className="sr-only">{` ${row.start_time} น. ${examKinds[row.kind].label}`}</span>
        </RecordLink>
        <span className="block text-xs font-normal text-muted">
          {formatTimeSpan(row.start_time, row.end_time)}
        </span>
      </>
    ),
  },
  {
    id: 'kind',
    phoneSlot: 'lead',
    cell: (row) => (
      <>
        <span className="block">{examKinds[row.kind].label}</span>
        <span className="text-xs text-muted">{licencesText(row)}</span>
      </>
    ),
  },
  {
    id: 'panel',
    cell: (row) => (
      <>
        <span className="block">{row.panel.map(({ name }) => name).join(', ') || '–'}</span>
        <span className="text-xs text-muted">{row.place}</span>
      </>
    ),
  },
  requiredBranchColumn({ belowWidth: 1000, under: 'kind' }),
  {
    id: 'capacity',
    width: '7.5rem',
    header: fieldTitles.capacity,
    nowrap: true,
    cell: (row) => (
      <>
        <span className="block">
          {row.seats_taken}/{row.capacity} คน
        </span>
        <span className="text-xs text-muted">{seatsText(row)}</span>
      </>
    ),
  },
  {
    id: 'status',
    width: '8rem',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ status }) => <StateChip state={examSessionStatuses[status]} />,
  },
])

/** The fields that the columns of candidates and of the worklist show. */
type NamedRow = Omit<ExamCandidate, 'exam_id' | 'checked_in_at' | 'status' | 'is_own'> & {
  is_own?: boolean
  /** The branch of the right if another one holds the session. */
  right_branch?: string
}

const candidate = {
  id: 'customer',
  header: entities.customer.label,
  phoneSlot: 'title',
  cell: (row: NamedRow) => (
    <CandidateCell row={row}>
      <span>{formatPhone(row.phone_1)}</span>
      {row.right_branch && <span>{row.right_branch}</span>}
    </CandidateCell>
  ),
} as const

const exam = {
  id: 'kind',
  phoneSlot: 'lead',
  cell: (row: NamedRow) => examName(row),
} as const

const lastDay = {
  id: 'permission_date',
  nowrap: true,
  cell: ({ permission_date }: NamedRow) => <ThaiDay value={permission_date} />,
} as const

export const candidateColumns = columnsOf<ExamCandidate>(examSession.booking.shape, [
  candidate,
  exam,
  lastDay,
  {
    id: 'balance',
    align: 'end',
    cell: ({ balance }) =>
      balance === null ? '–' : <Money value={balance} tone={balance > 0 ? 'owed' : 'plain'} />,
  },
  {
    id: 'checked_in_at',
    nowrap: true,
    cell: ({ checked_in_at }) => <ThaiInstant value={checked_in_at} />,
  },
  {
    id: 'status',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ status }) => <StateChip state={bookingStatuses[status]} />,
  },
])

export const unseatedColumns = columnsOf<ExamCandidate>(examSession.booking.shape, [
  candidate,
  exam,
  lastDay,
])

export const candidateColumnsWithoutBalance = candidateColumns.filter(({ id }) => id !== 'balance')

export const worklistColumns = columnsOf<WorklistRow>(
  examSession.worklist.output.shape.data.element.shape,
  [
    candidate,
    exam,
    {
      id: 'exam_date',
      nowrap: true,
      cell: ({ exam_date }) => <ThaiDay value={exam_date} />,
    },
    {
      id: 'reason',
      phoneSlot: 'meta',
      // The note of a cancelled session contains its name at that time.
      cell: ({ reason, lost, note }) => (
        <>
          <StateChip state={worklistReasons[reason]} />
          <span className="block text-xs text-muted">{note || lost}</span>
        </>
      ),
    },
    requiredBranchColumn({ belowWidth: 1000, under: 'kind' }),
    lastDay,
  ],
)
