/** Day closes: open payments, closing, list and report. */
import { closing } from '@khapdee/contract/entities/closing'
import { expectedCash } from '@khapdee/domain/drawer'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions } from '../../kernel/crud.ts'
import { notFound } from '../../kernel/errors.ts'
import { metaOf } from '../../kernel/list.ts'
import { printDocuments } from '../document/print-document.ts'
import { drawerRow, movesOfClosing, openMoves, readDrawer } from '../drawer/read-drawer.ts'
import { close } from './close-day.ts'
import { closingPage, oneClosing } from './read-closing.queries.ts'
import {
  closingCondition,
  closingMovements,
  isSinceLastClose,
  voidRequests,
} from './closing.queries.ts'

/** Maximum number of listed payments that are not closed; older ones are only summed. */
const maxOpenPayments = 200

const current = command(closing.current, async (ctx, input) => {
  const branchId = input.branch_id ?? ctx.actor.branch_id
  const branch = ctx.actor.branches.find((candidate) => candidate.branch_id === branchId)
  if (branch === undefined) throw notFound()
  const { parts, sums } = await readDrawer(ctx, branchId)
  const moves = await openMoves(ctx, branchId, maxOpenPayments)
  return {
    data: {
      branch_id: branchId,
      branch: branch.name,
      ...sums,
      parts,
      expected_cash: expectedCash(parts),
      moves: moves.map((row) => drawerRow(ctx, row)),
      payments: await closingMovements.rows(ctx.tx, isSinceLastClose(branchId), maxOpenPayments),
      requests: await voidRequests.rows(
        ctx.tx,
        sql`r.state = 'waiting' and ${isSinceLastClose(branchId)}`,
      ),
      can_close: (sums.movements > 0 || moves.length > 0) && ctx.may('closing.create'),
    },
  }
})

const list = command(closing.gettable, async (ctx, query) => {
  const where = closingCondition(ctx, query)
  const rows = await closingPage.rows(ctx.tx, where, query)
  const count = rows[0]?.count ?? (await countOf(ctx, where))
  return { data: rows, meta: metaOf(query, count), filter: { branch: branchOptions(ctx) } }
})

async function countOf(ctx: UserContext, where: RawBuilder<SqlBool>): Promise<number> {
  const { count } = await ctx.tx
    .selectFrom('closing as c')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(where)
    .executeTakeFirstOrThrow()
  return count
}

const get = command(closing.get, async (ctx, { closing_id }) => {
  const row = await oneClosing.first(ctx.tx, ctx, closing_id)
  if (row === undefined) throw notFound()
  const moves = await movesOfClosing(ctx, closing_id)
  return {
    data: {
      ...row,
      moves: moves.map((move) => drawerRow(ctx, move)),
      payments: await closingMovements.rows(ctx.tx, sql`p.closing_id = ${closing_id}`, null),
      // The void requests that lapsed by this close have its time.
      lapsed: await voidRequests.rows(
        ctx.tx,
        sql`r.state = 'lapsed' and p.closing_id = ${closing_id} and r.ended_at = ${row.createdAt}`,
      ),
    },
  }
})

export const closingCommands: Command[] = [
  current,
  close,
  list,
  get,
  command(closing.pdf, async (ctx, { closing_id }) => ({
    data: await printDocuments(ctx, 'closing', { closing_id }),
  })),
]
