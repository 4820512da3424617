/** The list of requests that wait for a decision: voids and request fees. */
import { entities } from '@khapdee/domain/entities'
import type { Tone } from '@khapdee/domain/tone'
import { actionWords } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  branchName,
  dataOf,
  id,
  instant,
  listOf,
  listQuery,
  reasonTitle,
  shownText,
  typeOf,
} from '../wire.ts'
import { amount, applicationCode, customerName, kind, paymentCode } from './application-shapes.ts'

/** Kinds of requests that wait for a decision. */
export const approvalKinds = {
  payment: { label: actionWords.requestVoid, tone: 'danger' },
  request_fee: { label: entities.request_fee.label, tone: 'info' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export const approvalRow = z.object({
  kind: typeOf(approvalKinds),
  /** `payment_id` or `application_id`, depending on `kind`. */
  id,
  application_id: id,
  /** Kind of the application. */
  type: kind,
  code: paymentCode,
  application_code: applicationCode,
  customer: customerName,
  amount,
  note: shownText(reasonTitle),
  branch: branchName,
  /** The requester. */
  user: shownText('ผู้ขอ'),
  createdAt: instant,
  /** False if the caller made the request or lacks the permission to decide. */
  can_decide: z.boolean(),
})
export type ApprovalRow = z.output<typeof approvalRow>

export const approval = {
  gettable: endpoint({
    method: 'GET',
    path: 'approval/gettable',
    access: 'signed-in',
    summary: 'Requests that the caller may decide or has made; `type` is their kind',
    input: listQuery,
    output: listOf(approvalRow),
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
