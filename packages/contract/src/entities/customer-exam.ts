/** The exams of one customer in one answer. Source: product specification, sections 3 and 6.2. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idInPath } from '../wire.ts'
import { applicationCode, kind, sums } from './application-shapes.ts'
import { customer } from './customer.ts'
import { examBooking, missingDocuments } from './exam-booking.ts'
import { examRight } from './exam-right.ts'

/** The customer; the numbers are masked. */
const person = customer.row.pick({
  customer_id: true,
  is_foreigner: true,
  prefix: true,
  name: true,
  fname: true,
  sname: true,
  idcard: true,
  passport: true,
  birthday: true,
  age: true,
  phone_1: true,
})

/** An open application that has a balance, or lacks documents. */
const unsettled = z.object({
  application_id: id,
  application_code: applicationCode,
  type: kind,
  balance: sums.balance,
  missing_documents: missingDocuments,
})

const exams = z.object({
  customer: person,
  /** Null without the permission to see applications. */
  unsettled: z.array(unsettled).nullable(),
  /** Newest first. */
  rights: z.array(examRight.row),
  /** The last 100 bookings, also cancelled ones, latest first. */
  bookings: z.array(examBooking.row),
  /**
   * The number of days for which each branch of the caller grants a right by its settings; empty
   * for callers who may not grant one.
   */
  right_days: z.array(z.object({ branch_id: id, days: z.number() })),
})
export type CustomerExams = z.output<typeof exams>

export const customerExam = {
  person,
  unsettled,
  get: endpoint({
    method: 'GET',
    path: 'customer/exam',
    access: 'exam.view',
    summary:
      'Exam rights, bookings, results, balances and missing documents of a customer of the branches of the caller, found by id, complete ID or passport number, phone or text; data is null when unknown',
    input: customer.search.extend({ customer_id: idInPath.optional() }),
    output: z.object({
      data: exams.nullable(),
      /** Further customers that match the phone or the text. */
      others: z.array(person),
    }),
  }),
}
