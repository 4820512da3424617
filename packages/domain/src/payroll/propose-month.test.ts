import fc from 'fast-check'
import { expect, it } from 'vitest'
import { satang } from '../money.ts'
import { day } from '../thai-date.ts'
import { builtInLines } from './built-in-lines.ts'
import { defaultRates } from './default-rates.ts'
import type { DraftLine, MonthFacts, PayTerms } from './draft.ts'
import { lastDayOf, month } from './month.ts'
import { proposeMonth } from './propose-month.ts'
import { noClaim } from './tax.ts'
import { nothingYet } from './withholding.ts'

const baht = (value: number) => satang(Math.round(value * 100))

const terms = (values: Partial<PayTerms> = {}): PayTerms => ({
  valid_from: day('2020-01-01'),
  branch_id: 1,
  position: '',
  is_salary_daily: false,
  pay_as: 'employee',
  salary: baht(30_000),
  extra_salary: baht(0),
  sso_salary: baht(0),
  sso_member: true,
  ewf_exempt: false,
  pvd_rate: 0,
  claim: noClaim,
  ...values,
})

const facts = (values: Partial<MonthFacts> = {}): MonthFacts => {
  const { month: of = month('2026-01') } = values
  return {
    month: of,
    pay_date: lastDayOf(of),
    periods: [{ start: day('2020-01-01'), end: null }],
    terms: [terms()],
    day_off: ['sunday'],
    birthday: null,
    holidays: [],
    absences: [],
    paid_leave: [],
    overtime: [],
    standing: [],
    work: [],
    loans: [],
    carried: [],
    earlier: { ...nothingYet, sso: baht(0), provident_fund: baht(0) },
    before: null,
    rates: defaultRates,
    province: 'ขอนแก่น',
    employees: 4,
    is_ewf_on: true,
    pro_rata: 'thirty',
    ...values,
  }
}

const amounts = (lines: readonly DraftLine[]) =>
  Object.fromEntries(lines.map(({ source, amount }) => [source ?? 'typed', amount / 100]))

it('proposes salary, tax and social security, and explains why the tax is 164.58', () => {
  const { lines, figures } = proposeMonth(facts(), [])
  expect(amounts(lines)).toEqual({ salary: 30_000, tax: 164.58, sso: 875 })
  expect(figures).toMatchObject({ net: baht(28_960.42), sso_employer: baht(875) })
  expect(lines.find(({ source }) => source === 'tax')?.explanation.at(-1)?.figure).toEqual({
    baht: baht(164.58),
  })
})

it.each([
  [
    'the 10th employee brings the welfare fund',
    { month: month('2026-10'), employees: 10 },
    'ewf',
    75,
  ],
  [
    'a daily worker is paid for days',
    { terms: [terms({ is_salary_daily: true, salary: baht(400) })] },
    'wages:2020-01-01',
    10_800,
  ],
  ['a contractor pays 3 %', { terms: [terms({ pay_as: 'contractor' })] }, 'tax', 900],
  [
    'a joiner is paid by days',
    { periods: [{ start: day('2026-01-22'), end: null }] },
    'salary',
    10_000,
  ],
  [
    'an unpaid day is deducted',
    { absences: [{ day: day('2026-01-05'), part: 100 }] },
    'unpaid',
    1_000,
  ],
  [
    'overtime is an hour’s wage and a half',
    { overtime: [{ kind: 'overtime', hours: 300 }] },
    'overtime:overtime',
    562.5,
  ],
] as const)('%s', (_, values, source, amount) => {
  const { lines } = proposeMonth(facts(values), [])
  expect(amounts(lines)[source]).toBe(amount)
})

it('keeps a changed amount with its reason and returns the present proposal', () => {
  const { lines } = proposeMonth(facts(), [])
  const changed = lines.map((line) =>
    line.source === 'tax'
      ? {
          ...line,
          value: baht(500),
          amount: baht(500),
          proposed: line.amount,
          override_reason: 'ขอหักเพิ่ม',
        }
      : line,
  )
  const again = proposeMonth(facts({ terms: [terms({ salary: baht(40_000) })] }), changed)
  expect(again.lines.find(({ source }) => source === 'tax')).toMatchObject({
    amount: baht(500),
    proposed: baht(704.16),
  })
  expect(again.figures.tax_plan).toBeNull()
  expect(again.differences.map(({ source, kept }) => [source, kept])).toEqual([
    ['salary', false],
    ['tax', true],
  ])
})

it('carries over deductions that exceed the pay, and proposes them again', () => {
  const damages: DraftLine = {
    ...builtInLines.loan,
    name: 'ค่าเสียหาย',
    category: 'damages',
    posting: 'school_income',
    list_payroll_id: null,
    per_value: baht(0),
    value: baht(50_000),
    amount: baht(50_000),
    carried: baht(0),
    explanation: [],
    proposed: null,
    work: [],
    payroll_loan_id: null,
    source: null,
    override_reason: null,
  }
  const { lines, figures } = proposeMonth(facts(), [damages])
  expect(figures.net).toBe(0)
  expect(lines.find(({ source }) => source === null)).toMatchObject({
    amount: baht(28_960.42),
    carried: baht(21_039.58),
  })
  const more = proposeMonth(facts({ terms: [terms({ salary: baht(90_000) })] }), lines)
  expect(amounts(more.lines)['typed']).toBe(50_000)
})

const anyFacts = fc
  .record({
    salary: fc.integer({ min: 0, max: 30_000_000 }),
    daily: fc.boolean(),
    contractor: fc.boolean(),
    sso_salary: fc.constantFrom(0, 1_500_000),
    pvd_rate: fc.constantFrom(0, 500),
    start: fc.integer({ min: 1, max: 31 }),
    end: fc.option(fc.integer({ min: 1, max: 31 })),
    absent: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { maxLength: 31 }),
    hours: fc.integer({ min: 0, max: 10_000 }),
    balance: fc.integer({ min: 0, max: 5_000_000 }),
    at: fc.integer({ min: 1, max: 12 }),
  })
  .map((o) => {
    const of = month(`2026-${String(o.at).padStart(2, '0')}`)
    const on = (n: number) => day(`${of}-${String(Math.min(n, 28)).padStart(2, '0')}`)
    const end = o.end === null ? null : on(Math.max(o.start, o.end))
    return facts({
      month: of,
      pay_date: lastDayOf(of),
      periods: [{ start: on(o.start), end }],
      terms: [
        terms({
          salary: satang(o.daily ? Math.floor(o.salary / 30) : o.salary),
          is_salary_daily: o.daily,
          pay_as: o.contractor ? 'contractor' : 'employee',
          sso_salary: satang(o.sso_salary),
          pvd_rate: o.pvd_rate,
        }),
      ],
      absences: o.absent.map((n) => ({ day: on(n), part: 100 })),
      overtime: [{ kind: 'overtime', hours: o.hours }],
      employees: 12,
      loans: [
        {
          payroll_loan_id: 1,
          type: 'loan',
          instalment: satang(200_000),
          balance: satang(o.balance),
          first_month: month('2026-01'),
        },
      ],
    })
  })

it('net pay is never less than 0, and is the income minus the deductions of all lines', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const { lines, figures } = proposeMonth(given, [])
      const sum = (type: string) =>
        lines.filter((line) => line.type === type).reduce((total, line) => total + line.amount, 0)
      expect(figures.income).toBe(sum('income'))
      expect(figures.deduction).toBe(sum('deduction'))
      expect(figures.net).toBe(sum('income') - sum('deduction'))
      expect(figures.net).toBeGreaterThanOrEqual(0)
      expect(lines.every(({ amount }) => amount >= 0)).toBe(true)
    }),
  )
})

it('calculating the month again changes nothing', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const first = proposeMonth(given, [])
      const again = proposeMonth(given, first.lines)
      expect(again).toEqual({ ...first, differences: [] })
    }),
  )
})

it('withholds the tax of the year in twelve payments, of which December takes the remainder', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_500_000, max: 20_000_000 }), (salary) => {
      const earlier = { ...nothingYet, sso: baht(0), provident_fund: baht(0) }
      let before: MonthFacts['before'] = null
      const monthly = Array.from({ length: 12 }, (_, n) => {
        const of = month(`2026-${String(n + 1).padStart(2, '0')}`)
        const given = facts({ terms: [terms({ salary: satang(salary) })], month: of, before })
        const { figures } = proposeMonth({ ...given, earlier: { ...earlier } }, [])
        earlier.regular = satang(earlier.regular + figures.taxable_regular)
        earlier.regular_tax = satang(earlier.regular_tax + figures.regular_tax)
        earlier.sso = satang(earlier.sso + figures.sso_employee)
        before = { plan: figures.tax_plan ?? satang(-1), regular_tax: figures.regular_tax }
        return figures.tax
      })
      const [first = 0] = monthly
      expect(new Set(monthly.slice(0, 11)).size).toBe(1)
      const december = monthly[11] ?? 0
      expect(december - first).toBeGreaterThanOrEqual(0)
      expect(december - first).toBeLessThan(12)
    }),
    { numRuns: 30 },
  )
})
