/** What applications of every kind have in common. Source: product specification, section 4. */
import { z } from 'zod'
import { messages } from '../messages.ts'
import { baht, day, id, instant, multilineText, positiveBaht, version } from '../wire.ts'
import { customer, customerFields } from './customer.ts'

export const payType = z.enum(['cash', 'transfer'], { error: messages.select('วิธีชำระเงิน') })
export const kind = z.enum(['course', 'exam', 'vehicle_check', 'other_fee', 'request_fee'])
const status = z.enum(['outstanding', 'paid', 'partial_refund', 'refunded', 'cancelled'])
export const decision = z.enum(['pending', 'approved', 'rejected'])
export const paymentStatus = z.enum(['normal', 'delete_requested', 'deleted'])

/** What the bank calls a transfer; two receipts never carry the same. */
export const bankReference = z
  .string()
  .trim()
  .toUpperCase()
  .max(40, { error: messages.tooLong(40) })

const lineInput = {
  promotion_code: z.string().trim().toUpperCase().max(30, { error: messages.invalid }).default(''),
  exam_date: day.nullable().default(null),
  /** The price the clerk saw; a price that changed meanwhile is refused, not charged. */
  cost: positiveBaht,
  /** Paid now. */
  paid: positiveBaht,
  pay_type: payType.default('cash'),
  note: multilineText(500).default(''),
}
export const courseLineInput = z.strictObject({ course_id: id, ...lineInput })
export const otherFeeLineInput = z.strictObject({ other_fee_id: id, ...lineInput })
export const requestFeeLineInput = z.strictObject({ request_fee_id: id, ...lineInput })

/** What a form of any kind sends beside its lines. */
export const formInput = {
  /** The clerk's own branch when left out. */
  branch_id: id.optional(),
  customer: z.strictObject({
    /** A customer already known; his numbers may then be left empty. */
    customer_id: id.optional(),
    /** With the version read, what differs from the stored customer is stored as well. */
    version: version.optional(),
    ...customerFields,
    /** He is given the privacy notice now; one given before stays recorded as it is. */
    privacy_notice: z.boolean().optional(),
  }),
  /** Of what is paid by transfer now. */
  bank_reference: bankReference.default(''),
  note: multilineText().default(''),
}

const lineShown = {
  line_id: id,
  promotion_code: z.string(),
  exam_date: day.nullable(),
  cost: baht,
  discount: baht,
  net: baht,
  paid: baht,
  balance: baht,
  pay_type: payType.nullable(),
  /** The exam right's last day, where the line gives one. */
  permission_date: day.nullable(),
  payment_id: id.nullable(),
  note: z.string(),
}
const courseLine = z.object({ course_id: id, course_name: z.string(), ...lineShown })
const otherFeeLine = z.object({ other_fee_id: id, other_fee_name: z.string(), ...lineShown })
const requestFeeLine = z.object({ request_fee_id: id, request_fee_name: z.string(), ...lineShown })

const payment = z.object({
  payment_id: id,
  payment_code: z.string(),
  pay_type: payType,
  paid: baht,
  status: paymentStatus,
  bank_reference: z.string(),
  /** Who asked for its deletion, and why; empty where nobody did. */
  requested_by: z.string(),
  request_note: z.string(),
  /** A closed day's money cannot be voided nor change its way. */
  closed: z.boolean(),
  user: z.string(),
  createdAt: instant,
  version,
  can: z.object({
    edit_pay_type: z.boolean(),
    request_delete: z.boolean(),
    decide_delete: z.boolean(),
    print: z.boolean(),
  }),
})
export type PaymentOfApplication = z.output<typeof payment>

const money = { total: baht, discount: baht, net: baht, paid: baht, balance: baht }

export const listRow = z.object({
  application_id: id,
  application_code: z.string(),
  type: kind,
  customer: z.string(),
  /** Masked. */
  idcard: z.string(),
  phone_1: z.string(),
  course_name: z.string(),
  ...money,
  status,
  /** Of a request fee; null for every other kind. */
  decision: decision.nullable(),
  branch: z.string(),
  user: z.string(),
  createdAt: instant,
})
export type ApplicationRow = z.output<typeof listRow>

export const detail = z.object({
  application_id: id,
  application_code: z.string(),
  type: kind,
  status,
  /** `refund` after a refund, `delete` after a cancellation, else empty. */
  mode: z.string(),
  branch_id: id,
  branch: z.string(),
  customer: customer.row,
  /** Of the first course line. */
  course_id: id.nullable(),
  promotion: z.string(),
  promotion_id: id.nullable(),
  course: z.array(courseLine),
  other_fee: z.array(otherFeeLine),
  request_fee: z.array(requestFeeLine),
  ...money,
  payments: z.array(payment),
  refunds: z.array(
    z.object({
      payment_id: id,
      payment_code: z.string(),
      pay_type: payType,
      value: baht,
      note: z.string(),
      user: z.string(),
      createdAt: instant,
    }),
  ),
  decision: decision.nullable(),
  decision_note: z.string(),
  decided_by: z.string(),
  decided_at: instant.nullable(),
  /** Why it was refunded or cancelled. */
  end_note: z.string(),
  note: z.string(),
  /** Whether a PromptPay QR code can be shown for what is owed. */
  promptpay: z.boolean(),
  user: z.string(),
  createdAt: instant,
  updatedAt: instant,
  version,
  can: z.object({
    pay: z.boolean(),
    refund: z.boolean(),
    delete: z.boolean(),
    approve: z.boolean(),
    print: z.boolean(),
  }),
})
export type ApplicationDetail = z.output<typeof detail>
