/** Pay for work outside the normal hours. Source: Labour Protection Act; rules of payroll, section 3. */
import { fieldTitles } from '../field-titles.ts'
import { units } from '../words.ts'
import { payrollWords } from './payroll-words.ts'
import type { EmployeeType } from '../employee.ts'
import { type Satang, satang } from '../money.ts'
import {
  type BasisPoints,
  type Hundredths,
  type Ratio,
  fromBasisPoints,
  fromHundredths,
  product,
  ratio,
  roundHalfUp,
} from './exact.ts'
import { type Explanation, term } from './explanation.ts'
import type { OvertimeRate, RateValues } from './rates.ts'

export const overtimeKinds = {
  overtime: { label: 'ค่าล่วงเวลา' },
  weekly_holiday: { label: 'ค่าทำงานวันหยุดประจำสัปดาห์' },
  public_holiday: { label: 'ค่าทำงานวันหยุด' },
  holiday_overtime: { label: 'ค่าล่วงเวลาวันหยุด' },
} as const
export type OvertimeKind = keyof typeof overtimeKinds

/**
 * The factor for the hourly wage. A weekly day off is unpaid for a person paid by the day, so its
 * factor is higher.
 */
export function overtimeFactor(
  kind: OvertimeKind,
  type: EmployeeType,
  rate: OvertimeRate,
): BasisPoints {
  if (kind === 'overtime') return rate.overtime
  if (kind === 'holiday_overtime') return rate.holiday_overtime
  return kind === 'weekly_holiday' && type === 'daily' ? rate.holiday_unpaid : rate.holiday_paid
}

/**
 * The exact hourly wage in satang: salary ÷ 30 ÷ 8, or daily wage ÷ 8. Absences do not change it.
 * @param wage the salary of a whole month, or the wage of a day
 */
export function hourRate(
  wage: Satang,
  type: EmployeeType,
  { hours, days }: RateValues['working_time'],
): Ratio {
  const perDay = type === 'monthly' ? ratio(wage, days) : ratio(wage)
  return product(perDay, ratio(100, hours))
}

export interface OvertimePay {
  amount: Satang
  /** The exact pay of one hour in satang; rounded only for display. */
  rate: Ratio
  explanation: Explanation
}

/** The pay of hours of one kind. @param hours in hundredths */
export function overtimePay(
  work: { kind: OvertimeKind; hours: Hundredths },
  pay: { wage: Satang; type: EmployeeType },
  rates: { overtime: OvertimeRate; time: RateValues['working_time'] },
): OvertimePay {
  const factor = overtimeFactor(work.kind, pay.type, rates.overtime)
  const rate = product(hourRate(pay.wage, pay.type, rates.time), fromBasisPoints(factor))
  const amount = satang(Math.max(0, roundHalfUp(product(rate, fromHundredths(work.hours)))))
  const isMonthly = pay.type === 'monthly'
  return {
    amount,
    rate,
    explanation: [
      term('+', isMonthly ? payrollWords.salary : payrollWords.dailyWage, { baht: pay.wage }),
      ...(isMonthly ? [term('÷', 'วัน', { quantity: rates.time.days * 100 })] : []),
      term('÷', 'ชั่วโมงต่อวัน', { quantity: rates.time.hours }),
      term('×', fieldTitles.rate, { quantity: factor / 100 }),
      term('×', units.hours, { quantity: work.hours }),
      term('=', overtimeKinds[work.kind].label, { baht: amount }),
    ],
  }
}
