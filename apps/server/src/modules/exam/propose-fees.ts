/** The fees that are proposed for an exam right now. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { ProposedFee, examBooking } from '@khapdee/contract/entities/exam-booking'
import {
  type BookingProblem,
  feeDueProblem,
  lateCancelProblem,
  retakeDay,
} from '@khapdee/domain/exam-booking'
import {
  type ExamFeePurpose,
  feeItemOf,
  feeOfNextBooking,
  isLateMove,
} from '@khapdee/domain/exam-fees'
import type { Exam } from '@khapdee/domain/exams'
import { zeroSatang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { assertAllowed } from '../booking/bookings.ts'
import {
  type History,
  cancelRefusal,
  leavesFreely,
  readHistories,
  readHistory,
} from '../booking/history.ts'
import { workingDaysAfter } from '../timetable/working-days.ts'
import { toRefusal } from './list-slots.ts'
import { offeredFees, rightsToCancel } from './propose-fees.queries.ts'
import { rightForSlots } from './slots.queries.ts'

/** The first day on which an exam of a branch can be moved today without being late. */
async function firstTimelyDay(
  ctx: UserContext,
  { opening_hours, exam_late_move_days }: History['settings'],
  branch_id: number,
): Promise<Day> {
  const today = ctx.clock.today()
  const isOpen = await workingDaysAfter(ctx, { branch_id, opening_hours }, today)
  return retakeDay('theory', today, exam_late_move_days, isOpen)
}

/** Whether a move of the booking at the candidate's request is so late that it has a fee. */
async function isLate(
  ctx: UserContext,
  { open, settings }: History,
  branch_id: number,
): Promise<boolean> {
  if (open === null || leavesFreely(ctx, open)) return false
  return isLateMove(open.exam_date, await firstTimelyDay(ctx, settings, branch_id))
}

/** The reason for a fee when a right is booked again, or null. A fee that is already sold pays for the next booking. */
const purposeOfBooking = ({ open, fee_line_id, last_result, last_no_show }: History) =>
  open !== null || fee_line_id !== null ? null : feeOfNextBooking(last_result, last_no_show)

/** The reason for a fee when the open booking of a right is moved, or null. */
const purposeOfMove = async (ctx: UserContext, history: History, branchId: number) =>
  (await isLate(ctx, history, branchId)) ? 'move' : null

/** The fee item of a purpose that the branch of an exam offers; null without one. */
async function feeFor(
  ctx: UserContext,
  { settings }: History,
  exam: Exam & { branch_id: number },
  purpose: ExamFeePurpose | null,
): Promise<ProposedFee | null> {
  const id = purpose && feeItemOf(settings.exam_fees, purpose, exam)
  if (purpose === null || id === null) return null
  const [item] = await offeredFees.rows(ctx.tx, [id], exam.branch_id)
  return item === undefined ? null : { purpose, ...item }
}

/** The fee that is due for booking a right; null if it is free. */
export const feeOfBooking = (
  ctx: UserContext,
  history: History,
  exam: Exam & { branch_id: number },
): Promise<ProposedFee | null> => feeFor(ctx, history, exam, purposeOfBooking(history))

/** The fee of moving the open booking of a right to another day, also if it is sold already; null if it is free. */
export const feeOfMove = async (
  ctx: UserContext,
  history: History,
  exam: Exam & { branch_id: number },
): Promise<ProposedFee | null> =>
  feeFor(ctx, history, exam, await purposeOfMove(ctx, history, exam.branch_id))

/**
 * Why the candidate can no longer cancel the open booking of a right, or null: see {@link
 * cancelRefusal}; FEE_DUE.
 */
export const cancelProblemOf = async (
  ctx: UserContext,
  history: History,
  exam: Exam & { branch_id: number },
): Promise<BookingProblem | null> =>
  cancelRefusal(ctx, history) ??
  ((await feeOfMove(ctx, history, exam)) === null ? null : lateCancelProblem)

/**
 * The rights among these whose open bookings the candidates can no longer cancel, as {@link
 * cancelProblemOf} decides for one. The days and the fees of each branch are read once.
 */
export async function rightsNotCancelled(
  ctx: UserContext,
  rightIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (rightIds.length === 0) return new Set()
  const rights = await rightsToCancel.rows(ctx.tx, rightIds)
  const histories = await readHistories(
    ctx,
    rights.map(({ permission_date, disabled, used, forfeited, ...right }) => ({
      ...right,
      state: { permission_date, disabled, used, forfeited },
      app: { balance: zeroSatang },
    })),
  )
  const refused = new Set<number>()
  const late: { right_id: number; branch_id: number; fee: number }[] = []
  const timely = new Map<number, Day>()
  for (const { right_id, branch_id, ...exam } of rights) {
    const history = histories.get(right_id)
    const open = history?.open ?? null
    if (history === undefined || open === null || leavesFreely(ctx, open)) continue
    if (cancelRefusal(ctx, history) !== null) refused.add(right_id)
    const fee = feeItemOf(history.settings.exam_fees, 'move', exam)
    if (fee === null) continue
    const first = timely.get(branch_id) ?? (await firstTimelyDay(ctx, history.settings, branch_id))
    timely.set(branch_id, first)
    if (isLateMove(open.exam_date, first)) late.push({ right_id, branch_id, fee })
  }
  for (const branch of new Set(late.map(({ branch_id }) => branch_id))) {
    const ofBranch = late.filter(({ branch_id }) => branch_id === branch)
    const offered = await offeredFees.rows(
      ctx.tx,
      ofBranch.map(({ fee }) => fee),
      branch,
    )
    for (const { right_id, fee } of ofBranch) {
      if (offered.some(({ other_fee_id }) => other_fee_id === fee)) refused.add(right_id)
    }
  }
  return refused
}

/**
 * Refuses to skip a fee. Like every rule of a booking, it can be overridden with a reason, which is
 * stored in the history.
 * @throws FEE_DUE
 */
export function assertFree(
  ctx: UserContext,
  due: ProposedFee | null,
  override_reason: string,
): void {
  assertAllowed(ctx, due && feeDueProblem(due.name, due.price), override_reason)
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
  return {
    data: {
      booking: await feeOfBooking(ctx, history, exam),
      move: history.move_line_id === null ? await feeOfMove(ctx, history, exam) : null,
      extend: await feeFor(ctx, history, exam, 'extend'),
      cancel_problem: toRefusal(ctx, await cancelProblemOf(ctx, history, exam)),
    },
  }
}
