/**
 * Advances and loans of people: their balances, and the records that are allowed. Source: product
 * specification, section 10b.5.
 */
import { fieldTitles } from '../field-titles.ts'
import { stateWords } from '../words.ts'
import type { PayType } from '../application/status.ts'
import { type Satang, bahtWithUnit } from '../money.ts'
import type { Day } from '../thai-date.ts'
import type { Tone } from '../tone.ts'
import { deductionKinds } from './deductions.ts'
import type { Month } from './month.ts'

export const loanTypes = { advance: deductionKinds.advance, loan: deductionKinds.loan } as const
export type LoanType = keyof typeof loanTypes

export const loanStates = {
  open: { label: 'ยังคืนไม่ครบ', tone: 'warn' },
  repaid: { label: 'คืนครบแล้ว', tone: 'ok' },
  cancelled: { label: stateWords.void, tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type LoanState = keyof typeof loanStates

export const loanStateOf = (loan: { is_cancelled: boolean; balance: Satang }): LoanState =>
  loan.is_cancelled ? 'cancelled' : loan.balance > 0 ? 'open' : 'repaid'

/** The events that change the balance of a loan. */
export const loanEvents = {
  payout: { label: 'จ่ายเงินให้พนักงาน' },
  deduction: { label: 'หักจากเงินเดือน' },
  repayment: { label: 'รับคืนนอกงวดเงินเดือน' },
} as const
export type LoanEvent = keyof typeof loanEvents

export interface LoanMoney {
  day: Day
  pay_type: PayType
}

/**
 * Why a loan's money cannot be recorded for a day, because cash changes the drawer of today; null
 * if it can.
 */
export function loanDayProblem({ day, pay_type }: LoanMoney, today: Day) {
  if (day > today) return { path: 'day', message: 'วันที่ต้องไม่อยู่ในอนาคต' }
  if (pay_type === 'cash' && day !== today)
    return { path: 'day', message: 'เงินสดเข้าออกลิ้นชักของวันนี้ กรุณาใช้วันที่วันนี้' }
  return null
}

/** Why a loan cannot be given with these values; null if it can. */
export function loanProblem(
  loan: LoanMoney & { principal: Satang; instalment: Satang; first_month: Month },
  today: Day,
) {
  if (loan.instalment > loan.principal)
    return { path: 'instalment', message: 'งวดละต้องไม่เกินจำนวนเงินที่จ่าย' }
  if (loan.first_month < loan.day.slice(0, 7))
    return { path: 'first_month', message: 'งวดแรกต้องไม่ก่อนเดือนที่จ่ายเงิน' }
  return loanDayProblem(loan, today)
}

/** Why an amount cannot be repaid; null if it can. */
export const repaymentProblem = (value: Satang, balance: Satang) =>
  value > balance
    ? { path: 'value', message: `${fieldTitles.balance} ${bahtWithUnit(balance)} รับคืนเกินไม่ได้` }
    : null
