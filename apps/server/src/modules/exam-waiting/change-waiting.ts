/**
 * Joins and leaves waiting lists, offers seats manually, and answers offers. Source: product
 * specification, 6.2 and 6.2b.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { mayAnswer, mayLeave, waitingStates } from '@khapdee/domain/exam-waiting'
import { formatInstant } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, notFound, stateError } from '../../kernel/errors.ts'
import { assertAllowed, assertBookable, book, moveBooking } from '../booking/bookings.ts'
import { leaveRefusal, readHistory } from '../booking/history.ts'
import {
  type LockedSession,
  assertOwnSession,
  lockSeat,
  lockSessions,
  seatsLeft,
  sessionFull,
} from '../booking/seats.ts'
import {
  type StoredWait,
  changeWaits,
  offerEnd,
  readQueue,
  readWaits,
  serveWaiting,
  sessionProblem,
  waitingProblems,
} from '../booking/waiting.ts'
import { lockRight } from '../exam/lock-right.ts'
import { assertFree, feeOfBooking } from '../exam/propose-fees.ts'
import { assertMayWait, enterWaiting } from './enter-waiting.ts'

/**
 * Adds a right to the waiting list of a full session. Problems that can be resolved while it waits
 * do not prevent it: a balance, the theory exam, another exam at that time.
 * @throws NOT_FOUND, STATE, ALREADY_WAITING, SEATS_LEFT, EXAM_RUNNING, the codes of a right that
 * cannot be booked that day
 */
export async function joinWaiting(
  ctx: UserContext,
  { exam_session_id, right_id }: InputOf<typeof examWaiting.join>,
): Promise<Answer<typeof examWaiting.join>> {
  const right = await lockRight(ctx, { right_id })
  const history = await readHistory(ctx, right)
  const session = (await lockSessions(ctx, [exam_session_id])).get(exam_session_id)
  if (session === undefined) throw notFound()
  const { exam_waiting_id, problem } = await enterWaiting(ctx, { right, history }, session)
  return {
    message:
      problem === null ? 'ลงรายชื่อสำรองเรียบร้อยแล้ว' : `ลงรายชื่อสำรองเรียบร้อยแล้ว · ${problem.message}`,
    data: { exam_waiting_id },
  }
}

interface EntryKey {
  exam_waiting_id: number
  version?: number | undefined
}

/** An entry of a session or a right of the caller's branches, before its session is locked. @throws NOT_FOUND */
async function findWait(ctx: UserContext, { exam_waiting_id }: EntryKey): Promise<StoredWait> {
  const branchIds = [...ctx.scope.branchIds]
  const [found] = await readWaits(
    ctx,
    sql`w.exam_waiting_id = ${exam_waiting_id} and (w.branch_id = any(${branchIds}::int[])
      or exists (select from exam_right r where r.right_id = w.right_id and r.branch_id = any(${branchIds}::int[])))`,
  )
  if (found === undefined) throw notFound()
  return found
}

/** An entry whose session is locked. @throws NOT_FOUND, CONFLICT for another version */
async function readWait(ctx: UserContext, key: EntryKey): Promise<StoredWait> {
  const found = await findWait(ctx, key)
  if (key.version !== undefined && key.version !== found.version) throw conflict()
  return found
}

/** Locks the session of an entry. @throws NOT_FOUND, CONFLICT */
async function lockWait(
  ctx: UserContext,
  key: EntryKey,
): Promise<{ wait: StoredWait; session: LockedSession }> {
  const { exam_session_id } = await findWait(ctx, key)
  const session = (await lockSessions(ctx, [exam_session_id])).get(exam_session_id)
  if (session === undefined) throw notFound()
  return { wait: await readWait(ctx, key), session }
}

/** @throws OFFER_ENDED for an offer that was not answered in time; STATE without an offer */
function assertOffered({ state, offer_until }: StoredWait): void {
  if (mayAnswer(state)) return
  if (state === 'lapsed' && offer_until !== null) {
    const message = `ถือที่นั่งไว้ถึง ${formatInstant(offer_until)} ซึ่งเลยมาแล้ว`
    throw new AppError('OFFER_ENDED', message, 409)
  }
  throw stateError(`ไม่มีที่นั่งที่เสนออยู่ (${waitingStates[state].label})`)
}

/**
 * Offers a free seat to a customer who waits, before others.
 * @throws NOT_FOUND, CONFLICT, SESSION_FULL; STATE naming why the customer cannot take it
 */
export async function offerSeat(
  ctx: UserContext,
  key: InputOf<typeof examWaiting.offer>,
): Promise<Answer<typeof examWaiting.offer>> {
  const { wait, session } = await lockWait(ctx, key)
  assertOwnSession(ctx, session)
  const { exam_waiting_id } = wait
  if (wait.state !== 'waiting') {
    throw stateError(`เสนอที่นั่งไม่ได้ (${waitingStates[wait.state].label})`)
  }
  if (seatsLeft(session) <= 0) throw sessionFull(session)
  const until = offerEnd(ctx, session)
  const [queued] = await readQueue(ctx, sql`w.exam_waiting_id = ${exam_waiting_id}`)
  if (queued === undefined) throw notFound()
  const problems = await waitingProblems(ctx, [{ wait: queued, session }])
  const problem = sessionProblem(session, until) ?? problems.get(exam_waiting_id) ?? null
  if (problem !== null || until === null) throw stateError(problem ?? '')
  await changeWaits(ctx, [wait], {
    state: 'offered',
    event: 'seat_offered',
    by: ctx.actor.user_id,
    offer_until: until,
  })
  return {
    message: `เสนอที่นั่งแล้ว ถือไว้ถึง ${formatInstant(until)}`,
    data: { exam_waiting_id, offer_until: until },
  }
}

/**
 * Accepts an offered seat: books the right, or moves its booking without counting it as a move.
 * @throws NOT_FOUND, CONFLICT, STATE, OFFER_ENDED, EXAM_RUNNING, NOT_FREE, the codes of {@link assertBookable}; FEE_DUE while a
 *   fee of a retake or a no-show is due, which is sold before the seat is accepted
 */
export async function acceptSeat(
  ctx: UserContext,
  key: InputOf<typeof examWaiting.accept>,
): Promise<Answer<typeof examWaiting.accept>> {
  const { right_id, exam_session_id } = await findWait(ctx, key)
  const right = await lockRight(ctx, { right_id })
  const history = await readHistory(ctx, right)
  const { open } = history
  const sessions = await lockSessions(ctx, [
    exam_session_id,
    ...(open?.exam_session_id ? [open.exam_session_id] : []),
  ])
  const session = sessions.get(exam_session_id)
  if (session === undefined) throw notFound()
  assertOffered(await readWait(ctx, key))
  assertMayWait(history, session)
  const { day: exam_date, name } = session
  const wanted = { exam_date, exam_session_id, override_reason: '' }
  let exam_id: number
  if (open === null) {
    assertFree(ctx, await feeOfBooking(ctx, history, right), '')
    exam_id = (await book(ctx, right, wanted, { ...history, rebooks: false })).exam_id
  } else {
    exam_id = open.exam_id
    // Otherwise a candidate who missed an exam would not be marked as absent.
    assertAllowed(ctx, leaveRefusal(ctx, history), '')
    assertBookable(ctx, history, { day: exam_date, startsAt: session.starts_at }, '')
    const seat = await lockSeat(ctx, right, wanted, history.settings)
    await moveBooking(ctx, right, open, { ...wanted, session: seat, note: '', counted: false })
  }
  return {
    message: `รับที่นั่งแล้ว ${name}`,
    data: { exam_id, exam_date, exam_session_id },
  }
}

/**
 * Refuses callers who may not answer an offer: the branch of the right answers it, not the branch
 * of the session. @throws NOT_FOUND
 */
async function assertAnswers(ctx: UserContext, { right_id }: StoredWait): Promise<void> {
  const own = await ctx.tx
    .selectFrom('exam_right')
    .select('right_id')
    .where('right_id', '=', right_id)
    .where('branch_id', 'in', [...ctx.scope.branchIds])
    .executeTakeFirst()
  if (own === undefined) throw notFound()
}

/** Declines an offered seat, which is offered to the next. @throws NOT_FOUND, CONFLICT, STATE, OFFER_ENDED */
export async function declineSeat(
  ctx: UserContext,
  key: InputOf<typeof examWaiting.decline>,
): Promise<Answer<typeof examWaiting.decline>> {
  const { wait, session } = await lockWait(ctx, key)
  await assertAnswers(ctx, wait)
  assertOffered(wait)
  await changeWaits(ctx, [wait], {
    state: 'declined',
    event: 'seat_declined',
    by: ctx.actor.user_id,
  })
  await serveWaiting(ctx, [session.exam_session_id])
  return { message: 'บันทึกว่าไม่รับที่นั่งแล้ว', data: null }
}

/**
 * Leaves a waiting list, or closes the entry of a cancelled session. @throws NOT_FOUND, CONFLICT,
 * STATE
 */
export async function leaveWaiting(
  ctx: UserContext,
  { note, ...key }: InputOf<typeof examWaiting.leave>,
): Promise<Answer<typeof examWaiting.leave>> {
  const { wait, session } = await lockWait(ctx, key)
  if (!mayLeave(wait.state)) {
    throw stateError(`ไม่ได้อยู่ในรายชื่อสำรองแล้ว (${waitingStates[wait.state].label})`)
  }
  await changeWaits(ctx, [wait], {
    state: 'left',
    event: 'waiting_left',
    by: ctx.actor.user_id,
    note,
  })
  await serveWaiting(ctx, [session.exam_session_id])
  return { message: 'ออกจากรายชื่อสำรองแล้ว', data: null }
}
