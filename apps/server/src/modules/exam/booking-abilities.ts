/** The actions that callers may take on bookings. */
import {
  type BookedTime,
  isStranded,
  movableUntil,
  rightProblem,
} from '@khapdee/domain/exam-booking'
import type { ExamRight } from '@khapdee/domain/exam-right'
import type { UserContext } from '../../kernel/context.ts'
import { rightsNotCancelled } from './propose-fees.ts'

/** The actions on a booking that is not open. */
export const noAbilities = { move: false, cancel: false, slip: false }

/**
 * Whether the caller may move or cancel an open booking, or print its appointment slip. A booking
 * that has lost its session can be moved or cancelled at any time, and has no slip. {@link
 * withoutLateCancels} removes bookings that cannot be cancelled any more. The booking of a right
 * that has ended can only be cancelled.
 */
export function bookingAbilities(
  ctx: UserContext,
  booking: BookedTime & { checked_in: boolean; displaced: boolean },
  right: ExamRight,
): { move: boolean; cancel: boolean; slip: boolean } {
  const isFree = isStranded(
    { ...booking, in_session: booking.starts_at !== null },
    ctx.clock.today(),
  )
  const isLate = !isFree && ctx.clock.now().toISOString() > movableUntil(booking)
  const cancel =
    ctx.may('exam.book') && !booking.checked_in && (!isLate || ctx.may('exam.override'))
  return {
    move: cancel && rightProblem(right, ctx.clock.today()) === null,
    cancel,
    slip: ctx.may('exam.book') && !booking.displaced,
  }
}

/**
 * Listed rows without the action to cancel bookings that are late or due a fee, unless the caller
 * may override that.
 */
export async function withoutLateCancels<
  Row extends { right_id: number; can: { cancel: boolean } },
>(ctx: UserContext, rows: readonly Row[]): Promise<Row[]> {
  const asked = ctx.may('exam.override') ? [] : rows.filter(({ can }) => can.cancel)
  const refused = await rightsNotCancelled(
    ctx,
    asked.map(({ right_id }) => right_id),
  )
  return rows.map((row) =>
    refused.has(row.right_id) ? { ...row, can: { ...row.can, cancel: false } } : row,
  )
}
