/**
 * The rates of payroll as dated rows: the legal values for a day and a province. Rows are data of
 * the school, which may correct and add them. Source: product specification, sections 10 and 10b;
 * rules of payroll.
 */
import type { Satang } from '../money.ts'
import type { Day } from '../thai-date.ts'
import type { BasisPoints, Hundredths } from './exact.ts'
import { payrollWords } from './payroll-words.ts'

/** The wages on which social security is due. */
export interface SsoBase {
  /** Wages above 0 and below this minimum are raised to it. */
  min: Satang
  ceiling: Satang
}

/** The shares of the employee and the employer. */
export interface Shares {
  employee: BasisPoints
  employer: BasisPoints
}

/** Rates of the Employee Welfare Fund. */
export interface EwfRate extends Shares {
  /** Employers with fewer employees do not contribute. */
  min_employees: number
  /** Null for no ceiling. */
  ceiling: Satang | null
}

/** One step of the tax on income. */
export interface TaxStep {
  /** The highest net income of the step, satang; null for the last step. */
  up_to: Satang | null
  rate: BasisPoints
}

/** Tax on income from employment. */
export interface TaxRate {
  steps: readonly TaxStep[]
  /** The share of the income that is deducted as expense. */
  expense: BasisPoints
  expense_max: Satang
}

/** Allowances of a year; maximums if the actual amount is used. */
export interface AllowanceRate {
  self: Satang
  spouse: Satang
  child: Satang
  /** A second or later child born in 2018 or later. */
  later_child: Satang
  parent: Satang
  max_parents: number
  life_max: Satang
  health_max: Satang
  life_and_health_max: Satang
  home_loan_max: Satang
  /** The share of the income up to which contributions to a provident fund are deducted. */
  provident_fund: BasisPoints
  provident_fund_max: Satang
}

/** Factors of the hourly wage for work outside the normal hours of working days. */
export interface OvertimeRate {
  overtime: BasisPoints
  /** Normal hours on a holiday that the salary already pays. */
  holiday_paid: BasisPoints
  /** Normal hours on the weekly day off of a person paid by the day. */
  holiday_unpaid: BasisPoints
  holiday_overtime: BasisPoints
}

/** Days of leave a year. */
export interface LeaveRate {
  sick: number
  personal: number
  /** After one year of employment. */
  annual: number
  maternity: number
  /** The part of maternity leave that the employer pays. */
  maternity_paid: number
  childbirth: number
  newborn_illness: number
  newborn_illness_pay: BasisPoints
}

/** The values of the rows by their kind. */
export interface RateValues {
  sso_base: SsoBase
  sso_share: Shares
  ewf: EwfRate
  tax: TaxRate
  allowances: AllowanceRate
  /** Tax on fees of contractors. */
  contractor_tax: { rate: BasisPoints }
  overtime: OvertimeRate
  leave: LeaveRate
  /** Lowest wage of a day, only for a warning. */
  minimum_wage: { daily: Satang }
  /** Deductions above these shares of the pay need consent. */
  consent: { each: BasisPoints; together: BasisPoints }
  /** Normal hours of a working day, and days by which a salary is divided. */
  working_time: { hours: Hundredths; days: number }
}
export type RateKind = keyof RateValues

export const rateKinds = {
  sso_base: { label: payrollWords.socialSecurityBase },
  sso_share: { label: 'อัตราเงินสมทบประกันสังคม' },
  ewf: { label: payrollWords.employeeWelfare },
  tax: { label: payrollWords.withheldTax },
  allowances: { label: 'ค่าลดหย่อน' },
  contractor_tax: { label: 'ภาษีหัก ณ ที่จ่าย (จ้างทำของ)' },
  overtime: { label: 'ค่าล่วงเวลา' },
  leave: { label: 'สิทธิวันลา' },
  minimum_wage: { label: 'ค่าแรงขั้นต่ำ' },
  consent: { label: 'เพดานรายหัก' },
  working_time: { label: 'เวลาทำงานปกติ' },
} as const satisfies Record<RateKind, { label: string }>

/** A row of one kind. */
export interface RateRow<Kind extends RateKind> {
  kind: Kind
  valid_from: Day
  /** The last day; null while no end is known. */
  valid_to: Day | null
  /** The provinces of branches for which it is valid; null for the whole country. */
  provinces: readonly string[] | null
  value: RateValues[Kind]
}
export type AnyRateRow = { [Kind in RateKind]: RateRow<Kind> }[RateKind]

/**
 * The rate that is valid on a day in a province. Rows of the province take precedence over those of the whole country, then
 * the row that began last. Of equal rows, the last of the list.
 * @returns null where no row is valid
 */
export function rateOn<Kind extends RateKind>(
  rows: readonly AnyRateRow[],
  kind: Kind,
  { day, province }: { day: Day; province: string },
): RateValues[Kind] | null {
  const rank = (row: AnyRateRow) => `${row.provinces === null ? 0 : 1}${row.valid_from}`
  const valid = rows.filter(
    (row) =>
      row.kind === kind &&
      row.valid_from <= day &&
      (row.valid_to === null || day <= row.valid_to) &&
      (row.provinces === null || row.provinces.includes(province)),
  )
  // The sort is stable, so that the last of equal rows stays last.
  const best = valid.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0)).at(-1)
  // The filter has compared the kind, which the type of `filter` cannot express.
  return best === undefined ? null : (best.value as RateValues[Kind])
}
