/** Advances and loans of people, paid back by deductions of their pay. Source: product specification, section 10b.5. */
import { payTypes } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { loanEvents, loanStates, loanTypes } from '@khapdee/domain/payroll/loans'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { headings } from '@khapdee/domain/words'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  baht,
  dataOf,
  day,
  enteredDay,
  flag,
  id,
  idInPath,
  nonNegativeBaht,
  noteOf,
  oneOf,
  reason,
  reference,
  shownText,
  typeOf,
  version,
} from '../wire.ts'
import { positive, transferAccount } from './application-shapes.ts'
import { payMonth } from './payroll-shapes.ts'

const fields = {
  type: typeOf(loanTypes),
  principal: labelled(positive(nonNegativeBaht), fieldTitles.amountPaid),
  instalment: labelled(positive(nonNegativeBaht), 'หักคืนงวดละ'),
  /** The month of the first deduction. */
  first_month: labelled(payMonth, 'เริ่มหักงวดเดือน'),
  /**
   * A cash drawer movement of today if it is cash, because it leaves the drawer of the person's
   * branch.
   */
  day: labelled(enteredDay, fieldTitles.payDate),
  pay_type: oneOf('วิธีจ่าย', payTypes),
  bank_account_id: transferAccount,
  has_consent: flag('พนักงานยินยอมให้หักเป็นหนังสือ').default(false),
  note: noteOf(500),
}

/** A change of the balance. */
const event = z.object({
  kind: oneOf(headings.item, loanEvents),
  day: labelled(day, fieldTitles.date),
  /** The month of a deduction, with its status; else null. */
  month: z.string().nullable(),
  status: oneOf(fieldTitles.status, payrollStatuses).nullable(),
  /** Positive for money paid to the person, negative for repayments. */
  value: labelled(baht, fieldTitles.amount),
  /** The balance after it. */
  balance: labelled(baht, fieldTitles.balance),
  /** The account of a transfer; empty for cash, deductions, and branches without an account. */
  bank_account: shownText(entities.bank_account.label),
  note: z.string(),
})

const loan = z.object({
  payroll_loan_id: id,
  user_id: id,
  /** The branch that paid it out, whose accounts its money moves through. */
  branch_id: id,
  type: fields.type,
  principal: labelled(baht, fieldTitles.amountPaid),
  instalment: labelled(baht, 'หักคืนงวดละ'),
  first_month: z.string(),
  day,
  pay_type: fields.pay_type,
  has_consent: z.boolean(),
  note: z.string(),
  state: oneOf(fieldTitles.status, loanStates),
  balance: labelled(baht, fieldTitles.balance),
  /** Rows that explain the balance, earliest first. */
  events: z.array(event),
  /** Whether nothing was repaid yet, so that it can be cancelled. */
  is_cancellable: z.boolean(),
  version,
})
export type PayrollLoanRow = z.output<typeof loan>

export const payrollLoan = {
  row: loan,
  list: endpoint({
    method: 'GET',
    path: 'payroll/loan/list',
    access: 'payroll.view',
    summary:
      'The advances and loans of a person, latest first, with the movements of their balance',
    input: z.strictObject({ user_id: idInPath }),
    output: dataOf(
      z.object({
        loans: z.array(loan),
        /** The branch of the person, which pays out new ones. */
        branch_id: id,
        /** Whether the caller may record them: with `payroll.pay`, and not for themselves. */
        is_editable: z.boolean(),
      }),
    ),
  }),
  create: endpoint({
    method: 'POST',
    path: 'payroll/loan/create',
    access: 'payroll.pay',
    idempotent: 'required',
    summary: 'Pay out an advance or a loan, which is not an expense; cash is taken from the drawer',
    input: z.strictObject({ user_id: reference('app_user'), ...fields }),
    output: dataOf(loan),
  }),
  repay: endpoint({
    method: 'POST',
    path: 'payroll/loan/repay',
    access: 'payroll.pay',
    idempotent: 'required',
    summary: 'Record money that a person pays back outside of the pay; at most the balance',
    input: z.strictObject({
      payroll_loan_id: id,
      value: labelled(positive(nonNegativeBaht), 'จำนวนเงินที่รับคืน'),
      day: labelled(enteredDay, 'วันที่รับคืน'),
      pay_type: oneOf('วิธีรับคืน', payTypes),
      bank_account_id: transferAccount,
      note: noteOf(500),
      version,
    }),
    output: dataOf(loan),
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'payroll/loan/cancel',
    access: 'payroll.pay',
    idempotent: 'required',
    summary: 'Cancel a loan without repayments; cash returns to the drawer',
    input: z.strictObject({ payroll_loan_id: id, note: reason(500), version }),
    output: dataOf(loan),
  }),
} as const
