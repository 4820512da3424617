import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Satang, satang, zeroSatang } from '../money.ts'
import { day } from '../thai-date.ts'
import { ssoContribution } from './contributions.ts'
import { defaultRates } from './default-rates.ts'
import { explanationText } from './explanation.ts'
import { rateOn } from './rates.ts'
import { type AllowanceClaim, allowancesOf, annualTax, noClaim, taxBySteps } from './tax.ts'
import {
  type EarlierPlan,
  type TaxedPayment,
  contractorTax,
  nothingYet,
  withhold,
} from './withholding.ts'

const baht = (value: number) => satang(Math.round(value * 100))

function rate<Kind extends 'tax' | 'allowances' | 'sso_base'>(kind: Kind) {
  const found = rateOn(defaultRates, kind, { day: day('2026-06-30'), province: 'ตรัง' })
  if (found === null) throw new Error(`no rate ${kind}`)
  return found
}

const taxRate = rate('tax')

/** The tax of a year with a claim, and social security of a wage for a number of months. */
const yearOf =
  (salary: Satang, months: number, claim: AllowanceClaim = noClaim) =>
  (income: Satang) => {
    const sso = ssoContribution(salary, rate('sso_base'), { employee: 500, employer: 500 })
    const funds = {
      social_security: satang(sso.employee * months),
      provident_fund: zeroSatang,
    }
    return annualTax(income, allowancesOf(claim, funds, rate('allowances'), income), taxRate)
  }

/** Withholds a list of payments in turn, each without its `periods_left`. */
function payYear(
  payments: readonly Omit<TaxedPayment, 'periods_left'>[],
  taxOfYear: Parameters<typeof withhold>[3],
  lastPeriod = payments.length,
) {
  let earlier = nothingYet
  let before: EarlierPlan | null = null
  return payments.map((payment, i) => {
    const result = withhold(
      { ...payment, periods_left: lastPeriod - i },
      earlier,
      before,
      taxOfYear,
    )
    earlier = {
      regular: satang(earlier.regular + payment.regular),
      irregular: satang(earlier.irregular + payment.irregular),
      regular_tax: satang(earlier.regular_tax + result.regular_tax),
      irregular_tax: satang(earlier.irregular_tax + result.irregular_tax),
    }
    before = { plan: result.plan, regular_tax: result.regular_tax }
    return result
  })
}

const monthly = (salary: number, bonus = 0) => ({
  regular: baht(salary),
  usual: baht(salary),
  irregular: baht(bonus),
})
const year = (salary: number) => Array.from({ length: 12 }, () => monthly(salary))
const taxes = (results: { tax: Satang }[]) => results.map(({ tax }) => tax)
const total = (results: { tax: Satang }[]) => results.reduce((sum, { tax }) => sum + tax, 0)

describe('taxBySteps', () => {
  it.each([
    [0, 0],
    [150_000, 0],
    [300_000, 7_500],
    [500_000, 27_500],
    [750_000, 65_000],
    [1_000_000, 115_000],
    [2_000_000, 365_000],
    [5_000_000, 1_265_000],
    [6_000_000, 1_615_000],
  ])('is, on %i baht, %i baht', (net, tax) => {
    expect(taxBySteps(baht(net), taxRate.steps)).toBe(baht(tax))
  })
})

describe('allowancesOf', () => {
  it('limits parents, insurance, interest and the provident fund', () => {
    const claim = {
      spouse: true,
      children: 1,
      later_children: 2,
      parents: 5,
      life_insurance: baht(90_000),
      health_insurance: baht(30_000),
      home_loan_interest: baht(120_000),
    }
    const funds = { social_security: baht(10_500), provident_fund: baht(60_000) }
    expect(allowancesOf(claim, funds, rate('allowances'), baht(360_000))).toEqual({
      self: baht(60_000),
      spouse: baht(60_000),
      children: baht(150_000),
      parents: baht(120_000),
      insurance: baht(100_000),
      home_loan: baht(100_000),
      social_security: baht(10_500),
      provident_fund: baht(54_000),
    })
  })
})

describe('withhold', () => {
  it.each([
    [26_708, 0, 0],
    [27_000, 175, 14.58],
    [28_000, 775, 64.58],
    [30_000, 1_975, 164.58],
    [35_000, 4_975, 414.58],
    [40_000, 8_450, 704.16],
    [50_000, 20_450, 1_704.16],
    [60_000, 34_925, 2_910.41],
    [80_000, 72_900, 6_075],
    [100_000, 122_375, 10_197.91],
  ])(
    'from a monthly salary of %i baht withholds %f baht in the year, %f baht in each of the first 11 months',
    (salary, annual, each) => {
      const results = payYear(year(salary), yearOf(baht(salary), 12))
      expect(taxes(results).slice(0, 11)).toEqual(Array(11).fill(baht(each)))
      expect(results[11]?.tax).toBe(baht(annual) - 11 * baht(each))
    },
  )

  it('explains the tax of a month', () => {
    const [january, february] = payYear(year(30_000), yearOf(baht(30_000), 12))
    expect(explanationText(january?.explanation ?? [])).toBe(
      '30,000.00 × 12 − 100,000.00 − 70,500.00 = 189,500.00 = 1,975.00 ÷ 12 = 164.58',
    )
    expect(february?.explanation.at(-1)?.label).toBe('ภาษีหัก ณ ที่จ่าย (เท่างวดก่อน)')
  })

  it('withholds nothing from an employee who joins in July with 30,000 baht a month', () => {
    const results = payYear(year(30_000).slice(0, 6), yearOf(baht(30_000), 6))
    expect(total(results)).toBe(0)
  })

  it('withholds the marginal tax of a bonus in its month, and the regular tax as before in the next one', () => {
    const months = year(30_000).map((month, i) => (i === 2 ? monthly(30_000, 30_000) : month))
    const results = payYear(months, yearOf(baht(30_000), 12))
    expect(results[2]).toMatchObject({ regular_tax: baht(164.58), irregular_tax: baht(1_500) })
    expect(results[3]?.tax).toBe(baht(164.58))
    expect(total(results)).toBe(baht(3_475))
  })

  it('withholds the marginal tax of a bonus that is paid with the last payment', () => {
    const months = year(30_000).map((month, i) => (i === 11 ? monthly(30_000, 30_000) : month))
    const results = payYear(months, yearOf(baht(30_000), 12))
    expect(results[11]?.irregular_tax).toBe(baht(1_500))
    expect(total(results)).toBe(baht(3_475))
  })

  it('divides the remaining tax among the remaining payments after a raise', () => {
    const months = year(30_000).map((month, i) => (i >= 6 ? monthly(40_000) : month))
    const results = payYear(months, yearOf(baht(30_000), 12))
    // 420,000 − 170,500 = 249,500 → 4,975 a year; less 6 × 164.58, by 6.
    expect(results[6]?.tax).toBe(Math.floor((497_500 - 6 * 16_458) / 6))
    expect(results[7]?.tax).toBe(results[6]?.tax)
    expect(total(results)).toBe(baht(4_975))
  })

  it('never refunds tax after a pay cut', () => {
    const months = year(100_000).map((month, i) => (i >= 6 ? monthly(1_000) : month))
    const results = payYear(months, yearOf(baht(100_000), 12))
    expect(taxes(results).slice(6)).toEqual(Array(6).fill(0))
  })

  it('estimates the year with full months when the first month is paid in part', () => {
    const months = [{ ...monthly(60_000), regular: baht(20_000) }, ...year(60_000).slice(0, 11)]
    const results = payYear(months, yearOf(baht(60_000), 12))
    // 680,000 − 170,500 = 509,500 → 28,925 a year.
    expect(results[0]?.tax).toBe(Math.floor(2_892_500 / 12))
    expect(results[1]?.tax).toBe(results[0]?.tax)
    expect(total(results)).toBe(baht(28_925))
  })

  it('divides the remaining tax again after a user has changed the tax of a month', () => {
    const first = monthly(30_000)
    const earlier = { ...nothingYet, regular: baht(30_000), regular_tax: baht(0) }
    const taxOfYear = yearOf(baht(30_000), 12)
    const result = withhold({ ...first, periods_left: 11 }, earlier, null, taxOfYear)
    expect(result.tax).toBe(Math.floor(197_500 / 11))
  })

  it('is never negative, and the payments of a year without a cut sum to its tax', () => {
    const raises = fc.array(fc.tuple(fc.nat(2_000_000), fc.nat(5_000_000), fc.boolean()), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(fc.nat(20_000_000), raises, (start, steps) => {
        let salary = start
        const payments = steps.map(([raise, bonus, hasBonus]) => {
          salary += raise
          const pay = satang(salary)
          return { regular: pay, usual: pay, irregular: satang(hasBonus ? bonus : 0) }
        })
        const taxOfYear = yearOf(baht(20_000), payments.length)
        const results = payYear(payments, taxOfYear)
        const income = payments.reduce(
          (sum, { regular, irregular }) => sum + regular + irregular,
          0,
        )
        expect(Math.min(...taxes(results))).toBeGreaterThanOrEqual(0)
        expect(total(results)).toBe(taxOfYear(satang(income)).tax)
      }),
    )
  })
})

describe('contractorTax', () => {
  it('is 3 % of the fee, half a satang up', () => {
    expect(contractorTax(baht(10_000), 300)).toBe(30_000)
    expect(contractorTax(satang(50), 300)).toBe(2)
  })
})
