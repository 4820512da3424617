/**
 * Refunds that another user decides: request, decision, payout. Until the payout the lines of the
 * application cannot be changed. Source: product specification, sections 4b and 4c.2. The calls are
 * the same for applications of every kind.
 */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, reason } from '../wire.ts'
import { application } from './application.ts'
import { decisionFields, rejectionHasReason } from './application-endpoints.ts'
import { transferAccount } from './application-shapes.ts'

export const refundRequest = {
  create: endpoint({
    method: 'POST',
    path: 'application/refund/request',
    access: 'application.request-refund',
    summary: 'Request a refund; one request per application may be open',
    idempotent: 'required',
    // The user who pays it out chooses the account.
    input: application.refund.input.omit({ bank_account_id: true }),
    output: dataOf(z.object({ request_id: id })),
  }),
  decide: endpoint({
    method: 'POST',
    path: 'application/refund/decide',
    access: 'application.refund',
    summary:
      'Approve or reject a refund request, which moves no money; the requester may not decide',
    idempotent: 'required',
    input: z.strictObject({ request_id: id, ...decisionFields }).refine(...rejectionHasReason),
    output: dataOf(z.null()),
  }),
  revoke: endpoint({
    method: 'POST',
    path: 'application/refund/revoke',
    access: 'application.refund',
    summary:
      'Revoke the approval of a refund that is not paid out; its lines can be paid and changed again',
    idempotent: 'required',
    input: z.strictObject({ request_id: id, note: reason(500) }),
    output: dataOf(z.null()),
  }),
  payout: endpoint({
    method: 'POST',
    path: 'application/refund/payout',
    access: 'application.pay',
    summary: 'Pay out an approved refund request: issues the refund document and ends the lines',
    idempotent: 'required',
    input: z.strictObject({ request_id: id, bank_account_id: transferAccount }),
    output: application.refund.output,
  }),
}
