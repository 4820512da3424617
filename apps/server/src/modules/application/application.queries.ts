/**
 * SQL behind the lists of applications. What a list shows of a million rows is never added up: counts
 * and sums come from `application_tally`, the page from an index in its order, and text is counted
 * only up to a bound.
 */
import type { ApplicationRow } from '@khapdee/contract/entities/application'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { Satang } from '@khapdee/domain/money'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { escapeLike, orderBy, pageOf } from '../../kernel/list.ts'

/** A search counts no further; beyond, its count is a lower bound and its sums are unknown. */
export const mostCounted = 10_000

const sortable = {
  application_code: 'plain',
  customer_name: 'thai',
  createdAt: 'plain',
  net: 'plain',
  paid: 'plain',
  balance: 'plain',
} as const

/** The types this list knows; anything else shows course applications. */
export const listedTypes = ['course', 'exam', 'vehicle_check'] as const
const listedType = (type: string | undefined) =>
  listedTypes.find((listed) => listed === type) ?? 'course'

/** A row of the page beside the totals, which every row repeats; alone where the page is empty. */
type Listed = Omit<ApplicationRow, 'application_id'> & {
  application_id: number | null
  count: number
  sum_net: Satang | null
  sum_paid: Satang | null
  sum_balance: Satang | null
}

const every = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** Conditions on what an application and its tally both have, of `a`. */
function ofKind(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool>[] {
  const branches = ctx.scope.narrow(query.branch)
  const all = [
    sql<SqlBool>`a.type = ${listedType(query.type)}`,
    // An equality reads an index in its order; a list of branches does not.
    branches.length === 1
      ? sql<SqlBool>`a.branch_id = ${branches[0]}`
      : sql<SqlBool>`a.branch_id = any(${branches}::int[])`,
  ]
  if (isSet(query.status)) all.push(sql<SqlBool>`a.status = ${query.status}`)
  if (isSet(query.user)) {
    all.push(sql<SqlBool>`a.created_by = ${/^\d{1,9}$/.test(query.user) ? query.user : 0}`)
  }
  return all
}

/** The applications of a query, but for its text. */
function kept(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const all = [...ofKind(ctx, query), sql<SqlBool>`not a.is_delete`]
  const midnight = (day: RawBuilder<unknown>) => sql`${day}::timestamp at time zone 'Asia/Bangkok'`
  if (isSet(query.start)) {
    all.push(sql<SqlBool>`a."createdAt" >= ${midnight(sql`${query.start}::date`)}`)
  }
  if (isSet(query.end)) {
    all.push(sql<SqlBool>`a."createdAt" < ${midnight(sql`(${query.end}::date + 1)`)}`)
  }
  return every(all)
}

/** The tallies that count just these applications. */
function tallied(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const all = ofKind(ctx, query)
  if (isSet(query.start)) all.push(sql<SqlBool>`a.day >= ${query.start}::date`)
  if (isSet(query.end)) all.push(sql<SqlBool>`a.day <= ${query.end}::date`)
  if (!isSet(query.start) && !isSet(query.end)) all.push(sql<SqlBool>`a.day is null`)
  return every(all)
}

/**
 * Digits look for the start of an ID number, any part of a phone or of a code; letters for names.
 * @param indexed false words it so that no index serves it, for a walk that keeps another order
 */
function matching(text: string, { indexed }: { indexed: boolean }): RawBuilder<SqlBool> {
  const words = text.toLowerCase()
  const pattern = `%${escapeLike(words)}%`
  const digits = text.replaceAll(/[\s-]/g, '')
  const search = indexed ? sql`a.search` : sql`(a.search || '')`
  if (/^\d+$/.test(digits)) {
    return sql<SqlBool>`(${search} like ${`%i:${digits}%`} or ${search} like ${`%p:%${digits}%`}
      or ${search} like ${pattern} and a.application_code like ${pattern})`
  }
  if ([...words].length > 2) return sql<SqlBool>`${search} like ${pattern}`
  return indexed
    ? sql<SqlBool>`short_grams(a.customer_name) @> array[${words}::text]`
    : sql<SqlBool>`lower(a.customer_name) like ${pattern}`
}

const sortOf = ({ sort }: ListQuery): string => sort ?? '-createdAt'
const orderOf = (sort: string, alias: string) => orderBy(sort, sortable, alias, 'application_id')

const shown = sql`totals.*, p.application_id, p.application_code, p.type, p.customer_name as customer, c.idcard,
  c.phone_1, p.course_name, p.total, p.discount, p.net, p.paid, p.balance, p.status,
  b.name as branch, u.fname || ' ' || u.sname as user, p."createdAt"
from totals left join page p on true left join customer c using (customer_id)
  left join branch b on b.branch_id = p.branch_id left join app_user u on u.user_id = p.created_by`

const totals = (ctx: UserContext, query: ListQuery) => sql<Pick<Listed, 'count'>>`
  select coalesce(sum(a.applications), 0)::int as count, sum(a.net)::bigint as sum_net,
    sum(a.paid)::bigint as sum_paid, sum(a.balance)::bigint as sum_balance
  from application_tally a where ${tallied(ctx, query)}`

/** Rows beyond this many are reached from the nearer end. */
const deep = 1000

/** The order and the stretch of a page; of one nearer to the end, counted from there. */
async function stretchOf(ctx: UserContext, query: ListQuery) {
  const sort = sortOf(query)
  const before = (query.page - 1) * query.perPage
  if (before < deep) return { sort, stretch: pageOf(query) }
  const count = (await totals(ctx, query).execute(ctx.tx)).rows[0]?.count ?? 0
  const after = count - before - query.perPage
  if (after > before) return { sort, stretch: pageOf(query) }
  const rest = Math.max(0, Math.min(query.perPage, count - before))
  return {
    sort: sort.startsWith('-') ? sort.slice(1) : `-${sort}`,
    stretch: sql`limit ${rest} offset ${Math.max(0, after)}`,
  }
}

/** The page of a list without text, with exact totals. */
export async function listRows(ctx: UserContext, query: ListQuery): Promise<Listed[]> {
  const { sort, stretch } = await stretchOf(ctx, query)
  const { rows } = await sql<Listed>`
    with totals as (${totals(ctx, query)}), page as (
      select * from application a where ${kept(ctx, query)} order by ${orderOf(sort, 'a')} ${stretch}
    )
    select ${shown} order by ${orderOf(sortOf(query), 'p')}`.execute(ctx.tx)
  return rows
}

/**
 * The page of a search. Few matches are found by an index and sorted; of more than are counted, the
 * page is met soon by walking through all in their order.
 */
export async function searchRows(
  ctx: UserContext,
  query: ListQuery,
  text: string,
): Promise<Listed[]> {
  const where = kept(ctx, query)
  const order = orderOf(sortOf(query), 'a')
  const { rows } = await sql<Listed>`
    with matched as materialized (
      select * from application a where ${where} and ${matching(text, { indexed: true })} limit ${mostCounted + 1}
    ), totals as (
      select count(*)::int as count, sum(net)::bigint as sum_net, sum(paid)::bigint as sum_paid,
        sum(balance)::bigint as sum_balance
      from matched
    ), page as (
      (select * from matched a where (select count from totals) <= ${mostCounted} order by ${order} ${pageOf(query)})
      union all
      (select * from application a where (select count from totals) > ${mostCounted} and ${where}
        and ${matching(text, { indexed: false })} order by ${order} ${pageOf(query)})
    )
    select ${shown} order by ${orderOf(sortOf(query), 'p')}`.execute(ctx.tx)
  return rows
}
