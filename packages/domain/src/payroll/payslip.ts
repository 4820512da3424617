/** Words of payslips. Source: rules of payroll, section 4. */
export const payslipTitle = 'สลิปเงินเดือน'
export const ownPayslipsTitle = 'สลิปเงินเดือนของฉัน'

export const payslipSums = {
  income: 'รวมรายได้',
  deduction: 'รวมรายหัก',
  net: 'เงินได้สุทธิ',
} as const

/** The sums of the year of tax. */
export const yearToDateTitles = {
  income: 'เงินได้',
  tax: 'ภาษีหัก ณ ที่จ่าย',
  social_security: 'ประกันสังคม',
  provident_fund: 'กองทุนสำรองเลี้ยงชีพ',
  employee_welfare: 'กองทุนสงเคราะห์ลูกจ้าง',
} as const
export type YearToDateFigure = keyof typeof yearToDateTitles
