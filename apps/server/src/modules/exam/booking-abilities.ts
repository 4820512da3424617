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
 * Whether the caller may move or cancel an open booking, or print its appointment slip. One that has lost its session is
 * moved or cancelled at any time, and has no slip. What may be cancelled by its time alone: see {@link withoutLateCancels}. The booking of a right that has ended can only be cancelled.
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

/** Listed rows, of which only those are cancelled that are neither late nor due a fee, unless the caller may override. */
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
