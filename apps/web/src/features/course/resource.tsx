/** Courses: list and form. */
import { course } from '@khapdee/contract/entities/course'
import { pathsOf, starterLink } from '../../shared/paths.ts'
import { activeColumn, optionalBranchColumn } from '../../crud/columns.tsx'
import { byStatus, byText, byType } from '../../crud/list-search.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { defineResource } from '../../crud/resource.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Money } from '../../ui/values.tsx'

const paths = pathsOf('course')

export const courses = defineResource({
  api: course,
  columns: [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.record(row.course_id)}>{row.name}</RecordLink>,
    },
    {
      id: 'type',
      sortable: true,
      narrow: { belowWidth: 900, under: 'name' },
      cell: (row) => row.type,
    },
    {
      id: 'hours',
      header: 'ทฤษฎี / ปฏิบัติ (ชั่วโมง)',
      nowrap: true,
      cell: (row) => `${row.theory_hours} / ${row.practice_hours}`,
    },
    {
      id: 'price',
      align: 'end',
      sortable: true,
      cell: (row) => <Money value={row.price} />,
    },
    optionalBranchColumn,
    activeColumn,
  ],
  filters: [byType, byStatus, byText],
  searchPlaceholder: 'ชื่อหลักสูตร หรือประเภท',
  invalidates: ['course', 'application'],
  importKind: 'course',
  starter: starterLink,
  Fields: lazyPart(async () => (await import('./course-fields.tsx')).CourseFields),
})
