/**
 * SQL of the lists of applications. No list aggregates all rows: counts and sums come from
 * `application_tally`, a page comes from the index of its sort order, and the matches of a text
 * search are counted only up to `maxCounted`.
 */
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type {
  ApplicationKind,
  ApplicationStatus,
  RequestDecision,
} from '@khapdee/domain/application/status'
import type { VehicleIdentity } from '@khapdee/domain/checked-vehicle'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RowOf,
  allOrNull,
  bigint,
  bool,
  day,
  instant,
  int,
  jsonb,
  orNull,
  text,
} from '../../db/columns.ts'
import { type Placeholder, createStatements } from '../../db/statements.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { limitAndOffset, maxCounted, maxReachableBySearch, pageOf } from '../../kernel/list.ts'
import {
  type Kinds,
  applicationText,
  decisionsOf,
  listCondition,
  orderOf,
  payableStatus,
  plainColumns,
  sortOf,
  tallyCondition,
  unpayableConditions,
} from './application-filter.ts'
import { hasOpenRefund, isPayable } from '../refund-requests.ts'
import { orVehicle } from './checked-vehicle.ts'
import { isMissing } from './missing-documents.ts'
import {
  couldExposeHiddenNumber,
  digitsOf,
  matchesByFrequency,
  matchesByIndex,
  matchesByScan,
  patternOf,
  sampleSize,
} from '../../kernel/text-search.ts'

/** Sums of a whole list; null when it is empty. */
const sums = {
  count: int(),
  sum_net: orNull(bigint<Satang>()),
  sum_paid: orNull(bigint<Satang>()),
  sum_balance: orNull(bigint<Satang>()),
  sum_cash: orNull(bigint<Satang>()),
  sum_transfer: orNull(bigint<Satang>()),
  over_cap_count: int(),
}

const row = {
  application_id: int(),
  application_code: text(),
  type: text<ApplicationKind>(),
  customer: text(),
  idcard: text(),
  phone_1: text(),
  course_name: text(),
  total: bigint<Satang>(),
  discount: bigint<Satang>(),
  net: bigint<Satang>(),
  paid: bigint<Satang>(),
  balance: bigint<Satang>(),
  due_date: orNull(day<Day>()),
  documents_missing: int(),
  status: text<ApplicationStatus>(),
  decision: orNull(text<RequestDecision>()),
  refund_pending: bool(),
  payable: bool(),
  refund_due: bool(),
  vehicle: orNull(jsonb<VehicleIdentity>()),
  branch: text(),
  user: text(),
  createdAt: instant(),
  over_cap: bool(),
}

/** A row of the page with the totals of the list; for an empty page, one row with totals and nulls. */
const listed = { ...sums, ...allOrNull(row) }
export type Listed = RowOf<typeof listed>

const columnsAndJoins = (
  today: Day | Placeholder,
) => sql`totals.*, p.application_id, p.application_code, p.type, p.customer_name as customer, c.idcard,
  c.phone_1, p.course_name, p.total, p.discount, p.net, p.paid, p.balance, p.due_date, p.status, p.decision,
  ${hasOpenRefund('p')} as refund_pending, (p.status = 'outstanding' and ${isPayable('p')}) as payable, p.refund_due,
  (select count(*)::int from application_document d
    where d.application_id = p.application_id and ${isMissing('d', today)}) as documents_missing,
  case when v.application_id is not null then to_jsonb(v) end as vehicle,
  b.name as branch, ${userName('u')} as user, p."createdAt", p.over_cap
from totals left join page p on true left join customer c using (customer_id)
  left join branch b on b.branch_id = p.branch_id left join app_user u on u.user_id = p.created_by
  left join application_vehicle v on v.application_id = p.application_id`

/** The sum of a column over found applications, without those above the limit of amounts. */
const sumOf = (column: string) => sql`sum(${sql.ref(column)}) filter (where not over_cap)::bigint`

/**
 * Sums of applications `a`, which have the columns of a tally.
 * @param overCap the condition of the list on `application a`, for the number of rows above the limit of amounts
 */
const sumsOf = (tallies: RawBuilder<unknown>, overCap: RawBuilder<SqlBool>) => sql`
  select coalesce(sum(a.applications), 0)::int as count, sum(a.net)::bigint as sum_net,
    sum(a.paid)::bigint as sum_paid, sum(a.balance)::bigint as sum_balance,
    sum(a.cash)::bigint as sum_cash, sum(a.transfer)::bigint as sum_transfer,
    (select count(*)::int from application a where a.over_cap and ${overCap}) as over_cap_count
  from ${tallies}`

/** Each application as a row like those of the tally; `sign` -1 subtracts it. Amounts above the limit count as 0. */
function asTally(sign: 1 | -1, where: RawBuilder<SqlBool>) {
  const counted = (column: string) =>
    sql`${sql.lit(sign)} * (not over_cap)::int * ${sql.ref(column)}`
  return sql`
    select ${sql.lit(sign)} as applications, ${counted('net')} as net, ${counted('paid')} as paid,
      ${counted('balance')} as balance, ${counted('paid_cash')} as cash, ${counted('paid_transfer')} as transfer
    from application a where ${where}`
}

/**
 * Count and sums of a list, from the tallies. Because tallies have no decision, request fees of one decision are summed
 * from their rows, found by an index. For `payable`, the few outstanding applications that cannot be paid are subtracted.
 */
function totals(ctx: UserContext, query: ListQuery, kinds: Kinds) {
  const where = listCondition(ctx, query, kinds)
  if (decisionsOf(query).length > 0) return sumsOf(sql`(${asTally(1, where)}) a`, where)
  const tallies = sql`application_tally a where ${tallyCondition(ctx, query, kinds)}`
  if (query.status !== payableStatus) return sumsOf(tallies, where)
  const payable = sql`(
    select applications, net, paid, balance, cash, transfer from ${tallies}
    ${sql.join(
      unpayableConditions(ctx, query, kinds).map((where) => sql`union all ${asTally(-1, where)}`),
      sql` `,
    )}
  ) a`
  return sumsOf(payable, where)
}

/** Count and sums of a list without text search. */
export const applicationTotals = tunedQuery({ columns: sums, sql: totals })

/** From this offset on, the keys of a page are read first, with an index-only scan. */
const deepOffset = 1000

/** The rows of a page. */
function pageRows(ctx: UserContext, query: ListQuery, kinds: Kinds): RawBuilder<unknown> {
  const rows = (columns: RawBuilder<unknown>) =>
    sql`select ${columns} from application a where ${listCondition(ctx, query, kinds)}
      order by ${orderOf(sortOf(query), 'a')} ${pageOf(query)}`
  if (limitAndOffset(query).offset < deepOffset) return rows(sql`*`)
  return sql`select * from application where application_id = any(array(${rows(sql`application_id`)}))`
}

/** Unfiltered lists share a cached plan; filtered lists are planned for their values. */
const isFiltered = ({ start, end, status, user, branch, category }: ListQuery): boolean =>
  [start, end, status, user, branch, category].some(isSet)

/**
 * @param rows the query that selects all columns of `application` for the rows of the page
 * @param today the day on which documents may have expired
 */
export const applicationPage = tunedQuery({
  columns: listed,
  unnamed: (_ctx, query, _kinds, _rows, _today) => isFiltered(query),
  sql: (
    ctx: UserContext,
    query: ListQuery,
    kinds: Kinds,
    rows: RawBuilder<unknown>,
    today: Day | Placeholder,
  ) => sql`
    with totals as (${totals(ctx, query, kinds)}), page as (${rows})
    select ${columnsAndJoins(today)} order by ${orderOf(sortOf(query), 'p')}`,
})

/** Statements of unfiltered first pages, the most frequent query of every list. */
const todayPlaceholder = Symbol('today')
const firstPageCache = createStatements<Listed>()

/** The page of a list without text search, with exact totals. */
export async function listRows(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
): Promise<Listed[]> {
  const make = (today: Day | Placeholder) =>
    applicationPage.compile(ctx.tx, ctx, query, kinds, pageRows(ctx, query, kinds), today)
  const isUnfilteredFirstPage = query.page === 1 && !isFiltered(query)
  const list = await (isUnfilteredFirstPage
    ? firstPageCache(
        cacheKey(ctx, query, kinds),
        () => make(todayPlaceholder),
        new Map([[todayPlaceholder, ctx.clock.today()]]),
      )
    : make(ctx.clock.today()))
  return (await ctx.tx.executeQuery(list)).rows
}

const cacheKey = (ctx: UserContext, query: ListQuery, kinds: Kinds): string =>
  [kinds, sortOf(query), query.perPage, ...ctx.scope.branchIds].join(' ')

const maxListed = sql.lit(maxCounted)

/** Page sizes that the screens offer. A plain search has one statement per size. */
const offeredPageSizes = new Set([10, 25, 50, 100])

/**
 * Whether the query is the first page of an unfiltered search for a part of a name, the most frequent
 * search. The trigram index is the best plan for every name and list size, so one generic plan is used.
 * The page size is a literal in the statement: with a parameter the planner does not know how few rows
 * are needed, and sorts all of them.
 */
const isPlainNameSearch = (
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  text: string,
): boolean =>
  kinds !== 'vehicle_check' &&
  !couldExposeHiddenNumber(ctx, text.toLowerCase()) &&
  [...text].length > 2 &&
  digitsOf(text) === null &&
  query.page === 1 &&
  sortOf(query) === '-createdAt' &&
  offeredPageSizes.has(query.perPage) &&
  !isFiltered(query)

interface Search {
  /** The condition that finds matches by index. */
  matchesByText: RawBuilder<SqlBool>
  /** The same condition for a scan in the order of the list. */
  matchesInOrder: RawBuilder<SqlBool>
  /** The day on which documents may have expired. */
  today: Day | Placeholder
  /** Whether PostgreSQL uses one generic plan for every text; else it plans for each text. */
  usesGenericPlan: boolean
  /** Whether a text that is frequent in a sample is found by reading in the order of the list. */
  isSampled: boolean
}

/**
 * The columns of each match that the sums and the order of the list need. With whole rows, of which thousands were kept until the page
 * was known, a search took 10 to 30 % longer.
 */
const matchColumns = sql`a.application_id, a.application_code, a.customer_name, a."createdAt", a.due_date, a.net, a.paid,
  a.balance, a.paid_cash, a.paid_transfer, a.over_cap`

/**
 * The page of a search. Up to `maxCounted` matches are found and sorted, see {@link matchesByFrequency}. Beyond that, matches
 * are so frequent that a scan of all applications in list order fills the page sooner.
 */
export const applicationSearch = tunedQuery({
  columns: listed,
  unnamed: (_ctx, _query, _kinds, { usesGenericPlan }) => !usesGenericPlan,
  sql: (
    ctx: UserContext,
    query: ListQuery,
    kinds: Kinds,
    { matchesByText, matchesInOrder, today, usesGenericPlan, isSampled }: Search,
  ) => {
    const where = listCondition(ctx, query, kinds)
    const unindexedCondition = listCondition(ctx, query, kinds, plainColumns)
    const order = orderOf(sortOf(query), 'a')
    const limitTo = (reached?: number) =>
      usesGenericPlan ? sql`limit ${sql.lit(query.perPage)}` : pageOf(query, reached)
    const newest = orderOf('-createdAt', 'a')
    const inListOrder = sql`from application a where ${where}`
    const byIndex = sql`select ${matchColumns} from application a where ${unindexedCondition} and ${matchesByText}`
    const matched = isSampled
      ? matchesByFrequency({
          firstRows: sql`select ${matchesInOrder} as found
            from (select * ${inListOrder} order by ${newest} limit ${sql.lit(sampleSize)}) a`,
          inOrder: (isFrequent) =>
            sql`select ${matchColumns} ${inListOrder} and ${isFrequent} and ${matchesInOrder} order by ${newest}`,
          byIndex: (isRare) => sql`${byIndex} and ${isRare}`,
          max: maxCounted + 1,
        })
      : sql`matched as materialized (${byIndex} limit ${maxListed} + 1)`
    return sql`
    with ${matched}, totals as (
      select count(*)::int as count, ${sumOf('net')} as sum_net, ${sumOf('paid')} as sum_paid,
        ${sumOf('balance')} as sum_balance, ${sumOf('paid_cash')} as sum_cash,
        ${sumOf('paid_transfer')} as sum_transfer, count(*) filter (where over_cap)::int as over_cap_count
      from matched
    ), page as (
      (select * from application where application_id = any(array(
        select application_id from matched a where (select count from totals) <= ${maxListed} order by ${order} ${limitTo()})))
      union all
      (select * from application a where (select count from totals) > ${maxListed} and ${where}
        and ${matchesInOrder} order by ${order} ${limitTo(isSet(query.text) ? maxReachableBySearch : undefined)})
    )
    select ${columnsAndJoins(today)} order by ${orderOf(sortOf(query), 'p')}`
  },
})

const plainSearchCache = createStatements<Listed>()
const textPlaceholder = Symbol('text')
const patternPlaceholder = Symbol('pattern')
const plainSearch: Search = {
  matchesByText: sql<SqlBool>`a.search like ${patternPlaceholder}`,
  matchesInOrder: sql<SqlBool>`strpos(a.search, ${textPlaceholder}) > 0`,
  today: todayPlaceholder,
  usesGenericPlan: true,
  isSampled: false,
}

/** A search without text, for the filter by category, whose condition is part of the list's. */
const anyText: Omit<Search, 'today'> = {
  matchesByText: sql<SqlBool>`true`,
  matchesInOrder: sql<SqlBool>`true`,
  usesGenericPlan: false,
  isSampled: false,
}

/** The page of a search by text or category, with totals of up to `maxCounted` matches. */
export async function searchRows(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  text?: string,
): Promise<Listed[]> {
  const today = ctx.clock.today()
  if (text === undefined) {
    const found = applicationSearch.compile(ctx.tx, ctx, query, kinds, { ...anyText, today })
    return (await ctx.tx.executeQuery(found)).rows
  }
  const search = isPlainNameSearch(ctx, query, kinds, text)
    ? await plainSearchCache(
        cacheKey(ctx, query, kinds),
        () => applicationSearch.compile(ctx.tx, ctx, query, kinds, plainSearch),
        new Map([
          [todayPlaceholder, today],
          [textPlaceholder, text.toLowerCase()],
          [patternPlaceholder, patternOf(text)],
        ]),
      )
    : applicationSearch.compile(ctx.tx, ctx, query, kinds, {
        matchesByText: orVehicle(kinds, text, matchesByIndex(ctx, text, applicationText)),
        matchesInOrder: orVehicle(kinds, text, matchesByScan(ctx, text, applicationText)),
        today,
        usesGenericPlan: false,
        // A sample of the few rows of a user or a category would read most of the list. The applications of a status lie apart
        // in the table: reading 25,000 outstanding ones in order takes twice as long as finding their text by index.
        isSampled: !isSet(query.user) && !isSet(query.category) && !isSet(query.status),
      })
  return (await ctx.tx.executeQuery(search)).rows
}

/** Maximum number of applications that a worklist returns. */
const maxWorklist = 1000

/** The first applications of a list, in its order. */
export const worklist = tunedQuery({
  columns: { application_id: int(), type: text<ApplicationKind>() },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery, kinds: Kinds) => sql`
    select a.application_id, a.type from application a
    where ${listCondition(ctx, query, kinds)} and ${
      isSet(query.text)
        ? orVehicle(kinds, query.text, matchesByIndex(ctx, query.text, applicationText))
        : sql<SqlBool>`true`
    }
    order by ${orderOf(sortOf(query), 'a')} limit ${sql.lit(maxWorklist)}`,
})
