/** SQL that ends lines of an application: locks its payments, ends exam rights and promotion uses. */
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

/** Disables the unused exam rights of ending lines. Each gets an event, also one that the staff had suspended before. */
export const disableRights = tunedQuery({
  columns: {},
  sql: (lineIds: readonly number[], { user_id, at }: { user_id: number; at: string }) => sql`
    with disabled as (
      update exam_right r set disabled_at = coalesce(disabled_at, ${at}), version = version + 1
      where line_id = any(${lineIds}::int[]) and used_at is null and (disabled_at is null
        or exists (select from application_line l where l.line_id = r.line_id and l.status = 'open'))
      returning right_id
    )
    insert into exam_right_event (right_id, event, detail, user_id, at)
    select right_id, 'disabled', '{"reason": "line ended"}', ${user_id}, ${at} from disabled`,
})

/**
 * Releases the promotion uses that lines count. The promotions are locked in order of their ids, as in
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
