/** Fields common to all application kinds. Source: product specification, section 4. */
import {
  type LinePaymentInput,
  linePaymentProblem,
  payTypeOrder,
} from '@khapdee/domain/application/line-payments'
import { type FollowUpSource, followUpSources } from '@khapdee/domain/application/agreed-day'
import {
  applicationKinds,
  type PayType,
  applicationStatuses,
  lineStatuses,
  paymentStatuses,
  payTypes,
  refundDueStates,
  requestDecisions,
} from '@khapdee/domain/application/status'
import { requestKinds, requestStates } from '@khapdee/domain/application/approval-request'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { bank, bankAccount } from '../bank-fields.ts'
import { fieldMeta, labelled, titleOf } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  branchName,
  baht,
  createdAt,
  flag,
  day,
  id,
  instant,
  note,
  oneOf,
  optionalDay,
  nonNegativeBaht,
  nonNegativeSum,
  reference,
  requiredOneOf,
  shownText,
  text,
  version,
  statusOf,
  typeOf,
} from '../wire.ts'
import { amendment } from './amendment.ts'
import { checkedVehicleRow, listedVehicle } from './checked-vehicle.ts'
import { customer, customerFields, personFields } from './customer.ts'
import { exam, examRight, permissionDate } from './exams.ts'
import { lineFields, otherFeeFields } from './line-fields.ts'

export const payType = requiredOneOf(fieldTitles.payType, payTypes)
export const kind = typeOf(applicationKinds)
const status = statusOf(applicationStatuses)
export const decision = oneOf('ผลการอนุมัติ', requestDecisions)
export const paymentStatus = statusOf(paymentStatuses)
export const applicationCode = shownText('เลขที่ใบสมัคร')
export const paymentCode = shownText(fieldTitles.documentNumber)
export const customerName = shownText(entities.customer.label)
/** An amount paid. */
export const amount = labelled(baht, fieldTitles.amount)
export const paidAt = labelled(instant, 'วันที่ชำระ')
/** Name of the clerk who created the record. */
export const recordedBy = shownText(fieldTitles.recordedBy)

/** The bank's reference of a transfer; unique among receipts. */
export const bankReference = labelled(
  z
    .string()
    .overwrite(normalizeThai)
    .toUpperCase()
    .max(40, { error: messages.tooLong(40) }),
  'เลขที่อ้างอิงธนาคาร',
)

/** The account of the school for a transfer; by default that of the branch. */
export const transferAccount = reference('bank_account').nullable().optional()

/** The picture of the slip of a transfer. */
export const slipFile = reference('file', 'สลิปการโอน').nullable().optional()

/**
 * The cash that the customer handed over, for the change on the receipt; null when it was not
 * counted.
 */
export const cashReceived = labelled(nonNegativeSum, 'รับเงินมา').nullable().default(null)

export const positive = (schema: typeof nonNegativeBaht) =>
  schema.refine((value) => value > 0, { error: messages.positive })

/** The fields of a payment: one amount with its pay type (cash by default), or an amount for each pay type. */
function paymentInput<Paid extends typeof nonNegativeBaht>(paid: Paid) {
  const title = fieldMeta(paid).title
  const part = z.strictObject({
    pay_type: payType,
    paid: labelled(positive(nonNegativeBaht), title),
  })
  return {
    paid: paid.optional(),
    pay_type: payType.optional(),
    payments: labelled(z.array(part).min(1).max(payTypeOrder.length), title).optional(),
  }
}

/** Refuses a line that has neither `paid` nor `payments`, or both, or a pay type twice. */
function withValidPayment<Line extends z.ZodObject>(schema: Line): Line {
  return schema.superRefine((line, ctx) => {
    const problem = linePaymentProblem(line as LinePaymentInput)
    if (problem === 'none') {
      ctx.addIssue({ code: 'custom', path: ['paid'], message: messages.number })
    } else if (problem !== null) {
      const message = problem === 'both' ? messages.amountOrSplit : messages.repeatedPayType
      ctx.addIssue({ code: 'custom', path: ['payments'], message })
    }
  })
}

/** The payment of the balance of a line. */
export const paidLineInput = withValidPayment(
  z.strictObject({
    line_id: id,
    ...paymentInput(labelled(positive(nonNegativeBaht), fieldMeta(amount).title)),
  }),
)

const paidNow = paymentInput(labelled(nonNegativeBaht, 'ชำระครั้งนี้'))

export const lineInput = { ...lineFields, ...paidNow }
export const courseLineInput = withValidPayment(z.strictObject({ course_id: id, ...lineInput }))
export const otherFeeLineInput = withValidPayment(
  z.strictObject({ other_fee_id: id, ...otherFeeFields, ...paidNow }),
)
export const requestFeeLineInput = withValidPayment(
  z.strictObject({ request_fee_id: id, ...lineInput }),
)

/** A fee that is sold for an exam right together with its use (booking, move, extension). */
export const soldFee = labelled(
  withValidPayment(
    z.strictObject({
      other_fee_id: id,
      cost: lineFields.cost,
      ...paidNow,
      bank_reference: bankReference.default(''),
      cash_received: cashReceived,
    }),
  ),
  fieldTitles.fee,
)

/** The agreed day of the next payment. */
export const dueDate = optionalDay('วันนัดชำระ')

/** Form fields common to all kinds, without the lines. */
export const formInput = {
  /** The home branch of the caller by default. */
  branch_id: reference('branch').optional(),
  customer: z.strictObject({
    /** Id of an existing customer; ID and passport number may then be empty. */
    customer_id: id.optional(),
    /** The current version of the customer. Changed customer fields are stored only if it is given. */
    version: version.optional(),
    ...personFields,
    /** Records that the customer receives the privacy notice now, unless its current version is already recorded. */
    privacy_notice: z.boolean().optional(),
    /**
     * Registers a new customer with name and phone only; only for vehicle checks and other fees. Ignored when an ID or
     * passport number or an existing customer is given.
     */
    is_walk_in: z.boolean().optional(),
  }),
  /** The bank reference of the amount paid by transfer now. */
  bank_reference: bankReference.default(''),
  bank_account_id: transferAccount,
  slip_file_id: slipFile,
  cash_received: cashReceived,
  /** Only with a balance; within the range that the school allows. */
  due_date: dueDate,
  note,
}

const lineMoney = {
  discount: labelled(baht, entities.promotion.label),
  net: labelled(baht, 'ยอดสุทธิ'),
  paid: labelled(baht, 'ชำระแล้ว'),
  balance: labelled(baht, applicationStatuses.outstanding.label),
}
export const money = { total: labelled(baht, 'ยอดรวม'), ...lineMoney }
/** The unpaid or refunded amount of lines that have ended. */
const writtenOff = labelled(baht, 'ยอดที่ตัดออก')

/**
 * Whether an amount was stored before amounts were limited and is above the limit. Its money counts as 0 in sums, and
 * an administrator may cancel or void it even after the day close.
 */
export const overCap = flag(headings.overCap).default(false)

/** The number of rows of a list whose amount is above the limit and counts as 0 in the sums; absent when there are none. */
export const overCapCount = z.int().positive().optional()

/** The sums of one or more applications; the balance is `net` less `paid` and `written_off`. */
export const sums = {
  net: money.net,
  paid: money.paid,
  written_off: writtenOff,
  balance: labelled(baht, fieldTitles.outstanding),
}

/** The applications that owe for an exam right: the one that granted it, and those of its retake fees; oldest first. */
export const owing = z.array(
  z.object({
    application_id: id,
    type: kind,
    application_code: applicationCode,
    balance: sums.balance,
    /** Whether a payment can be received; see `applicationRow`. */
    payable: z.boolean(),
  }),
)
/** An application that owes for an exam right. */
export type OwingApplication = z.output<typeof owing>[number]

const noteText = shownText(fieldMeta(note).title)

/** The item of a line, or the items of an application. */
const lineName = shownText(headings.item)

const lineAnswerFields = {
  line_id: id,
  /** Removed lines are not returned. */
  status: statusOf(lineStatuses),
  /** Why the line ended; empty while it is open. */
  end_note: z.string(),
  /** The amount that the end of the line wrote off; 0 while the line is open. */
  written_off: writtenOff,
  promotion_code: z.string(),
  exam_date: labelled(day, titleOf(lineInput, 'exam_date')).nullable(),
  cost: labelled(baht, titleOf(lineInput, 'cost')),
  ...lineMoney,
  /**
   * Whether an open refund request includes the line, which then cannot be paid, ended or changed.
   */
  refund_pending: z.boolean(),
  /** The pay type of the latest receipt of the line, or of a line whose payments it took over. */
  pay_type: payType.nullable(),
  /** The pay types of all receipts of the line and of the lines that it replaced, without voided ones; cash first. */
  pay_types: z.array(payType),
  /** Null when the line grants no exam right. */
  permission_date: permissionDate.nullable(),
  /** The latest receipt of the line, or of a line that it replaced, that is not voided. */
  payment_id: id.nullable(),
  /** Ids of the lines that it replaced by changes of course, whose payments it took over. */
  replaced_lines: z.array(id),
  note: z.string(),
}
export const courseLine = z.object({ course_id: id, course_name: lineName, ...lineAnswerFields })
const otherFeeLine = z.object({
  other_fee_id: id,
  other_fee_name: lineName,
  ...lineAnswerFields,
  /** The exam right for which the fee is paid; null for other fees. */
  right: z.object({ right_id: id, ...exam.shape }).nullable(),
})
const requestFeeLine = z.object({
  request_fee_id: id,
  request_fee_name: lineName,
  ...lineAnswerFields,
})

/** A receipt of an application. */
export const payment = z.object({
  payment_id: id,
  payment_code: shownText('เลขที่ใบเสร็จ'),
  pay_type: payType,
  paid: amount,
  status: paymentStatus,
  bank_reference: z.string(),
  slip_file_id: id.nullable(),
  /** A link to the picture of the slip. */
  slip: z.string().nullable(),
  /** When the pay type was changed after the money was taken; null if it was not. */
  pay_type_edited_at: instant.nullable(),
  /** The user who changed it, and the reason; empty if unknown or not given. */
  pay_type_edited_by: z.string(),
  pay_type_note: z.string(),
  note: noteText,
  /** Whether the day of the receipt is closed. A closed receipt cannot be voided or change its payment method. */
  closed: z.boolean(),
  over_cap: overCap,
  /** The amount that the receipt paid of each line. */
  lines: z.array(z.object({ line_id: id, paid: baht })),
  user: recordedBy,
  createdAt: paidAt,
  version,
  can: z.object({
    edit_pay_type: z.boolean(),
    save_slip: z.boolean(),
    request_delete: z.boolean(),
    decide_delete: z.boolean(),
    /**
     * False also if the void can only be rejected, because a refund of one of its lines is
     * requested.
     */
    approve_delete: z.boolean(),
    print: z.boolean(),
  }),
})

/** The account to which a refund is transferred; required for a transfer, ignored for cash. */
export const payeeInput = {
  payee_bank: bank.default(''),
  payee_account: bankAccount.default(''),
  payee_name: text(fieldTitles.accountName, 200).default(''),
}

/** The fields of the payee that a refund by transfer lacks, with their messages. */
export const missingPayee = (
  input: { pay_type: PayType } & { [Field in keyof typeof payeeInput]: string },
): { path: keyof typeof payeeInput; message: string }[] =>
  input.pay_type === 'cash'
    ? []
    : (['payee_bank', 'payee_account', 'payee_name'] as const)
        .filter((path) => input[path] === '')
        .map((path) => ({
          path,
          message: (path === 'payee_bank' ? messages.select : messages.required)(
            titleOf(payeeInput, path),
          ),
        }))

/** A refund of an application. */
export const refund = z.object({
  payment_id: id,
  payment_code: paymentCode,
  pay_type: labelled(payType, 'วิธีคืนเงิน'),
  value: labelled(baht, 'จำนวนเงินคืน'),
  /** The refunded amount of each line. */
  lines: z.array(z.object({ line_id: id, name: lineName, value: baht })),
  /** The account of a transfer; the bank is a Bank of Thailand code. Empty otherwise. */
  payee_bank: shownText(titleOf(payeeInput, 'payee_bank')),
  payee_account: shownText(titleOf(payeeInput, 'payee_account')),
  payee_name: shownText(titleOf(payeeInput, 'payee_name')),
  note: shownText('เหตุผลการคืนเงิน'),
  user: recordedBy,
  createdAt: labelled(instant, fieldTitles.date),
})
export type PaymentOfApplication = z.output<typeof payment>

/** The requested refund, which is decided and, after an approval, paid out. */
export const requestedRefund = z.object({
  ...refund.pick({
    value: true,
    pay_type: true,
    payee_bank: true,
    payee_account: true,
    payee_name: true,
  }).shape,
  lines: z.array(
    z.object({
      line_id: id,
      name: lineName,
      /** 0 when the line ends without a refund. */
      value: baht,
      /** The amount paid on the line now. */
      paid: baht,
      /** The balance of the line now, which its end writes off. */
      owed: baht,
      /** Whether the refund ends the line; false if the line had ended before and only its kept money is refunded. */
      ends: z.boolean(),
      /** Whether the end of the line suspends an exam right. */
      ends_rights: z.boolean(),
    }),
  ),
  /** Names of the other lines that are open now; the application ends with the refund if there are none. */
  staying: z.array(z.string()),
})
export type RequestedRefund = z.output<typeof requestedRefund>

/** A required document of an application. */
export const requiredDocument = z.object({
  application_document_id: id,
  name: shownText(headings.documents),
  /** For how many days after its date the document is accepted; 0 for any number. */
  valid_days: z.number(),
  /** The day on the document. */
  document_day: labelled(day, 'วันที่ของเอกสาร').nullable(),
  valid_until: labelled(day, 'ใช้ได้ถึงวันที่').nullable(),
  /** Signed link to the picture of the document. */
  file_link: z.string().nullable(),
  /** When the document was received; null before. */
  ticked_at: instant.nullable(),
  ticked_by: z.string(),
  /** Whether it must still be brought: it was not received, or has expired while an exam right can still be used. */
  missing: z.boolean(),
  /** While the document is missing: a valid one that the customer brought to an earlier application, or null. */
  proposal: z.object({ application_code: z.string(), document_day: day.nullable() }).nullable(),
})
export type RequiredDocument = z.output<typeof requiredDocument>

/** The note of a follow-up of a balance, or a day agreed at registration or with a payment. */
export const followUp = z.object({
  follow_up_id: id,
  source: z.enum(Object.keys(followUpSources) as [FollowUpSource, ...FollowUpSource[]]),
  note: shownText('สิ่งที่พูดคุย'),
  /** The day agreed; null when the day agreed before stays or is cancelled. */
  next_date: labelled(day, fieldMeta(dueDate).title).nullable(),
  clears_date: flag('ยกเลิกวันนัดชำระ'),
  user: recordedBy,
  createdAt,
})
export type FollowUp = z.output<typeof followUp>

/** A request for another user's decision, with its outcome. */
export const approvalRequest = z.object({
  request_id: id,
  kind: typeOf(requestKinds),
  state: statusOf(requestStates),
  /** The reason that the requester gave. */
  note: shownText(fieldTitles.reason),
  /** The requester. */
  user: shownText('ผู้ขอ'),
  createdAt: labelled(instant, 'ขอเมื่อ'),
  /** The user who approved or rejected it, and the reason; empty and null without a decision. */
  decided_by: shownText('ผู้พิจารณา'),
  decided_at: labelled(instant, 'พิจารณาเมื่อ').nullable(),
  decision_note: shownText('เหตุผลการพิจารณา'),
  /** The user and the time of the end of the request: by withdrawal, payout, revocation, or a lapse; and why it lapsed or was revoked. */
  ended_by: z.string(),
  ended_at: labelled(instant, 'สิ้นสุดเมื่อ').nullable(),
  end_note: z.string(),
  /** Null for other kinds of requests. */
  refund: requestedRefund.nullable(),
})
export type ApprovalRequest = z.output<typeof approvalRequest>

const refundDue = flag(refundDueStates.refund_due.label)

export const applicationRow = z.object({
  application_id: id,
  application_code: applicationCode,
  type: kind,
  customer: customerName,
  /** Masked ID number. */
  idcard: shownText(titleOf(customerFields, 'idcard'), { as: 'idcard' }),
  phone_1: shownText('โทรศัพท์', { as: 'phone' }),
  course_name: lineName,
  /** The checked vehicle; null for all kinds except vehicle checks. */
  vehicle: listedVehicle.nullable(),
  ...money,
  status,
  /** Number of required documents that the customer has not brought. */
  documents_missing: z.number(),
  /** Decision on a request fee; null for all other kinds. */
  decision: decision.nullable(),
  /** Whether a refund request waits or is approved and not paid out. */
  refund_pending: z.boolean(),
  /**
   * Whether a payment can be received: a balance is due on a line that is in no open refund
   * request.
   */
  payable: z.boolean(),
  /** Whether it is a rejected request fee whose money is to be paid back. */
  refund_due: refundDue,
  branch: branchName,
  user: recordedBy,
  createdAt,
  over_cap: overCap,
})
export type ApplicationRow = z.output<typeof applicationRow>

export const applicationDetail = z.object({
  application_id: id,
  application_code: z.string(),
  type: kind,
  status,
  over_cap: overCap,
  /** `refund` once all lines ended with a refund, `end` without one, `delete` after a cancellation, else empty. */
  mode: z.string(),
  branch_id: id,
  branch: branchName,
  customer: customer.row,
  /** The checked vehicle; null for all kinds except vehicle checks. */
  vehicle: checkedVehicleRow.nullable(),
  /** The course of the first course line. */
  course_id: id.nullable(),
  promotion: z.string(),
  promotion_id: id.nullable(),
  course: z.array(courseLine),
  other_fee: z.array(otherFeeLine),
  request_fee: z.array(requestFeeLine),
  ...money,
  written_off: writtenOff,
  payments: z.array(payment),
  refunds: z.array(refund),
  /** The agreed day of the next payment; null without one. */
  due_date: labelled(day, fieldMeta(dueDate).title).nullable(),
  /** Newest first. */
  follow_ups: z.array(followUp),
  /** All requests of the application, oldest first. */
  requests: z.array(
    approvalRequest.extend({
      /** The receipt to be voided, or the refund that was paid out. */
      payment_id: id.nullable(),
      payment_code: z.string(),
      can: z.object({
        withdraw: z.boolean(),
        /** Whether the caller may decide the refund request. */
        decide: z.boolean(),
        /** Whether the caller may pay out the approved refund. */
        pay_out: z.boolean(),
        /** Whether the caller may revoke the approval of another user's refund request. */
        revoke: z.boolean(),
      }),
    }),
  ),
  /** The exam rights that the lines granted. */
  exam_rights: z.array(examRight),
  documents: z.array(requiredDocument),
  decision: decision.nullable(),
  /** Whether it is a rejected request fee whose money is to be paid back. */
  refund_due: refundDue,
  decision_note: noteText,
  decided_by: z.string(),
  decided_at: labelled(instant, fieldTitles.date).nullable(),
  /** The reason for the end of the application. */
  end_note: z.string(),
  note: noteText,
  /** Number of amendments. */
  revision: z.number(),
  /** Oldest first. */
  amendments: z.array(amendment),
  /** Whether a PromptPay QR code can be shown for the balance. */
  promptpay: z.boolean(),
  user: recordedBy,
  createdAt,
  updatedAt: instant,
  version,
  can: z.object({
    pay: z.boolean(),
    refund: z.boolean(),
    request_refund: z.boolean(),
    end: z.boolean(),
    delete: z.boolean(),
    approve: z.boolean(),
    follow_up: z.boolean(),
    documents: z.boolean(),
    /** Whether the lines can be amended. */
    amend: z.boolean(),
    /** Whether the note can be changed. */
    update: z.boolean(),
    print: z.boolean(),
  }),
})
export type ApplicationDetail = z.output<typeof applicationDetail>
