/**
 * Income, tax and contributions of a tax year that the payroll of the school did not compute: of the months before the school
 * began to use it, or of another employer of the year. Source: product specification, section 10b.7 and 10b.8.
 */
import type { Satang } from '../money.ts'

export const openingTypes = {
  /** Paid by the school, so that its certificate of the year includes it. */
  earlier_months: { label: 'เดือนก่อนเริ่มใช้ระบบ' },
  /** Counts only for the rate of the tax; the other employer certifies it. */
  previous_employer: { label: 'นายจ้างเดิมในปีเดียวกัน' },
} as const
export type OpeningType = keyof typeof openingTypes

/** Sums of the year in satang. */
export interface OpeningSums {
  /** Taxable pay that is the same every month. */
  regular: Satang
  /** Bonuses, overtime and other taxable income. */
  irregular: Satang
  tax: Satang
  sso: Satang
  provident_fund: Satang
}

/** The problem of sums with more withheld than paid; null without a problem. */
export function openingProblem({ regular, irregular, tax, sso, provident_fund }: OpeningSums) {
  const income = regular + irregular
  if (income === 0) return { path: 'regular', message: 'กรุณากรอกเงินได้' }
  if (tax > income) return { path: 'tax', message: 'ภาษีที่หักมากกว่าเงินได้' }
  if (tax + sso + provident_fund > income)
    return { path: 'sso', message: 'ภาษีและเงินสมทบรวมกันมากกว่าเงินได้' }
  return null
}
