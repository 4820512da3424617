/**
 * The order in which deductions are taken from pay, never below a net pay of 0, the limits that
 * require consent, and instalments of loans. Source: Labour Protection Act s.76; product
 * specification, section 10b.
 */
import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { fromBasisPoints, product, ratio, roundDown } from './exact.ts'
import type { Month } from './month.ts'
import { payrollWords } from './payroll-words.ts'
import type { RateValues } from './rates.ts'

/**
 * The kinds in the order in which they are taken. `compulsory`: by law, without consent and exempt
 * from its limits.
 */
export const deductionKinds = {
  tax: { label: payrollWords.withheldTax, compulsory: true },
  sso: { label: payrollWords.socialSecurity, compulsory: true },
  ewf: { label: payrollWords.employeeWelfare, compulsory: true },
  provident_fund: { label: payrollWords.providentFund, compulsory: false },
  student_loan: { label: 'กยศ.', compulsory: true },
  advance: { label: 'เบิกเงินล่วงหน้า', compulsory: false },
  loan: { label: 'เงินกู้สวัสดิการ', compulsory: false },
  damages: { label: 'ค่าเสียหาย', compulsory: false },
  other: { label: 'หักอื่น ๆ', compulsory: false },
} as const
export type DeductionKind = keyof typeof deductionKinds
const order = Object.keys(deductionKinds) as DeductionKind[]

export interface Deduction {
  kind: DeductionKind
  amount: Satang
  /** Whether the employee's consent is recorded. */
  has_consent: boolean
}

export interface TakenDeduction {
  taken: Satang
  /** The amount that exceeds the pay, to be deducted in a later month. */
  carried: Satang
}

/**
 * Takes deductions from pay in their order; equal kinds in the order given.
 * @param pay in satang, after the deductions that reduce pay
 * @returns the deductions in the order in which they are taken
 */
export function takeDeductions<Item extends Deduction>(
  pay: Satang,
  items: readonly Item[],
): (Item & TakenDeduction)[] {
  let left = Math.max(0, pay)
  return items
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map((item) => {
      const taken = Math.min(item.amount, left)
      left -= taken
      return { ...item, taken: satang(taken), carried: satang(item.amount - taken) }
    })
}

/** A limit that is exceeded without consent. */
export interface ConsentProblem {
  /** The kinds without consent; one above its limit, or several together above theirs. */
  kinds: DeductionKind[]
  limit: 'each' | 'together'
  /** The amount that may be deducted without consent, satang. */
  max: Satang
}

/**
 * The deductions that need recorded consent: a kind above 10 % of the pay, or all together above 20 %. Compulsory ones
 * do not count.
 */
export function consentProblems(
  pay: Satang,
  items: readonly Deduction[],
  rate: RateValues['consent'],
): ConsentProblem[] {
  const counted = items.filter(({ kind, amount }) => !deductionKinds[kind].compulsory && amount > 0)
  const maxOf = (points: number) =>
    roundDown(product(ratio(Math.max(0, pay)), fromBasisPoints(points)))
  const each = maxOf(rate.each)
  const together = maxOf(rate.together)
  const lacking = counted.filter(({ has_consent }) => !has_consent)
  const kinds = order.filter((kind) => lacking.some((item) => item.kind === kind))
  const sumOf = (list: readonly Deduction[]) => sumSatang(list.map(({ amount }) => amount))
  const above = kinds.filter((kind) => sumOf(counted.filter((item) => item.kind === kind)) > each)
  return [
    ...(above.length > 0 ? [{ kinds: above, limit: 'each', max: each } as const] : []),
    ...(kinds.length > 0 && sumOf(counted) > together
      ? [{ kinds, limit: 'together', max: together } as const]
      : []),
  ]
}

/** An advance or a loan, satang. */
export interface Loan {
  instalment: Satang
  /** The amount that is not repaid yet. */
  balance: Satang
  first_month: Month
}

/** The instalment to propose for a month: at most the balance, nothing before the first month. */
export const loanInstalment = (loan: Loan, month: Month): Satang =>
  month < loan.first_month
    ? zeroSatang
    : satang(Math.max(0, Math.min(loan.instalment, loan.balance)))
