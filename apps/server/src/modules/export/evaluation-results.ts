/** The exported results of evaluations and comments of candidates. */
import {
  type ResultComment,
  type ResultGroup,
  evaluationResult,
} from '@khapdee/contract/entities/evaluation-result'
import { evaluation } from '@khapdee/contract/entities/evaluation'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { type EvaluationScale, evaluationScales, evaluationTypes } from '@khapdee/domain/evaluation'
import {
  type ResultGrouping,
  countOf,
  groupName,
  noPanel,
  resultGroupings,
  resultOf,
  resultTitles,
} from '@khapdee/domain/evaluation-results'
import { examName } from '@khapdee/domain/exams'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { listNames } from '@khapdee/domain/list-names'
import { scaleValues } from '@khapdee/domain/score-sheet'
import { commentIds, exportedComments, resultGroups } from '../evaluation/results.queries.ts'
import { describeQuery } from './describe-query.ts'
import { type Column, type ExportedList, columnBuilder, exportedList } from './export-list.ts'

/** The labels of the filters of both files. */
const filterWords = {
  statuses: {},
  types: evaluationTypes,
  category: { title: titleOf(evaluation.fields.shape, 'category'), labels: {} },
  user: {
    title: resultGroupings.user.label,
    labels: { [noPanel]: { label: groupName('user', { key: noPanel, name: '' }) } },
  },
}

/** The grouping in a query of the endpoint, which requires one. */
const groupingOf = (query: object): ResultGrouping => (query as { by: ResultGrouping }).by

const labels = titlesOf(evaluation.fields.shape)

/** A column for each value of a scale, which is empty in groups of the other scale. */
const valueColumns = (scale: EvaluationScale): Column<ResultGroup>[] =>
  scaleValues[scale].map(({ value, name }) => ({
    title: scale === 'five' ? `${value} ${name}` : name,
    width: 14,
    cell: (row) => (row.scale === scale ? (row.counts[value] ?? 0) : ''),
  }))

const resultColumn = (scale: EvaluationScale): Column<ResultGroup> => ({
  title: resultTitles[scale],
  width: 14,
  cell: (row) => (row.scale === scale ? (resultOf(row) ?? '') : ''),
})

const columnsBy = (by: ResultGrouping): Column<ResultGroup>[] => [
  { title: resultGroupings[by].label, width: 40, cell: (row) => groupName(by, row) },
  ...(by === 'item'
    ? [
        {
          title: labels.type,
          width: 18,
          cell: ({ type }: ResultGroup) => (type === null ? '' : evaluationTypes[type].label),
        },
        { title: labels.category, width: 26, cell: ({ category }: ResultGroup) => category ?? '' },
      ]
    : []),
  { title: labels.scale, width: 16, cell: ({ scale }) => evaluationScales[scale].label },
  { title: fieldTitles.quantity, width: 10, cell: countOf },
  resultColumn('five'),
  resultColumn('pass_fail'),
  ...valueColumns('five'),
  ...valueColumns('pass_fail'),
]

export const evaluationResultExport: ExportedList = {
  endpoint: evaluationResult.export,
  name: 'evaluation-results',
  async open(ctx, query) {
    const by = groupingOf(query)
    const columns = columnsBy(by)
    const groups = await resultGroups.rows(ctx.tx, ctx, by, query)
    return {
      title: `${listNames['evaluation-results']}ตาม${resultGroupings[by].label}`,
      notes: await describeQuery(ctx, query, filterWords),
      columns,
      rows: oneBlock(groups.map((row) => columns.map(({ cell }) => cell(row)))),
      sums: () => [],
    }
  },
}

// oxlint-disable-next-line require-await -- the rows of a table are an asynchronous sequence
async function* oneBlock<Block>(block: Block): AsyncGenerator<Block> {
  yield block
}

type CommentRow = Omit<ResultComment, 'position'> & { id: number }
const column = columnBuilder<CommentRow>(evaluationResult.comment.shape)

export const commentExport = exportedList<CommentRow>({
  endpoint: evaluationResult.exportComments,
  name: 'comments',
  title: listNames.comments,
  ...filterWords,
  withoutSums: true,
  columns: [
    column('exam_date', 14),
    { title: titleOf(evaluationResult.comment.shape, 'kind'), width: 28, cell: examName },
    column('panel', 30),
    column('branch', 24),
    {
      title: resultTitles.five,
      width: 14,
      cell: ({ counts }) => resultOf({ scale: 'five', counts }) ?? '',
    },
    column('comment', 80),
  ],
  ids: commentIds,
  rows: (ctx, ids) => exportedComments.rows(ctx.tx, ids),
})
