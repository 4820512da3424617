/**
 * SQL behind the lists of applications. What a list shows of a million rows is never added up: counts
 * and sums come from `application_tally`, the page from an index in its order, and text is counted
 * only up to a bound.
 */
import type { ApplicationRow } from '@khapdee/contract/entities/application-shapes'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { maskIdCard } from '@khapdee/domain/id-card'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { unnamedStatement } from '../../db/client.ts'
import { createStatements } from '../../db/statements.ts'
import type { UserContext } from '../../kernel/context.ts'
import { boundedMeta, metaOf, maxCounted, pageOf } from '../../kernel/list.ts'
import {
  type Kinds,
  applicationText,
  kept,
  orderOf,
  plainColumns,
  sortOf,
  tallied,
} from './application-filter.ts'
import { digitsOf, matchesByIndex, matchesByScan, patternOf } from '../../kernel/text-search.ts'

/** A row of the page beside the totals, which every row repeats; alone where the page is empty. */
type Listed = Omit<ApplicationRow, 'application_id'> & {
  application_id: number | null
  count: number
  sum_net: Satang | null
  sum_paid: Satang | null
  sum_balance: Satang | null
  sum_cash: Satang | null
  sum_transfer: Satang | null
}

const shown = sql`totals.*, p.application_id, p.application_code, p.type, p.customer_name as customer, c.idcard,
  c.phone_1, p.course_name, p.total, p.discount, p.net, p.paid, p.balance, p.status, p.decision,
  b.name as branch, ${userName('u')} as user, p."createdAt"
from totals left join page p on true left join customer c using (customer_id)
  left join branch b on b.branch_id = p.branch_id left join app_user u on u.user_id = p.created_by`

const totals = (ctx: UserContext, query: ListQuery, kinds: Kinds) => sql<Pick<Listed, 'count'>>`
  select coalesce(sum(a.applications), 0)::int as count, sum(a.net)::bigint as sum_net,
    sum(a.paid)::bigint as sum_paid, sum(a.balance)::bigint as sum_balance,
    sum(a.cash)::bigint as sum_cash, sum(a.transfer)::bigint as sum_transfer
  from application_tally a where ${tallied(ctx, query, kinds)}`

/** From here on a page is found by its keys alone, which an index holds without the rows. */
const deep = 1000

/** The rows of a page. One nearer to the end is counted from there, in the opposite order. */
async function pageRows(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
): Promise<RawBuilder<unknown>> {
  const rows = (columns: RawBuilder<unknown>, sort: string, stretch: RawBuilder<unknown>) =>
    sql`select ${columns} from application a where ${kept(ctx, query, kinds)} order by ${orderOf(sort, 'a')} ${stretch}`
  const sort = sortOf(query)
  const before = (query.page - 1) * query.perPage
  if (before < deep) return rows(sql`*`, sort, pageOf(query))

  const count = (await totals(ctx, query, kinds).execute(ctx.tx)).rows[0]?.count ?? 0
  const after = Math.max(0, count - before - query.perPage)
  const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
  const size = Math.max(0, Math.min(query.perPage, count - before))
  const keys =
    before < after
      ? rows(sql`application_id`, sort, pageOf(query))
      : rows(sql`application_id`, opposite, sql`limit ${size} offset ${after}`)
  return sql`select * from application where application_id = any(array(${keys}))`
}

/** What each query of a kind has in common is planned once; for others the values decide. */
const isFiltered = ({ start, end, status, user, branch }: ListQuery): boolean =>
  [start, end, status, user, branch].some(isSet)

async function compileList(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
): Promise<CompiledQuery<Listed>> {
  const compiled = sql<Listed>`
    with totals as (${totals(ctx, query, kinds)}), page as (${await pageRows(ctx, query, kinds)})
    select ${shown} order by ${orderOf(sortOf(query), 'p')}`.compile(ctx.tx)
  return isFiltered(query) ? unnamedStatement(compiled) : compiled
}

/** First pages without filters: what every list is opened with, again and again. */
const firstPageCache = createStatements<Listed>()

/** The page of a list without text, with exact totals. */
async function listRows(ctx: UserContext, query: ListQuery, kinds: Kinds): Promise<Listed[]> {
  const make = () => compileList(ctx, query, kinds)
  const isOpening = query.page === 1 && !isFiltered(query)
  const list = await (isOpening ? firstPageCache(keyOf(ctx, query, kinds), make) : make())
  return (await ctx.tx.executeQuery(list)).rows
}

const keyOf = (ctx: UserContext, query: ListQuery, kinds: Kinds): string =>
  [kinds, sortOf(query), query.perPage, ...ctx.scope.branchIds].join(' ')

const maxListed = sql.lit(maxCounted)

/** Sizes of the pages a screen offers; each makes a text of its own to be planned. */
const usualSizes = new Set([10, 25, 50, 100])

/**
 * The first page of a search for a part of a name and nothing else, as most searches are. Trigrams
 * find it at any length of the list, whatever the name, so that it is planned once. The size stands
 * in its text, for a plan that does not know how few rows are asked would sort them all.
 */
const isPlain = (query: ListQuery, text: string): boolean =>
  [...text].length > 2 &&
  digitsOf(text) === null &&
  query.page === 1 &&
  sortOf(query) === '-createdAt' &&
  usualSizes.has(query.perPage) &&
  !isFiltered(query)

/**
 * The page of a search. Few matches are found by an index and sorted; of more than are counted, the
 * page is met soon by walking through all in their order.
 */
function compileSearch(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  { isFound, isFoundOnTheWay, isOnce }: Search,
): CompiledQuery<Listed> {
  const where = kept(ctx, query, kinds)
  const found = kept(ctx, query, kinds, plainColumns)
  const order = orderOf(sortOf(query), 'a')
  const stretch = isOnce ? sql`limit ${sql.lit(query.perPage)}` : pageOf(query)
  const compiled = sql<Listed>`
    with matched as materialized (
      select * from application a where ${found} and ${isFound} limit ${maxListed} + 1
    ), totals as (
      select count(*)::int as count, sum(net)::bigint as sum_net, sum(paid)::bigint as sum_paid,
        sum(balance)::bigint as sum_balance, sum(paid_cash)::bigint as sum_cash,
        sum(paid_transfer)::bigint as sum_transfer
      from matched
    ), page as (
      (select * from matched a where (select count from totals) <= ${maxListed} order by ${order} ${stretch})
      union all
      (select * from application a where (select count from totals) > ${maxListed} and ${where}
        and ${isFoundOnTheWay} order by ${order} ${stretch})
    )
    select ${shown} order by ${orderOf(sortOf(query), 'p')}`.compile(ctx.tx)
  return isOnce ? compiled : unnamedStatement(compiled)
}

interface Search {
  isFound: RawBuilder<SqlBool>
  isFoundOnTheWay: RawBuilder<SqlBool>
  /** Planned once, for every text. */
  isOnce: boolean
}

const plainSearches = createStatements<Listed>()
const anyWords = Symbol('words')
const anyPattern = Symbol('pattern')
const plainSearch: Search = {
  isFound: sql<SqlBool>`a.search like ${anyPattern}`,
  isFoundOnTheWay: sql<SqlBool>`strpos(a.search, ${anyWords}) > 0`,
  isOnce: true,
}

async function searchRows(
  ctx: UserContext,
  query: ListQuery,
  kinds: Kinds,
  text: string,
): Promise<Listed[]> {
  const search = isPlain(query, text)
    ? await plainSearches(
        keyOf(ctx, query, kinds),
        () => compileSearch(ctx, query, kinds, plainSearch),
        new Map([
          [anyWords, text.toLowerCase()],
          [anyPattern, patternOf(text)],
        ]),
      )
    : compileSearch(ctx, query, kinds, {
        isFound: matchesByIndex(text, applicationText),
        isFoundOnTheWay: matchesByScan(text, applicationText),
        isOnce: false,
      })
  return (await ctx.tx.executeQuery(search)).rows
}

const isShown = (row: Listed): row is Listed & ApplicationRow => row.application_id !== null

/** Changes the row itself: a copy of each would cost as much as to read it. */
function masked(row: Listed & ApplicationRow): ApplicationRow {
  row.idcard = maskIdCard(row.idcard)
  return row
}

/**
 * Applications of one kind or of all, with paging and the totals of the whole filter; no totals
 * where the list is capped. ID numbers are masked.
 */
export async function listApplications(ctx: UserContext, query: ListQuery, kinds: Kinds) {
  const { text } = query
  const rows = await (isSet(text)
    ? searchRows(ctx, query, kinds, text)
    : listRows(ctx, query, kinds))
  const { count, sum_net, sum_paid, sum_balance, sum_cash, sum_transfer } = rows[0] ?? { count: 0 }
  const meta = isSet(text) ? boundedMeta(query, count) : metaOf(query, count)
  return {
    data: rows.filter(isShown).map(masked),
    meta,
    total: meta.capped
      ? null
      : {
          net: sum_net ?? zeroSatang,
          paid: sum_paid ?? zeroSatang,
          balance: sum_balance ?? zeroSatang,
          cash: sum_cash ?? zeroSatang,
          banktransfer: sum_transfer ?? zeroSatang,
        },
  }
}
