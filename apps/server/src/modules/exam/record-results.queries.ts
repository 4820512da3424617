/** SQL of bookings whose results are recorded. */
import type { ExamResult } from '@khapdee/domain/exam-booking'
import type { ExamKind } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { type RowOf, bool, day, instant, int, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import {
  hasRefundOfRight,
  isOpenBooking,
  laterBooking,
  laterBookingColumn,
} from '../booking/open-booking.ts'

const columns = {
  exam_id: int(),
  branch_id: int(),
  exam_date: day<Day>(),
  result: orNull(text<ExamResult>()),
  version: int(),
  cancelled: bool(),
  session: text(),
  starts_at: orNull(instant()),
  settings: jsonb(),
  /** The settings of the branch that holds the session if it is not that of the right. */
  host_settings: orNull(jsonb()),
  host_branch_id: orNull(int()),
  on_panel: bool(),
  later: laterBookingColumn,
  refund_pending: bool(),
}
export type MarkedBooking = RowOf<typeof columns>

/** Bookings with the settings of their branches, and whether a user is on the panel of their session. */
export const markedBookings = tunedQuery({
  columns,
  sql: (examIds: readonly number[], userId: number) => sql`
    select e.exam_id, e.branch_id, e.exam_date, e.result, e.version, e.cancelled_at is not null as cancelled,
      coalesce(s.name, '') as session, s.starts_at, b.settings,
      (select host.settings from branch host where host.branch_id = e.host_branch_id) as host_settings, e.host_branch_id,
      exists (select from exam_session_panel p
        where p.exam_session_id = e.exam_session_id and p.user_id = ${userId}) as on_panel,
      ${laterBooking} as later, ${hasRefundOfRight('r')} as refund_pending
    from exam e join exam_right r using (right_id) join branch b on b.branch_id = e.branch_id left join exam_session s using (exam_session_id)
    where e.exam_id = any(${examIds}::int[])`,
})

/** Bookings in the order in which they are locked: by application, then by right. */
export const bookingsInLockOrder = tunedQuery({
  columns: { exam_id: int(), right_id: int(), exam_session_id: orNull(int()) },
  sql: (examIds: readonly number[]) => sql`
    select e.exam_id, r.right_id, e.exam_session_id from exam e join exam_right r using (right_id)
    where e.exam_id = any(${examIds}::int[]) order by r.application_id, r.right_id, e.exam_id`,
})

/** The bookings of a session without a result, by the name of the candidate. */
export const unmarkedBookings = tunedQuery({
  columns: { exam_id: int(), customer: text(), checked_in: bool(), refund_pending: bool() },
  sql: (sessionId: number) => sql`
    select e.exam_id, c.name as customer, e.checked_in_at is not null as checked_in,
      ${hasRefundOfRight('r')} as refund_pending
    from exam e join exam_right r using (right_id) join customer c on c.customer_id = r.customer_id
    where e.exam_session_id = ${sessionId} and ${isOpenBooking('e')}
    order by c.name collate thai, e.exam_id`,
})

/** A row if a user is on the panel of a session. */
export const isOnPanel = tunedQuery({
  columns: { user_id: int() },
  sql: (sessionId: number, userId: number) => sql`
    select user_id from exam_session_panel where exam_session_id = ${sessionId} and user_id = ${userId}`,
})

/** A session of the caller's branches with the settings of its branch. */
export const sheetSession = tunedQuery({
  columns: {
    exam_session_id: int(),
    branch_id: int(),
    name: text(),
    kind: text<ExamKind>(),
    settings: jsonb(),
    on_panel: bool(),
  },
  sql: (ctx: UserContext, sessionId: number) => sql`
    select s.exam_session_id, s.branch_id, s.name, s.kind, b.settings,
      exists (select from exam_session_panel p
        where p.exam_session_id = s.exam_session_id and p.user_id = ${ctx.actor.user_id}) as on_panel
    from exam_session s join branch b using (branch_id)
    where s.exam_session_id = ${sessionId} and s.branch_id = any(${[...ctx.scope.branchIds]}::int[])`,
})
