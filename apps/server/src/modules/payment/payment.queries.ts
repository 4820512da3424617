/**
 * SQL of the payment history. No list aggregates all rows: counts and sums come from `payment_tally`, and
 * the matches of a text search are counted only up to `maxCounted`.
 */
import type { Movement } from '@khapdee/contract/entities/payment'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { ApplicationKind, PayType, PaymentStatus } from '@khapdee/domain/application/status'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type RowOf,
  allOrNull,
  bigint,
  bool,
  instant,
  int,
  orNull,
  text,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  boundedMeta,
  joinByAnd,
  createdBetween,
  metaOf,
  maxCounted,
  maxReachableBySearch,
  orderBy,
  pageOf,
  parseId,
  totalsBetween,
} from '../../kernel/list.ts'
import { withLookupLimit } from '../number-lookup.ts'
import {
  type SearchColumns,
  matchesByFrequency,
  matchesByIndex,
  matchesByScan,
  sampleSize,
} from '../../kernel/text-search.ts'

const sortable = { createdAt: 'byValue', payment_code: 'byValue', paid: 'byValue' } as const

/** Conditions on the columns that `payment` and `payment_tally` share; alias `p`. */
function sharedConditions(
  ctx: UserContext,
  query: ListQuery,
  branchId: RawBuilder<unknown> = sql.ref('p.branch_id'),
): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`${branchId} = any(${ctx.scope.narrow(query.branch)}::int[])`]
  if (isSet(query.status)) conditions.push(sql<SqlBool>`p.status = ${query.status}`)
  if (isSet(query.type)) conditions.push(sql<SqlBool>`p.type = ${query.type}`)
  if (isSet(query.category)) conditions.push(sql<SqlBool>`p.pay_type = ${query.category}`)
  if (isSet(query.pay_type)) conditions.push(sql<SqlBool>`p.pay_type = ${query.pay_type}`)
  if (isSet(query.user)) conditions.push(sql<SqlBool>`p.created_by = ${parseId(query.user)}`)
  return conditions
}

/** The searched columns of a payment `p`: its number and the search text of its application. */
const paymentText: SearchColumns = {
  search: sql`p.search`,
  codes: sql`(split_part(p.search, ' ', 1) || ' ' || split_part(p.search, ' ', 2))`,
  name: sql`p.customer_name`,
}

/** The condition that a row of `payment p` is a receipt or a refund; the same expression as in the indexes of the lists. */
const isMoney = sql<SqlBool>`p.kind <> 'moved'`

/** The condition of a query on `payment p`, with its text search. */
export function movementCondition(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const conditions = [isMoney, ...sharedConditions(ctx, query), ...createdBetween('p', query)]
  const { text } = query
  if (isSet(text)) conditions.push(matchesByIndex(ctx, text, paymentText))
  return joinByAnd(conditions)
}

/** The condition of a query on `payment_tally p`, without its text search. */
function tallyCondition(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  return joinByAnd([...sharedConditions(ctx, query), ...totalsBetween('p', query)])
}

/**
 * The count of all rows, and the sums by pay type without voided receipts.
 * @param overCap SQL of the number of rows above the limit of amounts, whose money is not summed
 * @param counted a further condition of the summed rows, which begins with `and`; may be empty
 */
const sums = (
  rows: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
  overCap: RawBuilder<unknown>,
  counted: RawBuilder<unknown>,
) => sql`
  select ${count}::int as count,
    sum(p.paid) filter (where p.pay_type = 'cash' and p.status <> 'deleted' ${counted})::bigint as cash,
    sum(p.paid) filter (where p.pay_type = 'transfer' and p.status <> 'deleted' ${counted})::bigint as transfer,
    ${overCap}::int as over_cap_count
  from ${rows}`

/**
 * The value added tax in the payment `p`, in satang: 7/107 of its amounts that include tax, rounded
 * once; see the domain.
 */
export const vatOfPayment = sql`coalesce((select round(sum(e.value) * 7.0 / 107)::bigint from account_entry e
  where e.payment_id = p.payment_id and e.is_vat and not e.is_reversal), 0)`

/** The columns of a movement in lists, from `p` and {@link movementTables}. */
const movementColumns = sql`p.payment_code, p.application_id, a.application_code, p.type as kind,
  p.kind = 'refund' as refund, a.customer_name as customer, p.pay_type, p.paid, ${vatOfPayment} as vat_value, p.status, p.bank_reference, p.note,
  coalesce(cl.closing_code, '') as closing_code, b.name as branch, ${userName('u')} as user,
  p."createdAt", p.over_cap, coalesce((select string_agg(l.name, ', ' order by l.position) from application_line l
    where l.application_id = p.application_id
      and l.line_id in (select line_id from payment_line pl where pl.payment_id = p.payment_id)
  ), '') as lines`

/** Outer joins, because `p` is null when the page is empty. */
const movementTables = sql`left join application a on a.application_id = p.application_id
  left join branch b on b.branch_id = p.branch_id left join app_user u on u.user_id = p.created_by
  left join closing cl on cl.closing_id = p.closing_id`

/** The order of the movements `alias`; newest first by default. */
export const orderOf = ({ sort }: ListQuery, alias: string) =>
  orderBy(sort ?? '-createdAt', sortable, alias, 'payment_id')

/** The CTEs `totals` and `page` of a list without text search. */
function listCtes(ctx: UserContext, query: ListQuery) {
  const totals = sums(
    sql`payment_tally p where ${tallyCondition(ctx, query)}`,
    sql`coalesce(sum(p.movements), 0)`,
    sql`(select count(*) from payment p where p.over_cap and ${movementCondition(ctx, query)})`,
    // Tallies exclude the rows above the limit.
    sql``,
  )
  // Reading only the keys first lets an index-only scan skip the rows before the page.
  const keys = sql`select p.payment_id from payment p where ${movementCondition(ctx, query)}
    order by ${orderOf(query, 'p')} ${pageOf(query)}`
  return sql`totals as (${totals}), page as (
    select * from payment where payment_id = any(array(${keys}))
  )`
}

/**
 * The CTEs of a text search. Up to `maxCounted` matches are found and sorted, see {@link matchesByFrequency}. Beyond that,
 * matches are so frequent that a scan of all payments in list order fills the page sooner.
 */
function searchCtes(ctx: UserContext, query: ListQuery, text: string) {
  const conditions = (branchId?: RawBuilder<unknown>) =>
    joinByAnd([isMoney, ...sharedConditions(ctx, query, branchId), ...createdBetween('p', query)])
  const order = orderOf(query, 'p')
  // Whole rows, of which thousands are kept until the page is known, would take longer.
  const columns = sql`p.payment_id, p.payment_code, p."createdAt", p.pay_type, p.paid, p.status, p.over_cap`
  // `+ 0` prevents the use of the branch index: beside the text index, an index scan that reads 300,000
  // keys of a branch costs more than it saves.
  const byIndex = sql`select ${columns} from payment p where ${conditions(sql`(p.branch_id + 0)`)}
    and ${matchesByIndex(ctx, text, paymentText)}`
  const newest = orderOf({ ...query, sort: undefined }, 'p')
  const inListOrder = sql`from payment p where ${conditions()}`
  const contains = matchesByScan(ctx, text, paymentText)
  // A sample of the few rows of a user would read most of the list.
  const matched = isSet(query.user)
    ? sql`matched as materialized (${byIndex} limit ${maxCounted + 1})`
    : matchesByFrequency({
        firstRows: sql`select ${contains} as found
          from (select * ${inListOrder} order by ${newest} limit ${sql.lit(sampleSize)}) p`,
        inOrder: (isFrequent) =>
          sql`select ${columns} ${inListOrder} and ${isFrequent} and ${contains} order by ${newest}`,
        byIndex: (isRare) => sql`${byIndex} and ${isRare}`,
        max: maxCounted + 1,
      })
  return sql`${matched}, totals as (${sums(sql`matched p`, sql`count(*)`, sql`count(*) filter (where p.over_cap)`, sql`and not p.over_cap`)}), page as (
      (select * from payment where payment_id = any(array(
        select payment_id from matched p where (select count from totals) <= ${maxCounted} order by ${order} ${pageOf(query)})))
      union all
      (select * from payment p where (select count from totals) > ${maxCounted} and ${conditions()}
        and ${contains} order by ${order} ${pageOf(query, maxReachableBySearch)})
    )`
}

/** The types of {@link movementColumns}. */
const movement = {
  payment_code: text(),
  application_id: int(),
  application_code: text(),
  kind: text<ApplicationKind>(),
  refund: bool(),
  customer: text(),
  pay_type: text<PayType>(),
  paid: bigint<Satang>(),
  vat_value: bigint<Satang>(),
  status: text<PaymentStatus>(),
  bank_reference: text(),
  note: text(),
  closing_code: text(),
  branch: text(),
  user: text(),
  createdAt: instant(),
  over_cap: bool(),
  lines: text(),
}

/** The rows of the page, each with the totals; for an empty page, one row of totals and nulls. */
export const movementPage = tunedQuery({
  columns: {
    count: int(),
    cash: orNull(bigint<Satang>()),
    transfer: orNull(bigint<Satang>()),
    over_cap_count: int(),
    ...allOrNull({ payment_id: int(), ...movement }),
  },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    with ${isSet(query.text) ? searchCtes(ctx, query, query.text) : listCtes(ctx, query)}
    select totals.*, p.payment_id, ${movementColumns}
    from totals left join page p on true ${movementTables}
    order by ${orderOf(query, 'p')}`,
})

/** The movements with these ids, with the columns of the exported list. */
export const exportedMovements = tunedQuery({
  columns: { id: int(), ...movement },
  sql: (ids: readonly number[]) => sql`
    select p.payment_id as id, ${movementColumns} from payment p ${movementTables}
    where p.payment_id = any(${ids}::int[])`,
})

type PageRow = RowOf<typeof movementPage.columns>
/** Whether the row has a movement; the one row of an empty page has only totals. */
const isMovement = (row: PageRow): row is PageRow & Movement => row.payment_id !== null

/**
 * A page of movements with the totals of all matches by pay type, in satang. The totals are null when the
 * count is capped.
 */
export async function listMovements(ctx: UserContext, query: ListQuery) {
  const rows = await withLookupLimit(
    ctx,
    query.text,
    () => movementPage.rows(ctx.tx, ctx, query),
    ([row]) => (row?.count ?? 0) > 0,
  )
  const { count, cash, transfer, over_cap_count } = rows[0] ?? { count: 0 }
  const meta = isSet(query.text) ? boundedMeta(query, count) : metaOf(query, count)
  return {
    data: rows.filter(isMovement),
    meta,
    total: meta.capped
      ? null
      : {
          cash: cash ?? zeroSatang,
          banktransfer: transfer ?? zeroSatang,
          ...(over_cap_count && { over_cap: over_cap_count }),
        },
  }
}
