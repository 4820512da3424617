/** Day closes: what is open, closing, the list, the report. */
import { type ClosingRow, closing } from '@khapdee/contract/entities/closing'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions } from '../../kernel/crud.ts'
import { notFound } from '../../kernel/errors.ts'
import { metaOf, pageOf } from '../../kernel/list.ts'
import { printDocuments } from '../document/print-document.ts'
import { close } from './close-day.ts'
import {
  type Expected,
  closingColumns,
  closingOrder,
  expectedSums,
  kept,
  closingMovements,
} from './closing.queries.ts'

/** Of what is still open, as many as a screen can show. */
const newest = 200

const current = command(closing.current, async (ctx, input) => {
  const branchId = input.branch_id ?? ctx.actor.branch_id
  const branch = ctx.actor.branches.find((own) => own.branch_id === branchId)
  if (branch === undefined) throw notFound()
  const open = sql<boolean>`p.branch_id = ${branchId} and p.closing_id is null`
  const { rows } = await sql<Expected & { waiting: number; last_closed_at: string | null }>`
    select ${expectedSums}, count(*) filter (where status = 'delete_requested')::int as waiting,
      (select "createdAt" from closing where branch_id = ${branchId} order by closing_id desc limit 1) as last_closed_at
    from payment p where ${open}`.execute(ctx.tx)
  const [sums] = rows
  if (sums === undefined) throw new Error('a sum is always one row')
  return {
    data: {
      branch_id: branchId,
      branch: branch.name,
      ...sums,
      payments: await closingMovements.rows(ctx.tx, open, newest),
      can_close: sums.movements > 0 && ctx.may('closing.create'),
    },
  }
})

const gettable = command(closing.gettable, async (ctx, query) => {
  const where = kept(ctx, query)
  const order = closingOrder(query)
  const { rows } = await sql<ClosingRow & { count: number }>`
    select ${closingColumns}, count(*) over ()::int as count
    from closing c join branch b using (branch_id) join app_user u on u.user_id = c.created_by
    where ${where} order by ${order} ${pageOf(query)}`.execute(ctx.tx)
  const count = rows[0]?.count ?? (await countOf(ctx, where))
  return { data: rows, meta: metaOf(query, count), filter: { branch: branchOptions(ctx) } }
})

async function countOf(ctx: UserContext, where: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from closing c where ${where}`.execute(ctx.tx)
  return rows[0]?.count ?? 0
}

const get = command(closing.get, async (ctx, { closing_id }) => {
  const { rows } = await sql<ClosingRow & { denominations: Record<string, number> }>`
    select ${closingColumns}, c.denominations
    from closing c join branch b using (branch_id) join app_user u on u.user_id = c.created_by
    where c.closing_id = ${closing_id} and c.branch_id = any(${ctx.scope.branchIds}::int[])`.execute(
    ctx.tx,
  )
  const [row] = rows
  if (row === undefined) throw notFound()
  return {
    data: {
      ...row,
      payments: await closingMovements.rows(ctx.tx, sql`p.closing_id = ${closing_id}`, null),
    },
  }
})

export const closingCommands: Command[] = [
  current,
  close,
  gettable,
  get,
  command(closing.pdf, async (ctx, { closing_id }) => ({
    data: await printDocuments(ctx, 'closing', { closing_id }),
  })),
]
