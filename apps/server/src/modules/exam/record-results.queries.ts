/** SQL of a booking whose result is recorded. */
import type { ExamResult } from '@khapdee/domain/exam-booking'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { type RowOf, bool, day, instant, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

const columns = {
  exam_date: day<Day>(),
  result: orNull(text<ExamResult>()),
  version: int(),
  cancelled: bool(),
  session: text(),
  starts_at: orNull(instant()),
  on_panel: bool(),
  has_later_booking: bool(),
}
export type MarkedBooking = RowOf<typeof columns>

/** A booking, and whether a user is on the panel of its session. */
export const markedBooking = tunedQuery({
  columns,
  sql: (examId: number, userId: number) => sql`
    select e.exam_date, e.result, e.version, e.cancelled_at is not null as cancelled, coalesce(s.name, '') as session, s.starts_at,
      exists (select from exam_session_panel p
        where p.exam_session_id = e.exam_session_id and p.user_id = ${userId}) as on_panel,
      exists (select from exam later where later.right_id = e.right_id and later.exam_id > e.exam_id
        and later.cancelled_at is null) as has_later_booking
    from exam e left join exam_session s using (exam_session_id) where e.exam_id = ${examId}`,
})
