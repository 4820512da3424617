/** SQL of the waiting lists of exam sessions. */
import type { WaitingState } from '@khapdee/domain/exam-waiting'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type RowOf, bigint, bool, day, instant, int, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { isOpenWait, seatsHeld, seatsTaken } from './open-booking.ts'
import { lockedColumns, lockedSession } from './seats.queries.ts'

const waitColumns = {
  exam_waiting_id: int(),
  exam_session_id: int(),
  right_id: int(),
  customer_id: int(),
  branch_id: int(),
  state: text<WaitingState>(),
  offer_until: orNull(instant()),
  version: int(),
  session: text(),
  day: day<Day>(),
}
export type StoredWait = RowOf<typeof waitColumns>

/** Entries with their sessions, in the order in which they joined. @param condition on `exam_waiting w` */
export const waits = tunedQuery({
  columns: waitColumns,
  sql: (condition: RawBuilder<SqlBool>) => sql`
    select w.exam_waiting_id, w.exam_session_id, w.right_id, w.customer_id, w.branch_id, w.state, w.offer_until, w.version,
      s.name as session, s.day
    from exam_waiting w join exam_session s using (exam_session_id) where ${condition} order by w.exam_waiting_id`,
})

/** The rights that wait for a seat of a session, in the order in which they joined. */
export const queueOf = tunedQuery({
  columns: {
    ...waitColumns,
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    right_branch_id: int(),
    permission_date: day<Day>(),
    disabled: bool(),
    used: bool(),
    forfeited: bool(),
    balance: bigint<Satang>(),
  },
  sql: (condition: RawBuilder<SqlBool>) => sql`
    select w.exam_waiting_id, w.exam_session_id, w.right_id, w.customer_id, w.branch_id, w.state, w.offer_until, w.version,
      s.name as session, s.day, r.kind, r.licence_type, r.branch_id as right_branch_id, r.permission_date,
      r.disabled_at is not null as disabled, r.used_at is not null as used,
      r.forfeited_at is not null as forfeited, coalesce(a.balance, 0) as balance
    from exam_waiting w join exam_session s using (exam_session_id) join exam_right r using (right_id)
      left join application a on a.application_id = r.application_id
    where ${condition} order by w.exam_waiting_id`,
})
export type QueuedRight = RowOf<typeof queueOf.columns>

/** The open sessions that have both a free seat and customers who wait. */
export const servableSessions = tunedQuery({
  columns: lockedColumns,
  sql: (ids: readonly number[]) => sql`
    select ${lockedSession} from exam_session s
    where exam_session_id = any(${ids}::int[]) and status = 'open'
      and exists (select from exam_waiting w where w.exam_session_id = s.exam_session_id and w.state = 'waiting')
      and capacity > ${seatsTaken('s')} + ${seatsHeld('s')}
    order by exam_session_id`,
})

/** Sessions, whatever branch they belong to. */
export const sessionsById = tunedQuery({
  columns: lockedColumns,
  sql: (ids: readonly number[]) => sql`
    select ${lockedSession} from exam_session s where exam_session_id = any(${ids}::int[]) order by exam_session_id`,
})

/** Locks sessions, whatever branch they belong to, in the order of their ids. */
export const sessionLocksById = tunedQuery({
  columns: { exam_session_id: int() },
  sql: (ids: readonly number[]) => sql`
    select exam_session_id from exam_session where exam_session_id = any(${ids}::int[])
    order by exam_session_id for no key update`,
})

/** Locks one session, unless another transaction holds its lock. */
export const freeSessionLock = tunedQuery({
  columns: { exam_session_id: int() },
  sql: (id: number) => sql`
    select exam_session_id from exam_session where exam_session_id = ${id} for no key update skip locked`,
})

/**
 * The sessions whose waiting lists need work: an offer has expired, the session has begun, a seat is free, or a waiting right
 * can no longer be booked there.
 */
export const sessionsToServe = tunedQuery({
  columns: { exam_session_id: int() },
  sql: (now: string) => sql`
    select s.exam_session_id from exam_session s
    where exam_session_id in (select w.exam_session_id from exam_waiting w where ${isOpenWait})
      and (s.starts_at <= ${now}
        or exists (select from exam_waiting w where w.exam_session_id = s.exam_session_id and w.state = 'offered'
          and w.offer_until <= ${now})
        or exists (select from exam_waiting w where w.exam_session_id = s.exam_session_id
          and ${strandedGuests(sql`true`)})
        or s.status = 'open' and capacity > ${seatsTaken('s')} + ${seatsHeld('s')})
    order by s.exam_session_id`,
})

/** A customer who would be occupied in a span, besides by a booking. */
interface PlannedCustomer {
  /** Identifies the plan in the answer. */
  plan_id: number
  customer_id: number
  starts_at: string
  ends_at: string
  /** The booking to ignore; null for none. */
  except_exam_id: number | null
}

/** The first other session that occupies each customer in a span. */
export const busyCustomers = tunedQuery({
  columns: { plan_id: int(), session: text() },
  sql: (planned: readonly PlannedCustomer[]) => sql`
    select p.plan_id, found.session
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
        as p (plan_id int, customer_id int, starts_at timestamptz, ends_at timestamptz, except_exam_id int)
      cross join lateral (
        select s.name || ' – ' || to_char(s.ends_at at time zone 'Asia/Bangkok', 'HH24:MI') || ' น.' as session
        from occupancy o join exam_session s using (exam_session_id)
        where o.kind = 'customer' and o.subject_id = p.customer_id and o.during && tstzrange(p.starts_at, p.ends_at)
          and o.exam_id is distinct from p.except_exam_id
        order by o.during limit 1) found`,
})

/**
 * Whether the entry `w` belongs to a right of another branch, while the school does not book across
 * branches.
 */
const isStrandedGuest = sql<SqlBool>`not (select exam_across_branches from school) and exists (
  select from exam_right r where r.right_id = w.right_id and r.branch_id <> w.branch_id)`

/** The open entries of rights that can no longer be booked in the session of another branch. @param sessions a condition on `w` */
export const strandedGuests = (sessions: RawBuilder<SqlBool>) =>
  sql<SqlBool>`${isOpenWait} and ${sessions} and ${isStrandedGuest}`

interface ChangedState {
  state: WaitingState
  /** ISO 8601; null keeps the former one, except for a customer who waits again. */
  offer_until: string | null
  exam_id: number | null
  note: string
}

/** The statement that changes the state of entries. @param at ISO 8601 */
export const updateWaits = (
  ids: readonly number[],
  { state, offer_until, exam_id, note }: ChangedState,
  at: string,
): RawBuilder<unknown> => sql`
  update exam_waiting set state = ${state}, note = ${note}, exam_id = ${exam_id}::int, "updatedAt" = ${at},
    version = version + 1,
    offered_at = case when ${state} = 'waiting' then null when ${offer_until}::timestamptz is null then offered_at
      else ${at}::timestamptz end,
    offer_until = case when ${state} = 'waiting' then null else coalesce(${offer_until}::timestamptz, offer_until) end
  where exam_waiting_id = any(${ids}::int[])`
