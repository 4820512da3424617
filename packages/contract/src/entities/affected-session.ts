/**
 * Exam sessions with problems caused by data entered after they were planned: holidays, leave, the
 * state of vehicles, people and places that are no longer in use. Source: product specification,
 * section 6.2b.
 */
import { entities } from '@khapdee/domain/entities'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, id, idInPath, listOf, listQuery, reason, shownText, version } from '../wire.ts'
import { examSession } from './exam-session.ts'

const { row: session } = examSession

/** The kinds of records that can be replaced. */
const replaceable = z.enum(['user', 'vehicle', 'place'], { error: messages.invalid })

const problem = z.object({
  /** `branch` for opening hours and holidays, for which there is no replacement. */
  kind: z.enum(['branch', ...replaceable.options]),
  id,
  name: z.string(),
  /** The problem in Thai, one or more sentences. */
  messages: z.array(z.string()),
  /**
   * People, vehicles or places that are free and suitable, the best first; `note` states their
   * missing data, in Thai.
   */
  replacements: z.array(z.object({ value: id, name: z.string(), note: z.string() })),
})

const row = z.object({
  exam_session_id: id,
  name: shownText(entities.exam_session.label),
  branch: session.shape.branch,
  date: session.shape.date,
  seats_taken: z.number(),
  problems: z.array(problem),
  version,
  can: z.object({
    /** Whether the caller may replace people, vehicles and the place, and change or cancel the session. */
    replace: z.boolean(),
    /** Whether the caller may accept the problems of the session, with a reason. */
    keep: z.boolean(),
  }),
})
export type AffectedSession = z.output<typeof row>

const sessionKey = { exam_session_id: id, version }

export const affectedSession = {
  row,
  gettable: endpoint({
    method: 'GET',
    path: 'exam-session/affected',
    access: 'exam.view',
    summary:
      'Planned exam sessions with problems that were entered after they were planned, earliest first, each with proposed replacements; of all sessions or of one',
    input: listQuery.extend({ exam_session_id: idInPath.optional() }),
    output: listOf(row),
  }),
  count: endpoint({
    method: 'GET',
    path: 'exam-session/affected-count',
    access: 'exam.session',
    summary: 'The number of sessions in `exam-session/affected`, for the menu',
    input: listQuery.pick({ branch: true }),
    output: dataOf(z.object({ affected: z.number() })),
  }),
  replace: endpoint({
    method: 'POST',
    path: 'exam-session/replace',
    access: 'exam.session',
    idempotent: 'optional',
    summary: 'Replace people, vehicles or the place of an exam session, all of them or none',
    input: z.strictObject({
      ...sessionKey,
      replacements: labelled(
        z
          .array(z.strictObject({ kind: replaceable, from: id, to: id }), {
            error: messages.invalid,
          })
          .min(1, { error: messages.invalid })
          .max(71, { error: messages.invalid }),
        'ผู้แทนหรือสิ่งทดแทน',
      ),
    }),
    output: examSession.update.output,
  }),
  keep: endpoint({
    method: 'POST',
    path: 'exam-session/keep',
    access: 'exam.override',
    idempotent: 'optional',
    summary: 'Accept the problems of an exam session, with a reason',
    input: z.strictObject({ ...sessionKey, note: reason(500) }),
    output: dataOf(z.object(sessionKey)),
  }),
}
