/** SQL of the big screen. */
import type { ShownQueues } from '@khapdee/contract/entities/exam-screen'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { jsonb, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { isOpenBooking } from '../booking/open-booking.ts'

const waits = sql`e.checked_in_at is not null and e.queue_no is not null and e.entered_at is null and ${isOpenBooking('e')}`

/**
 * The queues of a day in the branch of a link: numbers and first names, nothing else. The name of a session without a place is
 * empty. No row for an unknown link.
 */
export const queuesOfScreen = tunedQuery({
  columns: { branch: text(), stations: jsonb<ShownQueues['stations']>() },
  sql: (secretHash: string, onDay: Day) => sql`
    select b.name as branch, (
      select coalesce(jsonb_agg(jsonb_build_object('exam_session_id', s.exam_session_id, 'name', coalesce(p.name, ''),
        'starts_at', s.starts_at, 'kind', s.kind,
        'called', (select coalesce(jsonb_agg(jsonb_build_object('queue_no', c.queue_no, 'fname', c.fname)), '[]')
          from (select e.queue_no, k.fname from exam e join exam_right r using (right_id)
              join customer k on k.customer_id = r.customer_id
            where e.exam_session_id = s.exam_session_id and e.called_at is not null and ${waits}
            order by e.called_at desc, e.queue_no desc limit 6) c),
        'next', (select coalesce(jsonb_agg(n.queue_no order by n.queue_no), '[]')
          from (select e.queue_no from exam e
            where e.exam_session_id = s.exam_session_id and e.called_at is null and ${waits}
            order by e.queue_no limit 12) n)
        ) order by s.starts_at, s.exam_session_id), '[]')
      from exam_session s left join place p using (place_id)
      where s.branch_id = b.branch_id and s.day = ${onDay} and s.status <> 'cancelled'
        and exists (select from exam e where e.exam_session_id = s.exam_session_id and ${waits})) as stations
    from exam_screen x join branch b using (branch_id) where x.secret_hash = ${secretHash} and not b.is_delete`,
})
