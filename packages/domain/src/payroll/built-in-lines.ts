/** The lines of a month that need no item: pay by the terms of employment, absences, contributions, tax. */
import type { OvertimeKind } from './overtime.ts'
import { overtimeKinds } from './overtime.ts'
import type { ItemCategory, itemUnits } from './items.ts'
import type { DeductionPosting, LineCondition, LineSide } from './lines.ts'
import { payrollWords } from './payroll-words.ts'

/** The properties of a line besides its figures; the same as those of an item of payroll. */
export interface LineKind {
  name: string
  type: LineSide
  category: ItemCategory
  condition: LineCondition
  title_value: keyof typeof itemUnits
  posting: DeductionPosting | null
  taxable: boolean
  in_sso_base: boolean
  /** Paid equally every month. */
  regular: boolean
}

const income = (
  name: string,
  values: Partial<LineKind> & Pick<LineKind, 'category'>,
): LineKind => ({
  name,
  type: 'income',
  condition: 'fill',
  title_value: 'baht',
  posting: null,
  taxable: true,
  in_sso_base: false,
  regular: true,
  ...values,
})

const withheld = (name: string, category: ItemCategory): LineKind => ({
  name,
  type: 'deduction',
  category,
  condition: 'fill',
  title_value: 'baht',
  posting: 'withheld_for',
  taxable: false,
  in_sso_base: false,
  regular: true,
})

/** The lines by their source; overtime has one for each kind. */
export const builtInLines = {
  salary: income(payrollWords.salary, { category: 'wages', in_sso_base: true }),
  wages: income(payrollWords.dailyWage, {
    category: 'wages',
    in_sso_base: true,
    condition: 'multiply',
    title_value: 'day',
  }),
  extra: income('เงินเดือนพิเศษ', { category: 'wages' }),
  overtime: income(overtimeKinds.overtime.label, {
    category: 'overtime',
    condition: 'multiply',
    title_value: 'hour',
    regular: false,
  }),
  unpaid: {
    ...withheld('ขาดงานและลาไม่รับค่าจ้าง', 'absence'),
    condition: 'multiply',
    title_value: 'day',
    posting: 'reduces_pay',
    taxable: true,
    in_sso_base: true,
  },
  tax: withheld(payrollWords.withheldTax, 'tax'),
  sso: withheld(payrollWords.socialSecurity, 'sso'),
  ewf: withheld(payrollWords.employeeWelfare, 'ewf'),
  provident_fund: withheld(payrollWords.providentFund, 'provident_fund'),
  advance: { ...withheld('หักคืนเบิกเงินล่วงหน้า', 'advance'), posting: 'recovers_advance' },
  loan: { ...withheld('หักคืนเงินกู้สวัสดิการ', 'loan'), posting: 'recovers_advance' },
} as const satisfies Record<string, LineKind>

export const overtimeLine = (kind: OvertimeKind): LineKind => ({
  ...builtInLines.overtime,
  name: overtimeKinds[kind].label,
})
