/** Books exam rights, moves bookings and cancels them. Source: product specification, sections 6.2 and 6.2b. */
import { examSentences } from '@khapdee/domain/exam-sentences'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examBooking } from '@khapdee/contract/entities/exam-booking'
import { actionWords } from '@khapdee/domain/words'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, invalid, stateError } from '../../kernel/errors.ts'
import {
  assertAllowed,
  assertBookable,
  assertUnbooked,
  book,
  cancelBookings,
  moveBooking,
  shownTime,
} from '../booking/bookings.ts'
import { type History, leavesFreely, moveRefusal, readHistory } from '../booking/history.ts'
import { retakeSold } from '../booking/named-rights.ts'
import type { OpenBooking } from '../booking/open-booking.ts'
import { stampOf } from '../booking/right-events.ts'
import { type LockedRight, lockOwner, lockRight } from './lock-right.ts'
import { recordTheory } from './outside-theory.ts'
import { assertFree, cancelProblemOf, feeOfBooking, feeOfMove } from './propose-fees.ts'
import { sellFee } from './sell-fee.ts'
import { lockSeat, lockSessions, seatCandidates } from '../booking/seats.ts'
import { serveWaiting } from '../booking/waiting.ts'

/**
 * Books a right on a day.
 * @throws NOT_FOUND, CONFLICT, VALIDATION, FEE_DUE while a fee of a retake or a no-show is due; the codes of {@link book}
 */
export async function bookExam(
  ctx: UserContext,
  input: InputOf<typeof examBooking.book>,
): Promise<Answer<typeof examBooking.book>> {
  const { exam_date, theory_passed_on, override_reason } = input
  const right = await lockRight(ctx, input)
  if (theory_passed_on) await recordTheory(ctx, right, theory_passed_on)
  const history = await readHistory(ctx, right)
  assertUnbooked(history)
  // The error mentions the fee only if the right could be booked.
  assertBookable(ctx, history, { day: exam_date, startsAt: null }, override_reason)
  assertFree(ctx, await feeOfBooking(ctx, history, right), override_reason)
  const { exam_id, session } = await book(ctx, right, input, history)
  return {
    message: `${actionWords.bookExam} ${shownTime(exam_date, session)} เรียบร้อยแล้ว`,
    data: { exam_id },
  }
}

/**
 * Registers the fee of a retake, which books the exam immediately, or when the fee is paid.
 * @throws NOT_FOUND, CONFLICT, ALREADY_BOOKED; RETAKE_SOLD while another fee is unused; VALIDATION
 * for an override of an exam that must be paid first, because its payment checks the rules; the
 * codes of {@link assertBookable} and {@link sellFee}
 */
export async function retakeExam(
  ctx: UserContext,
  input: InputOf<typeof examBooking.retake>,
): Promise<Answer<typeof examBooking.retake>> {
  const { fee, exam_date, exam_session_id, override_reason, theory_passed_on } = input
  await lockOwner(ctx, input)
  const right = await lockRight(ctx, input)
  if (theory_passed_on) await recordTheory(ctx, right, theory_passed_on)
  const history = await readHistory(ctx, right)
  assertUnbooked(history)
  if (history.fee_line_id !== null) throw retakeSold()
  assertBookable(ctx, history, { day: exam_date, startsAt: null }, override_reason)
  assertAllowed(ctx, moveRefusal(ctx, history), override_reason)
  const { sold, outcomes } = await sellFee(ctx, right, {
    fee,
    use: 'retake',
    exam_date,
    exam_session_id,
    note: '',
    override_reason,
  })
  const booked = await ctx.tx
    .selectFrom('exam')
    .select('exam_id')
    .where('right_id', '=', right.right_id)
    .where('result', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (booked === undefined && override_reason !== '') {
    const message = 'ต้องชำระค่าสอบแก้ตัวให้ครบก่อน จึงจะจองสอบโดยยกเว้นเงื่อนไขได้'
    throw invalid([{ path: 'override_reason', message }])
  }
  const outcome =
    booked === undefined
      ? [`ลงทะเบียนค่าสอบแก้ตัว ${sold.application_code} แล้ว จะจองวันสอบเมื่อชำระครบ`]
      : [...outcomes, `เลขที่ใบสมัคร ${sold.application_code}`]
  return {
    message: outcome.join(' · '),
    data: { exam_id: booked?.exam_id ?? null, application: sold },
  }
}

/**
 * Locks the right of an open booking and reads its history.
 * @throws NOT_FOUND, CONFLICT; STATE for a booking that is cancelled or has a result; EXAM_RUNNING after check-in
 */
async function lockBooking(
  ctx: UserContext,
  { exam_id, version }: { exam_id: number; version?: number | undefined },
): Promise<{ right: LockedRight; history: History; booking: OpenBooking }> {
  const right = await lockRight(ctx, { exam_id })
  const history = await readHistory(ctx, right)
  const { open: booking } = history
  if (booking?.exam_id !== exam_id) throw stateError('การจองนี้ยกเลิกหรือมีผลสอบแล้ว')
  if (version !== undefined && version !== booking.version) throw conflict()
  if (booking.checked_in) {
    throw new AppError('EXAM_RUNNING', examSentences.checkedIn, 409)
  }
  return { right, history, booking }
}

/**
 * Records that the fee of a late move was used, so that it pays for no other move; the fee is a
 * line, or the only line of an application.
 */
async function markMoveFeeUsed(
  ctx: UserContext,
  line: { line_id: number } | { application_id: number },
): Promise<void> {
  const [column, id] =
    'line_id' in line
      ? (['line_id', line.line_id] as const)
      : (['application_id', line.application_id] as const)
  await ctx.tx
    .updateTable('application_line')
    .set({ moved_at: ctx.clock.now().toISOString() })
    .where(column, '=', id)
    .where('right_id', 'is not', null)
    .execute()
}

/**
 * Moves a booking to another day or session. Joining a session of the same day is not counted as a move.
 * @throws NOT_FOUND, CONFLICT, STATE, EXAM_RUNNING, MOVES_USED_UP, MOVE_TOO_LATE, FEE_DUE, the codes of {@link assertBookable} and
 *   {@link lockSeat}; NOT_FREE
 */
export async function changeExamDate(
  ctx: UserContext,
  input: InputOf<typeof examBooking.changeDate>,
): Promise<Answer<typeof examBooking.changeDate>> {
  const { exam_id, exam_date, note, override_reason } = input
  const { right, history, booking } = await lockBooking(ctx, input)
  const isSameDay = exam_date === booking.exam_date
  const joins = isSameDay && booking.exam_session_id === null
  if (
    isSameDay &&
    !joins &&
    (input.exam_session_id ?? booking.exam_session_id) === booking.exam_session_id
  ) {
    throw stateError('จองสอบวันและรอบนี้อยู่แล้ว')
  }
  const { settings } = history
  if (!joins) assertAllowed(ctx, moveRefusal(ctx, history), override_reason)
  assertBookable(ctx, history, { day: exam_date, startsAt: null }, override_reason)
  const due = isSameDay || input.fee !== undefined ? null : await feeOfMove(ctx, history, right)
  const soldBefore = due === null ? null : history.move_line_id
  if (soldBefore === null) assertFree(ctx, due, override_reason)
  // Locked together, so that two moves between the same sessions cannot deadlock.
  await lockSessions(ctx, [
    ...(booking.exam_session_id === null ? [] : [booking.exam_session_id]),
    ...(await seatCandidates(ctx, right, input, settings)),
  ])
  const session = await lockSeat(ctx, right, input, settings)
  const startsAt = session?.starts_at ?? null
  assertBookable(ctx, history, { day: exam_date, startsAt }, override_reason)
  if (joins && session === null) throw stateError('จองสอบวันนี้อยู่แล้ว')
  await moveBooking(ctx, right, booking, {
    exam_date,
    session,
    override_reason,
    note,
    counted: !joins && !leavesFreely(ctx, booking),
  })
  if (soldBefore !== null) await markMoveFeeUsed(ctx, { line_id: soldBefore })
  const exam_session_id = session?.exam_session_id ?? null
  // Last, because it takes document numbers, whose counters are locked after everything else.
  const sale =
    input.fee === undefined
      ? null
      : await sellFee(ctx, right, { fee: input.fee, use: 'move', note })
  if (sale !== null) await markMoveFeeUsed(ctx, sale.sold)
  return {
    message: [
      `เปลี่ยนวันสอบเป็น ${shownTime(exam_date, session)} เรียบร้อยแล้ว`,
      ...(sale === null ? [] : [`เลขที่ใบสมัคร ${sale.sold.application_code}`]),
    ].join(' · '),
    data: { exam_id, exam_date, exam_session_id, application: sale?.sold ?? null },
  }
}

/**
 * Cancels a booking. The right stays, and can be booked again, which counts as a move unless its session was cancelled.
 * @throws NOT_FOUND, CONFLICT, STATE, EXAM_RUNNING; MOVE_TOO_LATE once the exam has begun or the notice has passed; FEE_DUE
 *   while a move would have a fee
 */
export async function cancelExam(
  ctx: UserContext,
  { note, ...key }: InputOf<typeof examBooking.cancel>,
): Promise<Answer<typeof examBooking.cancel>> {
  const { right, booking, history } = await lockBooking(ctx, key)
  // Otherwise a candidate who missed the exam would not be marked as absent. The reason is that of
  // the override.
  assertAllowed(ctx, await cancelProblemOf(ctx, history, right), note)
  await lockSessions(ctx, booking.exam_session_id === null ? [] : [booking.exam_session_id])
  const { right_id } = right
  await cancelBookings(
    ctx,
    [{ ...booking, right_id }],
    note,
    stampOf(ctx),
    !leavesFreely(ctx, booking),
  )
  await serveWaiting(ctx, booking.exam_session_id === null ? [] : [booking.exam_session_id])
  await ctx.tx
    .updateTable('exam_right')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('right_id', '=', right_id)
    .execute()
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: right.branch_id,
    before: { exam_date: booking.exam_date },
    after: { note },
  })
  return { message: 'ยกเลิกการจองสอบเรียบร้อยแล้ว', data: null }
}
