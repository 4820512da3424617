/** Puts bookings that have no session into a session of their day. Source: product specification, section 6.2b. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examSession } from '@khapdee/contract/entities/exam-session'
import { unsettledProblem } from '@khapdee/domain/exam-booking'
import { type SqlBool, sql } from 'kysely'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, conflict, notFound } from '../../kernel/errors.ts'
import { bookingError } from '../booking/bookings.ts'
import { type History, readHistories } from '../booking/history.ts'
import { assertOwnSession, lockSessions } from '../booking/seats.ts'
import { closeWaitsOfBooking } from '../booking/waiting.ts'
import {
  type Candidate,
  type SeatMove,
  assertTarget,
  readCandidates,
  toldOf,
  writeMoves,
} from './candidates.ts'
import {
  lockApplicationIds,
  lockRightIds,
  openBookingsOf,
  rightsForAdmission,
} from './session.queries.ts'

/** The facts that determine whether locked rights of bookings can be booked, by their ids. */
async function historiesOf(
  ctx: UserContext,
  bookings: readonly Candidate[],
): Promise<Map<number, History>> {
  const rights = await rightsForAdmission.rows(
    ctx.tx,
    bookings.map(({ right_id }) => right_id),
  )
  return readHistories(
    ctx,
    rights.map(({ right_id, branch_id, kind, balance, ...state }) => ({
      right_id,
      branch_id,
      kind,
      state,
      app: { balance },
    })),
  )
}

/**
 * Refuses the booking of a right with a balance or an open refund request. @throws REFUND_PENDING,
 * BALANCE_FIRST, at the field with a path
 */
function assertSettled(path: string, { customer }: Candidate, history: History | undefined): void {
  const problem = history === undefined ? null : unsettledProblem(history.facts)
  if (problem === null) return
  const message = `${customer}: ${problem.message}`
  const { code, http } = bookingError(problem)
  throw new AppError(code, message, http, { errors: [{ path, message }] })
}

/**
 * Puts bookings into a session of their branch and day, which does not count as a move.
 * @throws NOT_FOUND, CONFLICT, REFUND_PENDING, BALANCE_FIRST, SESSION_FULL, STATE, NOT_FREE; each at its booking
 */
export async function admitBookings(
  ctx: UserContext,
  { exam_session_id, exam_ids }: InputOf<typeof examSession.admit>,
): Promise<Answer<typeof examSession.admit>> {
  const branchIds = [...ctx.scope.branchIds]
  const wanted = sql<SqlBool>`e.exam_id = any(${exam_ids}::int[]) and e.branch_id = any(${branchIds}::int[])`
  const seen = await openBookingsOf.rows(ctx.tx, wanted)
  await lockApplicationIds.rows(
    ctx.tx,
    seen.flatMap(({ application_id }) => application_id ?? []),
  )
  await lockRightIds.rows(
    ctx.tx,
    seen.map(({ right_id }) => right_id),
  )
  const session = (await lockSessions(ctx, [exam_session_id])).get(exam_session_id)
  assertOwnSession(ctx, session)
  const bookings = await readCandidates(ctx, { ...session, starts_at: null }, wanted)
  const histories = await historiesOf(ctx, bookings)
  const moves: SeatMove[] = []
  for (const [i, exam_id] of exam_ids.entries()) {
    const booking = bookings.find((found) => found.exam_id === exam_id)
    if (booking === undefined) throw notFound()
    // Another user has given it a session, or moved it to another day.
    if (booking.exam_session_id !== null || booking.exam_date !== session.day) throw conflict()
    assertSettled(`exam_ids.${i}`, booking, histories.get(booking.right_id))
    await assertTarget(ctx, `exam_ids.${i}`, { booking, to: session })
    session.seats_taken++
    moves.push({ booking, to: session })
  }
  await writeMoves(ctx, moves, exam_session_id, `เข้ารอบ ${session.name}`)
  for (const { booking } of moves) {
    await closeWaitsOfBooking(ctx, booking.right_id, booking.exam_id, session)
  }
  const told = toldOf(moves)
  ctx.audit({
    entity: 'exam_session',
    id: exam_session_id,
    after: { moved: told.map(({ customer, session: name }) => ({ customer, session: name })) },
    branch: session.branch_id,
  })
  return {
    message: `ให้ผู้สมัคร ${moves.length} คนเข้ารอบนี้แล้ว`,
    data: { exam_session_id, told },
  }
}
