/** Cancels exam sessions and moves their candidates. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { examSession } from '@khapdee/contract/entities/exam-session'
import { sql } from 'kysely'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, notFound, stateError } from '../../kernel/errors.ts'
import { readHistory } from '../booking/history.ts'
import { isOpenWait } from '../booking/open-booking.ts'
import { displaceWaiting, readWaits } from '../booking/waiting.ts'
import { inBranch, lockRight } from '../exam/lock-right.ts'
import { enterWaiting } from '../exam-waiting/enter-waiting.ts'
import { release } from '../timetable/occupancy.ts'
import {
  type Candidate,
  type SeatMove,
  type WantedMove,
  lockCandidates,
  moveSeats,
  toldOf,
} from './candidates.ts'
import {
  targetIds,
  assertChangeable,
  readSession,
  assertNotEnded,
  auditedMoves,
} from './session-changes.ts'

/**
 * Refuses moves that do not cover exactly the open bookings. @throws MOVES_INCOMPLETE, NOT_FOUND
 */
function assertDecidesAll(candidates: readonly Candidate[], wanted: readonly WantedMove[]): void {
  const known = new Set(candidates.map(({ exam_id }) => exam_id))
  if (wanted.some(({ exam_id }) => !known.has(exam_id))) throw notFound()
  const decided = new Set(wanted.map(({ exam_id }) => exam_id))
  const undecided = candidates.filter(({ exam_id }) => !decided.has(exam_id))
  if (undecided.length === 0) return
  const names = undecided.map(({ customer }) => customer).join(', ')
  throw new AppError('MOVES_INCOMPLETE', `กรุณาเลือกรอบใหม่ให้ผู้เข้าสอบทุกคน: ${names}`, 409, {
    errors: [{ path: 'moves', message: `ยังไม่ได้เลือก: ${names}` }],
  })
}

/**
 * Puts displaced bookings, whose rights and sessions are locked, on the chosen waiting lists. A
 * right that is on the list already stays there.
 * @throws the codes of {@link enterWaiting}, at the move; ALREADY_WAITING if another right of the
 * customer is on the list
 */
async function enterWaits(
  ctx: UserContext,
  moved: readonly SeatMove[],
  wanted: readonly WantedMove[],
): Promise<void> {
  for (const { booking, waitsFor } of moved) {
    if (waitsFor === undefined) continue
    const { exam_id, right_id } = booking
    const { exam_session_id } = waitsFor
    const [waiting] = await readWaits(
      ctx,
      sql`${isOpenWait} and w.exam_session_id = ${exam_session_id} and w.right_id = ${right_id}`,
    )
    if (waiting !== undefined) continue
    // The right of a guest belongs to another branch.
    const inItsBranch = inBranch(ctx, booking.branch_id)
    const right = await lockRight(inItsBranch, { right_id })
    try {
      await enterWaiting(ctx, { right, history: await readHistory(ctx, right) }, waitsFor)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, message, http } = error
      const i = wanted.findIndex((move) => move.exam_id === exam_id)
      throw new AppError(code, `${booking.customer}: ${message}`, http, {
        errors: [{ path: `moves.${i}.exam_session_id`, message }],
      })
    }
  }
}

/**
 * Cancels a session and moves each of its candidates.
 * @throws NOT_FOUND, CONFLICT, STATE, MOVES_INCOMPLETE, SESSION_FULL, NOT_FREE; EXAM_RUNNING while candidates are checked
 *   in; the codes of {@link enterWaits}
 */
export async function cancelSession(
  ctx: UserContext,
  { exam_session_id: id, version, note, moves: wanted }: InputOf<typeof examSession.cancel>,
): Promise<Answer<typeof examSession.cancel>> {
  const locked = await lockCandidates(ctx, id, targetIds(wanted))
  const { session, candidates } = locked
  assertChangeable(session, version)
  assertNotEnded(await readSession(ctx, id), 'ยกเลิกไม่ได้')
  if (session.seats_taken > candidates.length) {
    throw stateError('รอบสอบนี้มีผลสอบแล้ว ยกเลิกไม่ได้')
  }
  assertDecidesAll(candidates, wanted)
  const moved = await moveSeats(ctx, locked, wanted, `${session.name} ถูกยกเลิก: ${note}`)
  await release(ctx, { exam_session_id: id })
  await ctx.tx
    .updateTable('exam_session')
    .set({
      status: 'cancelled',
      cancel_note: note,
      updated_by: ctx.actor.user_id,
      updatedAt: ctx.clock.now().toISOString(),
      version: version + 1,
    })
    .where('exam_session_id', '=', id)
    .execute()
  const waiting = await displaceWaiting(ctx, id, note)
  await enterWaits(ctx, moved, wanted)
  ctx.audit({
    entity: 'exam_session',
    id,
    before: { status: session.status },
    after: { status: 'cancelled', cancel_note: note, ...auditedMoves(moved) },
    branch: session.branch_id,
  })
  return {
    message: [
      'ยกเลิกรอบสอบเรียบร้อยแล้ว',
      ...(waiting === 0 ? [] : [`มีผู้รอที่นั่งต้องแจ้ง ${waiting} คน`]),
    ].join(' · '),
    data: { exam_session_id: id, told: toldOf(moved) },
  }
}
