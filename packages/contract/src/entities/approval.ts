/** What waits for a decision, of whatever kind. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { baht, dataOf, id, instant, listOf, listQuery } from '../wire.ts'
import { kind } from './application-shapes.ts'

const row = z.object({
  kind: z.enum(['payment', 'request_fee']),
  /** payment_id or application_id. */
  id,
  application_id: id,
  /** Of the application. */
  type: kind,
  code: z.string(),
  application_code: z.string(),
  customer: z.string(),
  amount: baht,
  note: z.string(),
  branch: z.string(),
  /** Who asks. */
  user: z.string(),
  createdAt: instant,
  /** False for one's own request, and where the right to decide is missing. */
  can_decide: z.boolean(),
})
export type ApprovalRow = z.output<typeof row>

export const approval = {
  gettable: endpoint({
    method: 'GET',
    path: 'approval/gettable',
    access: 'signed-in',
    summary: 'What waits for a decision that one may make or has asked for; `type` is its kind',
    input: listQuery,
    output: listOf(row),
  }),
  count: endpoint({
    method: 'GET',
    path: 'approval/count',
    access: 'signed-in',
    summary: 'How many decisions wait for the caller',
    input: z.strictObject({}),
    output: dataOf(z.object({ waiting: z.number() })),
  }),
}
