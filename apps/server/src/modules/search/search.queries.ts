/** SQL of the search over everything; every part looks at a bounded number of rows. */
import type { Found } from '@khapdee/contract/entities/search'
import { maskIdCard } from '@khapdee/domain/id-card'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { escapeLike } from '../../kernel/list.ts'
import type { SearchTerms } from './search-terms.ts'

/** Of each kind. */
export const mostFound = 5

/** How many customers of a common name, or with a common beginning of a phone, are looked at. */
const mostConsidered = 1000

type Code = NonNullable<SearchTerms['code']>

/** Numbers hold nothing that sorts after `~`. */
const beginsWith = (text: RawBuilder<unknown>, start: string) =>
  sql<SqlBool>`${text} collate "C" between ${start}::text and ${`${start}~`}::text`

/**
 * A part of a name. Two letters must begin a word of it: the index knows no two letters elsewhere.
 */
function nameHolds(text: string): RawBuilder<SqlBool> {
  const escaped = escapeLike(text)
  // Only Latin letters have a case, and minding it costs time.
  const like = /[a-z]/i.test(text) ? sql`ilike` : sql`like`
  if (text.length > 2) return sql<SqlBool>`name ${like} ${`%${escaped}%`}`
  return sql<SqlBool>`(name ${like} ${`${escaped}%`} or name ${like} ${`% ${escaped}%`})`
}

function customerMatch({ idcard, passport, phone, name }: SearchTerms): RawBuilder<SqlBool> | null {
  const ways: RawBuilder<SqlBool>[] = []
  if (idcard !== null) ways.push(sql<SqlBool>`(idcard = ${idcard} and idcard <> '')`)
  if (passport !== null) ways.push(sql<SqlBool>`(passport = ${passport} and passport <> '')`)
  if (phone !== null) ways.push(beginsWith(sql`phone_1`, phone))
  if (name !== null) ways.push(nameHolds(name))
  return ways.length > 0 ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : null
}

/**
 * Customers by ID number, passport, beginning of the phone or part of the name; a record that was
 * merged is found as the one that is left.
 */
export async function findCustomers(
  ctx: UserContext,
  terms: SearchTerms,
): Promise<Found['customers']> {
  const match = customerMatch(terms)
  if (match === null) return []
  // Materialized, so that the index is chosen for the condition alone and never for the limit.
  const { rows } = await sql<Found['customers'][number] & { passport: string }>`
    with matched as materialized (
      select case when merged_into is null then customer_id else kept_customer(merged_into) end as customer_id
      from customer
      where (not is_delete or merged_into is not null) and ${match})
    select c.customer_id, c.name, c.idcard, c.passport, c.phone_1
    from (select distinct customer_id from (select * from matched limit ${mostConsidered}) first) found
      join customer c using (customer_id)
    where ${ctx.scope.visible('customer', 'c')}
    order by c.name like ${`${escapeLike(terms.name ?? '')}%`} desc, c.customer_id desc
    limit ${mostFound}`.execute(ctx.tx)
  return rows.map(({ idcard, passport, ...row }) => ({
    ...row,
    idcard: maskIdCard(idcard || passport),
  }))
}

/** The newest applications of these customers. */
export async function applicationsOf(
  ctx: UserContext,
  customers: Found['customers'],
): Promise<Found['applications']> {
  if (customers.length === 0) return []
  const ids = customers.map(({ customer_id }) => customer_id)
  const { rows } = await sql<Found['applications'][number]>`
    select a.application_id, a.application_code, a.type, a.customer_name as customer, a.status
    from application a
    where a.customer_id = any(${ids}::int[]) and ${ctx.scope.visible('application', 'a')}
    order by a.application_id desc limit ${mostFound}`.execute(ctx.tx)
  return rows
}

/** The condition on a column of numbers, and the order in which its index gives the newest. */
function codeMatch(code: Code, column: string, id: string) {
  const number = sql.ref(column)
  if ('start' in code) {
    return { holds: beginsWith(number, code.start), newest: sql`${number} collate "C"` }
  }
  const reversed = [...code.end].reverse().join('')
  return { holds: beginsWith(sql`reverse(${number})`, reversed), newest: sql.ref(id) }
}

/** Applications by the beginning or the end of their number, newest first. */
export async function applicationsByCode(
  ctx: UserContext,
  code: Code,
): Promise<Found['applications']> {
  const { holds, newest } = codeMatch(code, 'a.application_code', 'a.application_id')
  const { rows } = await sql<Found['applications'][number]>`
    select a.application_id, a.application_code, a.type, a.customer_name as customer, a.status
    from unnest(${ctx.scope.branchIds}::int[]) as mine (branch_id) cross join lateral (
      select * from application a
      where a.branch_id = mine.branch_id and ${holds} and ${ctx.scope.visible('application', 'a')}
      order by ${newest} desc limit ${mostFound}) a
    order by a.application_id desc limit ${mostFound}`.execute(ctx.tx)
  return rows
}

/** Receipts by the beginning or the end of their number, newest first. */
export async function receiptsByCode(ctx: UserContext, code: Code): Promise<Found['receipts']> {
  const { holds, newest } = codeMatch(code, 'p.payment_code', 'p.payment_id')
  const { rows } = await sql<Found['receipts'][number]>`
    select p.payment_id, p.payment_code, a.application_id, a.type, a.customer_name as customer, p.paid
    from unnest(${ctx.scope.branchIds}::int[]) as mine (branch_id) cross join lateral (
      select * from payment p where p.branch_id = mine.branch_id and ${holds}
      order by ${newest} desc limit ${mostFound}) p
    join application a on a.application_id = p.application_id
      and ${ctx.scope.visible('application', 'a')}
    order by p.payment_id desc limit ${mostFound}`.execute(ctx.tx)
  return rows
}
