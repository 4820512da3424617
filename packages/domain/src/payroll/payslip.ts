/** Words of payslips. Source: rules of payroll, section 4. */
import { payrollWords } from './payroll-words.ts'

export const payslipTitle = 'สลิปเงินเดือน'
export const ownPayslipsTitle = 'สลิปเงินเดือนของฉัน'

export const payslipSums = {
  income: 'รวมรายได้',
  deduction: 'รวมรายหัก',
  net: payrollWords.netIncome,
} as const

/** The sums of the year of tax. */
export const yearToDateTitles = {
  income: 'เงินได้',
  tax: payrollWords.withheldTax,
  social_security: payrollWords.socialSecurity,
  provident_fund: payrollWords.providentFund,
  employee_welfare: payrollWords.employeeWelfare,
} as const
export type YearToDateFigure = keyof typeof yearToDateTitles
