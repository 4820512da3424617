/** SQL of the bookings of exam rights. */
import type { ExamResult } from '@khapdee/domain/exam-booking'
import type { NoShowPolicy } from '@khapdee/domain/exam-result'
import type { BookedTheory } from '@khapdee/domain/exam-booking'
import type { ExamKind } from '@khapdee/domain/exams'
import type { ExamLicence } from '@khapdee/domain/licence-types'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bigint, bool, day, int, instant, jsonb, orNull, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'
import { hasOpenRefund } from '../refund-requests.ts'
import { type OpenBooking, feeBalance, hasRefundOfRight, isOpenBooking } from './open-booking.ts'
import { isOnClosedDay } from './closed-day.ts'
import { bookedTheory, failedOn, ofRight, theoryPassed, waitsForTheory } from './prior-exams.ts'

/** An open line `l` of a retake fee that no booking uses yet. */
export const isUnusedRetake = sql<boolean>`l.exam_use = 'retake' and l.status = 'open' and not exists (
  select from exam e where e.fee_line_id = l.line_id and e.cancelled_at is null)`

/** An open line `l` of the fee of a late move that no move has used yet, and whose application is not to be refunded. */
const isUnusedMove = sql<boolean>`l.exam_use = 'move' and l.status = 'open' and l.moved_at is null and not ${hasOpenRefund('l')}`

/**
 * The facts in the histories of rights and customers that determine whether the next exam can be
 * booked. @param settled see {@link feeBalance}
 */
export const bookingHistory = tunedQuery({
  columns: {
    right_id: int(),
    settings: jsonb(),
    line_is_open: bool(),
    moves: int(),
    rebooks: bool(),
    last_result: orNull(text<ExamResult>()),
    last_no_show: orNull(text<NoShowPolicy>()),
    fee_line_id: orNull(int()),
    move_line_id: orNull(int()),
    fee_balance: bigint<Satang>(),
    refund_pending: bool(),
    failed_on: orNull(day<Day>()),
    theory_passed: bool(),
    theory: orNull(jsonb<BookedTheory>()),
    open: orNull(jsonb<OpenBooking>()),
    starts_at: orNull(instant()),
    /** The settings of the branch that holds the session of the open booking; null without one. */
    session_settings: orNull(jsonb()),
  },
  sql: (rightIds: readonly number[], settled: number) => sql`
    select r.right_id, b.settings, coalesce(g.status = 'open', true) as line_is_open,
      (select count(*)::int from exam_right_event v
        where v.right_id = r.right_id and v.event in ('moved', 'unbooked') and v.detail @> '{"counted": true}') as moves,
      coalesce((select v.event = 'unbooked' and v.detail @> '{"counted": true}' from exam_right_event v
        where v.right_id = r.right_id and v.event in ('booked', 'unbooked', 'result')
        order by v.event_id desc limit 1), false) as rebooks,
      (select e.result from exam e where e.right_id = r.right_id and e.result is not null
        order by e.exam_date desc, e.exam_id desc limit 1) as last_result,
      (select e.no_show from exam e where e.right_id = r.right_id and e.result is not null
        order by e.exam_date desc, e.exam_id desc limit 1) as last_no_show,
      (select max(l.line_id) from application_line l where l.right_id = r.right_id and ${isUnusedRetake}) as fee_line_id,
      (select min(l.line_id) from application_line l where l.right_id = r.right_id and ${isUnusedMove}) as move_line_id,
      ${feeBalance('r', settled)} as fee_balance, ${hasRefundOfRight('r')} as refund_pending,
      ${failedOn} as failed_on,
      r.theory_passed_on is not null or ${theoryPassed(ofRight)} as theory_passed, ${bookedTheory(ofRight)} as theory,
      case when o.exam_id is not null then jsonb_build_object('exam_id', o.exam_id, 'exam_date', o.exam_date,
        'exam_session_id', o.exam_session_id, 'checked_in', o.checked_in_at is not null, 'displaced', o.displaced_from is not null or ${isOnClosedDay('o')}, 'version', o.version) end as open,
      s.starts_at, sb.settings as session_settings
    from exam_right r join branch b on b.branch_id = r.branch_id left join application_line g on g.line_id = r.line_id
      left join exam o on o.right_id = r.right_id and ${isOpenBooking('o')}
      left join exam_session s using (exam_session_id) left join branch sb on sb.branch_id = s.branch_id
    where r.right_id = any(${rightIds}::int[])`,
})

/** The theory exams that belong to practice exams of customers, each once. */
export const theoryOfExams = tunedQuery({
  columns: {
    customer_id: int(),
    licence_type: text<ExamLicence>(),
    theory_passed: bool(),
    theory: orNull(jsonb<BookedTheory>()),
  },
  sql(practices: readonly { customer_id: number; licence_type: ExamLicence }[]) {
    const practice = { customer_id: sql`p.customer_id`, licence_type: sql`p.licence_type` }
    return sql`
      select p.customer_id, p.licence_type, ${theoryPassed(practice)} as theory_passed, ${bookedTheory(practice)} as theory
      from (select distinct customer_id, licence_type
        from jsonb_to_recordset(${JSON.stringify(practices)}::jsonb) as given (customer_id int, licence_type text)) p`
  },
})

/**
 * The first exams of an application's open lines that have an exam day but were never booked, and the exams of its open
 * retake fees, whose rights other applications have granted. The rights of fees may have ended. @param applicationId
 */
export const wishesOfApplication = tunedQuery({
  columns: {
    line_id: int(),
    right_id: int(),
    kind: text<ExamKind>(),
    licence_type: text<ExamLicence>(),
    permission_date: day<Day>(),
    disabled: bool(),
    used: bool(),
    forfeited: bool(),
    exam_date: day<Day>(),
    wanted_session_id: orNull(int()),
    fee_line_id: orNull(int()),
    branch_id: int(),
    customer_id: int(),
    granted_balance: bigint<Satang>(),
  },
  sql: (applicationId: number) => sql`
    (select distinct on (l.line_id) l.line_id, r.right_id, r.kind, r.licence_type, r.permission_date, false as disabled,
      false as used, r.forfeited_at is not null as forfeited,
      -- Never null here.
      coalesce(l.exam_date, r.permission_date) as exam_date,
      l.wanted_session_id, null::int as fee_line_id, r.branch_id, r.customer_id, 0::bigint as granted_balance
    from application_line l join exam_right r using (line_id)
    where l.application_id = ${applicationId} and l.status = 'open' and l.exam_date is not null
      and r.used_at is null and r.disabled_at is null and not exists (
        select from exam_right b join exam e using (right_id) where b.line_id = l.line_id)
    order by l.line_id, r.kind desc, r.right_id)
    union all
    select l.line_id, r.right_id, r.kind, r.licence_type, r.permission_date, r.disabled_at is not null,
      r.used_at is not null, r.forfeited_at is not null, l.exam_date, l.wanted_session_id,
      l.line_id, r.branch_id, r.customer_id,
      case when r.application_id = ${applicationId} then 0 else coalesce(g.balance, 0) end
    from application_line l join exam_right r on r.right_id = l.right_id
      left join application g on g.application_id = r.application_id
    where l.application_id = ${applicationId} and l.status = 'open' and l.exam_use = 'retake' and l.exam_date is not null
      and not exists (select from exam e where e.fee_line_id = l.line_id)`,
})

/** The open bookings of rights, with their sessions. @param rights a condition on `exam_right r` */
export const openBookings = tunedQuery({
  columns: {
    exam_id: int(),
    right_id: int(),
    exam_session_id: orNull(int()),
    exam_date: day<Day>(),
    checked_in: bool(),
  },
  sql: (rights: RawBuilder<SqlBool>) => sql`
    select e.exam_id, e.right_id, e.exam_session_id, e.exam_date, e.checked_in_at is not null as checked_in
    from exam_right r join exam e using (right_id)
    where ${rights} and ${isOpenBooking('e')} order by e.exam_id`,
})

/** Disables the unused exam rights of ending lines. Each gets an event, also one that the staff had suspended before. */
export const disableRights = tunedQuery({
  columns: {},
  sql: (lineIds: readonly number[], { user_id, at }: { user_id: number; at: string }) => sql`
    with disabled as (
      update exam_right r set disabled_at = coalesce(disabled_at, ${at}), version = version + 1
      where line_id = any(${lineIds}::int[]) and used_at is null and (disabled_at is null
        or exists (select from application_line l where l.line_id = r.line_id and l.status = 'open'))
      returning right_id
    )
    insert into exam_right_event (right_id, event, detail, user_id, at)
    select right_id, 'disabled', '{"reason": "line ended"}', ${user_id}, ${at} from disabled`,
})

/** The rights with which an exam was sat that lines granted or paid for. */
export const satRights = tunedQuery({
  columns: { right_id: int() },
  sql: (lineIds: readonly number[]) => sql`
    select right_id from exam_right r where line_id = any(${lineIds}::int[]) and (used_at is not null or exists (
      select from exam e where e.right_id = r.right_id and e.result in ('pass', 'fail', 'incomplete')))
    union all
    select right_id from exam e where e.fee_line_id = any(${lineIds}::int[])
      and e.result in ('pass', 'fail', 'incomplete')`,
})

/** The open booking of a right that a user may accept with a reason: practice without theory, or a closed day. */
export const acceptableBooking = tunedQuery({
  columns: { exam_id: int() },
  sql: (rightId: number) => sql`
    select e.exam_id from exam e join exam_right r using (right_id) join branch b on b.branch_id = e.branch_id
    where e.right_id = ${rightId} and ${isOpenBooking('e')} and (${waitsForTheory} or ${isOnClosedDay('e')})`,
})
