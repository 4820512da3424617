/** SQL of the exam day. */
import type { ExamResult } from '@khapdee/domain/exam-booking'
import type { StoredSessionStatus } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import {
  type RowOf,
  bigint,
  bool,
  day,
  instant,
  int,
  jsonb,
  orNull,
  text,
  uuid,
} from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { userName } from '../../db/user-name.ts'
import { missingDocuments } from '../application/missing-documents.ts'
import {
  bookedIn,
  hasRefundOfRight,
  isOneOf,
  isOpenBooking,
  owedForRight,
  seatsHeld,
} from '../booking/open-booking.ts'
import { ofRight, theoryPassed } from '../booking/prior-exams.ts'

/** The identification of a candidate: a booking, the code of a slip, or a customer. */
export interface CandidateKey {
  exam_id: number | null
  code: string | null
  customer_id: number | null
}

/**
 * The booking with which a candidate is checked in: one that this request has checked in already,
 * otherwise an open one of today (in the session of the desk before others, and the next before
 * later ones), otherwise the one nearest to today, whose refusal is the most informative.
 */
export const bookingOfCandidate = tunedQuery({
  columns: { exam_id: int() },
  sql: (
    branchIds: readonly number[],
    { exam_id, code, customer_id }: CandidateKey,
    {
      today,
      now,
      sessionId,
      nonce,
    }: { today: Day; now: string; sessionId: number | null; nonce: string },
  ) => sql`
    select e.exam_id from exam e join exam_right r using (right_id) left join exam_session s using (exam_session_id)
    where ${bookedIn(isOneOf(branchIds))}
      and (e.exam_id = ${exam_id}::int or e.slip_code = ${code}::text or r.customer_id = ${customer_id}::int)
    order by e.checkin_nonce = ${nonce} desc nulls last, e.exam_date = ${today} desc, e.cancelled_at is null desc,
      coalesce(e.exam_session_id = ${sessionId}::int, false) desc,
      e.result is null and e.checked_in_at is null desc, s.ends_at > ${now} desc nulls last, s.starts_at,
      abs(e.exam_date - ${today}::date), e.exam_id desc limit 1`,
})

const columns = {
  exam_id: int(),
  customer: text(),
  exam_date: day<Day>(),
  result: orNull(text<ExamResult>()),
  cancelled_at: orNull(instant()),
  checked_in_at: orNull(instant()),
  checked_in_by: orNull(text()),
  checkin_nonce: orNull(uuid()),
  queue_no: orNull(int()),
  called_at: orNull(instant()),
  entered_at: orNull(instant()),
  exam_session_id: orNull(int()),
  session: text(),
  starts_at: orNull(instant()),
  ends_at: orNull(instant()),
  session_status: orNull(text<StoredSessionStatus>()),
  on_panel: bool(),
  theory_passed: bool(),
  missing_documents: jsonb<string[]>(),
  balance: bigint<Satang>(),
  refund_pending: bool(),
  /** The settings of the branch of the right. */
  settings: jsonb(),
  /** The settings of the branch that holds the session if it is another one. */
  host_settings: orNull(jsonb()),
  host_branch_id: orNull(int()),
}
export type BookingForCheckIn = RowOf<typeof columns>

/** Bookings whose candidates are at the desk, and whether a user is on the panel of their sessions. */
export const bookingsForCheckIn = tunedQuery({
  columns,
  sql: (examIds: readonly number[], userId: number, today: Day) => sql`
    select e.exam_id, c.name as customer, e.exam_date, e.result, e.cancelled_at, e.checked_in_at,
      (select ${userName('u')} from app_user u where u.user_id = e.checked_in_by) as checked_in_by,
      e.checkin_nonce, e.queue_no, e.called_at, e.entered_at, e.exam_session_id, coalesce(s.name, '') as session, s.starts_at,
      s.ends_at, s.status as session_status,
      exists (select from exam_session_panel p
        where p.exam_session_id = e.exam_session_id and p.user_id = ${userId}) as on_panel,
      r.theory_passed_on is not null or ${theoryPassed(ofRight)} as theory_passed,
      ${missingDocuments('r', today)} as missing_documents,
      ${owedForRight} as balance, ${hasRefundOfRight('r')} as refund_pending, b.settings, host.settings as host_settings, e.host_branch_id
    from exam e join exam_right r using (right_id) join customer c on c.customer_id = r.customer_id
      left join application a on a.application_id = r.application_id
      join branch b on b.branch_id = e.branch_id left join branch host on host.branch_id = e.host_branch_id
      left join exam_session s using (exam_session_id)
    where e.exam_id = any(${examIds}::int[])`,
})

/** Whether a request has checked another booking in. */
export const nonceOfOther = tunedQuery({
  columns: { exam_id: int() },
  sql: (nonce: string, examId: number) => sql`
    select exam_id from exam where checkin_nonce = ${nonce} and exam_id <> ${examId}`,
})

/**
 * The next number of the queue of a locked session. A number is not given again, even if its
 * check-in was undone.
 */
export const nextQueueNumber = tunedQuery({
  columns: { queue_no: int() },
  sql: (sessionId: number | null) => sql`
    select greatest(
      (select max(e.queue_no) from exam e where e.exam_session_id = ${sessionId}::int),
      (select s.undone_queue_no from exam_session s where s.exam_session_id = ${sessionId}::int), 0) + 1 as queue_no`,
})

/** The sessions of a day in some branches, the next first, each with its candidates by queue number, then by name. */
export const stationsOfDay = tunedQuery({
  columns: {
    exam_session_id: int(),
    branch_id: int(),
    branch: text(),
    name: text(),
    kind: text<ExamKind>(),
    starts_at: instant(),
    ends_at: instant(),
    place: orNull(text()),
    status: text<StoredSessionStatus>(),
    capacity: int(),
    /** Seats that are held by offers to customers of the waiting list. */
    offers: int(),
    on_panel: bool(),
    candidates: jsonb<StationCandidate[]>(),
  },
  sql: (branchIds: readonly number[], onDay: Day, userId: number) => sql`
    select s.exam_session_id, s.branch_id, b.name as branch, s.name, s.kind, s.starts_at, s.ends_at, p.name as place, s.status,
      s.capacity, ${seatsHeld('s')} as offers,
      exists (select from exam_session_panel m where m.exam_session_id = s.exam_session_id and m.user_id = ${userId}) as on_panel,
      (select coalesce(jsonb_agg(jsonb_build_object('exam_id', e.exam_id, 'queue_no', e.queue_no,
          'customer', c.name, 'licence_type', r.licence_type, 'result', e.result, 'checked_in_at', e.checked_in_at,
          'called_at', e.called_at, 'entered_at', e.entered_at, 'unpaid', ${owedForRight} > 0, 'branch_id', e.branch_id,
          'version', e.version,
          'missing_documents', ${missingDocuments('r', onDay)})
          order by e.queue_no nulls last, c.name collate thai, e.exam_id), '[]')
        from exam e join exam_right r using (right_id) join customer c on c.customer_id = r.customer_id
          left join application a on a.application_id = r.application_id
        where e.exam_session_id = s.exam_session_id and e.cancelled_at is null) as candidates
    from exam_session s join branch b using (branch_id) left join place p using (place_id)
    where s.branch_id = any(${branchIds}::int[]) and s.day = ${onDay} and s.status <> 'cancelled'
    order by s.starts_at, s.exam_session_id`,
})

export interface StationCandidate {
  exam_id: number
  queue_no: number | null
  customer: string
  licence_type: ExamLicence
  result: ExamResult | null
  checked_in_at: string | null
  called_at: string | null
  entered_at: string | null
  unpaid: boolean
  /** The branch of the right. */
  branch_id: number
  missing_documents: string[]
  version: number
}

/** The open bookings of a day that have no session, by name. */
export const bookingsWithoutSession = tunedQuery({
  columns: {
    exam_id: int(),
    right_id: int(),
    application_id: orNull(int()),
    customer: text(),
    kind: text<ExamKind>(),
  },
  sql: (branchIds: readonly number[], onDay: Day) => sql`
    select e.exam_id, e.right_id, r.application_id, c.name as customer, r.kind
    from exam e join exam_right r using (right_id) join customer c on c.customer_id = r.customer_id
    where e.branch_id = any(${branchIds}::int[]) and e.exam_date = ${onDay} and e.exam_session_id is null
      and ${isOpenBooking('e')}
    order by c.name collate thai, e.exam_id limit 200`,
})
