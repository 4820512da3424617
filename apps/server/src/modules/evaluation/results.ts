/** Reads the results of evaluations. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { evaluationResult } from '@khapdee/contract/entities/evaluation-result'
import { type Filters, type ListQuery, allOption } from '@khapdee/contract/wire'
import { evaluationCategories, evaluationTypes } from '@khapdee/domain/evaluation'
import { groupName, noPanel } from '@khapdee/domain/evaluation-results'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { boundedMeta } from '../../kernel/list.ts'
import { textFilterChoices, textsOf } from '../catalogue.ts'
import {
  commentPage,
  panelMembers,
  resultCoverage,
  resultGroups,
  resultTotals,
  valuePage,
} from './results.queries.ts'

async function filterOptions(ctx: UserContext): Promise<Filters> {
  const [categories, people] = await Promise.all([
    textsOf(ctx, 'evaluate', 'category', evaluationCategories),
    panelMembers.rows(ctx.tx, ctx),
  ])
  return {
    branch: branchOptions(ctx),
    type: labelOptions(evaluationTypes),
    category: textFilterChoices(categories),
    user: [
      allOption,
      ...people,
      { value: noPanel, name: groupName('user', { key: noPanel, name: '' }) },
    ],
  }
}

/** @throws VALIDATION for an unknown filter */
async function readSummary(
  ctx: UserContext,
  { by, ...query }: InputOf<typeof evaluationResult.summary>,
): Promise<Answer<typeof evaluationResult.summary>> {
  const [groups, scales, coverage, filter] = await Promise.all([
    resultGroups.rows(ctx.tx, ctx, by, query),
    resultTotals.rows(ctx.tx, ctx, query),
    resultCoverage.one(ctx.tx, ctx, query),
    filterOptions(ctx),
  ])
  const { length: total } = groups
  return {
    data: groups,
    meta: { page: 1, perPage: query.perPage, total, totalPages: 1 },
    filter,
    total: { ...coverage, scales },
  }
}

/** The position of the first row of a page, from 1. */
const firstPosition = ({ page, perPage }: ListQuery) => (page - 1) * perPage + 1

/** @throws VALIDATION for an unknown filter */
async function listValues(
  ctx: UserContext,
  query: InputOf<typeof evaluationResult.answers>,
): Promise<Answer<typeof evaluationResult.answers>> {
  const [rows, filter] = await Promise.all([valuePage.rows(ctx.tx, ctx, query), filterOptions(ctx)])
  const seesCandidates = ctx.may('exam.view')
  const data = rows.flatMap(({ by_candidate, customer, application_id, ...row }, i) => {
    if (row.exam_date === null) return []
    const isShown = seesCandidates && by_candidate === false
    const candidate = isShown
      ? { customer, application_id }
      : { customer: null, application_id: null }
    // The cast is safe: only the one row of an empty page has nulls.
    return [
      { ...(row as NonNullRow<typeof row>), ...candidate, position: firstPosition(query) + i },
    ]
  })
  return { data, meta: boundedMeta(query, rows[0]?.count ?? 0), filter }
}

type NonNullRow<Row> = { [Name in keyof Row]: NonNullable<Row[Name]> }

async function listComments(
  ctx: UserContext,
  query: InputOf<typeof evaluationResult.comments>,
): Promise<Answer<typeof evaluationResult.comments>> {
  const [rows, filter] = await Promise.all([
    commentPage.rows(ctx.tx, ctx, query),
    filterOptions(ctx),
  ])
  const data = rows.flatMap((row, i) =>
    row.exam_date === null
      ? []
      : [{ ...(row as NonNullRow<typeof row>), position: firstPosition(query) + i }],
  )
  return { data, meta: boundedMeta(query, rows[0]?.count ?? 0), filter }
}

export const evaluationResultCommands: Command[] = [
  command(evaluationResult.summary, readSummary),
  command(evaluationResult.answers, listValues),
  command(evaluationResult.comments, listComments),
]
