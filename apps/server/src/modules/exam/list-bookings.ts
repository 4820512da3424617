/** Reads the list of bookings. */
import { examSentences, laterBookingSentences } from '@khapdee/domain/exam-sentences'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ExamBookingRow, examBooking } from '@khapdee/contract/entities/exam-booking'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { certifiedStates } from '@khapdee/domain/certificate'
import { joinSessionFirst } from '@khapdee/domain/check-in'
import { examKinds } from '@khapdee/domain/evaluation'
import {
  bookingStatus,
  bookingStatuses,
  markableFrom,
  rightProblem,
} from '@khapdee/domain/exam-booking'
import { isTakenAgain } from '@khapdee/domain/exam-fees'
import { examLicences } from '@khapdee/domain/licence-types'
import { addDays } from '@khapdee/domain/thai-date'
import type { RowOf } from '../../db/columns.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { boundedMeta } from '../../kernel/list.ts'
import { withLookupLimit } from '../number-lookup.ts'
import { bookingAbilities, noAbilities, withoutLateCancels } from './booking-abilities.ts'
import { mayCertify } from './certified.ts'
import { type StoredBooking, bookingPage } from './booking-list.queries.ts'
import { maxFoundExams } from './right-search.ts'

type Scope = InputOf<typeof examBooking.gettable>['scope']

/** Days before today that the history shows by default. */
const historyDays = 30

type Found = RowOf<typeof bookingPage.columns>
/** Whether the row has a booking; the one row of an empty page has only the count. */
const isBooking = (row: Found): row is Found & StoredBooking => row.exam_id !== null

/** Why the caller cannot record or correct the result of a booking now, in Thai; null if it can be recorded. */
export function markProblem(ctx: UserContext, booking: StoredBooking): string | null {
  const { result, cancelled_at, panel, host_branch_id } = booking
  const isOnPanel = panel.includes(ctx.actor.user_id)
  const maySession = ctx.may('exam.mark') || (ctx.may('exam.mark-own') && isOnPanel)
  if (!maySession) return 'ผู้มีสิทธิ์บันทึกผลสอบของรอบนี้เท่านั้นที่บันทึกได้'
  if (host_branch_id !== null && !isOnPanel && !ctx.scope.branchIds.includes(host_branch_id)) {
    return 'สาขาที่จัดสอบเท่านั้นที่บันทึกได้'
  }
  if (cancelled_at !== null) return examSentences.bookingCancelled
  if (result === null && booking.exam_session_id === null) return joinSessionFirst.message
  if (booking.disabled && (booking.line_is_open || result === null)) return 'สิทธิ์สอบนี้ถูกระงับ'
  if (booking.refund_pending) return 'มีคำขอคืนเงิน'
  if (result !== null && !ctx.may('exam.correct')) return 'บันทึกผลสอบแล้ว'
  if (result !== null && booking.later !== null) return laterBookingSentences[booking.later]
  return ctx.clock.now().toISOString() < markableFrom(booking) ? 'ยังไม่ถึงเวลาสอบ' : null
}

/** Whether the caller may book the right again after an exam that was failed or missed. */
function mayRetake(ctx: UserContext, booking: StoredBooking): boolean {
  const { result, later, refund_pending, disabled, permission_date } = booking
  return (
    isTakenAgain(result) &&
    later === null &&
    !refund_pending &&
    ctx.may('exam.book') &&
    rightProblem(
      { disabled, permission_date, used: false, forfeited: booking.forfeited },
      ctx.clock.today(),
    ) === null
  )
}

/**
 * A stored booking as lists show it to the caller. The balance is null for callers who may not see applications, and for rights
 * of other branches, whose applications they cannot open.
 */
export function toBookingRow<Booking extends StoredBooking>(
  ctx: UserContext,
  booking: Booking,
): Omit<Booking, 'balance'> & ExamBookingRow {
  const status = bookingStatus(booking)
  const { disabled, permission_date, checked_in_at } = booking
  // The branch of the right changes the booking; the branch of the session checks in and marks.
  const isOwn = ctx.scope.branchIds.includes(booking.right_branch_id)
  const seesBalance = isOwn && ctx.may('application.view')
  const abilities =
    status === 'waiting' && isOwn
      ? bookingAbilities(
          ctx,
          { ...booking, checked_in: checked_in_at !== null },
          // An open booking has no result yet, so neither a pass nor a no-show has ended its right.
          { disabled, permission_date, used: false, forfeited: false },
        )
      : noAbilities
  return {
    ...booking,
    status,
    balance: seesBalance ? booking.balance : null,
    owing: seesBalance ? booking.owing : [],
    is_own: isOwn,
    can: {
      ...abilities,
      mark: markProblem(ctx, booking) === null,
      retake: isOwn && mayRetake(ctx, booking),
      certify: isOwn && booking.result === 'pass' && mayCertify(ctx, booking),
    },
  }
}

/** The query with the days of its scope: today, the past 30 days of the history, or all days. */
export function withDefaultDays<Query extends ListQuery>(
  ctx: UserContext,
  query: Query & { scope?: Scope | undefined; exam_session_id?: number | undefined },
): Query {
  const { scope, ...rest } = query
  const isLatestFirst = scope === 'history' || scope === 'all'
  const sorted = { sort: isLatestFirst ? '-exam_date' : 'exam_date', ...rest }
  const hasDays = scope === 'all' || isSet(query.start) || isSet(query.end)
  if (hasDays || query.exam_session_id !== undefined) {
    return sorted as unknown as Query
  }
  const today = ctx.clock.today()
  const days =
    scope === 'history'
      ? { start: addDays(today, -historyDays), end: addDays(today, -1) }
      : { start: today, end: today }
  return { ...sorted, ...days } as unknown as Query
}

/** @throws NUMBER_LOCKED; VALIDATION for an unknown filter or order */
export async function listBookings(
  ctx: UserContext,
  input: InputOf<typeof examBooking.gettable>,
): Promise<Answer<typeof examBooking.gettable>> {
  const query = withDefaultDays(ctx, input)
  const rows = await withLookupLimit(
    ctx,
    query.text,
    () => bookingPage.rows(ctx.tx, ctx, query),
    ([row]) => (row?.count ?? 0) > 0,
  )
  return {
    data: await withoutLateCancels(
      ctx,
      rows.filter(isBooking).map((booking) => toBookingRow(ctx, booking)),
    ),
    meta: boundedMeta(query, rows[0]?.count ?? 0, isSet(query.text) ? maxFoundExams : undefined),
    filter: {
      branch: branchOptions(ctx),
      status: labelOptions({ ...bookingStatuses, ...certifiedStates }),
      category: labelOptions(examKinds),
      type: labelOptions(examLicences),
    },
  }
}
