/** Customer list, customer record and privacy notice. Source: product specification, section 3. */
import { issuedDocuments } from '@khapdee/domain/document-number'
import { entities } from '@khapdee/domain/entities'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  branchName,
  createdAt,
  dataOf,
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
  amount,
  applicationCode,
  kind,
  applicationRow,
  money,
  payType,
  paymentCode,
  paymentStatus,
  recordedBy,
  sums,
} from './application-shapes.ts'
import { audit } from './audit.ts'
import { customer } from './customer.ts'
import { examRight as grantedRight } from './exams.ts'

const listedCustomer = customer.row
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
    /** Masked ID number, or passport number of a foreigner without one. */
    idcard: shownText('เลขประจำตัว'),
    is_walk_in: z.boolean(),
    /** The branch that registered the customer. */
    branch: branchName,
    /** Number of applications visible to the caller; null without the permission to see them. */
    applications: labelled(z.number(), entities.application.label).nullable(),
    balance: money.balance.nullable(),
    createdAt,
  })
export type ListedCustomer = z.output<typeof listedCustomer>

export const customerWithBranch = customer.row.extend({
  branch: branchName,
  /** Name of the user who recorded the privacy notice; empty when unknown. */
  privacy_notice_by: z.string(),
  createdAt,
  updatedAt: instant,
})

const application = applicationRow.omit({
  customer: true,
  idcard: true,
  phone_1: true,
  vehicle: true,
  documents_missing: true,
  payable: true,
})

const payment = z.object({
  payment_id: id,
  payment_code: paymentCode,
  application_id: id,
  application_code: applicationCode,
  /** Kind of the application. */
  kind,
  /** Whether it is a refund, of which `paid` is negative. */
  refund: z.boolean(),
  pay_type: payType,
  paid: amount,
  status: paymentStatus,
  user: recordedBy,
  createdAt,
})

export const issuedDocument = z.object({
  document_id: id,
  kind: oneOf(headings.documents, issuedDocuments),
  number: paymentCode,
  application_id: id,
  /** Kind of the application. */
  type: kind,
  payment_id: id.nullable(),
  prints: z.number(),
  createdAt: instant,
})

export const examRight = grantedRight.omit({ line_id: true }).extend({
  /** Null for a right without an application, whose `application_code` is empty. */
  application_id: id.nullable(),
  application_code: applicationCode,
  /** Kind of the application. */
  type: kind.nullable(),
  /** Name of the item that granted the right. */
  name: shownText(headings.item),
})

const record = z.object({
  /** The requested customer, or the kept one when the requested record was merged. */
  customer: customerWithBranch,
  /** Sums over open `applications` within the amount limit. Null, like the four lists, without permission to see them. */
  totals: z.object(sums).nullable(),
  applications: z.array(application).nullable(),
  payments: z.array(payment).nullable(),
  documents: z.array(issuedDocument).nullable(),
  exams: z.array(examRight).nullable(),
  /** The last 100 audit entries, newest first; null without the permission to change customers. */
  changes: z.array(audit.row).nullable(),
})
export type CustomerRecord = z.output<typeof record>

export const customerRecord = {
  gettable: endpoint({
    method: 'GET',
    path: 'customer/gettable',
    access: 'customer.view',
    summary:
      'Customers, newest first; `type` is thai or foreign, `status` filters by whether the privacy notice was given',
    input: listQuery,
    output: listOf(listedCustomer),
  }),
  export: endpoint({
    method: 'POST',
    path: 'customer/export',
    access: 'customer.export',
    summary:
      'Link to an Excel file of the whole list; unmasked ID numbers for callers who may reveal them',
    input: exportQuery,
    output: dataOf(fileLink),
  }),
  get: endpoint({
    method: 'GET',
    path: 'customer/get/:customer_id',
    access: 'customer.view',
    summary: 'One customer with the history visible to the caller',
    input: z.strictObject({ customer_id: idInPath }),
    output: dataOf(record),
  }),
  giveNotice: endpoint({
    method: 'POST',
    path: 'customer/privacynotice',
    access: 'customer.update',
    summary: 'Record that the customer was given the current version of the privacy notice',
    input: z.strictObject({ customer_id: id, version }),
    output: dataOf(customer.row),
  }),
}
