/** The periods that the dashboard compares. Source: product specification, section 12. */
import { type Day, addDays, day, isDay } from './thai-date.ts'

export interface DaySpan {
  start: Day
  end: Day
}

/** The compared periods; the label of a period is a column heading. */
export const dashboardSpans = {
  today: { label: 'วันนี้' },
  last_week: { label: 'วันเดียวกันสัปดาห์ก่อน' },
  month: { label: 'เดือนนี้' },
  last_month: { label: 'เดือนก่อน ถึงวันเดียวกัน' },
  last_year: { label: 'เดือนนี้ของปีก่อน ถึงวันเดียวกัน' },
} as const
export type DashboardSpan = keyof typeof dashboardSpans

/** The number of days, today included, of the chart of receipts. */
export const chartDays = 14

/** Licences of employees are listed when at most this many days remain before their last day. */
export const licenceRemindDays = 30

/** From the first of the month to `date`, or to the last day of a month that is shorter. @param month `YYYY-MM` */
function monthUntil(month: string, date: number): DaySpan {
  const start = day(`${month}-01`)
  for (let last = date; last > 1; last -= 1) {
    const end = `${month}-${String(last).padStart(2, '0')}`
    if (isDay(end)) return { start, end }
  }
  return { start, end: start }
}

/** The days of each period on `today`. */
export function spansOf(today: Day): Record<DashboardSpan, DaySpan> {
  const month = today.slice(0, 7)
  const date = Number(today.slice(8))
  const lastWeek = addDays(today, -7)
  const lastMonth = addDays(day(`${month}-01`), -1).slice(0, 7)
  const lastYear = `${Number(today.slice(0, 4)) - 1}${today.slice(4, 7)}`
  return {
    today: { start: today, end: today },
    last_week: { start: lastWeek, end: lastWeek },
    month: monthUntil(month, date),
    last_month: monthUntil(lastMonth, date),
    last_year: monthUntil(lastYear, date),
  }
}
