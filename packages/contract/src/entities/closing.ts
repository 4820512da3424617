/** The day close of a branch: expected and counted cash, and a numbered report. */
import { denominations } from '@khapdee/domain/cash'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { zeroSatang } from '@khapdee/domain/money'
import { units } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fieldMeta, labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  baht,
  branchName,
  createdAt,
  dataOf,
  day,
  enteredDay,
  exportQuery,
  fileLink,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  note,
  noteOf,
  pdfLink,
  nonNegativeSum,
  reference,
  shownText,
} from '../wire.ts'
import { drawer, drawerParts } from './drawer.ts'
import {
  amount,
  applicationCode,
  approvalRequest,
  kind,
  paidAt,
  payType,
  paymentCode,
  paymentStatus,
  recordedBy,
  customerName,
  overCap,
  transferAccount,
} from './application-shapes.ts'

const pieces = z
  .int({ error: messages.number })
  .nonnegative({ error: messages.number })
  .max(100_000, { error: messages.invalid })

/** The number of each note and coin; the keys are values in satang. */
const cashCount = z.partialRecord(z.enum(denominations.map(String)), pieces)

const movement = z.object({
  payment_id: id,
  payment_code: paymentCode,
  application_code: applicationCode,
  customer: customerName,
  refund: z.boolean(),
  pay_type: payType,
  paid: amount,
  status: paymentStatus,
  user: recordedBy,
  createdAt: paidAt,
  over_cap: overCap,
})

/** The title of the void requests that have lapsed by a day close. */
export const lapsedTitle = 'คำขอลบที่ตกไป'

/** A void request: in `current` it still waits, in `get` it has lapsed with the day close. */
const voidRequest = z.object({
  request_id: id,
  payment_id: id,
  payment_code: paymentCode,
  application_id: id,
  application_code: applicationCode,
  /** Kind of the application. */
  type: kind,
  customer: customerName,
  paid: amount,
  note: approvalRequest.shape.note,
  /** The requester. */
  user: approvalRequest.shape.user,
})
export type VoidRequest = z.output<typeof voidRequest>

const expected = {
  movements: labelled(z.number(), 'จำนวนรายการ', { unit: units.entries }),
  expected_cash: labelled(baht, 'เงินสดตามระบบ'),
  expected_transfer: labelled(baht, 'เงินโอนตามระบบ'),
}
const countedTitle = 'เงินสดที่นับได้'
const dayTitle = 'ประจำวันที่'
const depositTitle = 'นำฝากธนาคาร'

export const closingRow = z.object({
  closing_id: id,
  closing_code: paymentCode,
  branch: branchName,
  day: labelled(day, dayTitle),
  ...expected,
  counted_cash: labelled(baht, countedTitle),
  /** Counted minus expected cash; a negative expected sum counts as 0. */
  difference: labelled(baht, 'ส่วนต่าง'),
  /** Taken to the bank at the close; like the float, null for closes before drawers existed. */
  deposit: labelled(baht.nullable(), depositTitle),
  /** Counted cash less the deposit, which stays in the drawer. */
  next_float: labelled(baht.nullable(), 'เงินทอนยกไป'),
  note: shownText(fieldMeta(note).title),
  user: shownText('ผู้ปิดยอด'),
  createdAt,
})
export type ClosingRow = z.output<typeof closingRow>

export const closing = {
  current: endpoint({
    method: 'GET',
    path: 'closing/current',
    access: 'closing.view',
    summary: 'Movements of a branch since its last close; by default of the caller’s own branch',
    input: z.strictObject({ branch_id: idInPath.optional() }),
    output: dataOf(
      z.object({
        branch_id: id,
        branch: z.string(),
        ...expected,
        /** The void requests that wait; their receipts are counted, and a day close lets them lapse. */
        requests: z.array(voidRequest),
        last_closed_at: instant.nullable(),
        /** The newest movements, voided receipts included. */
        payments: z.array(movement),
        /** The parts of the expected cash. */
        parts: drawerParts,
        /** The movements of the drawer besides receipts and refunds. */
        moves: z.array(drawer.row),
        can_close: z.boolean(),
      }),
    ),
  }),
  close: endpoint({
    method: 'POST',
    path: 'closing/close',
    access: 'closing.create',
    summary: 'Close the day of a branch: all movements since the last close',
    idempotent: 'required',
    input: z.strictObject({
      branch_id: reference('branch'),
      date: labelled(enteredDay, dayTitle),
      /** The sum shown to the clerk. If it is given and has changed since, the server refuses and returns the new sum. */
      expected_cash: expected.expected_cash.optional(),
      counted_cash: labelled(nonNegativeSum, countedTitle),
      denominations: cashCount.default({}),
      /** Cash taken from the counted cash to the bank; the rest is the next float. */
      deposit: labelled(nonNegativeSum, depositTitle, { unit: units.baht }).default(zeroSatang),
      /** The account of the deposit, by default that of the branch. */
      bank_account_id: transferAccount,
      /** Required when there is a difference; see `cashDifference`. */
      note: labelled(noteOf(500), fieldTitles.reason),
    }),
    output: dataOf(
      z.object({
        closing_id: id,
        closing_code: z.string(),
        pdf: z.string(),
      }),
    ),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'closing/gettable',
    access: 'closing.view',
    summary: 'Day closes, newest first',
    input: listQuery,
    output: listOf(closingRow),
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
    output: dataOf(
      closingRow.extend({
        denominations: cashCount,
        payments: z.array(movement),
        /** Null for closes before drawers, which expected the receipts less the refunds. */
        parts: drawerParts.nullable(),
        /** Movements that the close itself writes come last. */
        moves: z.array(drawer.row),
        /** The void requests that lapsed with it. */
        lapsed: z.array(voidRequest),
      }),
    ),
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
