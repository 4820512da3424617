/**
 * Open bookings without a session on days on which their branch is closed, because a holiday or the
 * opening hours were entered later. Source: product specification, section 6.2b.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { closesBranch } from '../timetable/closing-holiday.ts'

/** The name of the holiday on which the branch of the open booking `e` is closed, by alias; null without one. */
export const holidayOfBooking = (alias: string): RawBuilder<string | null> => sql`(
  select h.name from holiday h where h.day = ${sql.ref(`${alias}.exam_date`)} and ${closesBranch(sql.ref(`${alias}.branch_id`))}
  order by h.branch_id limit 1)`

/** Whether the branch has opening hours, but none on the weekday of the booking. */
const isWeekdayClosed = (alias: string) => sql<SqlBool>`exists (
  select from branch cb where cb.branch_id = ${sql.ref(`${alias}.branch_id`)}
    and jsonb_typeof(cb.settings -> 'opening_hours') = 'array' and not cb.settings -> 'opening_hours' @> jsonb_build_array(
      jsonb_build_object('weekday', to_char(${sql.ref(`${alias}.exam_date`)}, 'FMday'))))`

/**
 * Whether an open booking, by its alias, has no session and is on a closed day that no user has
 * accepted with a reason. A holiday that was entered or changed after the reason was given is not
 * accepted by it.
 */
export const isOnClosedDay = (alias: string) => sql<SqlBool>`(case
  when ${sql.ref(`${alias}.exam_session_id`)} is not null or ${sql.ref(`${alias}.displaced_from`)} is not null then false
  when ${sql.ref(`${alias}.override_reason`)} = '' then ${holidayOfBooking(alias)} is not null or ${isWeekdayClosed(alias)}
  else exists (select from holiday h
    where h.day = ${sql.ref(`${alias}.exam_date`)} and ${closesBranch(sql.ref(`${alias}.branch_id`))} and h."updatedAt" > (
      select max(v.at) from exam_right_event v where v.right_id = ${sql.ref(`${alias}.right_id`)}
        and v.event in ('booked', 'moved', 'dismissed'))) end)`
