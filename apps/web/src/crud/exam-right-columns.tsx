/** The columns of tables of exam rights. */
import { courseLine } from '@khapdee/contract/entities/application-shapes'
import { examRight } from '@khapdee/contract/entities/exams'
import { titleOf } from '@khapdee/contract/field-meta'
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
}

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
