/** Customers as a list, one with his whole history, and what he was told. Section 3. */
import { examRightStatuses } from '@khapdee/domain/exam-right'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  branchName,
  baht,
  createdAt,
  dataOf,
  day,
  exportQuery,
  fileLink,
  id,
  idInPath,
  instant,
  listOf,
  listQuery,
  oneOf,
  shownText,
  version,
} from '../wire.ts'
import {
  applicationCode,
  kind,
  listRow as applicationRow,
  money,
  payType,
  paymentCode,
  paymentStatus,
  recordedBy,
} from './application-shapes.ts'
import { audit } from './audit.ts'
import { customer } from './customer.ts'

const listed = customer.row
  .pick({
    customer_id: true,
    is_foreigner: true,
    prefix: true,
    name: true,
    phone_1: true,
    subdistrict: true,
    district: true,
    province: true,
    privacy_notice_at: true,
  })
  .extend({
    /** Masked; the passport of a foreigner who has no ID number. */
    idcard: shownText('เลขประจำตัว'),
    /** That met him first. */
    branch: branchName,
    /** Of the branches the caller sees; null for who may not see applications. */
    applications: labelled(z.number(), 'ใบสมัคร').nullable(),
    balance: money.balance.nullable(),
    createdAt,
  })
export type ListedCustomer = z.output<typeof listed>

const person = customer.row.extend({
  branch: branchName,
  /** Who recorded the privacy notice; empty where nobody knows. */
  privacy_notice_by: z.string(),
  createdAt: instant,
  updatedAt: instant,
})

const application = applicationRow.omit({ customer: true, idcard: true, phone_1: true })

const payment = z.object({
  payment_id: id,
  payment_code: paymentCode,
  application_id: id,
  application_code: applicationCode,
  /** Of the application. */
  kind,
  /** A refund is negative. */
  refund: z.boolean(),
  pay_type: payType,
  paid: labelled(baht, 'จำนวนเงิน'),
  status: paymentStatus,
  user: recordedBy,
  createdAt,
})

const issued = z.object({
  document_id: id,
  kind: z.enum(['application_form', 'receipt', 'refund']),
  number: z.string(),
  application_id: id,
  /** Of the application. */
  type: kind,
  payment_id: id.nullable(),
  prints: z.number(),
  createdAt: instant,
})

const right = z.object({
  right_id: id,
  application_id: id,
  application_code: applicationCode,
  /** Of the application. */
  type: kind,
  /** What he takes the exam of. */
  name: z.string(),
  kind: z.enum(['theory', 'practice']),
  valid_from: day,
  permission_date: day,
  status: oneOf('สถานะ', examRightStatuses),
})

const record = z.object({
  /** Of the record asked for or, where that one was merged, of the one it leads to. */
  customer: person,
  /** Of the applications below; null for who may not see applications, as are all of them then. */
  totals: z.object({ net: baht, paid: baht, balance: baht }).nullable(),
  applications: z.array(application).nullable(),
  payments: z.array(payment).nullable(),
  documents: z.array(issued).nullable(),
  exams: z.array(right).nullable(),
  /** Newest first, the last hundred; null for who may not change customers. */
  changes: z.array(audit.row).nullable(),
})
export type CustomerRecord = z.output<typeof record>

export const customerRecord = {
  gettable: endpoint({
    method: 'GET',
    path: 'customer/gettable',
    access: 'customer.view',
    summary:
      'Customers, newest first; `type` is thai or foreign, `status` whether the privacy notice was given',
    input: listQuery,
    output: listOf(listed),
  }),
  export: endpoint({
    method: 'POST',
    path: 'customer/export',
    access: 'customer.export',
    summary: 'Link to an Excel file of the whole list; whole ID numbers for who may reveal them',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
  get: endpoint({
    method: 'GET',
    path: 'customer/get/:customer_id',
    access: 'customer.view',
    summary: 'One customer with his history, as far as the caller may see it',
    input: z.strictObject({ customer_id: idInPath }),
    output: dataOf(record),
  }),
  giveNotice: endpoint({
    method: 'POST',
    path: 'customer/privacynotice',
    access: 'customer.update',
    summary: 'Record that the customer was given the privacy notice as it is worded now',
    input: z.strictObject({ customer_id: id, version }),
    output: dataOf(customer.row),
  }),
}
