/** SQL of the end of an application, besides its money. */
import { sql } from 'kysely'
import { tunedQuery } from '../../db/tuned-query.ts'

/** Disables the exam rights that an application gave and that have not been used. */
export const endRights = tunedQuery({
  columns: {},
  sql: (applicationId: number, { user_id, at }: { user_id: number; at: string }) => sql`
    with gone as (
      update exam_right set disabled_at = ${at}, version = version + 1
      where application_id = ${applicationId} and disabled_at is null and used_at is null
      returning right_id
    )
    insert into exam_right_event (right_id, event, detail, user_id, at)
    select right_id, 'disabled', '{"reason": "application ended"}', ${user_id}, ${at} from gone`,
})

/** Uncounts the promotions of an application's lines, locked in the order in which they are counted. */
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
