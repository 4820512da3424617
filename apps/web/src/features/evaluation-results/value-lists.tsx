/**
 * The lists behind the results of evaluations: the values counted in a figure, and the comments of
 * candidates.
 */
import {
  type ResultAnswer,
  type ResultComment,
  evaluationResult,
} from '@khapdee/contract/entities/evaluation-result'
import { type EvaluationScale, evaluationTypes } from '@khapdee/domain/evaluation'
import { resultText, resultTitles } from '@khapdee/domain/evaluation-results'
import { examName } from '@khapdee/domain/exams'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { listNames } from '@khapdee/domain/list-names'
import { scaleValues, valueText } from '@khapdee/domain/score-sheet'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExportButton, RecordLink } from '../../crud/actions.tsx'
import { columnsOf, requiredBranchColumn } from '../../crud/columns.tsx'
import { BranchScopedListScreen, useBranchTable } from '../../crud/list-screen.tsx'
import { pathsOf } from '../../shared/paths.ts'
import { Permitted } from '../../shared/screen.tsx'
import { FilterChip, ThaiDay } from '../../ui/values.tsx'
import { commentFilters, labels, resultFilters, type ValueSearch } from './result-search.ts'

export function EvaluationValues() {
  return (
    <Permitted permission="evaluate.view">
      <Values />
    </Permitted>
  )
}

const valueTitle = 'รายละเอียดผลการประเมิน'

const valueKey = ({ position }: ResultAnswer) => position

/** The values with the filters of the figure that was opened. */
function Values() {
  const search = useSearch({ strict: false }) as ValueSearch
  const { evaluate_id, scale, value } = search
  const table = useBranchTable(evaluationResult.answers, {
    fixedFilters: { evaluate_id, scale, value },
  })
  const navigate = useNavigate()
  const remove = (...names: (keyof ValueSearch)[]) =>
    void navigate({
      to: '.',
      search: ((current: object) => ({
        ...current,
        ...Object.fromEntries(names.map((name) => [name, undefined])),
        page: undefined,
      })) as never,
    })
  const [first] = table.rows
  return (
    <BranchScopedListScreen
      name="evaluation-answers"
      title={valueTitle}
      columns={valueColumns}
      filters={resultFilters}
      table={table}
      rowKey={valueKey}
    >
      {(evaluate_id !== undefined || value !== undefined) && (
        <p className="flex flex-wrap gap-2">
          {evaluate_id !== undefined && (
            <FilterChip
              label={labels.title}
              value={first?.title ?? '…'}
              onRemove={() => remove('evaluate_id')}
            />
          )}
          {value !== undefined && isScale(scale) && (
            <FilterChip
              label={fieldTitles.rating}
              value={valueText(scale, value)}
              onRemove={() => remove('value')}
            />
          )}
        </p>
      )}
    </BranchScopedListScreen>
  )
}

const isScale = (scale: string | undefined): scale is EvaluationScale =>
  scale !== undefined && Object.hasOwn(scaleValues, scale)

const shape = evaluationResult.answer.shape

const valueColumns = columnsOf<ResultAnswer>(shape, [
  {
    id: 'exam_date',
    nowrap: true,
    cell: ({ exam_date }) => <ThaiDay value={exam_date} />,
  },
  {
    id: 'title',
    phoneSlot: 'title',
    cell: ({ title, type, category }) => (
      <>
        <span className="block">{title}</span>
        <span className="text-xs font-normal text-muted">
          {evaluationTypes[type].label} · {category}
        </span>
      </>
    ),
  },
  {
    id: 'value',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ scale, value }) =>
      scale === 'five' ? `${value} ${valueText(scale, value)}` : valueText(scale, value),
  },
  { id: 'kind', cell: (row) => examName(row) },
  { id: 'panel', cell: ({ panel }) => panel || '–' },
  {
    id: 'customer',
    cell: ({ customer, application_id }) =>
      customer === null || application_id === null ? (
        <span className="text-muted">ไม่ระบุชื่อ</span>
      ) : (
        <RecordLink to={pathsOf('exam_right').record(application_id)}>{customer}</RecordLink>
      ),
  },
  requiredBranchColumn({ belowWidth: 1100, under: 'kind' }),
])

export function EvaluationComments() {
  return (
    <Permitted permission="evaluate.view">
      <Comments />
    </Permitted>
  )
}

const commentKey = ({ position }: ResultComment) => position

function Comments() {
  const table = useBranchTable(evaluationResult.comments)
  return (
    <BranchScopedListScreen
      name="evaluation-comments"
      title={listNames.comments}
      actions={<ExportButton endpoint={evaluationResult.exportComments} table={table} />}
      columns={commentColumns}
      filters={commentFilters}
      searchPlaceholder="คำในข้อเสนอแนะ"
      table={table}
      rowKey={commentKey}
    />
  )
}

const commentColumns = columnsOf<ResultComment>(evaluationResult.comment.shape, [
  {
    id: 'exam_date',
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ exam_date }) => <ThaiDay value={exam_date} />,
  },
  {
    id: 'comment',
    phoneSlot: 'title',
    cell: ({ comment }) => <span className="font-normal whitespace-pre-line">{comment}</span>,
  },
  {
    id: 'counts',
    header: resultTitles.five,
    align: 'end',
    cell: ({ counts }) => resultText({ scale: 'five', counts }),
  },
  { id: 'kind', cell: (row) => examName(row) },
  { id: 'panel', cell: ({ panel }) => panel || '–' },
  requiredBranchColumn({ belowWidth: 1000, under: 'kind' }),
])
