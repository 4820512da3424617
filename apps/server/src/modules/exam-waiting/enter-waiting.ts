/** Adds rights to the waiting lists of full sessions. */
import { type BookingProblem, bookingProblem } from '@khapdee/domain/exam-booking'
import { examSentences } from '@khapdee/domain/exam-sentences'
import { waitingStates } from '@khapdee/domain/exam-waiting'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, stateError } from '../../kernel/errors.ts'
import { assertAllowed } from '../booking/bookings.ts'
import type { BookableRight, History } from '../booking/history.ts'
import { isOpenWait } from '../booking/open-booking.ts'
import { insertRightEvents } from '../booking/right-events.ts'
import { type LockedSession, seatsLeft } from '../booking/seats.ts'
import { unsuitable } from '../booking/suitable.ts'
import { changeWaits, offerEnd, readWaits, sessionProblem } from '../booking/waiting.ts'

/** Problems of a right that may be solved while it waits. */
const mayWaitWith: ReadonlySet<BookingProblem['code']> = new Set(['BALANCE_FIRST', 'THEORY_FIRST'])

/** @throws EXAM_RUNNING for a candidate who is checked in; STATE for one who has a seat of the session */
export function assertMayWait({ open }: History, session: LockedSession): void {
  if (open === null) return
  if (open.checked_in) throw new AppError('EXAM_RUNNING', examSentences.checkedIn, 409)
  if (open.exam_session_id === session.exam_session_id) throw stateError('จองสอบรอบนี้แล้ว')
}

/** @throws ALREADY_WAITING */
async function assertWaitsOnce(
  ctx: UserContext,
  { exam_session_id }: LockedSession,
  customerId: number,
): Promise<void> {
  const [known] = await readWaits(
    ctx,
    sql`${isOpenWait} and w.exam_session_id = ${exam_session_id} and w.customer_id = ${customerId}`,
  )
  if (known === undefined) return
  const message = `ผู้สมัครอยู่ในรายชื่อสำรองของรอบนี้แล้ว (${waitingStates[known.state].label})`
  throw new AppError('ALREADY_WAITING', message, 409)
}

/**
 * Adds a locked right to the waiting list of a locked session that is full. Problems that can be
 * resolved while it waits do not prevent it: a balance, the theory exam, another exam at that time.
 * @returns the id of the entry, and the problems to resolve
 * @throws NOT_FOUND, STATE, ALREADY_WAITING, SEATS_LEFT, EXAM_RUNNING, the codes of a right that
 * cannot be booked that day
 */
export async function enterWaiting(
  ctx: UserContext,
  { right, history }: { right: BookableRight; history: History },
  session: LockedSession,
): Promise<{ exam_waiting_id: number; problem: BookingProblem | null }> {
  const { right_id, customer_id } = right
  const { exam_session_id, name, day } = session
  const misfit = unsuitable(ctx, session, right)
  if (misfit !== null) throw misfit
  assertMayWait(history, session)
  const problem = bookingProblem(history.facts, day, ctx.clock.today(), session.starts_at)
  if (problem !== null && !mayWaitWith.has(problem.code)) assertAllowed(ctx, problem, '')
  const late = sessionProblem(session, offerEnd(ctx, session))
  if (late !== null) throw stateError(late)
  await assertWaitsOnce(ctx, session, customer_id)
  const free = seatsLeft(session)
  if (free > 0) throw new AppError('SEATS_LEFT', `รอบสอบนี้ว่าง ${free} ที่ จองได้เลย`, 409)
  const { user_id } = ctx.actor
  const at = ctx.clock.now().toISOString()
  const { exam_waiting_id } = await ctx.tx
    .insertInto('exam_waiting')
    .values({
      exam_session_id,
      right_id,
      customer_id,
      branch_id: session.branch_id,
      created_by: user_id,
      createdAt: at,
      updatedAt: at,
    })
    .returning('exam_waiting_id')
    .executeTakeFirstOrThrow()
  await insertRightEvents(
    [
      {
        right_id,
        event: 'waiting_joined',
        detail: { exam_waiting_id, exam_session_id, exam_date: day, note: name },
      },
    ],
    { user_id, at },
  ).execute(ctx.tx)
  ctx.audit({
    entity: 'exam_right',
    id: right_id,
    branch: session.branch_id,
    after: { waiting: 'waiting', session: name },
  })
  const displaced = await readWaits(ctx, sql`w.right_id = ${right_id} and w.state = 'displaced'`)
  await changeWaits(ctx, displaced, {
    state: 'ended',
    event: 'waiting_ended',
    by: user_id,
    note: 'รอที่นั่งรอบอื่นแล้ว',
  })
  return { exam_waiting_id, problem }
}
