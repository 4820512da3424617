/**
 * Pay of a month for the days of employment: joiners, leavers, re-hires, raises, workers paid by the day, unpaid leave.
 * Source: product specification, section 10b; rules of payroll, section 3.
 */
import type { Weekday } from '../employee.ts'
import { type Satang, satang, zeroSatang } from '../money.ts'
import type { Day } from '../thai-date.ts'
import { weekdayNameOf } from '../timetable.ts'
import {
  type Hundredths,
  type Ratio,
  difference,
  fromHundredths,
  notNegative,
  product,
  ratio,
  roundHalfUp,
  sum,
} from './exact.ts'
import { type Explanation, term } from './explanation.ts'
import { type Month, daysInMonth, daysOf, lastDayOf } from './month.ts'
import { payrollWords } from './payroll-words.ts'

/** A period of employment, both days included. */
export interface EmploymentPeriod {
  start: Day
  /** Null while employed. */
  end: Day | null
}

/** The monthly salary from a day on. */
export interface SalaryRow {
  valid_from: Day
  salary: Satang
}

/** The divisor for a part of a month: 30, or the number of days of the month. */
export const proRataModes = {
  thirty: { label: 'หารด้วย 30 วัน' },
  calendar: { label: 'หารด้วยจำนวนวันของเดือน' },
} as const
export type ProRataMode = keyof typeof proRataModes

/** The days of a month on which a person was employed, each once, earliest first. */
export function employedDays(periods: readonly EmploymentPeriod[], month: Month): Day[] {
  return daysOf(month).filter((day) =>
    periods.some(({ start, end }) => start <= day && (end === null || day <= end)),
  )
}

/** The row that is valid on a day; null before the first row. */
export function rowOn<Row extends { valid_from: Day }>(rows: readonly Row[], day: Day): Row | null {
  const valid = rows.filter((row) => row.valid_from <= day)
  return valid.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1)).at(-1) ?? null
}

/** The employed part of a month: 1 for a whole month. @param days employed days of the month */
export function shareOfMonth(days: number, month: Month, mode: ProRataMode): Ratio {
  const length = daysInMonth(month)
  if (days >= length) return ratio(1)
  return mode === 'thirty' ? ratio(Math.min(days, 30), 30) : ratio(days, length)
}

/** Days of a month with one salary. */
export interface SalaryPart {
  salary: Satang
  days: number
}

export interface MonthlyPay {
  /** Satang, rounded once. */
  amount: Satang
  /** The employed part of the month. */
  share: Ratio
  parts: readonly SalaryPart[]
  explanation: Explanation
}

/** The salary of a month: full for a whole month, else in proportion to the employed days, split by raises. */
export function monthlyPay(
  employee: { periods: readonly EmploymentPeriod[]; salaries: readonly SalaryRow[] },
  month: Month,
  mode: ProRataMode,
): MonthlyPay {
  const days = employedDays(employee.periods, month)
  const parts: SalaryPart[] = []
  for (const day of days) {
    const salary = rowOn(employee.salaries, day)?.salary ?? zeroSatang
    const last = parts.at(-1)
    if (last?.salary === salary) last.days += 1
    else parts.push({ salary, days: 1 })
  }
  const share = shareOfMonth(days.length, month, mode)
  // The employed part of the month is divided among the salaries by days, so that a whole month adds up to 1.
  const amount = roundHalfUp(
    sum(
      ...parts.map((part) =>
        product(ratio(part.salary), share, ratio(part.days, Math.max(1, days.length))),
      ),
    ),
  )
  return { amount, share, parts, explanation: explainPay({ amount, share, parts }, month, mode) }
}

function explainPay(
  { amount, share, parts }: Omit<MonthlyPay, 'explanation'>,
  month: Month,
  mode: ProRataMode,
): Explanation {
  const result = term('=', payrollWords.salary, { baht: amount })
  const days = parts.reduce((total, part) => total + part.days, 0)
  const isWhole = share.numerator === share.denominator
  const [only] = parts
  if (only === undefined) return [result]
  if (parts.length === 1 && isWhole)
    return [term('+', payrollWords.salary, { baht: only.salary }), result]
  const divisor = isWhole ? days : mode === 'thirty' ? 30 : daysInMonth(month)
  return [
    ...parts.flatMap((part) => [
      term('+', payrollWords.salary, { baht: part.salary }),
      term('×', 'วัน', { quantity: part.days * 100 }),
      term('÷', 'จำนวนวัน', { quantity: divisor * 100 }),
    ]),
    result,
  ]
}

/** The branch to which a month belongs: that of the last employed day. Null without an employed day. */
export function branchOfMonth(
  periods: readonly EmploymentPeriod[],
  branches: readonly { valid_from: Day; branch_id: number }[],
  month: Month,
): number | null {
  const last = employedDays(periods, month).at(-1)
  return last === undefined ? null : (rowOn(branches, last)?.branch_id ?? null)
}

/** A day, or a part of it, on leave or absent. */
export interface AbsentDay {
  day: Day
  /** 100 for a whole day, 50 for half of it. */
  part: Hundredths
}

/** Unpaid days of a month in hundredths: a day that is both leave and absence counts once. */
export function unpaidDays(
  days: readonly AbsentDay[],
  periods: readonly EmploymentPeriod[],
  month: Month,
): Hundredths {
  const employed = new Set(employedDays(periods, month))
  const parts = new Map<Day, number>()
  for (const { day, part } of days) {
    if (employed.has(day)) parts.set(day, Math.min(100, Math.max(parts.get(day) ?? 0, part)))
  }
  return [...parts.values()].reduce((total, part) => total + part, 0)
}

/**
 * The deduction for unpaid days of a person paid by the month: salary ÷ 30 for each, whatever the
 * length of the month.
 * @param pay the pay of the month in satang, which the deduction never exceeds
 */
export function unpaidLeave(salary: Satang, days: Hundredths, pay: Satang): Satang {
  const value = roundHalfUp(product(ratio(salary, 30), fromHundredths(days)))
  return satang(Math.max(0, Math.min(value, pay)))
}

/** The paid part of a month: the employed part less unpaid days ÷ 30, not below 0. */
export const workedShare = (share: Ratio, unpaid: Hundredths): Ratio =>
  notNegative(difference(share, product(fromHundredths(unpaid), ratio(1, 30))))

/** The paid days of a person paid by the day, proposed for a month. */
export interface DailyWork {
  working: number
  public_holidays: number
  paid_leave: number
  /** Days of absence and unpaid leave, which are excluded from all other counts. */
  absences: number
  /** working + public_holidays + paid_leave. */
  paid: number
}

/**
 * The days to propose: employed days that are neither the weekly day off nor an absence. A public holiday on the weekly
 * day off is not paid again.
 */
export function dailyWork(
  employee: { periods: readonly EmploymentPeriod[]; day_off: readonly Weekday[] },
  month: Month,
  days: { holidays: readonly Day[]; paid_leave: readonly Day[]; absences: readonly Day[] },
): DailyWork {
  const work = { working: 0, public_holidays: 0, paid_leave: 0, absences: 0 }
  for (const day of employedDays(employee.periods, month)) {
    if (employee.day_off.includes(weekdayNameOf(day))) continue
    if (days.holidays.includes(day)) work.public_holidays += 1
    else if (days.absences.includes(day)) work.absences += 1
    else if (days.paid_leave.includes(day)) work.paid_leave += 1
    else work.working += 1
  }
  return { ...work, paid: work.working + work.public_holidays + work.paid_leave }
}

/** Whether the employment ends in the month, so that its payment is the last of the year. */
export const leavesIn = (periods: readonly EmploymentPeriod[], month: Month): boolean => {
  const last = lastDayOf(month)
  return periods.length > 0 && periods.every(({ end }) => end !== null && end <= last)
}
