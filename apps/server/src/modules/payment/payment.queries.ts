/**
 * SQL behind the payment history. Like the lists of applications it never adds up a million rows:
 * sums come from `payment_tally`, and text is counted only up to a bound.
 */
import type { Movement } from '@khapdee/contract/entities/payment'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { type Satang, zeroSatang } from '@khapdee/domain/money'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedForItsValues } from '../../db/client.ts'
import type { UserContext } from '../../kernel/context.ts'
import { metaOf, orderBy, pageOf } from '../../kernel/list.ts'
import { matching, mostCounted, personId } from '../application/application.queries.ts'

export const sortable = { createdAt: 'plain', payment_code: 'plain', paid: 'plain' } as const

const every = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** Conditions on what a movement and its tally both have, of `p`. */
function ofKind(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool>[] {
  const all = [sql<SqlBool>`p.branch_id = any(${ctx.scope.narrow(query.branch)}::int[])`]
  if (isSet(query.status)) all.push(sql<SqlBool>`p.status = ${query.status}`)
  if (isSet(query.type)) all.push(sql<SqlBool>`p.type = ${query.type}`)
  if (isSet(query.category)) all.push(sql<SqlBool>`p.pay_type = ${query.category}`)
  if (isSet(query.user)) all.push(sql<SqlBool>`p.created_by = ${personId(query.user)}`)
  return all
}

export function kept(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const all = ofKind(ctx, query)
  const midnight = (day: RawBuilder<unknown>) => sql`${day}::timestamp at time zone 'Asia/Bangkok'`
  if (isSet(query.start)) {
    all.push(sql<SqlBool>`p."createdAt" >= ${midnight(sql`${query.start}::date`)}`)
  }
  if (isSet(query.end)) {
    all.push(sql<SqlBool>`p."createdAt" < ${midnight(sql`(${query.end}::date + 1)`)}`)
  }
  if (isSet(query.text)) {
    const { text } = query
    const code = `%${text.toUpperCase().replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
    all.push(sql<SqlBool>`(p.payment_code like ${code} or p.application_id in (
      select a.application_id from application a where ${matching(text)}))`)
  }
  return every(all)
}

function tallied(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const all = ofKind(ctx, query)
  if (isSet(query.start)) all.push(sql<SqlBool>`p.day >= ${query.start}::date`)
  if (isSet(query.end)) all.push(sql<SqlBool>`p.day <= ${query.end}::date`)
  if (!isSet(query.start) && !isSet(query.end)) all.push(sql<SqlBool>`p.day is null`)
  return every(all)
}

/** What came in each way, voids apart; and how many rows there are, voids too. */
const sums = (rows: RawBuilder<unknown>, count: RawBuilder<unknown>) => sql`
  select ${count}::int as count,
    sum(p.paid) filter (where p.pay_type = 'cash' and p.status <> 'deleted')::bigint as cash,
    sum(p.paid) filter (where p.pay_type = 'transfer' and p.status <> 'deleted')::bigint as transfer
  from ${rows}`

/** A movement as lists show it, of `p` and {@link movementTables}. */
export const movementColumns = sql`p.payment_code, p.application_id, a.application_code, p.type as kind,
  p.kind = 'refund' as refund, a.customer_name as customer, p.pay_type, p.paid, p.status, p.bank_reference,
  coalesce(cl.closing_code, '') as closing_code, b.name as branch, u.fname || ' ' || u.sname as user,
  p."createdAt", coalesce((select string_agg(l.name, ', ' order by l.position) from application_line l
    where l.application_id = p.application_id
      and (p.kind = 'refund' or l.line_id in (select line_id from payment_line pl where pl.payment_id = p.payment_id))
  ), '') as lines`

/** Joined to `p`, which may be missing. */
export const movementTables = sql`left join application a on a.application_id = p.application_id
  left join branch b on b.branch_id = p.branch_id left join app_user u on u.user_id = p.created_by
  left join closing cl on cl.closing_id = p.closing_id`

type Listed = Omit<Movement, 'payment_id'> & {
  payment_id: number | null
  count: number
  cash: Satang | null
  transfer: Satang | null
}

/** Movements with paging and both totals of the whole filter; none where the list is capped. */
export async function listMovements(ctx: UserContext, query: ListQuery) {
  const where = kept(ctx, query)
  const order = (alias: string) =>
    orderBy(query.sort ?? '-createdAt', sortable, alias, 'payment_id')
  const hasText = isSet(query.text)
  const bounded = sql`(select p.paid, p.pay_type, p.status from payment p where ${where} limit ${mostCounted + 1}) p`
  const totals = hasText
    ? sums(bounded, sql`count(*)`)
    : sums(sql`payment_tally p where ${tallied(ctx, query)}`, sql`coalesce(sum(p.movements), 0)`)
  const { rows } = await sql<Listed>`${sql.raw(plannedForItsValues)}
    with totals as (${totals}), page as (
      select * from payment p where ${where} order by ${order('p')} ${pageOf(query)}
    )
    select totals.*, p.payment_id, ${movementColumns}
    from totals left join page p on true ${movementTables}
    order by ${order('p')}`.execute(ctx.tx)
  const { count, cash, transfer } = rows[0] ?? { count: 0 }
  const capped = hasText && count > mostCounted
  return {
    data: rows.flatMap(({ payment_id, ...row }) =>
      payment_id === null ? [] : [{ ...row, payment_id }],
    ),
    meta: { ...metaOf(query, capped ? mostCounted : count), ...(capped ? { capped } : {}) },
    total: capped ? null : { cash: cash ?? zeroSatang, banktransfer: transfer ?? zeroSatang },
  }
}
