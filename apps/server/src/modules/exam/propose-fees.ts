/** The fees that are proposed for an exam right now. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ProposedFee, examBooking } from '@khapdee/contract/entities/exam-booking'
import { retakeDay } from '@khapdee/domain/exam-booking'
import {
  type ExamFeePurpose,
  feeItemOf,
  feeOfNextBooking,
  isLateMove,
} from '@khapdee/domain/exam-fees'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { type History, leavesFreely, readHistory } from '../booking/history.ts'
import { workingDaysAfter } from '../timetable/working-days.ts'
import { offeredFees } from './propose-fees.queries.ts'
import { rightForSlots } from './slots.queries.ts'

/** Whether the candidate asks for a move of the booking so late that it has a fee. */
async function isLate(
  ctx: UserContext,
  { open, settings }: History,
  branch_id: number,
): Promise<boolean> {
  if (open === null || leavesFreely(ctx, open)) return false
  const today = ctx.clock.today()
  const { opening_hours, exam_late_move_days } = settings
  const isOpen = await workingDaysAfter(ctx, { branch_id, opening_hours }, today)
  return isLateMove(open.exam_date, retakeDay('theory', today, exam_late_move_days, isOpen))
}

/** @throws NOT_FOUND for a right that the caller does not see */
export async function proposeFees(
  ctx: UserContext,
  { right_id }: InputOf<typeof examBooking.fees>,
): Promise<Answer<typeof examBooking.fees>> {
  const found = await rightForSlots.first(ctx.tx, ctx, right_id)
  if (found === undefined) throw notFound()
  const { balance, permission_date, disabled, used, forfeited, ...exam } = found
  const history = await readHistory(ctx, {
    right_id,
    ...exam,
    state: { permission_date, disabled, used, forfeited },
    app: { balance },
  })
  const { exam_fees } = history.settings
  const { branch_id } = exam
  // A fee that is already sold pays for the next booking.
  const next =
    history.fee_line_id === null
      ? feeOfNextBooking(history.last_result, history.last_no_show)
      : null
  const wanted: Record<'booking' | 'move' | 'extend', ExamFeePurpose | null> = {
    booking: history.open === null ? next : null,
    move: (await isLate(ctx, history, branch_id)) ? 'move' : null,
    extend: 'extend',
  }
  const chosen = Object.values(wanted).flatMap((purpose) =>
    purpose === null ? [] : (feeItemOf(exam_fees, purpose, exam) ?? []),
  )
  const items = await offeredFees.rows(ctx.tx, chosen, branch_id)
  const proposed = (purpose: ExamFeePurpose | null): ProposedFee | null => {
    if (purpose === null) return null
    const id = feeItemOf(exam_fees, purpose, exam)
    const item = items.find(({ other_fee_id }) => other_fee_id === id)
    return item === undefined ? null : { purpose, ...item }
  }
  return {
    data: {
      booking: proposed(wanted.booking),
      move: proposed(wanted.move),
      extend: proposed(wanted.extend),
    },
  }
}
