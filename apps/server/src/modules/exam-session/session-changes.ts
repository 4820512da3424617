/** Steps shared by changes and cancellations of exam sessions. */
import { examSentences } from '@khapdee/domain/exam-sentences'
import { headings } from '@khapdee/domain/words'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound, stateError } from '../../kernel/errors.ts'
import type { LockedSession } from '../booking/seats.ts'
import { type SeatMove, type WantedMove, toldOf } from './candidates.ts'
import { type StoredSession, oneSession } from './session.queries.ts'

export const targetIds = (moves: readonly WantedMove[]): number[] =>
  moves.flatMap(
    ({ exam_session_id, waiting_session_id }) => exam_session_id ?? waiting_session_id ?? [],
  )

/** Refuses a session that another user has changed, or that is cancelled. @throws CONFLICT, STATE */
export function assertChangeable({ version, status }: LockedSession, seen: number): void {
  if (version !== seen) throw conflict()
  if (status === 'cancelled') throw stateError(examSentences.sessionCancelled)
}

/** The session after its lock is held. @throws NOT_FOUND */
export async function readSession(ctx: UserContext, id: number): Promise<StoredSession> {
  const session = await oneSession.first(ctx.tx, ctx, id)
  if (session === undefined) throw notFound()
  return session
}

/** @param refusal what is not possible, in Thai @throws STATE for a session that was closed after its exam */
export function assertNotEnded({ ended_at }: StoredSession, refusal: string): void {
  if (ended_at !== null) throw stateError(`ปิดรอบสอบหลังสอบเสร็จแล้ว ${refusal}`)
}

export const auditedMoves = (moves: readonly SeatMove[]) =>
  moves.length === 0
    ? {}
    : {
        moved: toldOf(moves).map(({ customer, session, waiting }) => ({
          customer,
          session: session ?? (waiting === null ? null : `${headings.waitingList} ${waiting}`),
        })),
      }
