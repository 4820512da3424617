/** SQL of the global search; every query reads a bounded number of rows. */
import type { SearchResult } from '@khapdee/contract/entities/search'
import { type VehicleIdentity, formatVehicle } from '@khapdee/domain/checked-vehicle'
import { maskIdCard } from '@khapdee/domain/id-card'
import type { Satang } from '@khapdee/domain/money'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigint, bool, int, jsonb, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { escapeLike } from '../../kernel/list.ts'
import { vehicleContains } from '../application/checked-vehicle.ts'
import type { SearchTerms } from './search-terms.ts'

/** Maximum number of results of each kind. */
export const maxFound = 5

/**
 * Maximum number of matches that are read and sorted; limits the cost of common names and phone
 * prefixes.
 */
const maxConsidered = 1000

type FoundApplication = SearchResult['applications'][number]
type Code = NonNullable<SearchTerms['code']>

/** A prefix condition as a range, for a btree index; `~` sorts after all characters of a number. */
const beginsWith = (text: RawBuilder<unknown>, start: string) =>
  sql<SqlBool>`${text} collate "C" between ${start}::text and ${`${start}~`}::text`

/**
 * Matches a part of a name. Two letters must be at the start of a word: the trigram index finds no others.
 */
function nameContains(text: string): RawBuilder<SqlBool> {
  const escaped = escapeLike(text)
  // `ilike` is slower, and only Latin letters have a case.
  const like = /[a-z]/i.test(text) ? sql`ilike` : sql`like`
  if (text.length > 2) return sql<SqlBool>`name ${like} ${`%${escaped}%`}`
  return sql<SqlBool>`(name ${like} ${`${escaped}%`} or name ${like} ${`% ${escaped}%`})`
}

function customerMatch({ idcard, passport, phone, name }: SearchTerms): RawBuilder<SqlBool> | null {
  const conditions: RawBuilder<SqlBool>[] = []
  if (idcard !== null) conditions.push(sql<SqlBool>`(idcard = ${idcard} and idcard <> '')`)
  if (passport !== null) conditions.push(sql<SqlBool>`(passport = ${passport} and passport <> '')`)
  if (phone !== null)
    conditions.push(
      beginsWith(sql`phone_1`, phone),
      // The condition of the partial index.
      sql<SqlBool>`(phone_2 <> '' and ${beginsWith(sql`phone_2`, phone)})`,
    )
  if (name !== null) conditions.push(nameContains(name))
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : null
}

/**
 * Customers by ID number, passport, beginning of a phone or part of the name; for a merged record,
 * the kept one is found.
 */
export async function findCustomers(
  ctx: UserContext,
  terms: SearchTerms,
): Promise<SearchResult['customers']> {
  const match = customerMatch(terms)
  if (match === null) return []
  const rows = await customersMatching.rows(ctx.tx, ctx, match, terms.name ?? '')
  return rows.map(({ idcard, passport, ...row }) => ({
    ...row,
    idcard: maskIdCard(idcard || passport),
  }))
}

/**
 * Visible customers that match a condition; names that begin with `name` come first. `matched` is
 * materialized, so that the planner chooses an index for the condition and not for the limit.
 */
export const customersMatching = tunedQuery({
  columns: { customer_id: int(), name: text(), idcard: text(), passport: text(), phone_1: text() },
  sql: (ctx: UserContext, match: RawBuilder<SqlBool>, name: string) => sql`
    with matched as materialized (
      select case when merged_into is null then customer_id else kept_customer(merged_into) end as customer_id
      from customer
      where (not is_delete or merged_into is not null) and ${match})
    select c.customer_id, c.name, c.idcard, c.passport, c.phone_1
    from (select distinct customer_id from (select * from matched limit ${maxConsidered}) first) found
      join customer c using (customer_id)
    where ${ctx.scope.visible('customer', 'c')}
    order by c.name like ${`${escapeLike(name)}%`} desc, c.customer_id desc
    limit ${maxFound}`,
})

/** The newest applications of these customers. */
export async function applicationsOf(
  ctx: UserContext,
  customers: SearchResult['customers'],
): Promise<SearchResult['applications']> {
  if (customers.length === 0) return []
  return ctx.tx
    .selectFrom('application as a')
    .select(['a.application_id', 'a.application_code', 'a.type'])
    .select(['a.customer_name as customer', 'a.status', 'a.refund_due'])
    .$narrowType<Pick<FoundApplication, 'type' | 'status'>>()
    .where(
      'a.customer_id',
      '=',
      sql<number>`any(${customers.map(({ customer_id }) => customer_id)}::int[])`,
    )
    .where(ctx.scope.visible('application', 'a'))
    .orderBy('a.application_id', 'desc')
    .limit(maxFound)
    .execute()
}

/**
 * The condition on a column of document numbers, and the expression by which its index returns the
 * newest first.
 */
function codeMatch(code: Code, column: string, id: string) {
  const number = sql.ref(column)
  if ('start' in code) {
    return { matches: beginsWith(number, code.start), newest: sql`${number} collate "C"` }
  }
  const reversed = [...code.end].reverse().join('')
  return { matches: beginsWith(sql`reverse(${number})`, reversed), newest: sql.ref(id) }
}

const applicationColumns = {
  application_id: int(),
  application_code: text(),
  type: text<FoundApplication['type']>(),
  customer: text(),
  status: text<FoundApplication['status']>(),
  refund_due: bool(),
}

/** Applications by the beginning or the end of their number, newest first. */
export const applicationsByCode = tunedQuery({
  columns: applicationColumns,
  sql(ctx: UserContext, code: Code) {
    const { matches, newest } = codeMatch(code, 'a.application_code', 'a.application_id')
    return sql`
    select a.application_id, a.application_code, a.type, a.customer_name as customer, a.status, a.refund_due
    from unnest(${ctx.scope.branchIds}::int[]) as visible (branch_id) cross join lateral (
      select * from application a
      where a.branch_id = visible.branch_id and ${matches} and ${ctx.scope.visible('application', 'a')}
      order by ${newest} desc limit ${maxFound}) a
    order by a.application_id desc limit ${maxFound}`
  },
})

/** Vehicle checks whose plate or chassis number contains the key, newest first. */
export const applicationsByVehicle = tunedQuery({
  columns: {
    ...applicationColumns,
    vehicle: jsonb<VehicleIdentity>(),
  },
  sql: (ctx: UserContext, key: string) => sql`
    with matched as materialized (
      select * from application_vehicle v where ${vehicleContains(key)}
      order by v.application_id desc limit ${maxConsidered})
    select a.application_id, a.application_code, a.type, a.customer_name as customer, a.status, a.refund_due, to_jsonb(v) as vehicle
    from matched v join application a using (application_id)
    where ${ctx.scope.visible('application', 'a')}
    order by a.application_id desc limit ${maxFound}`,
})

/** The newest vehicle checks of the vehicles with this key in their plate or chassis number. */
export async function findByVehicle(
  ctx: UserContext,
  key: string,
): Promise<SearchResult['applications']> {
  const rows = await applicationsByVehicle.rows(ctx.tx, ctx, key)
  return rows.map((row) => ({ ...row, vehicle: formatVehicle(row.vehicle) }))
}

/** Receipts by the beginning or the end of their number, newest first. */
export const receiptsByCode = tunedQuery({
  columns: {
    payment_id: int(),
    payment_code: text(),
    application_id: int(),
    type: text<FoundApplication['type']>(),
    customer: text(),
    paid: bigint<Satang>(),
  },
  sql(ctx: UserContext, code: Code) {
    const { matches, newest } = codeMatch(code, 'p.payment_code', 'p.payment_id')
    return sql`
    select p.payment_id, p.payment_code, a.application_id, a.type, a.customer_name as customer, p.paid
    from unnest(${ctx.scope.branchIds}::int[]) as visible (branch_id) cross join lateral (
      select * from payment p where p.branch_id = visible.branch_id and p.kind <> 'moved' and ${matches}
      order by ${newest} desc limit ${maxFound}) p
    join application a on a.application_id = p.application_id
      and ${ctx.scope.visible('application', 'a')}
    order by p.payment_id desc limit ${maxFound}`
  },
})
