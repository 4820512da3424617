/** SQL that reads day closes: a page, a single one, and those of an export. */
import type { ListQuery } from '@khapdee/contract/wire'
import type { DrawerParts } from '@khapdee/domain/drawer'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigint, day, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { pageOf } from '../../kernel/list.ts'
import { closingColumns, closingOrder } from './closing.queries.ts'

const closingRow = {
  closing_id: int(),
  closing_code: text(),
  branch: text(),
  day: day<Day>(),
  movements: int(),
  expected_cash: bigint<Satang>(),
  expected_transfer: bigint<Satang>(),
  counted_cash: bigint<Satang>(),
  difference: bigint<Satang>(),
  deposit: orNull(bigint<Satang>()),
  next_float: orNull(bigint<Satang>()),
  note: text(),
  user: text(),
  createdAt: instant(),
}

/** The page of a query, each row with the count of all closes that match. */
export const closingPage = tunedQuery({
  columns: { ...closingRow, count: int() },
  sql: (where: RawBuilder<SqlBool>, query: ListQuery) => sql`
    select ${closingColumns}, count(*) over ()::int as count
    from closing c join branch b using (branch_id) join app_user u on u.user_id = c.created_by
    where ${where} order by ${closingOrder(query)} ${pageOf(query)}`,
})

/** A day close in the caller's branches. */
export const oneClosing = tunedQuery({
  columns: {
    ...closingRow,
    denominations: jsonb<Record<string, number>>(),
    parts: orNull(jsonb<DrawerParts>()),
  },
  sql: (ctx: UserContext, closingId: number) => sql`
    select ${closingColumns}, c.denominations, c.parts
    from closing c join branch b using (branch_id) join app_user u on u.user_id = c.created_by
    where c.closing_id = ${closingId} and c.branch_id = any(${ctx.scope.branchIds}::int[])`,
})

/** The day closes with these ids, with the columns of the exported list. */
export const exportedClosings = tunedQuery({
  columns: { id: int(), ...closingRow },
  sql: (ids: readonly number[]) => sql`
    select c.closing_id as id, ${closingColumns}
    from closing c join branch b using (branch_id) join app_user u on u.user_id = c.created_by
    where c.closing_id = any(${ids}::int[])`,
})
