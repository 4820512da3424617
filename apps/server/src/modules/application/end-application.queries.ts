/** SQL that ends the exam rights and promotion uses of an application. */
import { sql } from 'kysely'
import { tunedQuery } from '../../db/tuned-query.ts'

/** Disables the unused exam rights of an application, and records an event for each. */
export const disableRights = tunedQuery({
  columns: {},
  sql: (applicationId: number, { user_id, at }: { user_id: number; at: string }) => sql`
    with disabled as (
      update exam_right set disabled_at = ${at}, version = version + 1
      where application_id = ${applicationId} and disabled_at is null and used_at is null
      returning right_id
    )
    insert into exam_right_event (right_id, event, detail, user_id, at)
    select right_id, 'disabled', '{"reason": "application ended"}', ${user_id}, ${at} from disabled`,
})

/**
 * Subtracts the uses by an application's lines from the promotions. The promotions are locked in order of
 * id, as in `countUses`, to avoid deadlocks.
 */
export const releasePromotionUses = tunedQuery({
  columns: {},
  sql: (applicationId: number) => sql`
    with used as (
      select promotion_id, count(*) as lines from application_line
      where application_id = ${applicationId} and promotion_id is not null group by promotion_id
    ), locked as (
      select promotion_id from promotion where promotion_id in (select promotion_id from used)
      order by promotion_id for no key update
    )
    update promotion p set usage = usage - used.lines
    from used, locked where p.promotion_id = used.promotion_id and locked.promotion_id = p.promotion_id`,
})
