/** Applications: one life cycle, five kinds. Source: product specification, section 4. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import {
  baht,
  dataOf,
  day,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  multilineText,
  option,
  pdfLink,
  positiveBaht,
  version,
} from '../wire.ts'
import { customer, customerFields } from './customer.ts'

export const payType = z.enum(['cash', 'transfer'], { error: messages.select('วิธีชำระเงิน') })
const kind = z.enum(['course', 'exam', 'vehicle_check'])
const status = z.enum(['outstanding', 'paid', 'partial_refund', 'refunded', 'cancelled'])

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
const courseLineInput = z.strictObject({ course_id: id, ...lineInput })
const otherFeeLineInput = z.strictObject({ other_fee_id: id, ...lineInput })
const requestFeeLineInput = z.strictObject({ request_fee_id: id, ...lineInput })

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
  status: z.enum(['normal', 'delete_requested', 'deleted']),
  user: z.string(),
  createdAt: instant,
})

const money = { total: baht, discount: baht, net: baht, paid: baht, balance: baht }

const listRow = z.object({
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
  branch: z.string(),
  user: z.string(),
  createdAt: instant,
})
export type ApplicationRow = z.output<typeof listRow>

const detail = z.object({
  application_id: id,
  application_code: z.string(),
  type: kind,
  status,
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
      refund_id: id,
      refund_code: z.string(),
      value: baht,
      note: z.string(),
      createdAt: instant,
    }),
  ),
  note: z.string(),
  user: z.string(),
  createdAt: instant,
  updatedAt: instant,
  version,
  can: z.object({ pay: z.boolean(), refund: z.boolean(), delete: z.boolean(), print: z.boolean() }),
})
export type ApplicationDetail = z.output<typeof detail>

/** What the registration screen chooses from. */
const registerLists = z.object({
  branch: z.array(option),
  course: z.array(
    z.object({
      course_id: id,
      name: z.string(),
      price: baht,
      type: z.string(),
      branch_id: id.nullable(),
    }),
  ),
  other_fee: z.array(
    z.object({ other_fee_id: id, name: z.string(), price: baht, branch_id: id.nullable() }),
  ),
  request_fee: z.array(
    z.object({ request_fee_id: id, name: z.string(), price: baht, branch_id: id.nullable() }),
  ),
  status: z.array(option),
  type: z.array(option),
  user: z.array(option),
  pay_type: z.array(option),
  category: z.array(option),
})

const screenLists = <Screen extends string>(screen: Screen) =>
  endpoint({
    method: 'GET',
    path: `application/getfor${screen}`,
    access: 'signed-in',
    summary: `Dropdowns of the ${screen} screen; only the lists it needs are present`,
    input: z.strictObject({ branch: z.string().max(20).optional() }),
    output: dataOf(registerLists.partial()),
  })

export const application = {
  create: endpoint({
    method: 'POST',
    path: 'application/create',
    access: 'application.create',
    summary: 'Register a customer, take what is paid now, number and receipt it: all or nothing',
    idempotent: true,
    input: z.strictObject({
      type: kind.default('course'),
      /** The clerk's own branch when left out. */
      branch_id: id.optional(),
      customer: z.strictObject({
        /** A customer already known; his numbers may then be left empty. */
        customer_id: id.optional(),
        /** With the version read, what differs from the stored customer is stored as well. */
        version: version.optional(),
        ...customerFields,
      }),
      course: z.array(courseLineInput).max(20).default([]),
      other_fee: z.array(otherFeeLineInput).max(40).default([]),
      request_fee: z.array(requestFeeLineInput).max(40).default([]),
      note: multilineText().default(''),
    }),
    output: dataOf(
      z.object({
        application_id: id,
        application_code: z.string(),
        pdf: z.string(),
        payments: z.array(
          z.object({
            payment_id: id,
            payment_code: z.string(),
            pay_type: payType,
            paid: baht,
            pdf: z.string(),
          }),
        ),
      }),
    ),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'application/gettable',
    access: 'application.view',
    summary: 'List applications of one type, with the totals of the whole filter',
    input: listQuery,
    output: listOf(listRow).extend({
      /** Null where the list is capped. */
      total: z.object({ net: baht, paid: baht, balance: baht }).nullable(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: 'application/get/:application_id',
    access: 'application.view',
    summary: 'One application with customer, lines, payments and what may be done with it',
    input: z.strictObject({ application_id: idInPath }),
    output: dataOf(detail),
  }),
  checkpromotion: endpoint({
    method: 'POST',
    path: 'application/checkpromotion',
    access: 'application.create',
    summary: 'What a promotion code takes off a line',
    input: z.strictObject({
      promotion_code: z
        .string({ error: messages.required('รหัสส่วนลด') })
        .trim()
        .toUpperCase()
        .min(1, { error: messages.required('รหัสส่วนลด') })
        .max(30),
      course_id: id.optional(),
      other_fee_id: id.optional(),
      request_fee_id: id.optional(),
      branch_id: id.optional(),
      cost: positiveBaht,
    }),
    output: dataOf(z.object({ promotion_id: id, discount: baht, name: z.string() })),
  }),
  pdf: endpoint({
    method: 'POST',
    path: 'application/pdf',
    access: 'application.view',
    summary: 'Link to the application form',
    input: z.strictObject({ application_id: id }),
    output: dataOf(pdfLink),
  }),
  pdfpayment: endpoint({
    method: 'POST',
    path: 'application/pdfpayment',
    access: 'application.view',
    summary: 'Link to one receipt, or to all receipts of an application; a reprint is a copy',
    input: z.strictObject({ payment_id: id.optional(), application_id: id.optional() }),
    output: dataOf(pdfLink),
  }),
}

/** One call a screen, as the source names them. */
export const screens = {
  register: screenLists('register'),
  overdue: screenLists('overdue'),
  paymentHistory: screenLists('paymentHistory'),
  payrollList: screenLists('payrollList'),
  payrollManage: screenLists('payrollManage'),
  evaluateManage: screenLists('evaluateManage'),
  manageBranch: screenLists('manageBranch'),
  manageCourse: screenLists('manageCourse'),
  manageDiscount: screenLists('manageDiscount'),
  managePayType: screenLists('managePayType'),
  manageOther: screenLists('manageOther'),
  manageExpenses: screenLists('manageExpenses'),
  manageExam: screenLists('manageExam'),
  manageVehicleCheck: screenLists('manageVehicleCheck'),
  manageVehicleDetail: screenLists('manageVehicleDetail'),
  outstandingBalance: screenLists('outstandingBalance'),
  permission: screenLists('permission'),
}
