/**
 * Contributions to social security and to the Employee Welfare Fund, from the wage. The wage is never derived from a
 * contribution: above the ceiling different wages have the same one. Source: rules of payroll, sections 1 and 1b.
 */
import { fieldTitles } from '../field-titles.ts'
import { payrollWords } from './payroll-words.ts'
import { type Satang, satang, zeroSatang } from '../money.ts'
import { type Day, ageOn } from '../thai-date.ts'
import { type Ratio, fromBasisPoints, notNegative, product, ratio, roundHalfUp } from './exact.ts'
import { type Explanation, term } from './explanation.ts'
import type { EwfRate, Shares, SsoBase } from './rates.ts'

/** The contributions of both sides for one employee and month. */
export interface Contribution {
  /** The wage on which it is computed, between the limits; 0 without a contribution. */
  base: Satang
  employee: Satang
  employer: Satang
  /** The computation of the employee's share; empty without a contribution. */
  explanation: Explanation
}

export const noContribution: Contribution = {
  base: zeroSatang,
  employee: zeroSatang,
  employer: zeroSatang,
  explanation: [],
}

/** People who are first employed at this age or later are not insured. Years. */
const maxJoinAge = 60

/**
 * Whether an employee is insured: registered, and younger than 60 years when first employed.
 * @param birthday null where it is not known, which does not exclude
 */
export const isSsoMember = (employee: {
  registered: boolean
  birthday: Day | null
  first_employed: Day
}): boolean =>
  employee.registered &&
  (employee.birthday === null || ageOn(employee.birthday, employee.first_employed) < maxJoinAge)

/**
 * The wage of a month for social security.
 * @param fixed fixed pay of the month, after the reduction for days that are not paid
 * @param declared the declared wage of a whole month, which replaces the fixed pay if it is positive
 * @param worked the paid part of the month: 1 for a whole month, less days before the first, after the last and unpaid
 */
export const ssoWage = (wage: { fixed: Satang; declared: Satang; worked: Ratio }): Satang =>
  wage.declared > 0
    ? roundHalfUp(product(ratio(wage.declared), notNegative(wage.worked)))
    : satang(Math.max(0, wage.fixed))

/** Social security of a wage in satang: each share in whole baht, from 50 satang up. No wage, no contribution. */
export function ssoContribution(wage: Satang, limits: SsoBase, shares: Shares): Contribution {
  if (wage <= 0) return noContribution
  const base = satang(Math.min(Math.max(wage, limits.min), limits.ceiling))
  const share = (rate: number) => roundHalfUp(product(ratio(base), fromBasisPoints(rate)), 100)
  const employee = share(shares.employee)
  return {
    base,
    employee,
    employer: share(shares.employer),
    explanation: [
      term('+', payrollWords.socialSecurityBase, { baht: base }),
      term('×', fieldTitles.rate, { percent: shares.employee }),
      term('=', payrollWords.socialSecurity, { baht: employee }),
    ],
  }
}

/** The facts that determine whether the Employee Welfare Fund applies. */
export interface EwfCase {
  /** The setting of the branch. */
  is_on: boolean
  /** Whether the employee is a member of a provident fund or has an equal benefit. */
  exempt: boolean
  /** Number of employees of the employer, in all branches. */
  employees: number
}

/** The contribution to the Employee Welfare Fund of a wage in satang, to the satang, halves up. */
export function ewfContribution(wage: Satang, rate: EwfRate, applies: EwfCase): Contribution {
  const { is_on, exempt, employees } = applies
  if (!is_on || exempt || employees < rate.min_employees || wage <= 0) return noContribution
  const base = rate.ceiling === null ? wage : satang(Math.min(wage, rate.ceiling))
  const share = (points: number) => roundHalfUp(product(ratio(base), fromBasisPoints(points)))
  const employee = share(rate.employee)
  return {
    base,
    employee,
    employer: share(rate.employer),
    explanation: [
      term('+', payrollWords.wage, { baht: base }),
      term('×', fieldTitles.rate, { percent: rate.employee }),
      term('=', payrollWords.employeeWelfare, { baht: employee }),
    ],
  }
}

/**
 * Whether to warn that the fund is disabled although the employer has enough employees to be
 * obliged to contribute.
 */
export const isEwfMissing = (rate: EwfRate, { is_on, employees }: EwfCase): boolean =>
  !is_on && employees >= rate.min_employees
