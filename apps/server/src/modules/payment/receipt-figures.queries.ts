/** SQL of the receipts of a report. */
import type { ListQuery } from '@khapdee/contract/wire'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { bigint, day, int, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { movementCondition, vatOfPayment } from './payment.queries.ts'

/**
 * The receipts and refunds of each day: their number, the voided ones, the sum of the others by pay type, and the value added
 * tax in them, which each receipt rounds.
 */
export const receiptFigures = tunedQuery({
  columns: {
    date: day<Day>(),
    first: text(),
    last: text(),
    issued: int(),
    voided: int(),
    voided_value: bigint<Satang>(),
    cash: bigint<Satang>(),
    transfer: bigint<Satang>(),
    vat: bigint<Satang>(),
  },
  unnamed: true,
  sql: (ctx: UserContext, query: ListQuery) => sql`
    select (p."createdAt" at time zone 'Asia/Bangkok')::date as date,
      coalesce(min(p.payment_code) filter (where p.kind <> 'refund'), '') as first,
      coalesce(max(p.payment_code) filter (where p.kind <> 'refund'), '') as last,
      count(*)::int as issued, count(*) filter (where p.status = 'deleted')::int as voided,
      coalesce(sum(p.paid) filter (where p.status = 'deleted'), 0)::bigint as voided_value,
      coalesce(sum(p.paid) filter (where p.pay_type = 'cash' and p.status <> 'deleted' and not p.over_cap), 0)::bigint as cash,
      coalesce(sum(p.paid) filter (where p.pay_type = 'transfer' and p.status <> 'deleted' and not p.over_cap), 0)::bigint
        as transfer,
      coalesce(sum(${vatOfPayment}) filter (where p.status <> 'deleted'), 0)::bigint as vat
    from payment p
    where ${movementCondition(ctx, query)} group by 1 order by 1`,
})
