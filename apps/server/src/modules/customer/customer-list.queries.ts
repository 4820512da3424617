/**
 * SQL behind the list of customers. Of a very long one nothing is counted beyond a bound: the page
 * comes from an index in its order, a search from the index of its text.
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
import { boundedMeta, every, madeBetween, maxCounted, orderBy, pageOf } from '../../kernel/list.ts'
import { type SearchColumns, matchesByIndex, matchesByScan } from '../../kernel/text-search.ts'

const sortable = { name: 'thai', createdAt: 'plain' } as const

const searched: SearchColumns = { search: sql`c.search`, codes: sql`''`, name: sql`c.name` }

/** Whether the rows `own` are of a branch that the query leaves of those the caller sees. */
function ofBranches({ scope }: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const branches = scope.narrow(query.branch)
  // Of one branch an index gives them in their order; of several it does not.
  return branches.length === 1
    ? sql`own.branch_id = ${branches[0]}`
    : sql`own.branch_id = any(${branches}::int[])`
}

/** To whoever sees all branches nearly every customer is known. */
const seesNearlyAll = ({ actor }: UserContext, query: ListQuery): boolean =>
  actor.all_branches && !isSet(query.branch)

/**
 * Known to one of the branches: the branches give their own, or, `oneByOne`, each is asked alone as
 * he comes, which is quicker where most are known or another condition finds the few.
 */
function known(ctx: UserContext, query: ListQuery, oneByOne: boolean): RawBuilder<SqlBool> {
  const own = sql`from customer_branch own where own.customer_id = c.customer_id and ${ofBranches(ctx, query)}`
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

/** A value that the filter does not offer leaves nobody. */
const chosen = (filters: typeof typeFilters, value: string | undefined) =>
  isSet(value) ? [filters[value] ?? sql<SqlBool>`false`] : []

/** What narrows a query down further than its branches, but for its text. */
const narrowing = (query: ListQuery): RawBuilder<SqlBool>[] => [
  ...chosen(typeFilters, query.type),
  ...chosen(noticeFilters, query.status),
  ...madeBetween('c', query),
]

/** The customers `c` of a query, but for its text. */
const kept = (
  ctx: UserContext,
  query: ListQuery,
  oneByOne = seesNearlyAll(ctx, query),
): RawBuilder<SqlBool> => every([known(ctx, query, oneByOne), ...narrowing(query)])

/** The newest first; of some days by the moment, because an index of it finds where they begin. */
const orderOf = ({ sort, start, end }: ListQuery, alias: string) => {
  const own = isSet(start) || isSet(end) ? '-createdAt' : ''
  return orderBy(sort || own, sortable, alias, 'customer_id')
}

/** The ids of all of a query, in its order. */
export function customerIds(ctx: UserContext, query: ListQuery): RawBuilder<unknown> {
  const found = isSet(query.text) ? sql`and ${matchesByIndex(query.text, searched)}` : sql``
  return sql`select c.customer_id as id from customer c
    where ${kept(ctx, query)} ${found} order by ${orderOf(query, 'c')}`
}

const bound = sql.lit(maxCounted)

/** Of all whom the branches know an index is counted, without a look at who they are. */
function counted(ctx: UserContext, query: ListQuery): RawBuilder<unknown> {
  const few =
    narrowing(query).length > 0
      ? sql`select from customer c where ${kept(ctx, query)}`
      : sql`select distinct own.customer_id from customer_branch own where ${ofBranches(ctx, query)}
          and not exists (select from customer c where c.customer_id = own.customer_id and c.is_delete)`
  return sql`select count(*)::int as count from (${few} limit ${bound} + 1) few`
}

/** Branches that together know no more customers are searched by reading all of these. */
const fewOwn = sql.lit(2 * maxCounted)

/**
 * As `matched` those who match, up to one more than are counted. An index of the text gives them,
 * for the whole school: few of them might be of a new branch, and each other one is asked in vain.
 */
function matched(ctx: UserContext, query: ListQuery, text: string): RawBuilder<unknown> {
  const where = kept(ctx, query, true)
  const ofSchool = sql`select * from customer c where ${where} and ${matchesByIndex(text, searched)}`
  if (seesNearlyAll(ctx, query))
    return sql`matched as materialized (${ofSchool} limit ${bound} + 1)`
  const own = sql`from customer_branch own where ${ofBranches(ctx, query)}`
  return sql`own as (select count(*) <= ${fewOwn} as few from (select ${own} limit ${fewOwn} + 1) own),
    matched as materialized (
      (select * from customer c where (select few from own)
        and c.customer_id = any(array(select own.customer_id ${own}))
        and ${where} and ${matchesByScan(text, searched)} limit ${bound} + 1)
      union all
      (${ofSchool} and not (select few from own) limit ${bound} + 1))`
}

/** The page as `page`, and as `counted` how many rows there are, up to one more than are counted. */
function pageAndCount(ctx: UserContext, query: ListQuery): RawBuilder<unknown> {
  const stretch = sql`order by ${orderOf(query, 'c')} ${pageOf(query)}`
  if (!isSet(query.text)) {
    return sql`page as (select * from customer c where ${kept(ctx, query)} ${stretch}),
      counted as (${counted(ctx, query)})`
  }
  // Of more matches than are counted the page is met soon by walking through all in their order.
  return sql`${matched(ctx, query, query.text)},
    counted as (select count(*)::int as count from matched),
    page as (
      (select * from matched c where (select count from counted) <= ${bound} ${stretch})
      union all
      (select * from customer c where (select count from counted) > ${bound} and ${kept(ctx, query, true)}
        and ${matchesByScan(query.text, searched)} ${stretch}))`
}

/** What customers owe and how often they came, of the applications that the caller sees. */
const dealings = (ctx: UserContext, alias: string): RawBuilder<unknown> => sql`
  left join lateral (
    select count(*)::int as applications, coalesce(sum(a.balance), 0)::bigint as balance
    from application a
    where a.customer_id = ${sql.ref(`${alias}.customer_id`)} and ${ctx.scope.visible('application', 'a')}
  ) dealings on ${ctx.may('application.view')}`

const listed = {
  customer_id: int(),
  is_foreigner: bool(),
  prefix: text(),
  name: text(),
  idcard: text(),
  passport: text(),
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

/** The rows of the page beside the count, which each repeats; alone where the page is empty. */
export const customerPage = tunedQuery({
  columns: { count: int(), ...allOrNull(listed) },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    with ${pageAndCount(ctx, query)}
    select counted.count, p.customer_id, p.is_foreigner, p.prefix, p.name, p.idcard, p.passport, p.phone_1,
      p.subdistrict, p.district, p.province, p.privacy_notice_at, p."createdAt", b.name as branch,
      dealings.applications, dealings.balance
    from counted left join page p on true left join branch b on b.branch_id = p.branch_id ${dealings(ctx, 'p')}
    order by ${orderOf(query, 'p')}`,
})

/** The customers with these ids, as the exported list has them. */
export const exportedCustomers = tunedQuery({
  columns: {
    ...columnsOf('customer'),
    id: int(),
    branch: text(),
    applications: orNull(int()),
    balance: orNull(bigint<Satang>()),
  },
  sql: (ctx: UserContext, ids: readonly number[]) => sql`
    select c.customer_id as id, c.*, b.name as branch, dealings.applications, dealings.balance
    from customer c join branch b on b.branch_id = c.branch_id ${dealings(ctx, 'c')}
    where c.customer_id = any(${ids}::int[])`,
})

type PageRow = RowOf<typeof customerPage.columns>
const isListed = (row: PageRow): row is PageRow & RowOf<typeof listed> => row.customer_id !== null

/** A page of customers, their numbers masked. */
export async function listCustomers(ctx: UserContext, query: ListQuery) {
  const rows = await customerPage.rows(ctx.tx, ctx, query)
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
