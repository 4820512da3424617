/** Bookings of exam rights that have neither a result nor were cancelled; a right has at most one. */
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'

/** An open booking: neither cancelled nor with a result. */
export const isOpenBooking = (alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.result`)} is null and ${sql.ref(`${alias}.cancelled_at`)} is null`

/** Seats that are taken: bookings that are not cancelled, also those with a result. */
export const seatsTaken = (alias: string) => sql<number>`(select count(*)::int from exam e
  where e.exam_session_id = ${sql.ref(`${alias}.exam_session_id`)} and e.cancelled_at is null)`

export interface OpenBooking {
  exam_id: number
  exam_date: Day
  exam_session_id: number | null
  checked_in: boolean
  version: number
}
