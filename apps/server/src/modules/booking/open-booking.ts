/** Bookings of exam rights that have neither a result nor were cancelled; a right has at most one. */
import type { OwingApplication } from '@khapdee/contract/entities/application-shapes'
import type { OpenBookingShape } from '@khapdee/contract/entities/exam-booking'
import type { ShownExam } from '@khapdee/contract/entities/exams'
import type { ListQuery } from '@khapdee/contract/wire'
import type { laterBookingSentences } from '@khapdee/domain/exam-sentences'
import type { Day } from '@khapdee/domain/thai-date'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { orNull, text } from '../../db/columns.ts'
import { containing } from '../../kernel/list.ts'
import { hasOpenRefund, isOpenRefundRequest, isPayable } from '../refund-requests.ts'

/** An open booking: neither cancelled nor with a result. */
export const isOpenBooking = (alias: string) =>
  sql<boolean>`${sql.ref(`${alias}.result`)} is null and ${sql.ref(`${alias}.cancelled_at`)} is null`

/**
 * Whether the booking `e` is visible in branches: in that of its right, and in that of its session.
 * @param inBranches the condition that a column is one of the branches
 */
export const bookedIn = (inBranches: (branchId: RawBuilder<unknown>) => RawBuilder<SqlBool>) =>
  sql<SqlBool>`(${inBranches(sql.ref('e.branch_id'))} or ${inBranches(sql.ref('e.host_branch_id'))})`

/**
 * Whether the booking `e` is held in branches: in that of its session, otherwise in that of its right. In a form for which
 * PostgreSQL uses the indexes of both columns.
 * @param inBranches the condition that a column is one of the branches
 */
export const heldIn = (inBranches: (branchId: RawBuilder<unknown>) => RawBuilder<SqlBool>) =>
  sql<SqlBool>`(e.host_branch_id is null and ${inBranches(sql.ref('e.branch_id'))}
    or ${inBranches(sql.ref('e.host_branch_id'))})`

/** The branch in which the booking `e` is held, see {@link heldIn}. */
export const hostBranch = sql<number>`coalesce(e.host_branch_id, e.branch_id)`

/** Whether a column is one of some branches. */
export const isOneOf =
  (branchIds: readonly number[]) =>
  (branchId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql`${branchId} = any(${[...branchIds]}::int[])`

/**
 * Whether the right of the booking `e` has a later booking that is not cancelled: `open`, or `sat`
 * if it has a result; null without one.
 */
export const laterBooking = sql<keyof typeof laterBookingSentences | null>`(
  select case when later.result is null then 'open' else 'sat' end from exam later
  where later.right_id = e.right_id and later.exam_id > e.exam_id and later.cancelled_at is null
  order by later.result is not null limit 1)`
/** The column of {@link laterBooking}. */
export const laterBookingColumn = orNull(text<keyof typeof laterBookingSentences>())

/** Whether a search text is part of the name of the customer `c`, or of the number of the application `a`. */
export const namesCandidate = (query: ListQuery): RawBuilder<SqlBool>[] => {
  const matches = [
    ...containing('c', ['name'], query),
    ...containing('a', ['application_code'], query),
  ]
  return matches.length === 0 ? [] : [sql<SqlBool>`(${sql.join(matches, sql` or `)})`]
}

/** The name of the session `s` of the booking `e`, with the branch that holds it if it is another one; empty without one. */
export const bookedSessionName = sql<string>`coalesce(s.name || coalesce(' · ' || (
  select host.name from branch host where host.branch_id = e.host_branch_id), ''), '')`

/** Seats that are taken: bookings that are not cancelled, also those with a result. */
export const seatsTaken = (alias: string) => sql<number>`(select count(*)::int from exam e
  where e.exam_session_id = ${sql.ref(`${alias}.exam_session_id`)} and e.cancelled_at is null)`

/** The applications with open retake fees for the right of a row, by its alias. */
const retakeApplications = (alias: string) => sql<number>`(
  select fl.application_id from application_line fl
  where fl.right_id = ${sql.ref(`${alias}.right_id`)} and fl.exam_use = 'retake' and fl.status = 'open')`

/**
 * The balance of the applications with retake fees for the right of a row, by its alias, beside the application that granted
 * the right.
 * @param settled id of an application that this call pays in full; 0 for none
 */
export const feeBalance = (alias: string, settled = 0): RawBuilder<number> => sql`(
  select coalesce(sum(f.balance), 0)::bigint from application f
  where f.application_id <> ${settled} and f.application_id is distinct from ${sql.ref(`${alias}.application_id`)}
    and f.application_id in ${retakeApplications(alias)})`

/**
 * The amount owed for the right `r`: the balance of the application `a` that granted it, if any, and of its retake fees.
 * Source: product specification, section 6.2b.
 */
export const owedForRight: RawBuilder<number> = sql`(coalesce(a.balance, 0) + ${feeBalance('r')})`

/** The applications that owe for the right `r` as JSON, oldest first; their balances add up to {@link owedForRight}. */
export const owingForRight: RawBuilder<OwingApplication[]> = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('application_id', o.application_id, 'type', o.type,
    'application_code', o.application_code, 'balance', o.balance, 'payable', ${isPayable('o')}) order by o.application_id), '[]')
  from application o where o.balance > 0
    and o.application_id in (select r.application_id union all ${retakeApplications('r')}))`

/**
 * Whether a refund is requested of the application that granted the right of a row, by its alias, or of one with an open
 * retake fee for it. While it is, the right cannot be booked, checked in, given a result or certified.
 */
export const hasRefundOfRight = (
  alias: string,
): RawBuilder<boolean> => sql`(${hasOpenRefund(alias)} or exists (
  select from approval_request fee_refund
  where fee_refund.application_id in ${retakeApplications(alias)} and ${isOpenRefundRequest('fee_refund')}))`

/** Whether an entry `w` of a waiting list is open: the customer waits, or a seat is offered. */
export const isOpenWait = sql<SqlBool>`w.state in ('waiting', 'offered')`

/** Seats that are held by offers to customers of the waiting list. */
export const seatsHeld = (alias: string) => sql<number>`(select count(*)::int from exam_waiting w
  where w.exam_session_id = ${sql.ref(`${alias}.exam_session_id`)} and w.state = 'offered')`

/** An open booking as it is shown, whether its candidate is checked in, and whether it has lost its session. */
export type ShownBooking = OpenBookingShape & Pick<OpenBooking, 'checked_in' | 'displaced'>

/** The open booking of the right of a row, by its alias, with its session as JSON; null without one. */
export const openBookingOf = (alias: string): RawBuilder<ShownBooking | null> => sql`(
  select jsonb_build_object('exam_id', o.exam_id, 'exam_date', o.exam_date, 'exam_session_id', o.exam_session_id,
    'session', coalesce(s.name, ''), 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'version', o.version,
    'checked_in', o.checked_in_at is not null, 'displaced', o.displaced_from is not null)
  from exam o left join exam_session s using (exam_session_id)
  where o.right_id = ${sql.ref(`${alias}.right_id`)} and ${isOpenBooking('o')})`

/** The open booking of the right of a row, by its alias, otherwise the latest with a result, as JSON; null without one. */
export const lastExamOf = (alias: string): RawBuilder<ShownExam | null> => sql`(
  select jsonb_build_object('exam_id', o.exam_id, 'exam_date', o.exam_date, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
    'status', coalesce(o.result, 'waiting'))
  from exam o left join exam_session s using (exam_session_id)
  where o.right_id = ${sql.ref(`${alias}.right_id`)} and o.cancelled_at is null
  order by o.result is null desc, o.exam_date desc, o.exam_id desc limit 1)`

export interface OpenBooking {
  exam_id: number
  exam_date: Day
  exam_session_id: number | null
  checked_in: boolean
  /**
   * Whether its session was cancelled or dropped it, or its branch is now closed on its day without
   * a session, so that a change of the day is not counted as a wish of the candidate.
   */
  displaced: boolean
  version: number
}
