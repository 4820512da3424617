/** Changes exam sessions and moves candidates who no longer fit. */
import { isDeepStrictEqual } from 'node:util'
import type { examSession } from '@khapdee/contract/entities/exam-session'
import { sessionName } from '@khapdee/domain/exam-session'
import { actionWords } from '@khapdee/domain/words'
import { changesOf } from '../../kernel/audit.ts'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertOwnSession, lockSessions } from '../booking/seats.ts'
import { serveWaiting, withdrawOffers } from '../booking/waiting.ts'
import { release } from '../timetable/occupancy.ts'
import {
  type LockedCandidates,
  lockCandidates,
  moveSeats,
  toldOf,
  writeMoves,
} from './candidates.ts'
import { assertSessionDay, auditedOverride, spanOn } from './create-sessions.ts'
import {
  occupyResources,
  readResources,
  sharedPlaceProblem,
  subjectsOf,
  writeResources,
} from './resources.ts'
import type { StoredSession } from './session.queries.ts'
import {
  targetIds,
  assertChangeable,
  readSession,
  assertNotEnded,
  auditedMoves,
} from './session-changes.ts'
import {
  isRetimed,
  audited,
  inputOf,
  isRescheduled,
  assertPlannable,
  type UpdateInput,
} from './planned-change.ts'
import { assertAllFit, assertSeatsAllow } from './fit-candidates.ts'

/** Locks the session, and with them its candidates if the change can affect them. */
async function lockForUpdate(
  ctx: UserContext,
  { exam_session_id, ...input }: UpdateInput,
): Promise<LockedCandidates> {
  const seen = await readSession(ctx, exam_session_id)
  const isSame = ({ licence_types }: Pick<StoredSession, 'licence_types'>) =>
    licence_types.join() === seen.licence_types.join()
  const affects =
    isRetimed(seen, { ...input, exam_session_id }) ||
    !isSame(input) ||
    input.place_id !== seen.place_id ||
    input.moves.length > 0
  if (affects) return lockCandidates(ctx, exam_session_id, targetIds(input.moves))
  const sessions = await lockSessions(ctx, [exam_session_id])
  const session = sessions.get(exam_session_id)
  assertOwnSession(ctx, session)
  return { session, sessions, candidates: [] }
}

/**
 * Changes a session. Candidates who stay get its new day and time, which is recorded in their
 * rights' ledgers.
 * @throws NOT_FOUND, CONFLICT, STATE, VALIDATION, CAPACITY_TAKEN, CANDIDATES_MISFIT, NOT_FREE;
 * SESSION_FULL for a move; OUTSIDE_WORKING_TIME, NOT_LICENSED, NOT_READY unless the caller
 * overrides them with a reason
 */
export async function updateSession(
  ctx: UserContext,
  input: UpdateInput,
): Promise<Answer<typeof examSession.update>> {
  const { exam_session_id: id, version, moves: wanted } = input
  const locked = await lockForUpdate(ctx, input)
  const { session, candidates } = locked
  assertChangeable(session, version)
  const stored = await readSession(ctx, id)
  if (input.status === 'open') assertNotEnded(stored, 'เปิดรับอีกไม่ได้')
  const { status = stored.status } = input
  const before = inputOf(stored)
  const retimed = isRetimed(stored, input)
  if (retimed) assertNotEnded(stored, 'เปลี่ยนวันเวลาไม่ได้')
  if (input.date !== stored.date) assertSessionDay(ctx, input.date)
  const values = { ...input, branch_id: stored.branch_id }
  const place = await readResources(ctx, values, { before })
  const accepted_problems = isRescheduled(before, input)
    ? await assertPlannable(ctx, before, values)
    : before.accepted_problems
  const decided = new Set(wanted.map(({ exam_id }) => exam_id))
  const staying = candidates.filter(({ exam_id }) => !decided.has(exam_id))
  // A candidate whose right no longer fits the session does not prevent a change of place or
  // capacity.
  const isOtherExam = retimed || !isDeepStrictEqual(stored.licence_types, input.licence_types)
  if (isOtherExam) assertAllFit(staying, input)
  const name = sessionName(input.kind, input.date, input.start_time)
  const note = retimed ? `${stored.name} เปลี่ยนเป็น ${name}` : `${actionWords.edit}${stored.name}`
  const moved = await moveSeats(ctx, locked, wanted, note)
  assertSeatsAllow(stored, session, input)

  const span = spanOn(input.date, input)
  const problem = await sharedPlaceProblem(ctx, place, id, span)
  if (problem !== null) throw new AppError('NOT_FREE', problem, 409)
  await release(ctx, { exam_session_id: id })
  await ctx.tx
    .updateTable('exam_session')
    .set({
      kind: input.kind,
      licence_types: input.licence_types,
      name,
      ...span,
      capacity: input.capacity,
      place_id: input.place_id,
      note: input.note,
      status,
      accepted_problems,
      updated_by: ctx.actor.user_id,
      updatedAt: ctx.clock.now().toISOString(),
      version: version + 1,
    })
    .where('exam_session_id', '=', id)
    .execute()
  await ctx.tx.deleteFrom('exam_session_panel').where('exam_session_id', '=', id).execute()
  await ctx.tx.deleteFrom('exam_session_vehicle').where('exam_session_id', '=', id).execute()
  await writeResources(ctx, id, input)
  await occupyResources(ctx, id, subjectsOf(input, place), span)
  const to = { ...session, ...span, name, day: input.date }
  const followed = retimed ? staying.map((booking) => ({ booking, to })) : []
  await writeMoves(ctx, followed, id, note)
  const withdrawn =
    retimed || input.licence_types.join() !== stored.licence_types.join()
      ? await withdrawOffers(ctx, id, note)
      : []
  await serveWaiting(ctx, [id])

  const changes = changesOf(audited(before), audited({ ...input, status }))
  ctx.audit({
    entity: 'exam_session',
    id,
    before: changes.before,
    after: {
      ...changes.after,
      ...auditedMoves(moved),
      ...auditedOverride(input.override_reason),
    },
    branch: stored.branch_id,
  })
  const replaced =
    input.place_id !== stored.place_id ? staying.map((booking) => ({ booking, to })) : []
  const told = [
    ...toldOf([...moved, ...(retimed ? followed : replaced)]),
    ...withdrawn.map((person) => ({ ...person, exam_id: null, session: null, waiting: name })),
  ]
  return {
    message: 'แก้ไขรอบสอบเรียบร้อยแล้ว',
    data: { exam_session_id: id, version: version + 1, told },
  }
}
