/**
 * The documents of an account without a line: the list of them, and proposals to match those that leave no doubt. Source: product
 * specification, section 7.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { maxMatched, statement } from '@khapdee/contract/entities/statement'
import { candidatesOf, maxDaysApart, uniquePairs } from '@khapdee/domain/statement/match'
import { addDays } from '@khapdee/domain/thai-date'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { uploadLink } from '../file/upload-link.ts'
import {
  comparedDocuments,
  comparedLines,
  documentList,
  maxCompared,
  proposedDocuments,
} from './document.queries.ts'
import { linesOf, oneLine, visibleAccountOf } from './statement.queries.ts'

/** @throws NOT_FOUND for an account that the caller does not see */
async function assertVisible(ctx: UserContext, accountId: number): Promise<void> {
  if ((await visibleAccountOf.first(ctx.tx, ctx, accountId)) === undefined) throw notFound()
}

/** A document with a link to the picture of its slip. */
const withSlip = <Row extends { slip_file_id: number | null }>(ctx: UserContext, row: Row) => ({
  ...row,
  slip: row.slip_file_id === null ? null : uploadLink(ctx, row.slip_file_id),
})

const documents = command(statement.documents, async (ctx, query) => {
  const { bank_account_id: accountId, statement_line_id, extent, text, start, end } = query
  await assertVisible(ctx, accountId)
  const line =
    statement_line_id === undefined
      ? undefined
      : await oneLine.first(ctx.tx, accountId, statement_line_id)
  if (statement_line_id !== undefined && line === undefined) throw notFound()
  const found = await documentList.rows(ctx.tx, ctx, {
    accountId,
    ofAnyAccount: extent === 'other_accounts',
    bookedOn: extent === 'booked' ? ctx.clock.today() : null,
    text,
    start,
    end,
    near: line ?? null,
  })
  const candidates = new Set(line === undefined ? [] : candidatesOf(line, found))
  return {
    data: {
      rows: found.map((row) => ({ ...withSlip(ctx, row), is_candidate: candidates.has(row) })),
      total: found[0]?.total ?? 0,
    },
  }
})

/** The first pairs of an account, by the day of the line; as many as one call matches. @throws NOT_FOUND */
export async function proposePairs(
  ctx: UserContext,
  { bank_account_id }: InputOf<typeof statement.proposals>,
): Promise<Answer<typeof statement.proposals>> {
  await assertVisible(ctx, bank_account_id)
  const lines = await comparedLines.rows(ctx.tx, bank_account_id)
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return { data: [] }
  const open = await comparedDocuments.rows(ctx.tx, ctx, bank_account_id, first.date, last.date)
  // A line that was not read could have the same document as one of the last ones.
  const until = lines.length < maxCompared ? last.date : addDays(last.date, -1 - 2 * maxDaysApart)
  const pairs = uniquePairs(lines, open)
    .filter(({ line }) => line.date <= until)
    .toSorted((a, b) => (a.line.date < b.line.date ? -1 : a.line.date > b.line.date ? 1 : 0))
    .slice(0, maxMatched)
  const ids = pairs.map(({ line }) => line.statement_line_id)
  const found = new Map((await linesOf.rows(ctx.tx, ctx, ids)).map((line) => [line.id, line]))
  const papers = await proposedDocuments.rows(
    ctx.tx,
    ctx,
    bank_account_id,
    pairs.map(({ document }) => document.id),
  )
  return {
    data: pairs.flatMap(({ line: { statement_line_id }, document: { kind, id } }) => {
      const line = found.get(statement_line_id)
      const document = papers.find((paper) => paper.kind === kind && paper.id === id)
      return line && document ? [{ line, document: withSlip(ctx, document) }] : []
    }),
  }
}

export const openDocumentCommands: Command[] = [
  documents,
  command(statement.proposals, proposePairs),
]
