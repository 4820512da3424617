/** Request fees: the school files a request for a customer, which needs an approval. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { dataOf, id, pdfLink } from '../wire.ts'
import {
  applicationEndpoints,
  createOutput,
  decisionFields,
  rejectionHasReason,
} from './application-endpoints.ts'
import { decision, formInput, requestFeeLineInput } from './application-shapes.ts'

const aliases = { id: {}, code: { application_request_fee_code: z.string() } }

export const request = {
  ...applicationEndpoints('request', aliases),
  create: endpoint({
    method: 'POST',
    path: 'request/create',
    access: 'application.create',
    summary: 'Create a request, take the first payment, issue number and receipts',
    idempotent: 'required',
    input: z.strictObject({
      ...formInput,
      request_fee: z.array(requestFeeLineInput).min(1, { error: messages.noLines }).max(40),
    }),
    output: createOutput(aliases.code),
  }),
  approve: endpoint({
    method: 'POST',
    path: 'request/approve',
    access: 'application.approve',
    summary: 'Approve or reject a request; the employee who created it may not decide it',
    input: z.strictObject({ application_id: id, ...decisionFields }).refine(...rejectionHasReason),
    output: dataOf(z.object({ application_id: id, decision })),
  }),
  refundpdf: endpoint({
    method: 'POST',
    path: 'request/refund/pdf',
    access: 'application.view',
    summary:
      'Link to one refund document, or to all of an application of any kind; a reprint is a copy',
    input: z.strictObject({
      application_id: id,
      /** One refund of the application; all by default. */
      payment_id: id.optional(),
    }),
    output: dataOf(pdfLink),
  }),
}
