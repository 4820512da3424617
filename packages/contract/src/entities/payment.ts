/** Payments, balances and corrections of receipts. Source: product specification, section 5. */
import { agreedDayStates } from '@khapdee/domain/application/agreed-day'
import { agingBuckets } from '@khapdee/domain/application/aging'
import { vatTitle } from '@khapdee/domain/vat'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fieldMeta, labelled } from '../field-meta.ts'
import {
  branchName,
  baht,
  dataOf,
  exportQuery,
  fileLink,
  id,
  listOf,
  listQuery,
  note,
  noteOf,
  oneOf,
  pdfLink,
  nonNegativeSum,
  qrPicture,
  reason,
  shownText,
  version,
} from '../wire.ts'
import { decisionFields, rejectionHasReason } from './application-endpoints.ts'
import {
  amount,
  applicationCode,
  bankReference,
  customerName,
  applicationDetail,
  kind,
  applicationRow,
  paidAt,
  payType,
  paymentCode,
  paymentStatus,
  recordedBy,
  overCap,
  overCapCount,
  positive,
  slipFile,
  sums,
} from './application-shapes.ts'

/** Sums received by transfer and in cash, minus refunds and without voided receipts. */
export const receivedSums = {
  banktransfer: labelled(baht, 'รวมเงินโอน'),
  cash: labelled(baht, 'รวมเงินสด'),
}

export const movement = z.object({
  payment_id: id,
  payment_code: paymentCode,
  application_id: id,
  application_code: applicationCode,
  /** Kind of the application. */
  kind,
  /** Whether it is a refund, of which `paid` is negative. */
  refund: z.boolean(),
  customer: customerName,
  lines: applicationRow.shape.course_name,
  pay_type: payType,
  paid: amount,
  /** The included value added tax; negative for a refund. */
  vat_value: labelled(baht, vatTitle),
  status: paymentStatus,
  bank_reference: shownText(fieldMeta(bankReference).title),
  /** The note of the receipt or refund. */
  note: shownText(fieldMeta(note).title),
  closing_code: shownText('เลขที่ปิดยอด'),
  branch: branchName,
  user: recordedBy,
  createdAt: paidAt,
  over_cap: overCap,
})
export type Movement = z.output<typeof movement>

const owedRow = applicationRow.extend({
  /** Days since the registration. */
  age: z.number(),
  bucket: z.enum(Object.keys(agingBuckets) as [keyof typeof agingBuckets]),
  due_date: applicationDetail.shape.due_date,
  due_state: oneOf('การนัดชำระ', agreedDayStates),
})
export type OwedRow = z.output<typeof owedRow>
export const owedShape = owedRow.shape

const owedList = listOf(owedRow).extend({
  /** Null when counting stopped early (`meta.capped`). */
  total: z.object({ ...sums, ...receivedSums, over_cap: overCapCount }).nullable(),
})

const exportEndpoint = (path: string, access: 'payment.export' | 'application.export') =>
  endpoint({
    method: 'POST',
    path,
    access,
    summary: 'Link to an Excel file of the whole list',
    input: exportQuery,
    output: dataOf(fileLink),
  })

const paymentId = z.strictObject({ payment_id: id })

export const payment = {
  gettable: endpoint({
    method: 'GET',
    path: 'payment/gettable',
    access: 'payment.view',
    summary: 'Receipts and refunds, newest first; `category` is the payment method',
    input: listQuery,
    output: listOf(movement).extend({
      total: z.object({ ...receivedSums, over_cap: overCapCount }).nullable(),
    }),
  }),
  owed: endpoint({
    method: 'GET',
    path: 'payment/paybalance/gettable',
    access: 'application.pay',
    summary:
      'Applications of all kinds with a balance that may be paid; `category` is the state of the agreed day',
    input: listQuery,
    output: owedList,
  }),
  overdue: endpoint({
    method: 'GET',
    path: 'payment/overdue/gettable',
    access: 'application.view',
    summary:
      'Applications of all kinds with a balance, its age and agreed day; `category` is the state of the agreed day',
    input: listQuery,
    output: owedList,
  }),
  exportHistory: exportEndpoint('payment/export', 'payment.export'),
  exportOwed: exportEndpoint('payment/paybalance/export', 'application.export'),
  exportOverdue: exportEndpoint('payment/overdue/export', 'application.export'),
  editPayType: endpoint({
    method: 'PUT',
    path: 'payment/edit-paytype',
    access: 'payment.edit-pay-type',
    summary:
      'Change the payment method of a receipt between cash and transfer; its day must not be closed',
    input: paymentId.extend({
      pay_type: payType,
      /** Only for a change to transfer; a change to cash clears the stored reference. */
      bank_reference: bankReference.default(''),
      note: noteOf(500),
    }),
    output: dataOf(z.null()),
  }),
  slip: endpoint({
    method: 'PUT',
    path: 'payment/slip',
    access: ['application.create', 'application.pay'],
    summary:
      'The picture of the slip of a transfer and the reference on it, also after its day was closed or locked',
    input: paymentId.extend({
      version,
      slip_file_id: slipFile.unwrap(),
      bank_reference: bankReference.default(''),
    }),
    output: dataOf(z.null()),
  }),
  requestDelete: endpoint({
    method: 'POST',
    path: 'payment/request-delete',
    access: 'payment.request-void',
    summary: 'Request that a receipt be voided',
    input: paymentId.extend({ note: reason(500) }),
    output: dataOf(z.null()),
  }),
  decideDelete: endpoint({
    method: 'POST',
    path: 'payment/decide-delete',
    access: 'payment.void',
    summary: 'Approve or reject the requested void of a receipt; the requester may not decide',
    idempotent: 'required',
    input: z.strictObject({ payment_id: id, ...decisionFields }).refine(...rejectionHasReason),
    output: dataOf(z.null()),
  }),
  promptpay: endpoint({
    method: 'POST',
    path: 'payment/promptpay',
    access: ['application.create', 'application.pay'],
    reads: true,
    summary: 'A PromptPay QR code for an amount to a branch, also before anything is saved',
    input: z.strictObject({
      branch_id: id,
      /** The application whose number becomes the reference of the transfer, which only a biller id supports. */
      application_id: id.optional(),
      amount: positive(nonNegativeSum),
    }),
    output: dataOf(qrPicture),
  }),
  pdf: endpoint({
    method: 'POST',
    path: 'payment/pdf',
    access: 'application.view',
    summary: 'Link to a receipt; a reprint is a copy',
    input: paymentId,
    output: dataOf(pdfLink),
  }),
}
