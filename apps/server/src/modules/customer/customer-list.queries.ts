/**
 * SQL of the customer list. Its time does not grow with the list: a page is read from an index in the list's order, a
 * search uses the trigram index, and counting stops at a bound. Alias `own`: `customer_branch`, the branches of customers.
 */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { maskIdCard } from '@khapdee/domain/id-card'
import type { Satang } from '@khapdee/domain/money'
import { nationalities, noticeStates } from '@khapdee/domain/privacy-notice'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RowOf,
  allOrNull,
  bigint,
  bool,
  columnsOf,
  instant,
  int,
  orNull,
  text,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import {
  boundedMeta,
  choiceOf,
  inBranches,
  joinByAnd,
  createdBetween,
  maxCounted,
  maxReachableBySearch,
  orderBy,
  pageOf,
} from '../../kernel/list.ts'
import { withLookupLimit } from '../number-lookup.ts'
import {
  type SearchColumns,
  isFrequentAmong,
  matchesByIndex,
  matchesByScan,
  sampleSize,
} from '../../kernel/text-search.ts'

const sortable = { name: 'thai', createdAt: 'byValue' } as const

const searched: SearchColumns = { search: sql`c.search`, codes: sql`''`, name: sql`c.name` }

/** Whether the query covers all branches; then nearly every customer matches. */
const coversAllBranches = ({ actor }: UserContext, query: ListQuery): boolean =>
  actor.all_branches && !isSet(query.branch)

/**
 * The condition for customers `c` of the branches of a query. By default a semi-join starting from the branches; with
 * `oneByOne` a lookup per customer, which is faster when most customers match or another condition leaves few of them.
 */
function isInBranches(ctx: UserContext, query: ListQuery, oneByOne: boolean): RawBuilder<SqlBool> {
  const own = sql`from customer_branch own where own.customer_id = c.customer_id and ${inBranches(ctx.scope, query, sql.ref('own.branch_id'))}`
  return oneByOne
    ? sql<SqlBool>`not c.is_delete and (select true ${own} limit 1)`
    : sql<SqlBool>`not c.is_delete and exists (select ${own})`
}

const typeFilters: Readonly<Record<string, RawBuilder<SqlBool>>> = {
  thai: sql`not c.is_foreigner`,
  foreign: sql`c.is_foreigner`,
} satisfies Record<keyof typeof nationalities, RawBuilder<SqlBool>>

const noticeFilters: Readonly<Record<string, RawBuilder<SqlBool>>> = {
  given: sql`c.privacy_notice_at is not null`,
  missing: sql`c.privacy_notice_at is null`,
} satisfies Record<keyof typeof noticeStates, RawBuilder<SqlBool>>

/** The condition for a filter value; an unknown value is refused. */
const filterCondition = (
  filters: typeof typeFilters,
  filter: 'type' | 'status',
  value: string | undefined,
) => (isSet(value) ? [choiceOf(filters, filter, value)] : [])

/** The conditions of a query, except those for its branches and its text. */
const otherFilters = (query: ListQuery): RawBuilder<SqlBool>[] => [
  ...filterCondition(typeFilters, 'type', query.type),
  ...filterCondition(noticeFilters, 'status', query.status),
  ...createdBetween('c', query),
]

const hasDays = ({ start, end }: ListQuery): boolean => isSet(start) || isSet(end)

/** The condition for the customers `c` that match a query, except its text. */
const matchesFilters = (
  ctx: UserContext,
  query: ListQuery,
  oneByOne = coversAllBranches(ctx, query),
): RawBuilder<SqlBool> => joinByAnd([isInBranches(ctx, query, oneByOne), ...otherFilters(query)])

/**
 * Newest first by default. With a filter by days the default is `createdAt`, whose index finds the start of the range.
 */
const orderOf = (query: ListQuery, alias: string) => {
  const defaultSort = hasDays(query) ? '-createdAt' : ''
  return orderBy(query.sort || defaultSort, sortable, alias, 'customer_id')
}

/** A query for the ids of all matching customers, in the order of the list. */
export function customerIds(ctx: UserContext, query: ListQuery): RawBuilder<unknown> {
  const found = isSet(query.text) ? sql`and ${matchesByIndex(ctx, query.text, searched)}` : sql``
  return sql`select c.customer_id as id from customer c
    where ${matchesFilters(ctx, query)} ${found} order by ${orderOf(query, 'c')}`
}

const bound = sql.lit(maxCounted)

/** The columns of each match that the order of the list needs; keeping thousands of whole rows would take longer. */
const matchColumns = sql`c.customer_id, c.name, c."createdAt"`

/**
 * The statement that counts the matching customers, up to one more than the bound. Without filters it counts
 * rows of `customer_branch`, which is faster than reading customers.
 */
function countStatement(ctx: UserContext, query: ListQuery): RawBuilder<unknown> {
  const rows =
    otherFilters(query).length > 0
      ? sql`select from customer c where ${matchesFilters(ctx, query, hasDays(query) || undefined)}`
      : sql`select distinct own.customer_id from customer_branch own where ${inBranches(ctx.scope, query, sql.ref('own.branch_id'))}
          and not exists (select from customer c where c.customer_id = own.customer_id and c.is_delete)`
  return sql`select count(*)::int as count from (${rows} limit ${bound} + 1) counted`
}

/** Branches with at most this many customers are searched by reading all of their customers. */
const maxScannedCustomers = sql.lit(2 * maxCounted)

/**
 * The rows `c` of the query's branches and days in an order of an index, and the conditions that remain for them. One branch
 * is read from `customer_branch`, unless days are given.
 */
function ordered(ctx: UserContext, query: ListQuery) {
  const isOneBranch =
    !hasDays(query) && !coversAllBranches(ctx, query) && ctx.scope.narrow(query.branch).length === 1
  return isOneBranch
    ? {
        rows: sql`customer_branch own join customer c using (customer_id)
          where ${inBranches(ctx.scope, query, sql.ref('own.branch_id'))}`,
        order: sql`order by own.customer_id desc`,
        rest: joinByAnd([sql`not c.is_delete`, ...otherFilters(query)]),
      }
    : {
        rows: sql`customer c where ${joinByAnd([sql`not c.is_delete`, ...createdBetween('c', query)])}`,
        order: sql`order by ${orderOf({ ...query, sort: undefined }, 'c')}`,
        rest: matchesFilters(ctx, query, true),
      }
}

/**
 * The CTE `matched`: customers that match the text and the filters, up to one more than the bound. The trigram index covers the
 * whole school and reads all entries of a text before the first row (200,000 of a frequent syllable take 60 ms). Therefore
 * a text that is frequent in a sample is found by reading rows until the bound is reached, which reads at most some tens of
 * thousands. Branches with few customers are read completely, because most rows of the index would be discarded.
 */
function matched(ctx: UserContext, query: ListQuery, text: string): RawBuilder<unknown> {
  const where = matchesFilters(ctx, query, true)
  const { rows, order, rest } = ordered(ctx, query)
  const contains = matchesByScan(ctx, text, searched)
  const firstRows = sql`select ${rest} and ${contains} as found from (select c.* from ${rows} ${order} limit ${sampleSize}) c`
  const sample = sql`sample as materialized (select ${isFrequentAmong(firstRows)} as frequent)`
  const frequent = sql`select ${matchColumns} from ${rows} and (select frequent from sample) and ${rest} and ${contains}
      ${order} limit ${bound} + 1`
  const fromIndex = sql`select ${matchColumns} from customer c where not (select frequent from sample) and ${where}
      and ${matchesByIndex(ctx, text, searched)}`
  if (coversAllBranches(ctx, query)) {
    return sql`${sample},
    matched as materialized ((${frequent}) union all (${fromIndex} limit ${bound} + 1))`
  }
  const own = sql`from customer_branch own where ${inBranches(ctx.scope, query, sql.ref('own.branch_id'))}`
  return sql`${sample},
    branch_size as (select count(*) <= ${maxScannedCustomers} as few from (select ${own} limit ${maxScannedCustomers} + 1) own),
    matched as materialized (
      (${frequent})
      union all
      (select ${matchColumns} from customer c where not (select frequent from sample) and (select few from branch_size)
        and c.customer_id = any(array(select own.customer_id ${own}))
        and ${where} and ${contains} limit ${bound} + 1)
      union all
      (${fromIndex} and not (select few from branch_size) limit ${bound} + 1))`
}

/**
 * The CTEs `page` and `counted`: the rows of the page, and the number of matching customers up to one
 * more than the bound.
 */
function pageAndCount(ctx: UserContext, query: ListQuery): RawBuilder<unknown> {
  const order = sql`order by ${orderOf(query, 'c')}`
  if (!isSet(query.text)) {
    return sql`page as (select * from customer c where ${matchesFilters(ctx, query)} ${order} ${pageOf(query)}),
      counted as (${countStatement(ctx, query)})`
  }
  // With more matches than the bound, a scan in the list's order soon fills the page.
  return sql`${matched(ctx, query, query.text)},
    counted as (select count(*)::int as count from matched),
    page as (
      (select * from customer where customer_id = any(array(
        select customer_id from matched c where (select count from counted) <= ${bound} ${order} ${pageOf(query)})))
      union all
      (select * from customer c where (select count from counted) > ${bound} and ${matchesFilters(ctx, query, true)}
        and ${matchesByScan(ctx, query.text, searched)} ${order} ${pageOf(query, maxReachableBySearch)}))`
}

/**
 * Joins each customer's number of applications and outstanding balance (satang), counting only
 * applications visible to the caller; nulls when the caller may not see applications.
 */
const applicationTotals = (ctx: UserContext, alias: string): RawBuilder<unknown> => sql`
  left join lateral (
    select count(*)::int as applications, coalesce(sum(a.balance) filter (where not a.over_cap), 0)::bigint as balance
    from application a
    where a.customer_id = ${sql.ref(`${alias}.customer_id`)} and ${ctx.scope.visible('application', 'a')}
  ) app_totals on ${ctx.may('application.view')}`

const listedColumns = {
  customer_id: int(),
  is_foreigner: bool(),
  prefix: text(),
  name: text(),
  idcard: text(),
  passport: text(),
  is_walk_in: bool(),
  phone_1: text(),
  subdistrict: text(),
  district: text(),
  province: text(),
  privacy_notice_at: orNull(instant()),
  createdAt: instant(),
  branch: text(),
  applications: orNull(int()),
  balance: orNull(bigint<Satang>()),
}

/**
 * The rows of the page, each with the count; one row with only the count when the page is empty.
 */
export const customerPage = tunedQuery({
  columns: { count: int(), ...allOrNull(listedColumns) },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    with ${pageAndCount(ctx, query)}
    select counted.count, p.customer_id, p.is_foreigner, p.prefix, p.name, p.idcard, p.passport, p.is_walk_in, p.phone_1,
      p.subdistrict, p.district, p.province, p.privacy_notice_at, p."createdAt", b.name as branch,
      app_totals.applications, app_totals.balance
    from counted left join page p on true left join branch b on b.branch_id = p.branch_id ${applicationTotals(ctx, 'p')}
    order by ${orderOf(query, 'p')}`,
})

/** The customers with these ids, with the columns of the exported list. */
export const exportedCustomers = tunedQuery({
  columns: {
    ...columnsOf('customer'),
    id: int(),
    branch: text(),
    applications: orNull(int()),
    balance: orNull(bigint<Satang>()),
  },
  sql: (ctx: UserContext, ids: readonly number[]) => sql`
    select c.customer_id as id, c.*, b.name as branch, app_totals.applications, app_totals.balance
    from customer c join branch b on b.branch_id = c.branch_id ${applicationTotals(ctx, 'c')}
    where c.customer_id = any(${ids}::int[])`,
})

type PageRow = RowOf<typeof customerPage.columns>
const isListed = (row: PageRow): row is PageRow & RowOf<typeof listedColumns> =>
  row.customer_id !== null

/** A page of customers; ID and passport numbers are masked. */
export async function listCustomers(ctx: UserContext, query: ListQuery) {
  const rows = await withLookupLimit(
    ctx,
    query.text,
    () => customerPage.rows(ctx.tx, ctx, query),
    ([row]) => (row?.count ?? 0) > 0,
  )
  return {
    data: rows
      .filter(isListed)
      .map(({ idcard, passport, ...row }) => ({ ...row, idcard: maskIdCard(idcard || passport) })),
    meta: boundedMeta(query, rows[0]?.count ?? 0),
    filter: {
      branch: branchOptions(ctx),
      type: labelOptions(nationalities),
      status: labelOptions(noticeStates),
    },
  }
}
