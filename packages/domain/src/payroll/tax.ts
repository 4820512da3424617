/** Tax on the income of a year, and its allowances. Source: Revenue Code; rules of payroll, section 2. */
import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { headings } from '../words.ts'
import { fromBasisPoints, product, ratio, roundDown, roundHalfUp, sum } from './exact.ts'
import { payrollWords } from './payroll-words.ts'
import type { AllowanceRate, TaxRate, TaxStep } from './rates.ts'

/** The allowances claimed by the form ล.ย.01, and the payments to funds. Amounts are of the year. */
export interface AllowanceClaim {
  spouse: boolean
  /** Children, without those of `later_children`. */
  children: number
  /** Second and later children born in 2018 or later. */
  later_children: number
  parents: number
  life_insurance: Satang
  health_insurance: Satang
  home_loan_interest: Satang
}

export const noClaim: AllowanceClaim = {
  spouse: false,
  children: 0,
  later_children: 0,
  parents: 0,
  life_insurance: zeroSatang,
  health_insurance: zeroSatang,
  home_loan_interest: zeroSatang,
}

/** Payments of the employee to funds in the year, satang. */
export interface FundPayments {
  social_security: Satang
  provident_fund: Satang
}

export const allowanceKinds = {
  self: { label: 'ผู้มีเงินได้' },
  spouse: { label: headings.spouse },
  children: { label: headings.children },
  parents: { label: 'บิดามารดา' },
  insurance: { label: 'เบี้ยประกันชีวิตและสุขภาพ' },
  home_loan: { label: 'ดอกเบี้ยเงินกู้เพื่อที่อยู่อาศัย' },
  social_security: { label: payrollWords.socialSecurity },
  provident_fund: { label: payrollWords.providentFund },
} as const
export type AllowanceKind = keyof typeof allowanceKinds

const least = (...amounts: Satang[]): Satang => satang(Math.min(...amounts))

/** The allowances of a year. @param income the income of the year, which limits the provident fund */
export function allowancesOf(
  claim: AllowanceClaim,
  funds: FundPayments,
  rate: AllowanceRate,
  income: Satang,
): Readonly<Record<AllowanceKind, Satang>> {
  const health = least(claim.health_insurance, rate.health_max)
  const life = least(claim.life_insurance, rate.life_max)
  return {
    self: rate.self,
    spouse: claim.spouse ? rate.spouse : zeroSatang,
    children: satang(claim.children * rate.child + claim.later_children * rate.later_child),
    parents: satang(Math.min(claim.parents, rate.max_parents) * rate.parent),
    insurance: least(satang(life + health), rate.life_and_health_max),
    home_loan: least(claim.home_loan_interest, rate.home_loan_max),
    social_security: funds.social_security,
    provident_fund: least(
      funds.provident_fund,
      roundDown(product(ratio(income), fromBasisPoints(rate.provident_fund))),
      rate.provident_fund_max,
    ),
  }
}

/** Tax on a net income by steps, satang, rounded once. */
export function taxBySteps(net: Satang, steps: readonly TaxStep[]): Satang {
  let lower = 0
  const parts = steps.map(({ up_to, rate }) => {
    const part = Math.max(0, Math.min(net, up_to ?? net) - lower)
    lower = up_to ?? lower
    return product(ratio(part), fromBasisPoints(rate))
  })
  return roundHalfUp(sum(...parts))
}

/** The tax of a year and the figures from which it is computed, satang. */
export interface AnnualTax {
  income: Satang
  expense: Satang
  allowances: Satang
  /** income − expense − allowances, not below 0. */
  net: Satang
  tax: Satang
}

/** The tax on an income of a year. */
export function annualTax(
  income: Satang,
  allowances: Readonly<Record<AllowanceKind, Satang>>,
  rate: TaxRate,
): AnnualTax {
  const half = roundDown(product(ratio(income), fromBasisPoints(rate.expense)))
  const expense = least(half, rate.expense_max)
  const total = sumSatang(Object.values(allowances))
  const net = satang(Math.max(0, income - expense - total))
  return { income, expense, allowances: total, net, tax: taxBySteps(net, rate.steps) }
}
