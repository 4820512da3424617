/** SQL of the audit trail. */
import { callsOf } from '@khapdee/contract/audit/calls'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { entityList } from '@khapdee/domain/entities'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JsonObject } from '../../db/types.ts'
import { userName } from '../../db/user-name.ts'
import { type RowOf, bigint, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  escapeLike,
  joinByAnd,
  createdBetween,
  maxCounted,
  orderBy,
  parseId,
} from '../../kernel/list.ts'
import { findRecords } from './record-names.ts'

/** The entities whose audit entries are about the pay of a person. */
const payEntities = sql.join(
  entityList.flatMap(([, { table, isPay }]) =>
    isPay === true && table !== null ? [sql.lit(table)] : [],
  ),
)

/**
 * The entries `a` that the caller may read. Callers without access to all branches read those of their branches, and
 * pay only with the permission to see it. Entries about records of the whole school have no branch.
 */
const visibleEntries = ({ actor, scope, may }: UserContext): RawBuilder<SqlBool>[] => [
  ...(may('payroll.view') ? [] : [sql<SqlBool>`a.entity not in (${payEntities})`]),
  ...(actor.all_branches
    ? []
    : [
        sql<SqlBool>`a.branch_id = any(${scope.branchIds}::int[])`,
        ...(may('user.view-salary') ? [] : [sql<SqlBool>`a.entity <> 'user_salary'`]),
      ]),
]

/** The condition for the entries `a` that match the filters of a query. */
export async function auditFilter(
  ctx: UserContext,
  query: ListQuery,
): Promise<RawBuilder<SqlBool>> {
  const { branch, user, type, category, text: words } = query
  return joinByAnd([
    sql`true`,
    ...visibleEntries(ctx),
    ...(isSet(branch) ? [sql<SqlBool>`a.branch_id = any(${ctx.scope.narrow(branch)}::int[])`] : []),
    ...(isSet(user) ? [sql<SqlBool>`a.user_id = ${parseId(user)}`] : []),
    ...(isSet(type) ? [sql<SqlBool>`a.entity = ${type}`] : []),
    ...(isSet(category) ? [sql<SqlBool>`a.call = any(${callsOf(category)}::text[])`] : []),
    ...createdBetween('a', query, 'at'),
    ...(isSet(words) ? [await containingText(ctx, words)] : []),
  ])
}

/**
 * The condition for entries `a` of records with the text in a former or the current name; hidden values
 * are not searched.
 */
async function containingText(ctx: UserContext, words: string): Promise<RawBuilder<SqlBool>> {
  const pattern = `%${escapeLike(words.toLowerCase())}%`
  const records = await findRecords(ctx, words)
  return sql<SqlBool>`a.audit_id in (
    select n.audit_id from audit_log n where audit_text(n.before, n.after) like ${pattern}
    union all
    select n.audit_id
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (entity text, id text)
      join audit_log n on n.entity = r.entity and n.entity_id = r.id)`
}

/** The order of the entries `a`; newest first by default. */
export const auditOrder = ({ sort }: ListQuery) =>
  orderBy(sort || '-at', { at: 'byValue' }, 'a', 'audit_id')

const storedEntry = {
  audit_id: bigint(),
  at: instant(),
  user: orNull(text()),
  username: orNull(text()),
  address: text(),
  call: text(),
  entity: text(),
  entity_id: text(),
  before: orNull(jsonb<JsonObject>()),
  after: orNull(jsonb<JsonObject>()),
}
export type StoredEntry = RowOf<typeof storedEntry>

/** A query for all entries, as `a`, with the users who made them. */
export const auditEntries = (ctx: UserContext) =>
  ctx.tx
    .selectFrom('audit_log as a')
    .leftJoin('app_user as u', 'u.user_id', 'a.user_id')
    .select(['a.audit_id', 'a.at', 'u.username', 'a.address', 'a.call', 'a.entity', 'a.entity_id'])
    .select(userName('u').as('user'))
    .select(['a.before', 'a.after'])
    .$narrowType<Pick<StoredEntry, 'before' | 'after'>>()

/** The number of entries that match a condition, up to one more than the bound of list counts. */
export const auditCount = tunedQuery({
  columns: { count: int() },
  sql: (where: RawBuilder<SqlBool>) => sql`
    select count(*)::int as count from (
      select from audit_log a where ${where} limit ${maxCounted + 1}) counted`,
})

const entryColumns = sql`a.audit_id, a.at, ${userName('u')} as user, u.username, a.address, a.call, a.entity,
      a.entity_id, a.before, a.after`

const maxTrailEntries = 100

/** Entries about a customer and about the records that were merged into it, newest first. */
export const customerEntries = tunedQuery({
  columns: storedEntry,
  sql: (customerId: number) => sql`
    with recursive records (id) as (
      select ${customerId}::int
      union all
      select customer_id from customer join records on merged_into = id)
    select ${entryColumns}
    from audit_log a left join app_user u using (user_id)
    where a.entity = 'customer' and a.entity_id = any(array(select id::text from records))
    order by a.at desc, a.audit_id desc limit ${maxTrailEntries}`,
})

const maxTimelineEntries = 200

/** Entries about an application, its payments and its exam rights, newest first. */
export const applicationEntries = tunedQuery({
  columns: storedEntry,
  sql: (applicationId: number) => sql`
    with records (entity, id) as (
      select 'application', ${applicationId}::int
      union all
      select 'payment', payment_id from payment where application_id = ${applicationId}
      union all
      select 'exam_right', right_id from exam_right where application_id = ${applicationId})
    select ${entryColumns}
    from records
      join audit_log a on a.entity = records.entity and a.entity_id = records.id::text
      left join app_user u using (user_id)
    order by a.at desc, a.audit_id desc limit ${maxTimelineEntries}`,
})
