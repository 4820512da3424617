import { describe, expect, it } from 'vitest'
import type { EmployeeType } from '../employee.ts'
import { satang } from '../money.ts'
import { roundHalfUp } from './exact.ts'
import { explanationText } from './explanation.ts'
import { type OvertimeKind, hourRate, overtimePay } from './overtime.ts'

const baht = (value: number) => satang(Math.round(value * 100))
const rates = {
  overtime: {
    overtime: 15_000,
    holiday_paid: 10_000,
    holiday_unpaid: 20_000,
    holiday_overtime: 30_000,
  },
  time: { hours: 800, days: 30 },
}

describe('hourRate', () => {
  it('is salary ÷ 30 ÷ 8, or the wage of a day ÷ 8', () => {
    expect(roundHalfUp(hourRate(baht(15_000), 'monthly', rates.time))).toBe(6_250)
    expect(roundHalfUp(hourRate(baht(400), 'daily', rates.time))).toBe(5_000)
  })
})

describe('overtimePay', () => {
  it.each<[EmployeeType, number, OvertimeKind, number, number]>([
    ['monthly', 15_000, 'overtime', 3, 281.25],
    ['monthly', 15_000, 'public_holiday', 8, 500],
    ['monthly', 15_000, 'weekly_holiday', 8, 500],
    ['monthly', 15_000, 'holiday_overtime', 2, 375],
    ['daily', 400, 'overtime', 3, 225],
    ['daily', 400, 'weekly_holiday', 8, 800],
    ['daily', 400, 'public_holiday', 8, 400],
    ['daily', 400, 'holiday_overtime', 2, 300],
    // The rate of 66.666… baht is rounded only for display.
    ['monthly', 16_000, 'public_holiday', 3, 200],
    ['monthly', 16_000, 'overtime', 0, 0],
  ])('pays %s %f baht: %s of %f hours is %f baht', (type, wage, kind, hours, amount) => {
    const pay = overtimePay({ kind, hours: hours * 100 }, { wage: baht(wage), type }, rates)
    expect(pay.amount).toBe(baht(amount))
  })

  it('returns an explanation with every factor', () => {
    const pay = { wage: baht(15_000), type: 'monthly' } as const
    const { explanation } = overtimePay({ kind: 'overtime', hours: 300 }, pay, rates)
    expect(explanationText(explanation)).toBe('15,000.00 ÷ 30 ÷ 8 × 1.5 × 3 = 281.25')
  })
})
