/** The input and the result of the computation of the pay of a person and month. Amounts in satang. */
import type { PayKind, Weekday } from '../employee.ts'
import type { Satang } from '../money.ts'
import type { Day } from '../thai-date.ts'
import type { LineKind } from './built-in-lines.ts'
import type { AbsentDay, EmploymentPeriod, ProRataMode } from './employment.ts'
import type { Hundredths } from './exact.ts'
import type { Explanation } from './explanation.ts'
import type { WorkUnit } from './items.ts'
import type { KeyedLine, LineDifference, PayTotals } from './lines.ts'
import type { Month } from './month.ts'
import type { OvertimeKind } from './overtime.ts'
import type { AnyRateRow } from './rates.ts'
import type { AllowanceClaim } from './tax.ts'
import type { EarlierPlan, YearToDate } from './withholding.ts'

/** The terms of the pay of a person from a day on. */
export interface PayTerms {
  valid_from: Day
  branch_id: number
  position: string
  /** Whether `salary` is the wage of a day. */
  is_salary_daily: boolean
  pay_as: PayKind
  salary: Satang
  extra_salary: Satang
  /** The wage declared to social security; 0 to use the computed wage. */
  sso_salary: Satang
  sso_member: boolean
  ewf_exempt: boolean
  /** Basis points of the wage. */
  pvd_rate: number
  claim: AllowanceClaim
}

/** A piece of work that a line pays. A person is paid only once for a key. */
export interface WorkRow {
  key: string
  day: Day
  name: string
  unit: WorkUnit
  quantity: Hundredths
}

/**
 * A line of a month. In a deduction, `amount` is the deducted part and `carried` the part that
 * exceeded the pay.
 */
export interface DraftLine extends LineKind, KeyedLine {
  list_payroll_id: number | null
  carried: Satang
  explanation: Explanation
  /** The proposed amount, if a user changed it. */
  proposed: Satang | null
  work: readonly WorkRow[]
  payroll_loan_id: number | null
}

/** An item of payroll from which a line is made. */
export interface LineItem extends LineKind {
  list_payroll_id: number
  per_value: Satang
}

export interface MonthFacts {
  month: Month
  pay_date: Day
  periods: readonly EmploymentPeriod[]
  /** At least one of them is valid on the last employed day. */
  terms: readonly PayTerms[]
  day_off: readonly Weekday[]
  birthday: Day | null
  holidays: readonly Day[]
  absences: readonly AbsentDay[]
  paid_leave: readonly Day[]
  overtime: readonly { kind: OvertimeKind; hours: Hundredths }[]
  /** `value` in satang for items set manually, else a quantity. */
  standing: readonly (LineItem & { value: number })[]
  /** Work with the rate of an employee; `source` is the key of the rate. */
  work: readonly (LineItem & { source: string; rate: Satang; work: readonly WorkRow[] })[]
  loans: readonly {
    payroll_loan_id: number
    type: 'advance' | 'loan'
    instalment: Satang
    balance: Satang
    first_month: Month
  }[]
  /** The rest of deductions that exceeded the pay of the preceding month. */
  carried: readonly (LineKind & {
    source: string
    list_payroll_id: number | null
    amount: Satang
  })[]
  /** The sums of the tax year before this payment. */
  earlier: YearToDate & { sso: Satang; provident_fund: Satang }
  before: EarlierPlan | null
  rates: readonly AnyRateRow[]
  province: string
  /** Number of employees of the school. */
  employees: number
  is_ewf_on: boolean
  pro_rata: ProRataMode
}

/** The figures of a month besides its lines: for the funds, the tax of later months, and the books. */
export interface MonthFigures extends PayTotals {
  gross: Satang
  sso_wage: Satang
  sso_base: Satang
  sso_employee: Satang
  sso_employer: Satang
  ewf_wage: Satang
  ewf_employee: Satang
  ewf_employer: Satang
  provident_fund: Satang
  taxable_regular: Satang
  taxable_irregular: Satang
  tax: Satang
  regular_tax: Satang
  irregular_tax: Satang
  /** Null after an override, because later months cannot repeat it. */
  tax_plan: Satang | null
  unpaid_days: Hundredths
}

export interface MonthDraft {
  lines: DraftLine[]
  figures: MonthFigures
  differences: LineDifference[]
}
