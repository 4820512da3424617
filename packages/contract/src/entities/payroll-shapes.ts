/** Shapes of the months of payroll. Source: product specification, sections 10 and 10b. */
import { payTypes } from '@khapdee/domain/application/status'
import { payKinds } from '@khapdee/domain/employee'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { itemCategories } from '@khapdee/domain/payroll/items'
import { deductionPostings } from '@khapdee/domain/payroll/lines'
import { overtimeKinds } from '@khapdee/domain/payroll/overtime'
import { payrollWords } from '@khapdee/domain/payroll/payroll-words'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { formatMonth } from '@khapdee/domain/thai-date'
import { headings, units } from '@khapdee/domain/words'
import { z } from 'zod'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import {
  baht,
  branchName,
  day,
  flag,
  id,
  instant,
  multilineText,
  nonNegativeBaht,
  oneOf,
  shownText,
  statusOf,
  text,
  version,
} from '../wire.ts'
import { payrollItem } from './payroll-item.ts'

export const monthTitle = 'งวดเดือน'

/** A month as `YYYY-MM`, CE. */
export const payMonth = labelled(
  z.string({ error: messages.required(monthTitle) }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, {
    error: messages.invalidField(monthTitle),
  }),
  monthTitle,
)
/** The Thai name of a month, such as `พฤศจิกายน 2569`. */
export const monthName = (month: string): string => formatMonth(month)

export const payrollStatus = statusOf(payrollStatuses)
export const personName = shownText(fieldTitles.fullName)
export const positionShown = shownText(fieldTitles.position)

const figureTitles = {
  income: 'รวมรายได้',
  deduction: 'รวมรายหัก',
  net: payrollWords.netIncome,
} as const

/** income − deduction = net. */
export const payTotals = {
  income: labelled(baht, figureTitles.income),
  deduction: labelled(baht, figureTitles.deduction),
  net: labelled(baht, figureTitles.net),
}

/** The totals, with the shares of the employer, which are not part of the pay. */
export const payrollTotals = z.object({
  ...payTotals,
  employer: labelled(baht, fieldTitles.employerShare),
})

/**
 * One term of a computation as text: `× อัตรา 5%`. The last one, with `=`, is the proposed amount.
 */
const explanationTerm = z.object({ operator: z.string(), label: z.string(), figure: z.string() })

/** A piece of work that a line pays; `key` identifies its record, such as `exam_panel:12`. */
const workRow = z.object({ key: z.string(), day, name: z.string(), quantity: baht })

/**
 * Work whose quantity has changed since the month was built; null where there was none, or is none
 * any more.
 */
export const workChange = z.object({
  day,
  name: z.string(),
  before: labelled(baht, fieldTitles.formerValue).nullable(),
  after: labelled(baht, fieldTitles.newValue).nullable(),
})

const { type, condition, title_value } = payrollItem.fields.shape

/** A line of a month. */
export const payrollLine = z.object({
  payroll_line_id: id,
  /** Null for lines that need no item, such as the salary. */
  list_payroll_id: id.nullable(),
  type,
  category: oneOf(fieldTitles.category, itemCategories),
  name: shownText(headings.item),
  condition,
  title_value,
  /** The rate of one unit, rounded to be shown; 0 for `fill`. */
  per_value: labelled(baht, fieldTitles.unitRate),
  /** Baht for `fill`, else a quantity; both with two decimals. */
  value: labelled(baht, fieldTitles.quantity),
  /** The paid or deducted amount. */
  amount: labelled(baht, fieldTitles.amount),
  /** The part of a deduction that exceeds the pay; it is proposed again next month. */
  carried: labelled(baht, 'ยกไปหักเดือนถัดไป'),
  posting: oneOf('การลงบัญชี', deductionPostings).nullable(),
  taxable: flag('คิดภาษี'),
  in_sso_base: flag('คิดฐานประกันสังคม'),
  regular: flag('ประจำ'),
  /** The source that proposes the line, such as `salary`, `sso`, `tax`, `standing:7`, `loan:3`; null for one that a user added. */
  source: z.string().nullable(),
  /** The computation of the proposed amount (ทำไม); empty for lines that users add. */
  explanation: z.array(explanationTerm),
  /** The proposed amount if a user changed it, otherwise null. */
  proposed: labelled(baht, 'จำนวนที่คำนวณได้').nullable(),
  override_reason: shownText('เหตุผลที่เปลี่ยน').nullable(),
  /** The pieces of work that the line pays. */
  work: z.array(workRow),
})
export type PayrollLineRow = z.output<typeof payrollLine>

/** A difference from a new computation; `kept` if the amount of a user was kept. */
export const lineDifference = z.object({
  user_id: id,
  user: personName,
  name: shownText(headings.item),
  before: labelled(baht, fieldTitles.formerValue).nullable(),
  after: labelled(baht, fieldTitles.newValue).nullable(),
  kept: z.boolean(),
})

/** A warning before a step. `block` refuses the step. */
export const payrollFlag = z.object({
  user_id: id,
  user: personName,
  message: z.string(),
  block: z.boolean(),
})

export const overtimeHours = z.strictObject({
  kind: oneOf('ประเภทล่วงเวลา', overtimeKinds),
  /** Hours with two decimals. */
  hours: labelled(nonNegativeBaht, units.hours),
})

export const consent = text('ความยินยอมให้หักเกินเพดาน', 500)
export const payrollNote = multilineText(fieldTitles.note, 500)

export const payrollRow = z.object({
  payroll_id: id,
  user_id: id,
  name: personName,
  branch_id: id,
  branch: branchName,
  position: positionShown,
  month: shownText(monthTitle),
  ...payTotals,
  status: payrollStatus,
  /** Submitted or later. */
  is_payroll: z.boolean(),
  /** Approved or paid: the figures are frozen. */
  is_approve: z.boolean(),
  /** The totals that differ by more than 10 % from those of the month before. */
  flags: z.array(z.enum(['income', 'deduction', 'net'])),
  pay_type: oneOf('วิธีรับเงินเดือน', payTypes),
  pay_date: labelled(day, fieldTitles.payDate),
  payslip_code: shownText('เลขที่สลิป').nullable(),
  version,
})
export type PayrollRow = z.output<typeof payrollRow>

export const stepRow = z.object({
  step: z.string(),
  /** The Thai name of the step. */
  label: z.string(),
  note: z.string(),
  user: z.string(),
  createdAt: instant,
})

/** Sums of the tax year up to and including the month, with imported figures. */
export const yearToDate = z.object({
  year: z.number(),
  income: labelled(baht, 'เงินได้สะสม'),
  tax: labelled(baht, 'ภาษีสะสม'),
  sso: labelled(baht, 'ประกันสังคมสะสม'),
  provident_fund: labelled(baht, 'กองทุนสำรองเลี้ยงชีพสะสม'),
})

export const userInfo = z.object({
  user_id: id,
  name: personName,
  branch_id: id,
  branch: branchName,
  position: positionShown,
  pay_as: oneOf('ประเภทผู้รับเงิน', payKinds),
  pay_type: oneOf('วิธีรับเงินเดือน', payTypes),
  bank: shownText(fieldTitles.bank),
  bank_acc: shownText(fieldTitles.accountNumber),
})
