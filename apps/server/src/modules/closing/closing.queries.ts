/** SQL for day closes and their payments. */
import type { ClosingRow } from '@khapdee/contract/entities/closing'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import type { ApplicationKind, PayType, PaymentStatus } from '@khapdee/domain/application/status'
import type { Satang } from '@khapdee/domain/money'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type RowOf, bigint, bool, instant, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import type { UserContext } from '../../kernel/context.ts'
import { orderBy } from '../../kernel/list.ts'

/** The condition of a query on `closing c`. */
export function closingCondition(ctx: UserContext, query: ListQuery): RawBuilder<SqlBool> {
  const conditions = [sql`c.branch_id = any(${ctx.scope.narrow(query.branch)}::int[])`]
  if (isSet(query.start)) conditions.push(sql`c.day >= ${query.start}::date`)
  if (isSet(query.end)) conditions.push(sql`c.day <= ${query.end}::date`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** The condition for payments `p` of a branch since its last close, without those of kind `moved`. */
export const isSinceLastClose = (branchId: number) =>
  sql<SqlBool>`p.branch_id = ${branchId} and p.closing_id is null and p.kind <> 'moved'`

/** The order of the day closes `c`. */
export const closingOrder = ({ sort }: ListQuery) =>
  orderBy(sort, { day: 'byValue', difference: 'byValue' }, 'c', 'closing_id')

/** The newest `limit` payments `p` that satisfy a condition, or all when it is null; oldest first. */
export const closingMovements = tunedQuery({
  columns: {
    payment_id: int(),
    payment_code: text(),
    application_code: text(),
    customer: text(),
    refund: bool(),
    pay_type: text<PayType>(),
    paid: bigint<Satang>(),
    status: text<PaymentStatus>(),
    user: text(),
    createdAt: instant(),
    over_cap: bool(),
  },
  sql: (where: RawBuilder<SqlBool>, limit: number | null) => sql`
    select * from (
      select p.payment_id, p.payment_code, a.application_code, a.customer_name as customer,
        p.kind = 'refund' as refund, p.pay_type, p.paid, p.status, ${userName('u')} as user, p."createdAt", p.over_cap
      from payment p join application a using (application_id) join app_user u on u.user_id = p.created_by
      where ${where} order by p.payment_id desc limit ${limit}
    ) newest order by payment_id`,
})

/** The requests `r` to void payments `p` that satisfy a condition. */
export const voidRequests = tunedQuery({
  columns: {
    request_id: int(),
    payment_id: int(),
    payment_code: text(),
    application_id: int(),
    application_code: text(),
    type: text<ApplicationKind>(),
    customer: text(),
    paid: bigint<Satang>(),
    note: text(),
    user: text(),
  },
  sql: (where: RawBuilder<SqlBool>) => sql`
    select r.request_id, p.payment_id, p.payment_code, a.application_id, a.application_code, a.type,
      a.customer_name as customer, p.paid, r.note, ${userName('u')} as user
    from approval_request r join payment p using (payment_id)
      join application a on a.application_id = p.application_id join app_user u on u.user_id = r.requested_by
    where r.kind = 'void' and ${where} order by p.payment_id`,
})

export type Movement = RowOf<typeof closingMovements.columns>

/** The columns of a day close in lists, from `c`, `b` and `u`. */
export const closingColumns = sql<ClosingRow>`c.closing_id, c.closing_code, b.name as branch, c.day, c.movements,
  c.expected_cash, c.expected_transfer, c.counted_cash, c.difference, c.deposit, c.next_float, c.note,
  ${userName('u')} as user, c."createdAt"`
