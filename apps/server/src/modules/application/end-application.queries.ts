/** SQL that ends lines of an application: locks its payments, and ends promotion uses. */
import type { PaymentStatus } from '@khapdee/domain/application/status'
import { sql } from 'kysely'
import { bool, int, ints, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/**
 * Locks the payments of an application that are not voided, in the same order as a day close, and reads the
 * lines that each paid.
 */
export const lockPayments = tunedQuery({
  columns: {
    payment_code: text(),
    kind: text<'receipt' | 'refund' | 'moved'>(),
    closing_id: orNull(int()),
    status: text<PaymentStatus>(),
    over_cap: bool(),
    lines: ints(),
  },
  sql: (applicationId: number) => sql`
    select payment_code, kind, closing_id, status, over_cap,
      array(select line_id from payment_line pl where pl.payment_id = p.payment_id) as lines
    from payment p where application_id = ${applicationId} and status <> 'deleted'
    order by payment_id for no key update`,
})

/**
 * Releases the promotion uses of lines. The promotions are locked in order of their ids, as in
 * `countUses`, to avoid deadlocks.
 */
export const releasePromotionUses = tunedQuery({
  columns: {},
  sql: (lineIds: readonly number[]) => sql`
    with released as (
      update application_line set promotion_counted = false
      where line_id = any(${lineIds}::int[]) and promotion_id is not null and promotion_counted
      returning promotion_id
    ), used as (
      select promotion_id, count(*) as lines from released group by promotion_id
    ), locked as (
      select promotion_id from promotion where promotion_id in (select promotion_id from used)
      order by promotion_id for no key update
    )
    update promotion p set usage = usage - used.lines
    from used, locked where p.promotion_id = used.promotion_id and locked.promotion_id = p.promotion_id`,
})
