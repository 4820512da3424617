/** The columns of tables of exam rights. */
import { courseLine } from '@khapdee/contract/entities/application-shapes'
import { type ShownExam, examRight } from '@khapdee/contract/entities/exams'
import { titleOf } from '@khapdee/contract/field-meta'
import { bookingStatuses, bookingTime } from '@khapdee/domain/exam-booking'
import { type ExamRightStatus, examRightStatuses } from '@khapdee/domain/exam-right'
import { type Exam, examName } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { columnsOf } from './columns.tsx'
import type { Column } from '../ui/columns.tsx'
import { StateChip, ThaiDay } from '../ui/values.tsx'

type ShownExamRight = Exam & {
  /** Name of the item that granted the right. */
  name: string
  permission_date: Day
  status: ExamRightStatus
  last_exam: ShownExam | null
}

/** The day and time of a booking, and its result. */
const LastExam = ({ value }: { value: ShownExam | null }) =>
  value === null ? (
    '–'
  ) : (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="whitespace-nowrap">{bookingTime(value)}</span>
      <StateChip state={bookingStatuses[value.status]} />
    </span>
  )

/** @param extraColumns columns between the exam and the last day */
export const examRightColumns = <Row extends ShownExamRight>(
  extraColumns: readonly Column<Row>[],
): readonly Column<Row>[] =>
  columnsOf<Row>(examRight.shape, [
    {
      id: 'name',
      header: titleOf(courseLine.shape, 'course_name'),
      phoneSlot: 'title',
      cell: ({ name }) => name,
    },
    { id: 'kind', cell: examName },
    ...extraColumns,
    {
      id: 'last_exam',
      header: titleOf(examRight.shape.last_exam.unwrap().shape, 'exam_date'),
      cell: ({ last_exam }) => <LastExam value={last_exam} />,
    },
    {
      id: 'permission_date',
      nowrap: true,
      cell: ({ permission_date }) => <ThaiDay value={permission_date} />,
    },
    {
      id: 'status',
      nowrap: true,
      phoneSlot: 'meta',
      cell: ({ status }) => <StateChip state={examRightStatuses[status]} />,
    },
  ])
