/**
 * The tax withheld from one payment of salary. Unchanged regular pay repeats one amount. After a
 * change the remaining payments share the rest of the tax. For irregular income, its additional tax
 * of the year is withheld at once. The last payment takes the remainder. Source: Revenue Code
 * s.50(1); product specification, section 10b.
 */
import { type Satang, satang, zeroSatang } from '../money.ts'
import { fromBasisPoints, product, ratio, roundDown, roundHalfUp } from './exact.ts'
import { type Explanation, term } from './explanation.ts'
import { payrollWords } from './payroll-words.ts'
import type { AnnualTax } from './tax.ts'

/** Pay and withheld tax earlier in the year, with the imported figures and those of a previous employer. */
export interface YearToDate {
  regular: Satang
  irregular: Satang
  /** Tax withheld from regular pay. */
  regular_tax: Satang
  /** Tax withheld from irregular income. */
  irregular_tax: Satang
}

export const nothingYet: YearToDate = {
  regular: zeroSatang,
  irregular: zeroSatang,
  regular_tax: zeroSatang,
  irregular_tax: zeroSatang,
}

/** One payment. Amounts are taxable, in satang. */
export interface TaxedPayment {
  /** Regular pay of this payment. */
  regular: Satang
  /** Regular pay of a whole month, as expected for the payments after this one. */
  usual: Satang
  /** Bonus, overtime and the like in this payment. */
  irregular: Satang
  /**
   * Number of remaining payments in the year including this one; 1 for the last one, also of a
   * leaver.
   */
  periods_left: number
}

/**
 * The plan of the previous payment, if its tax was withheld as proposed; null for the first payment
 * and after a tax that differs from its proposal.
 */
export interface EarlierPlan {
  /** `Withholding.plan` of the previous payment. */
  plan: Satang
  regular_tax: Satang
}

export interface Withholding {
  regular_tax: Satang
  irregular_tax: Satang
  /** regular_tax + irregular_tax, never negative. */
  tax: Satang
  /**
   * The tax on the regular pay of the year; while it does not change, the next payment repeats the
   * tax of this one.
   */
  plan: Satang
  explanation: Explanation
}

/**
 * The tax to withhold.
 * @param taxOfYear the tax on an income of the year in satang, with the allowances of the employee
 */
export function withhold(
  payment: TaxedPayment,
  earlier: YearToDate,
  before: EarlierPlan | null,
  taxOfYear: (income: Satang) => AnnualTax,
): Withholding {
  const { regular, usual, irregular, periods_left } = payment
  const expected = satang(
    earlier.regular + regular + usual * (periods_left - 1) + earlier.irregular,
  )
  const without = taxOfYear(expected)
  const withAll = irregular > 0 ? taxOfYear(satang(expected + irregular)) : without
  const plan = satang(without.tax - earlier.irregular_tax)
  const rest = satang(Math.max(0, plan - earlier.regular_tax))
  // The last payment settles the year: an excess withheld earlier also reduces the tax on its
  // irregular income.
  if (periods_left === 1) {
    const due = satang(Math.max(0, withAll.tax - earlier.regular_tax - earlier.irregular_tax))
    const irregular_tax = satang(Math.min(due, withAll.tax - without.tax))
    return withExplanation(
      { regular_tax: satang(due - irregular_tax), irregular_tax, plan },
      payment,
      earlier,
      withAll,
    )
  }
  const irregular_tax = satang(withAll.tax - without.tax)
  const repeats = before !== null && before.plan === plan
  const regular_tax = repeats ? before.regular_tax : roundDown(ratio(rest, periods_left))
  const result = { regular_tax, irregular_tax, plan }
  return withExplanation(result, payment, earlier, without, { repeats })
}

/** Adds the sum and the terms from the income of the year to the tax of the payment. */
function withExplanation(
  result: Omit<Withholding, 'tax' | 'explanation'>,
  { regular, usual, periods_left, irregular }: TaxedPayment,
  earlier: YearToDate,
  year: AnnualTax,
  { repeats = false }: { repeats?: boolean } = {},
): Withholding {
  const tax = satang(result.regular_tax + result.irregular_tax)
  const paid = satang(earlier.regular + earlier.irregular)
  const withheld = satang(earlier.regular_tax + earlier.irregular_tax)
  const isEven = regular === usual
  const baht = (value: Satang) => ({ baht: value })
  const count = { quantity: periods_left * 100 }
  const isLast = periods_left === 1
  // A repeated amount may differ by a satang from the quotient of the remaining tax.
  const same = repeats ? ' (เท่างวดก่อน)' : ''
  const regularTitle = `ภาษีของเงินได้ประจำ${same}`
  const title = `${payrollWords.withheldTax}${same}`
  return {
    ...result,
    tax,
    explanation: [
      ...(isEven
        ? [term('+', 'เงินได้ประจำต่อเดือน', baht(regular)), term('×', 'จำนวนงวด', count)]
        : [
            term('+', 'เงินได้ประจำงวดนี้', baht(regular)),
            term('+', 'เงินได้ประจำงวดที่เหลือ', baht(satang(usual * (periods_left - 1)))),
          ]),
      ...(paid > 0 ? [term('+', 'เงินได้สะสม', baht(paid))] : []),
      ...(isLast && irregular > 0 ? [term('+', 'เงินได้ไม่ประจำ', baht(irregular))] : []),
      term('−', 'ค่าใช้จ่าย', baht(year.expense)),
      term('−', 'ค่าลดหย่อน', baht(year.allowances)),
      term('=', payrollWords.netIncome, baht(year.net)),
      term('=', 'ภาษีทั้งปี', baht(year.tax)),
      ...(withheld > 0 && !repeats ? [term('−', 'ภาษีที่หักแล้ว', baht(withheld))] : []),
      ...(isLast || repeats ? [] : [term('÷', 'จำนวนงวด', count)]),
      ...(!isLast && irregular > 0
        ? [
            term('=', regularTitle, baht(result.regular_tax)),
            term('+', 'ภาษีของเงินได้ไม่ประจำ', baht(result.irregular_tax)),
          ]
        : []),
      term('=', irregular > 0 ? payrollWords.withheldTax : title, baht(tax)),
    ],
  }
}

/** Tax on a fee of a contractor, satang, rounded half up. @param rate basis points */
export const contractorTax = (fee: Satang, rate: number): Satang =>
  roundHalfUp(product(ratio(Math.max(0, fee)), fromBasisPoints(rate)))
