/** Global search for customers, applications and receipts. */
import { applicationKinds, applicationStatuses } from '@khapdee/domain/application/status'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { baht, dataOf, id, searchText, statusOf, typeOf } from '../wire.ts'

/** Minimum length of a search text. Shorter texts match too many records and return nothing. */
export const minSearchLength = 2

const kind = typeOf(applicationKinds)

const foundCustomer = z.object({
  customer_id: id,
  name: z.string(),
  /** ID number or passport, masked. */
  idcard: z.string(),
  phone_1: z.string(),
})

const foundApplication = z.object({
  application_id: id,
  application_code: z.string(),
  type: kind,
  customer: z.string(),
  /** The checked vehicle, when it was found by its plate or chassis number. */
  vehicle: z.string().optional(),
  status: statusOf(applicationStatuses),
  /** Whether it is a rejected request fee whose money is to be paid back. */
  refund_due: z.boolean(),
})

const foundReceipt = z.object({
  payment_id: id,
  payment_code: z.string(),
  application_id: id,
  /** Kind of the application. */
  type: kind,
  customer: z.string(),
  paid: baht,
})

const found = z.object({
  customers: z.array(foundCustomer),
  applications: z.array(foundApplication),
  receipts: z.array(foundReceipt),
})
export type SearchResult = z.output<typeof found>

export const search = {
  find: endpoint({
    method: 'GET',
    path: 'search/find',
    access: 'signed-in',
    summary:
      'A few customers, applications and receipts by name, number, phone or plate; groups that the caller may not view are empty',
    input: z.strictObject({ text: searchText }),
    output: dataOf(found),
  }),
}
