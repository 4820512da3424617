import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Satang, satang } from '../money.ts'
import { addDays, day } from '../thai-date.ts'
import {
  type EmploymentPeriod,
  type ProRataMode,
  branchOfMonth,
  dailyWork,
  leavesIn,
  monthlyPay,
  unpaidDays,
  unpaidLeave,
  workedShare,
} from './employment.ts'
import { product, ratio, roundHalfUp } from './exact.ts'
import { explanationText } from './explanation.ts'
import { month } from './month.ts'

const baht = (value: number): Satang => satang(Math.round(value * 100))
const period = (start: string, end: string | null = null): EmploymentPeriod => ({
  start: day(start),
  end: end === null ? null : day(end),
})
const since = (valid_from: string, salary: number) => ({
  valid_from: day(valid_from),
  salary: baht(salary),
})
const salaries = [since('2020-01-01', 15_000)]
const always = [period('2020-01-01')]

describe('monthlyPay', () => {
  it.each<[string, EmploymentPeriod[], string, number, number]>([
    ['a whole month', always, '2026-02', 15_000, 15_000],
    ['a joiner of the 16th of 30 days', [period('2026-11-16')], '2026-11', 7_500, 7_500],
    ['a joiner of the 2nd of 28 days', [period('2026-02-02')], '2026-02', 13_500, 14_464.29],
    ['a joiner of the 2nd of 31 days', [period('2026-12-02')], '2026-12', 15_000, 14_516.13],
    ['a leaver of the 1st', [period('2020-01-01', '2026-11-01')], '2026-11', 500, 500],
    ['a leaver before the month', [period('2020-01-01', '2026-10-31')], '2026-11', 0, 0],
    ['a joiner after the month', [period('2026-12-01')], '2026-11', 0, 0],
    [
      'a re-hire in the month',
      [period('2020-01-01', '2026-11-05'), period('2026-11-21')],
      '2026-11',
      7_500,
      7_500,
    ],
  ])('pays %s', (_, periods, of, thirty, calendar) => {
    const pay = (mode: ProRataMode) => monthlyPay({ periods, salaries }, month(of), mode).amount
    expect([pay('thirty'), pay('calendar')]).toEqual([baht(thirty), baht(calendar)])
  })

  it('splits a raise in the month by days', () => {
    const raised = { periods: always, salaries: [...salaries, since('2026-12-16', 18_100)] }
    const pay = monthlyPay(raised, month('2026-12'), 'thirty')
    expect(pay.amount).toBe(baht(16_600))
    expect(explanationText(pay.explanation)).toBe(
      '15,000.00 × 15 ÷ 31 + 18,100.00 × 16 ÷ 31 = 16,600.00',
    )
  })

  it('is never negative, nor above the highest salary', () => {
    const first = day('2026-01-01')
    const days = fc.integer({ min: -40, max: 70 }).map((n) => addDays(first, n))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(days, days), { maxLength: 3 }),
        fc.array(fc.tuple(days, fc.nat(10_000_000)), { maxLength: 3 }),
        fc.constantFrom<ProRataMode>('thirty', 'calendar'),
        (periods, rows, mode) => {
          const employee = {
            periods: periods.map(([start, end]) => ({ start, end })),
            salaries: rows.map(([valid_from, salary]) => ({ valid_from, salary: satang(salary) })),
          }
          const { amount, share } = monthlyPay(employee, month('2026-01'), mode)
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount).toBeLessThanOrEqual(Math.max(0, ...rows.map(([, salary]) => salary)))
          expect(share.numerator <= share.denominator).toBe(true)
        },
      ),
    )
  })
})

describe('branchOfMonth', () => {
  it('is the branch of the last employed day', () => {
    const branches = [
      { valid_from: day('2020-01-01'), branch_id: 1 },
      { valid_from: day('2026-11-16'), branch_id: 2 },
    ]
    expect(branchOfMonth(always, branches, month('2026-11'))).toBe(2)
    expect(branchOfMonth([period('2020-01-01', '2026-11-15')], branches, month('2026-11'))).toBe(1)
    expect(branchOfMonth([period('2026-12-01')], branches, month('2026-11'))).toBeNull()
  })
})

describe('unpaid leave', () => {
  const of = (text: string, part = 100) => ({ day: day(text), part })

  it('counts a day only once that is both leave and absence', () => {
    const days = [of('2026-11-02', 50), of('2026-11-02'), of('2026-11-03', 50)]
    expect(unpaidDays(days, always, month('2026-11'))).toBe(150)
    const sameHalf = [of('2026-11-02', 50), of('2026-11-02', 50)]
    expect(unpaidDays(sameHalf, always, month('2026-11'))).toBe(50)
  })

  it('counts only employed days of the month', () => {
    const days = [of('2026-10-31'), of('2026-11-02'), of('2026-11-20')]
    expect(unpaidDays(days, [period('2020-01-01', '2026-11-10')], month('2026-11'))).toBe(100)
  })

  it.each([
    [15_000, 100, 15_000, 500],
    [10_000, 100, 10_000, 333.33],
    [20_000, 100, 20_000, 666.67],
    [15_000, 150, 15_000, 750],
    [15_000, 3_100, 15_000, 15_000],
    [15_000, 300, 500, 500],
    [15_000, 100, 0, 0],
  ])(
    'for %f baht and %i hundredths of days, deducts at most %f baht: %f',
    (salary, days, pay, value) => {
      expect(unpaidLeave(baht(salary), days, baht(pay))).toBe(baht(value))
    },
  )

  it('lowers the worked part of the month, not below 0', () => {
    const of = (days: number) => roundHalfUp(product(ratio(3_000), workedShare(ratio(1, 2), days)))
    expect([of(0), of(300), of(2_000)]).toEqual([1_500, 1_200, 0])
  })
})

describe('dailyWork', () => {
  it('pays working days, public holidays and paid leave, but no absences', () => {
    const work = dailyWork({ periods: always, day_off: ['sunday'] }, month('2026-12'), {
      // 6 December is a Sunday.
      holidays: [day('2026-12-06'), day('2026-12-10'), day('2026-12-31')],
      paid_leave: [day('2026-12-01'), day('2026-12-10')],
      absences: [day('2026-12-02'), day('2026-12-13')],
    })
    expect(work).toEqual({ working: 23, public_holidays: 2, paid_leave: 1, absences: 1, paid: 26 })
  })

  it('counts only employed days', () => {
    const late = { periods: [period('2026-12-31')], day_off: [] }
    const none = { holidays: [], paid_leave: [], absences: [] }
    expect(dailyWork(late, month('2026-12'), none).paid).toBe(1)
  })
})

describe('leavesIn', () => {
  it('is true in the month of the last day of all employment', () => {
    const left = [period('2020-01-01', '2026-11-10')]
    expect(leavesIn(left, month('2026-11'))).toBe(true)
    expect(leavesIn(left, month('2026-10'))).toBe(false)
    expect(leavesIn([...left, period('2026-12-01')], month('2026-11'))).toBe(false)
    expect(leavesIn([], month('2026-11'))).toBe(false)
  })
})
