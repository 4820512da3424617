/** SQL of exam sessions and their seats. */
import type { ExamKind } from '@khapdee/domain/exams'
import type { StoredSessionStatus } from '@khapdee/domain/exam-session'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Day } from '@khapdee/domain/thai-date'
import { type SqlBool, sql } from 'kysely'
import {
  type RowOf,
  bool,
  day,
  instant,
  int,
  jsonb,
  orNull,
  text,
  texts,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import type { UserContext } from '../../kernel/context.ts'
import { occupationName } from '../timetable/occupancy.ts'
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
  /** The end of the first of these offers; null without one. */
  first_offer_until: orNull(instant()),
  /** The settings of its branch; see `branchSettings`. */
  settings: jsonb(),
  branch: text(),
  /** Whether it accepts rights of other branches. */
  across: bool(),
}

/** The columns of the session `s`. */
export const lockedSession = sql`exam_session_id, branch_id, kind, licence_types, name, starts_at, ends_at, day, capacity,
  status, version, ${seatsTaken('s')} as seats_taken, ${seatsHeld('s')} as offers,
  (select min(w.offer_until) from exam_waiting w where w.exam_session_id = s.exam_session_id and w.state = 'offered')
    as first_offer_until,
  (select b.settings from branch b where b.branch_id = s.branch_id) as settings,
  (select b.name from branch b where b.branch_id = s.branch_id) as branch,
  (select exam_across_branches from school) as across`

export type LockedSession = Omit<RowOf<typeof lockedColumns>, 'licence_types'> & {
  licence_types: ExamLicence[]
}

/** The condition of the sessions of `exam_session` that accept an exam, and start after an instant (ISO 8601). */
const acceptsExam = (
  { branch_id, kind, licence_type }: WantedExam,
  startedAfter: string,
  across = false,
) => sql<SqlBool>`
  ${across ? sql<SqlBool>`true` : sql<SqlBool>`branch_id = ${branch_id}`} and status = 'open' and kind = ${kind}
  and (${licence_type} = 'any' or licence_types && array['any', ${licence_type}])
  and starts_at > ${startedAfter}`

/** The open sessions of a branch on a day for one exam, in the order of their ids. */
export const sessionsOfDay = tunedQuery({
  columns: { exam_session_id: int() },
  sql: (exam: WantedExam, onDay: Day, startedAfter: string) => sql`
    select exam_session_id from exam_session
    where day = ${onDay} and ${acceptsExam(exam, startedAfter)} order by exam_session_id`,
})

/** The open sessions of a span of days for one exam with their free seats, earliest first. @param across also those of other branches */
export const slotsOfSpan = tunedQuery({
  columns: {
    day: day<Day>(),
    exam_session_id: int(),
    branch_id: int(),
    name: text(),
    branch: text(),
    starts_at: instant(),
    ends_at: instant(),
    seats_left: int(),
  },
  sql: (
    exam: WantedExam,
    span: { start: Day; end: Day },
    startedAfter: string,
    across: boolean,
  ) => sql`
    select day, exam_session_id, branch_id, name, starts_at, ends_at,
      (select b.name from branch b where b.branch_id = exam_session.branch_id) as branch,
      greatest(0, capacity - ${seatsTaken('exam_session')} - ${seatsHeld('exam_session')}) as seats_left
    from exam_session
    where day between ${span.start} and ${span.end} and ${acceptsExam(exam, startedAfter, across)}
    order by starts_at, exam_session_id`,
})

/** The last day with an open session for one exam; null without one. @param across also those of other branches */
export const lastSlotDay = tunedQuery({
  columns: { day: orNull(day<Day>()) },
  sql: (exam: WantedExam, startedAfter: string, across: boolean) => sql`
    select max(day) as day from exam_session where ${acceptsExam(exam, startedAfter, across)}`,
})

/** The sessions and events of customers in a span of days, earliest first, without the booking `exceptExamId`. */
export const occupationsOf = tunedQuery({
  columns: { customer_id: int(), session: text(), starts_at: instant(), ends_at: instant() },
  sql: (
    ctx: UserContext,
    customerIds: readonly number[],
    { start, end }: { start: Day; end: Day },
    exceptExamId: number | null,
  ) => sql`
    select wanted.customer_id, ${occupationName(ctx)} as session, lower(o.during) as starts_at, upper(o.during) as ends_at
    from unnest(${customerIds}::int[]) as wanted (customer_id)
      join occupancy o on o.kind = 'customer' and o.subject_id = wanted.customer_id left join exam_session s using (exam_session_id) left join calendar_event v using (calendar_event_id)
    where o.exam_id is distinct from ${exceptExamId}::int
      and o.during && tstzrange(${start}::date::timestamp at time zone 'Asia/Bangkok',
        (${end}::date + 1)::timestamp at time zone 'Asia/Bangkok')
    order by o.during`,
})

/** The exam of a right, and the branch of the right. */
export interface WantedExam {
  /** The right; a seat that is offered to it counts as free. Undefined for a right that is not granted yet. */
  right_id?: number
  branch_id: number
  kind: ExamKind
  licence_type: ExamLicence
}
