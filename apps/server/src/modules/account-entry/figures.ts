/** The figures of the books for reports: sums of the same entries as the totals and charts of the lists, in satang. */
import type { ListQuery } from '@khapdee/contract/wire'
import type { Satang } from '@khapdee/domain/money'
import type { RowOf } from '../../db/columns.ts'
import type { UserContext } from '../../kernel/context.ts'
import { type FigureKeys, entryFigures, heldByBranch, passThroughSums } from './entry.queries.ts'

export type Figure = RowOf<typeof entryFigures.columns>

/** The sums of both sides of the books by the chosen keys. */
export const figuresBy = (
  ctx: UserContext,
  query: ListQuery,
  keys: FigureKeys,
): Promise<Figure[]> => entryFigures.rows(ctx.tx, ctx, { query, side: null }, keys)

/** Money held for others at the end of the days, by the id of the branch. */
export async function heldOfBranches(
  ctx: UserContext,
  query: ListQuery,
): Promise<ReadonlyMap<number, Satang>> {
  const rows = await heldByBranch.rows(ctx.tx, ctx, query)
  return new Map(rows.map(({ branch_id, held }) => [branch_id, held]))
}

/** The money held for others in all branches of the query. */
export const heldOf = async (ctx: UserContext, query: ListQuery): Promise<Satang> =>
  (await passThroughSums.one(ctx.tx, ctx, query)).held
