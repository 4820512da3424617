/** SQL of exam sessions and their seats. */
import type { ExamKind } from '@khapdee/domain/exams'
import type { StoredSessionStatus } from '@khapdee/domain/exam-session'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { type SqlBool, sql } from 'kysely'
import { type RowOf, day, instant, int, orNull, text, texts } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { seatsHeld, seatsTaken } from './open-booking.ts'

export const lockedColumns = {
  exam_session_id: int(),
  branch_id: int(),
  kind: text<ExamKind>(),
  licence_types: texts(),
  name: text(),
  starts_at: instant(),
  ends_at: instant(),
  day: day<Day>(),
  capacity: int(),
  status: text<StoredSessionStatus>(),
  version: int(),
  /** Bookings that are not cancelled. */
  seats_taken: int(),
  /** Seats that are held by offers to customers of the waiting list. */
  offers: int(),
  /** When the first of these offers ends; null without one. */
  first_offer_until: orNull(instant()),
}

/** The columns of the session `s`. */
export const lockedSession = sql`exam_session_id, branch_id, kind, licence_types, name, starts_at, ends_at, day, capacity,
  status, version, ${seatsTaken('s')} as seats_taken, ${seatsHeld('s')} as offers,
  (select min(w.offer_until) from exam_waiting w where w.exam_session_id = s.exam_session_id and w.state = 'offered')
    as first_offer_until`

export type LockedSession = Omit<RowOf<typeof lockedColumns>, 'licence_types'> & {
  licence_types: ExamLicence[]
}

/** Locks sessions of the caller's branches in the order of their ids. */
export const sessionLocks = tunedQuery({
  columns: { exam_session_id: int() },
  sql: (branchIds: readonly number[], ids: readonly number[]) => sql`
    select exam_session_id from exam_session
    where exam_session_id = any(${ids}::int[]) and branch_id = any(${branchIds}::int[])
    order by exam_session_id for no key update`,
})

/** The sessions with the seats that are taken now. */
export const sessionsWithSeats = tunedQuery({
  columns: lockedColumns,
  sql: (branchIds: readonly number[], ids: readonly number[]) => sql`
    select ${lockedSession}
    from exam_session s
    where exam_session_id = any(${ids}::int[]) and branch_id = any(${branchIds}::int[]) order by exam_session_id`,
})

/** The condition of the sessions of `exam_session` that accept an exam, and start after an instant (ISO 8601). */
const acceptsExam = (
  { branch_id, kind, licence_type }: WantedExam,
  startedAfter: string,
) => sql<SqlBool>`
  branch_id = ${branch_id} and status = 'open' and kind = ${kind}
  and (${licence_type} = 'any' or licence_types && array['any', ${licence_type}])
  and starts_at > ${startedAfter}`

/** The open sessions of a branch on a day for one exam, in the order of their ids. */
export const sessionsOfDay = tunedQuery({
  columns: { exam_session_id: int() },
  sql: (exam: WantedExam, onDay: Day, startedAfter: string) => sql`
    select exam_session_id from exam_session
    where day = ${onDay} and ${acceptsExam(exam, startedAfter)} order by exam_session_id`,
})

/** The open sessions of a span of days for one exam with their free seats, first first. */
export const slotsOfSpan = tunedQuery({
  columns: {
    day: day<Day>(),
    exam_session_id: int(),
    name: text(),
    starts_at: instant(),
    ends_at: instant(),
    seats_left: int(),
  },
  sql: (exam: WantedExam, span: { start: Day; end: Day }, startedAfter: string) => sql`
    select day, exam_session_id, name, starts_at, ends_at,
      greatest(0, capacity - ${seatsTaken('exam_session')} - ${seatsHeld('exam_session')}) as seats_left
    from exam_session
    where day between ${span.start} and ${span.end} and ${acceptsExam(exam, startedAfter)}
    order by starts_at, exam_session_id`,
})

/** The exam of a right, and the branch that holds it. */
export interface WantedExam {
  /** The right, whose own offer of a seat does not stand in its way; undefined for a right that is not granted yet. */
  right_id?: number
  branch_id: number
  kind: ExamKind
  licence_type: ExamLicence
}
