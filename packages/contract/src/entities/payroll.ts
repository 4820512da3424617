/**
 * Months of payroll: their steps from building to payment. Source: product specification, sections
 * 10 and 10b.
 */
import { payrollWords } from '@khapdee/domain/payroll/payroll-words'
import { headings } from '@khapdee/domain/words'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { payTypes } from '@khapdee/domain/application/status'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  baht,
  branchName,
  dataOf,
  day,
  enteredDay,
  id,
  idInPath,
  listOf,
  listQuery,
  nonNegativeBaht,
  nonNegativeSum,
  oneOf,
  option,
  optionalDay,
  reason,
  reference,
  requiredReference,
  shownText,
  text,
  version,
} from '../wire.ts'
import {
  consent,
  lineDifference,
  overtimeHours,
  payMonth,
  payrollFlag,
  payrollLine,
  payrollNote,
  payrollRow,
  payrollStatus,
  payrollTotals,
  payTotals,
  positionShown,
  stepRow,
  userInfo,
  workChange,
  yearToDate,
} from './payroll-shapes.ts'

const branch_id = requiredReference('branch')
const month = payMonth
const optionalMonth = payMonth.optional()

const person = z.object({
  payroll_id: id,
  month,
  /** Pay by the terms of employment. */
  salary: z.array(payrollLine),
  income: z.array(payrollLine),
  deduction: z.array(payrollLine),
  user_info: userInfo,
  is_approve: z.boolean(),
  is_payroll: z.boolean(),
  status: payrollStatus,
  totals: payrollTotals,
  pay_date: labelled(day, fieldTitles.payDate),
  overtime: z.array(overtimeHours),
  /** The unpaid days, with two decimals. */
  unpaid_days: baht,
  consent,
  note: payrollNote,
  /** The reason for the last return or reopening. */
  return_note: z.string(),
  payslip_code: z.string().nullable(),
  revision: z.number(),
  steps: z.array(stepRow),
  flags: z.array(payrollFlag),
  /** The changes in the paid work since the month was built. */
  work_changes: z.array(workChange),
  /** Whether the caller may change the lines now. */
  is_editable: z.boolean(),
  version,
})
export type PayrollPerson = z.output<typeof person>

/** The change of a proposed line by a user, or a line of an item that a user adds. */
const lineInput = z.strictObject({
  /**
   * The line to keep or change; absent for a new one. Omitted lines are removed unless they are
   * proposed.
   */
  payroll_line_id: id.optional(),
  /** The item of a new line. */
  list_payroll_id: reference('list_payroll').optional(),
  /** Baht for `fill`, else a quantity; absent to keep the proposed value of a proposed line. */
  value: labelled(nonNegativeBaht, fieldTitles.quantity).optional(),
  per_value: labelled(nonNegativeBaht, fieldTitles.unitRate).optional(),
  /** Required to change a proposed line; an empty text restores the proposed value. */
  override_reason: text('เหตุผลที่เปลี่ยน', 500).optional(),
})

const save = <Path extends string>(path: Path) =>
  endpoint({
    method: 'PUT',
    path,
    access: 'payroll.update',
    summary:
      'Save the lines of a draft; contributions and tax are proposed again. A stale version is refused',
    input: z.strictObject({
      user_id: reference('app_user'),
      month,
      lines: labelled(z.array(lineInput).max(100, { error: messages.invalid }), headings.item),
      overtime: labelled(
        z.array(overtimeHours).max(4, { error: messages.invalid }),
        'ล่วงเวลาและทำงานวันหยุด',
      ).optional(),
      pay_date: labelled(enteredDay, fieldTitles.payDate).optional(),
      consent: consent.optional(),
      note: payrollNote.optional(),
      version,
    }),
    output: dataOf(person),
  })

const dropdowns = (path: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'payroll.view',
    summary: 'Dropdowns of the lines of a month: the items in use, and the filters of the lists',
    input: z.strictObject({}),
    output: dataOf(
      z.object({
        branch: z.array(option),
        income: z.array(z.object({ ...option.shape, per_value: baht, condition: z.string() })),
        deduction: z.array(z.object({ ...option.shape, per_value: baht, condition: z.string() })),
        status: z.array(option),
        position: z.array(option),
        /** The months that were built, latest first. */
        month: z.array(option),
      }),
    ),
  })

const people = z
  .array(reference('app_user'))
  .min(1, { error: messages.invalid })
  .max(5000, { error: messages.invalid })

const stepFields = {
  branch_id,
  month,
  /** The people; if absent, everybody of the branch whose month may take the step. */
  user_ids: people.optional(),
  /** The sum of net pay that the user saw; if it has changed since, the step is refused (409). */
  net: labelled(nonNegativeSum, payrollWords.netIncome).optional(),
}

const stepResult = z.object({
  /** The number of months that took the step. */
  count: z.number(),
  net: baht,
  /** The people who were skipped, with the reasons. Only without `user_ids`. */
  skipped: z.array(z.object({ user_id: id, user: z.string(), message: z.string() })),
})

/** The listed rows with the totals of all of them. */
const listWithTotals = z.object({ ...listOf(payrollRow).shape, total: payrollTotals })

export const payroll = {
  row: payrollRow,
  person,
  build: endpoint({
    method: 'POST',
    path: 'payroll/build',
    access: 'payroll.update',
    idempotent: 'optional',
    summary:
      'Create the missing drafts of a branch and month, and propose unchanged lines again; submitted months do not change',
    input: z.strictObject({ branch_id, month }),
    output: dataOf(
      z.object({
        built: z.number(),
        changed: z.number(),
        differences: z.array(lineDifference),
      }),
    ),
  }),
  gettable: endpoint({
    method: 'GET',
    path: 'payroll/gettable',
    access: 'payroll.view',
    summary:
      'People and their months, by default those of the latest month that are not paid yet (`status` outstanding)',
    input: listQuery,
    output: listWithTotals,
  }),
  user: endpoint({
    method: 'GET',
    path: 'payroll/user/:user_id',
    access: 'payroll.view',
    summary:
      'The month of a person, by default the latest, with its lines and the sums of the year',
    input: z.strictObject({ user_id: idInPath, month: optionalMonth }),
    output: z.object({ data: person, detail: yearToDate }),
  }),
  history: endpoint({
    method: 'GET',
    path: 'payroll/userhistory/:user_id',
    access: 'payroll.view',
    summary: 'The months of a person, latest first; `month` selects those up to it',
    input: z.strictObject({ user_id: idInPath, month: optionalMonth }),
    output: dataOf(z.array(payrollRow)),
  }),
  totals: endpoint({
    method: 'GET',
    path: 'payroll/totals',
    access: 'payroll.view',
    summary: 'The totals of a branch and month by status, and the warnings before a step',
    input: z.strictObject({ branch_id: idInPath, month }),
    output: dataOf(
      z.object({
        branch: branchName,
        statuses: z.array(
          z.object({
            status: payrollStatus,
            /** The Thai name of the status. */
            name: shownText(fieldTitles.status),
            count: z.number(),
            ...payrollTotals.shape,
          }),
        ),
        flags: z.array(payrollFlag),
      }),
    ),
  }),
  lines: save('list-payrollList/update'),
  linesList: dropdowns('list-payrollList/list'),
  reportLines: save('list-payrollReport/update'),
  reportList: dropdowns('list-payrollReport/list'),
  report: endpoint({
    method: 'GET',
    path: 'payroll/payslip/gettable',
    access: 'payroll.view',
    summary: 'Payslips by branch, position and month, by default of the latest month',
    input: listQuery,
    output: listWithTotals,
  }),
  own: endpoint({
    method: 'GET',
    path: 'payroll/own',
    access: 'signed-in',
    summary: 'The caller’s own approved months, latest first',
    input: z.strictObject({}),
    output: dataOf(
      z.array(
        z.object({
          payroll_id: id,
          month,
          position: positionShown,
          ...payTotals,
          status: payrollStatus,
          pay_date: day,
          payslip_code: z.string(),
        }),
      ),
    ),
  }),
  submit: endpoint({
    method: 'POST',
    path: 'payroll/submit',
    access: 'payroll.submit',
    idempotent: 'required',
    summary: 'Submit drafts to be checked',
    input: z.strictObject(stepFields),
    output: dataOf(stepResult),
  }),
  confirm: endpoint({
    method: 'POST',
    path: 'payroll/confirm',
    access: 'payroll.confirm',
    idempotent: 'required',
    summary: 'Confirm the amounts of submitted months; refused to the user who submitted them',
    input: z.strictObject(stepFields),
    output: dataOf(stepResult),
  }),
  approve: endpoint({
    method: 'POST',
    path: 'payroll/approve',
    access: 'payroll.approve',
    idempotent: 'required',
    summary:
      'Approve confirmed months: figures can no longer change, the cost is posted to the books on the pay day, and payslips can be opened',
    input: z.strictObject({
      ...stepFields,
      /** A later day if the books are locked on the pay day. */
      pay_date: optionalDay(fieldTitles.payDate),
    }),
    output: dataOf(stepResult),
  }),
  return: endpoint({
    method: 'POST',
    path: 'payroll/return',
    access: ['payroll.confirm', 'payroll.approve'],
    idempotent: 'optional',
    summary: 'Return submitted or confirmed months with a note to be corrected',
    input: z.strictObject({ ...stepFields, note: reason(500) }),
    output: dataOf(stepResult),
  }),
  pay: endpoint({
    method: 'POST',
    path: 'payroll/pay',
    access: 'payroll.pay',
    idempotent: 'required',
    summary:
      'Record that approved months were paid; cash is taken from the drawer, and no further expense is booked',
    input: z.strictObject({
      ...stepFields,
      pay_date: labelled(enteredDay, fieldTitles.payDate),
      pay_type: oneOf(fieldTitles.payType, payTypes),
      bank_account_id: reference('bank_account').nullable().default(null),
    }),
    output: dataOf(stepResult),
  }),
  reopen: endpoint({
    method: 'POST',
    path: 'payroll/reopen',
    access: 'payroll.approve',
    idempotent: 'required',
    summary:
      'Reopen months that are approved and not paid, whose postings are reversed on the same day; with `user_ids`, void months too',
    input: z.strictObject({ ...stepFields, note: reason(500) }),
    output: dataOf(stepResult),
  }),
  void: endpoint({
    method: 'POST',
    path: 'payroll/void',
    access: 'payroll.approve',
    idempotent: 'required',
    summary:
      'Void months of the given people that are not approved: nothing is paid, and other months can contain their work and instalments',
    input: z.strictObject({ ...stepFields, user_ids: people, note: reason(500) }),
    output: dataOf(stepResult),
  }),
}

/** The words of the status filter: ค้างจ่าย, and the statuses. */
export const payrollFilters = { outstanding: { label: 'ค้างจ่าย' }, ...payrollStatuses }
