/** The big screen of a branch: the queues of today by number and first name, opened by a secret link without signing in. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { createdAt, dataOf, id, idInPath } from '../wire.ts'
import { exam } from './exams.ts'

const branchKey = z.strictObject({ branch_id: id })

/** The content of the screen; streamed as JSON below {@link examScreenPath}. */
export const shownQueues = z.object({
  branch: z.string(),
  stations: z.array(
    z.object({
      exam_session_id: id,
      /** The place, otherwise the kind of exam. */
      name: z.string(),
      starts_at: z.string(),
      kind: exam.shape.kind,
      /** The called candidates, latest first. */
      called: z.array(z.object({ queue_no: z.number(), fname: z.string() })),
      /** The numbers that are called next. */
      next: z.array(z.number()),
    }),
  ),
})
export type ShownQueues = z.output<typeof shownQueues>

/** Path of the stream below /api/v1, followed by the secret. */
export const examScreenPath = 'exam-screen/stream'

/** The message of the stream after which the link is no longer valid. */
export const screenRevoked = 'revoked'

export const examScreen = {
  get: endpoint({
    method: 'GET',
    path: 'exam-screen/get/:branch_id',
    access: 'exam.session',
    summary: 'Whether the big screen of a branch has a link, and since when',
    input: z.strictObject({ branch_id: idInPath }),
    output: dataOf(z.object({ createdAt }).nullable()),
  }),
  renew: endpoint({
    method: 'POST',
    path: 'exam-screen/renew',
    access: 'exam.session',
    summary: 'Create the link of the big screen of a branch; a former link is no longer valid',
    input: branchKey,
    output: dataOf(
      z.object({
        /** The last segment of the link. It is not stored and is returned only once. */
        secret: z.string(),
      }),
    ),
  }),
  revoke: endpoint({
    method: 'POST',
    path: 'exam-screen/revoke',
    access: 'exam.session',
    summary: 'Revoke the link of the big screen of a branch',
    input: branchKey,
    output: dataOf(z.null()),
  }),
}
