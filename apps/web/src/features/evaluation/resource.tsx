/** Evaluation items of score sheets and questionnaires: list and form. */
import { evaluation } from '@khapdee/contract/entities/evaluation'
import { titleOf } from '@khapdee/contract/field-meta'
import { evaluationScales, evaluationTypes } from '@khapdee/domain/evaluation'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { pathsOf } from '../../shared/paths.ts'
import { activeColumn, NameOrAll, optionalBranchColumn } from '../../crud/columns.tsx'
import { byStatus, byText, byType } from '../../crud/list-search.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { defineResource, type RecordOf } from '../../crud/resource.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const paths = pathsOf('evaluate')

type Evaluation = RecordOf<typeof evaluation>

export const evaluations = defineResource({
  api: evaluation,
  columns: [
    {
      id: 'title',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.record(row.evaluate_id)}>{row.title}</RecordLink>,
    },
    {
      id: 'category',
      sortable: true,
      narrow: { belowWidth: 900, under: 'title' },
      cell: (row) => row.category,
    },
    {
      id: 'type',
      nowrap: true,
      cell: (row) => (
        <>
          {evaluationTypes[row.type].label}
          <div className="text-xs text-muted">{evaluationScales[row.scale].label}</div>
        </>
      ),
    },
    {
      id: 'for',
      header: fieldTitles.appliesTo,
      narrow: {
        belowWidth: 1100,
        under: 'title',
        cell: (row) => subjectOf(row) && `${fieldTitles.appliesTo}${subjectOf(row)}`,
      },
      cell: (row) => <NameOrAll name={subjectOf(row)} />,
    },
    { id: 'sort', align: 'end', sortable: true, cell: (row) => row.sort },
    optionalBranchColumn,
    activeColumn,
  ],
  importKind: 'evaluation',
  filters: [
    byType,
    { name: 'category', label: titleOf(evaluation.fields.shape, 'category') },
    byStatus,
    byText,
  ],
  searchPlaceholder: 'หัวข้อประเมิน หรือหมวดหมู่',
  defaults: (branch_id) => ({ branch_id, type: 'practice' as const }),
  Fields: lazyPart(async () => (await import('./evaluation-fields.tsx')).EvaluationFields),
})

/** The course and the fee that the item applies to; null for all. */
function subjectOf({ course_name, other_fee_name }: Evaluation) {
  return [course_name, other_fee_name].filter(Boolean).join(', ') || null
}
