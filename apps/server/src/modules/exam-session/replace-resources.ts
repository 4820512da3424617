/**
 * Resolves the problems of a planned session: replaces people, vehicles and the place, or accepts
 * the problems.
 */
import { examSentences } from '@khapdee/domain/exam-sentences'
import type { InputOf } from '@khapdee/contract/endpoint'
import type { affectedSession } from '@khapdee/contract/entities/affected-session'
import type { Answer } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, invalid, stateError } from '../../kernel/errors.ts'
import { assertOwnSession, lockSessions } from '../booking/seats.ts'
import { refusedMessages } from '../timetable/problems.ts'
import { updateSession } from './change-session.ts'
import { inputOf } from './planned-change.ts'
import { problemsOn } from './resources.ts'
import { readSession } from './read-sessions.ts'

type Replacement = InputOf<typeof affectedSession.replace>['replacements'][number]

/**
 * Replaces ids of one kind.
 * @throws VALIDATION if the session does not have the id to be replaced, or already has the new one
 */
function replacer(replacements: readonly Replacement[], kind: Replacement['kind']) {
  return (ids: readonly number[]): number[] => {
    const replaced = [...ids]
    replacements.forEach((replacement, i) => {
      if (replacement.kind !== kind) return
      const at = replaced.indexOf(replacement.from)
      const problem =
        at < 0
          ? 'รอบสอบนี้ไม่มีรายการที่จะเปลี่ยน กรุณาโหลดใหม่'
          : replaced.includes(replacement.to)
            ? 'รอบสอบนี้มีรายการที่เลือกแล้ว'
            : null
      if (problem !== null) throw invalid([{ path: `replacements.${i}.to`, message: problem }])
      replaced[at] = replacement.to
    })
    return replaced
  }
}

/**
 * Replaces people, vehicles and the place of a session. The new person gets the role of the replaced one. Other problems
 * of the session do not prevent the replacement.
 * @throws NOT_FOUND, CONFLICT, STATE, VALIDATION, NOT_FREE, NOT_LICENSED, NOT_READY, OUTSIDE_WORKING_TIME
 */
export async function replaceResources(
  ctx: UserContext,
  { exam_session_id, version, replacements }: InputOf<typeof affectedSession.replace>,
): Promise<Answer<typeof affectedSession.replace>> {
  const stored = await readSession(ctx, exam_session_id)
  if (stored.version !== version) throw conflict()
  const { kind, licence_types, date, start_time, end_time, capacity, note, panel, vehicle_ids } =
    inputOf(stored)
  const people = replacer(replacements, 'user')(panel.map(({ user_id }) => user_id))
  const [place_id = null] = replacer(
    replacements,
    'place',
  )(stored.place_id === null ? [] : [stored.place_id])
  return updateSession(ctx, {
    exam_session_id,
    version,
    kind,
    licence_types,
    date,
    start_time,
    end_time,
    capacity,
    note,
    place_id,
    vehicle_ids: replacer(replacements, 'vehicle')(vehicle_ids),
    panel: panel.map(({ role }, i) => ({ user_id: people[i] ?? 0, role })),
    override_reason: '',
    moves: [],
  })
}

/**
 * Accepts the present problems of a session with a reason, so that they are no longer shown.
 * @throws NOT_FOUND, CONFLICT; STATE if it has no problem, or is cancelled
 */
export async function keepSession(
  ctx: UserContext,
  { exam_session_id, version, note }: InputOf<typeof affectedSession.keep>,
): Promise<Answer<typeof affectedSession.keep>> {
  const locked = (await lockSessions(ctx, [exam_session_id])).get(exam_session_id)
  assertOwnSession(ctx, locked)
  if (locked.version !== version) throw conflict()
  if (locked.status === 'cancelled') throw stateError(examSentences.sessionCancelled)
  const stored = await readSession(ctx, exam_session_id)
  const refused = refusedMessages(await problemsOn(ctx, stored.date, inputOf(stored)))
  if (refused.length === 0) throw stateError('รอบสอบนี้จัดได้ตามปกติ')
  await ctx.tx
    .updateTable('exam_session')
    .set({
      accepted_problems: refused,
      updated_by: ctx.actor.user_id,
      updatedAt: ctx.clock.now().toISOString(),
      version: version + 1,
    })
    .where('exam_session_id', '=', exam_session_id)
    .execute()
  ctx.audit({
    entity: 'exam_session',
    id: exam_session_id,
    after: { override_reason: [note, ...refused].join(' · ') },
    branch: stored.branch_id,
  })
  return {
    message: 'คงรอบสอบไว้ตามเดิมแล้ว',
    data: { exam_session_id, version: version + 1 },
  }
}
