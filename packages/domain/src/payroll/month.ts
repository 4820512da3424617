/** Months of wages and years of tax. */
import { type Day, day, monthLength } from '../thai-date.ts'

/** `YYYY-MM`, CE. Months compare and sort as text. */
export type Month = string & { readonly __format: 'month' }

/** @throws RangeError unless `text` is a month written `YYYY-MM`, CE */
export function month(text: string): Month {
  day(`${text}-01`)
  return text as Month
}

export const firstDayOf = (value: Month): Day => day(`${value}-01`)

export const monthOf = (value: Day): Month => month(value.slice(0, 7))

export const daysInMonth = (value: Month): number =>
  monthLength(Number(value.slice(0, 4)), Number(value.slice(5)))

/**
 * All days of the month. Does not use `addDays`, whose checks took most of the time of building a
 * month of payroll.
 */
export const daysOf = (value: Month): Day[] =>
  Array.from(
    { length: daysInMonth(value) },
    (_, i) => `${value}-${String(i + 1).padStart(2, '0')}` as Day,
  )

/** The last day of the month, which is the pay day by default. */
export const lastDayOf = (value: Month): Day => day(`${value}-${daysInMonth(value)}`)

/**
 * The number of monthly payments of a tax year from that of a pay day on: 12 in January, 1 in
 * December.
 */
export const periodsLeft = (payDay: Day): number => 13 - Number(payDay.slice(5, 7))

/** The year of tax of a pay day, CE. */
export const taxYearOf = (payDay: Day): number => Number(payDay.slice(0, 4))
