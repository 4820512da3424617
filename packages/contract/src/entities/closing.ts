/** The end of a branch's day: what should be in the drawer, what is, and a numbered report. */
import { denominations } from '@khapdee/domain/cash'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import {
  baht,
  dataOf,
  day,
  exportQuery,
  fileLink,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  multilineText,
  pdfLink,
  positiveBaht,
} from '../wire.ts'
import { payType, paymentStatus } from './application-shapes.ts'

const pieces = z
  .int({ error: messages.number })
  .nonnegative({ error: messages.number })
  .max(100_000, { error: messages.invalid })

/** How many of each note and coin, by its value in satang. */
const cashCount = z.partialRecord(z.enum(denominations.map(String)), pieces)

const movement = z.object({
  payment_id: id,
  payment_code: z.string(),
  application_code: z.string(),
  customer: z.string(),
  refund: z.boolean(),
  pay_type: payType,
  paid: baht,
  status: paymentStatus,
  user: z.string(),
  createdAt: instant,
})

const expected = { movements: z.number(), expected_cash: baht, expected_transfer: baht }

const row = z.object({
  closing_id: id,
  closing_code: z.string(),
  branch: z.string(),
  day,
  ...expected,
  counted_cash: baht,
  difference: baht,
  note: z.string(),
  user: z.string(),
  createdAt: instant,
})
export type ClosingRow = z.output<typeof row>

export const closing = {
  current: endpoint({
    method: 'GET',
    path: 'closing/current',
    access: 'closing.view',
    summary: 'What moved in a branch since its last close; the own branch unless said',
    input: z.strictObject({ branch_id: idInPath.optional() }),
    output: dataOf(
      z.object({
        branch_id: id,
        branch: z.string(),
        ...expected,
        /** Receipts whose deletion is asked for; they count until somebody decides. */
        waiting: z.number(),
        last_closed_at: instant.nullable(),
        /** The newest of them, voids too. */
        payments: z.array(movement),
        can_close: z.boolean(),
      }),
    ),
  }),
  close: endpoint({
    method: 'POST',
    path: 'closing/close',
    access: 'closing.create',
    summary: 'Close the day of a branch: all that moved since the last close, counted',
    idempotent: 'required',
    input: z.strictObject({
      branch_id: id,
      date: day,
      /** What the clerk saw; if more has moved since, the close is refused with the new sum. */
      expected_cash: baht,
      counted_cash: positiveBaht,
      denominations: cashCount.default({}),
      /** Required where the count differs. */
      note: multilineText(500).default(''),
    }),
    output: dataOf(z.object({ closing_id: id, closing_code: z.string(), pdf: z.string() })),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'closing/gettable',
    access: 'closing.view',
    summary: 'Day closes, newest first',
    input: listQuery,
    output: listOf(row),
  }),
  export: endpoint({
    method: 'POST',
    path: 'closing/export',
    access: 'payment.export',
    summary: 'Link to an Excel file of the whole list',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
  get: endpoint({
    method: 'GET',
    path: 'closing/get/:closing_id',
    access: 'closing.view',
    summary: 'One day close with its movements',
    input: z.strictObject({ closing_id: idInPath }),
    output: dataOf(row.extend({ denominations: cashCount, payments: z.array(movement) })),
  }),
  pdf: endpoint({
    method: 'POST',
    path: 'closing/pdf',
    access: 'closing.view',
    summary: 'Link to the report of a day close',
    input: z.strictObject({ closing_id: id }),
    output: dataOf(pdfLink),
  }),
}
