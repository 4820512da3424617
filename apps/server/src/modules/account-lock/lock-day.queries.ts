/** SQL of lock days: the present ones, and their history. */
import type { Day } from '@khapdee/domain/thai-date'
import type { ListQuery } from '@khapdee/contract/wire'
import { sql } from 'kysely'
import { bool, day, instant, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { inBranches, orderBy, pageOf } from '../../kernel/list.ts'

/** The branches of the caller with their lock days. */
export const lockPage = tunedQuery({
  columns: {
    branch_id: int(),
    branch: text(),
    day: orNull(day<Day>()),
    note: text(),
    user: text(),
    createdAt: orNull(instant()),
    version: int(),
    count: int(),
  },
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select b.branch_id, b.name as branch, l.day, coalesce(l.note, '') as note, coalesce(${userName('u')}, '') as user,
      l."createdAt", coalesce(l.account_lock_id, 0) as version, count(*) over ()::int as count
    from branch b left join lateral (
      select * from account_lock where branch_id = b.branch_id order by account_lock_id desc limit 1
    ) l on true left join app_user u on u.user_id = l.created_by
    where not b.is_delete and ${inBranches(ctx.scope, query, sql.ref('b.branch_id'))}
    order by b.branch_id ${pageOf(query)}`,
})

/** Each lock and each unlocking in the branches of the caller, newest first by default. */
export const lockHistory = tunedQuery({
  columns: {
    account_lock_id: int(),
    branch: text(),
    day: orNull(day<Day>()),
    is_unlock: bool(),
    note: text(),
    user: text(),
    createdAt: instant(),
    count: int(),
  },
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select l.account_lock_id, b.name as branch, l.day, l.is_unlock, l.note, ${userName('u')} as user, l."createdAt",
      count(*) over ()::int as count
    from account_lock l join branch b using (branch_id) join app_user u on u.user_id = l.created_by
    where ${inBranches(ctx.scope, query, sql.ref('l.branch_id'))}
    order by ${orderBy(query.sort, { day: 'byValue' }, 'l', 'account_lock_id')} ${pageOf(query)}`,
})
