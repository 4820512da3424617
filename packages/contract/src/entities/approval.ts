/** The list of requests that wait for a decision: voids and request fees. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { baht, dataOf, id, instant, listOf, listQuery } from '../wire.ts'
import { kind } from './application-shapes.ts'

const row = z.object({
  kind: z.enum(['payment', 'request_fee']),
  /** `payment_id` or `application_id`, depending on `kind`. */
  id,
  application_id: id,
  /** Kind of the application. */
  type: kind,
  code: z.string(),
  application_code: z.string(),
  customer: z.string(),
  amount: baht,
  note: z.string(),
  branch: z.string(),
  /** The requester. */
  user: z.string(),
  createdAt: instant,
  /** False if the caller made the request or lacks the permission to decide. */
  can_decide: z.boolean(),
})
export type ApprovalRow = z.output<typeof row>

export const approval = {
  gettable: endpoint({
    method: 'GET',
    path: 'approval/gettable',
    access: 'signed-in',
    summary: 'Requests that the caller may decide or has made; `type` is their kind',
    input: listQuery,
    output: listOf(row),
  }),
  count: endpoint({
    method: 'GET',
    path: 'approval/count',
    access: 'signed-in',
    summary: 'The number of requests that the caller may decide',
    input: z.strictObject({}),
    output: dataOf(z.object({ waiting: z.number() })),
  }),
}
