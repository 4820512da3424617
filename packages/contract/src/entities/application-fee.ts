/** Other fees sold without a course. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { id } from '../wire.ts'
import { applicationEndpoints, createOutput } from './application-endpoints.ts'
import { formInput, otherFeeLineInput } from './application-shapes.ts'

const aliases = {
  id: { application_other_fee_id: id },
  code: { application_other_fee_code: z.string() },
}

export const applicationFee = {
  ...applicationEndpoints('applicationfee', aliases),
  create: endpoint({
    method: 'POST',
    path: 'applicationfee/create',
    access: 'application.create',
    summary: 'Sell other fees to a customer, take the first payment, issue number and receipts',
    idempotent: 'required',
    input: z.strictObject({
      ...formInput,
      other_fee: z.array(otherFeeLineInput).min(1, { error: messages.noLines }).max(40),
    }),
    output: createOutput({ ...aliases.id, ...aliases.code }),
  }),
}
