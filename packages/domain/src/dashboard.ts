/** The periods that the dashboard compares. Source: product specification, section 12. */
import { type Month, firstDayOf, lastDayOf, month as toMonth, monthOf } from './payroll/month.ts'
import { type Day, addDays, day } from './thai-date.ts'
import { headings } from './words.ts'

export interface DaySpan {
  start: Day
  end: Day
}

/** The compared periods; the label of a period is a column heading. */
export const dashboardSpans = {
  today: { label: headings.today },
  last_week: { label: 'วันเดียวกันสัปดาห์ก่อน' },
  month: { label: headings.thisMonth },
  last_month: { label: 'เดือนก่อน ถึงวันเดียวกัน' },
  last_year: { label: 'เดือนนี้ของปีก่อน ถึงวันเดียวกัน' },
} as const
export type DashboardSpan = keyof typeof dashboardSpans

/** The number of days, today included, of the chart of receipts. */
export const chartDays = 14

/** Licences of employees are listed when at most this many days remain before their last day. */
export const licenceRemindDays = 30

/** From the first of the month to the date of `today`, or to the last day of a month that is shorter. */
function monthUntil(value: Month, today: Day): DaySpan {
  const last = lastDayOf(value)
  const end = `${value}${today.slice(7)}`
  return { start: firstDayOf(value), end: end < last ? day(end) : last }
}

/** The days of each period on `today`. */
export function spansOf(today: Day): Record<DashboardSpan, DaySpan> {
  const month = monthOf(today)
  const lastWeek = addDays(today, -7)
  const lastMonth = monthOf(addDays(firstDayOf(month), -1))
  const lastYear = toMonth(`${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}`)
  return {
    today: { start: today, end: today },
    last_week: { start: lastWeek, end: lastWeek },
    month: monthUntil(month, today),
    last_month: monthUntil(lastMonth, today),
    last_year: monthUntil(lastYear, today),
  }
}
