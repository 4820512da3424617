/** Bank statements: lists of lines, of open documents, and of proposed pairs. Source: product specification, section 7. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { statement } from '@khapdee/contract/entities/statement'
import { candidatesOf, uniquePairs } from '@khapdee/domain/statement/match'
import { satang } from '@khapdee/domain/money'
import { statementStates } from '@khapdee/domain/statement/statement'
import { allOption } from '@khapdee/contract/wire'
import { type Answer, type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { notFound } from '../../kernel/errors.ts'
import { metaOf } from '../../kernel/list.ts'
import { uploadLink } from '../file/upload-link.ts'
import { importStatementCommands } from './commit-file.ts'
import { matchCommands } from './match-lines.ts'
import {
  accountOptions,
  accountSums,
  documentList,
  documentsBetween,
  linePage,
  lineTotals,
  oneLine,
  unmatchedLines,
  visibleAccountOf,
} from './statement.queries.ts'

/** @throws NOT_FOUND for an account that the caller does not see */
async function assertVisible(ctx: UserContext, accountId: number): Promise<void> {
  if ((await visibleAccountOf.first(ctx.tx, ctx, accountId)) === undefined) throw notFound()
}

const list = command(statement.gettable, async (ctx, query) => {
  const rows = await linePage.rows(ctx.tx, ctx, query)
  const { count, ...total } = await lineTotals.one(ctx.tx, ctx, query)
  return {
    data: rows,
    meta: metaOf(query, count),
    total,
    filter: {
      branch: branchOptions(ctx),
      status: labelOptions(statementStates),
      type: [allOption, ...(await accountOptions.rows(ctx.tx, ctx))],
    },
  }
})

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

const balance = command(statement.balance, async (ctx, { bank_account_id }) => {
  const sums = await accountSums.first(ctx.tx, ctx, bank_account_id, ctx.clock.today())
  if (sums === undefined) throw notFound()
  const { lines, ...data } = sums
  const { opening_balance, documents: booked } = data
  return {
    data: {
      ...data,
      book_balance: satang(opening_balance + booked),
      statement_balance: satang(opening_balance + lines),
    },
  }
})

/** The unambiguous pairs of an account. @throws NOT_FOUND */
export async function proposePairs(
  ctx: UserContext,
  { bank_account_id }: InputOf<typeof statement.proposals>,
): Promise<Answer<typeof statement.proposals>> {
  await assertVisible(ctx, bank_account_id)
  const lines = await unmatchedLines.rows(ctx.tx, ctx, bank_account_id)
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return { data: [] }
  const open = await documentsBetween.rows(ctx.tx, ctx, bank_account_id, first.date, last.date)
  const pairs = uniquePairs(lines, open)
  return { data: pairs.map(({ line, document }) => ({ line, document: withSlip(ctx, document) })) }
}

export const statementCommands: Command[] = [
  list,
  documents,
  balance,
  command(statement.proposals, proposePairs),
  ...importStatementCommands,
  ...matchCommands,
]
