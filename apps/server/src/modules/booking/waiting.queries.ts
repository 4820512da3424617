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

/** The rights that wait for a seat of a session, first come first. */
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

/** The sessions of which an offer has ended, which have begun, or which have a free seat for who waits. */
export const sessionsToServe = tunedQuery({
  columns: { exam_session_id: int() },
  sql: (now: string) => sql`
    select s.exam_session_id from exam_session s
    where exam_session_id in (select w.exam_session_id from exam_waiting w where ${isOpenWait})
      and (s.starts_at <= ${now}
        or exists (select from exam_waiting w where w.exam_session_id = s.exam_session_id and w.state = 'offered'
          and w.offer_until <= ${now})
        or s.status = 'open' and capacity > ${seatsTaken('s')} + ${seatsHeld('s')})
    order by s.exam_session_id`,
})

/** The first other session that occupies a customer in a span; the booking `exceptExamId` does not count. */
export const busyCustomer = tunedQuery({
  columns: { session: text() },
  sql: (
    customerId: number,
    span: { starts_at: string; ends_at: string },
    exceptExamId: number | null,
  ) => sql`
    select s.name || ' – ' || to_char(s.ends_at at time zone 'Asia/Bangkok', 'HH24:MI') || ' น.' as session
    from occupancy o join exam_session s using (exam_session_id)
    where o.kind = 'customer' and o.subject_id = ${customerId}
      and o.during && tstzrange(${span.starts_at}, ${span.ends_at})
      and o.exam_id is distinct from ${exceptExamId}::int
    order by o.during limit 1`,
})

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
