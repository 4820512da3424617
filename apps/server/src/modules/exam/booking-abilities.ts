/** What callers may do with bookings. */
import {
  type BookedTime,
  isStranded,
  movableUntil,
  rightProblem,
} from '@khapdee/domain/exam-booking'
import type { ExamRight } from '@khapdee/domain/exam-right'
import type { UserContext } from '../../kernel/context.ts'

/** What may be done with a booking that is not open. */
export const noAbilities = { move: false, cancel: false, slip: false }

/**
 * Whether the caller may move or cancel an open booking, or print its appointment slip. One that has lost its session is
 * moved or cancelled at any time, and has no slip. The booking of a right that has ended can only be cancelled.
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
