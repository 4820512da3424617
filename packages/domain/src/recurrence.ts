/** When recurring entries of the books are due. Source: product specification, section 7. */
import { type Day, addDays, day, daysBetween, monthsOf, weekdayOf } from './thai-date.ts'

export const frequencies = {
  monthly: { label: 'ทุกเดือน' },
  weekly: { label: 'ทุกสัปดาห์' },
} as const
export type Frequency = keyof typeof frequencies

/** Weekdays by number as text, 1 for Monday to 7 for Sunday. */
export const weekdays = {
  1: { label: 'วันจันทร์' },
  2: { label: 'วันอังคาร' },
  3: { label: 'วันพุธ' },
  4: { label: 'วันพฤหัสบดี' },
  5: { label: 'วันศุกร์' },
  6: { label: 'วันเสาร์' },
  7: { label: 'วันอาทิตย์' },
} as const

/** The largest day of a monthly rule. In a month without that day, the rule is due on the last day. */
export const maxDayOfMonth = 31

/**
 * Maximum number of days in the past at which a rule may begin; its missed drafts are made at once.
 */
export const maxPastDays = 366

export interface Recurrence {
  frequency: Frequency
  /** 1 to 31; for monthly rules. */
  day_of_month: number
  /** 1 for Monday to 7 for Sunday; for weekly rules. */
  weekday: number
}

/** A day on which a rule is due, and its month `YYYY-MM` or the Monday of its week. */
interface DueDay {
  date: Day
  period: string
}

/** The day of a month `YYYY-MM` with this number, or its last day if it has fewer. */
function dayInMonth(month: string, number: number): Day {
  const first = day(`${month}-01`)
  const [, next = month] = monthsOf(first, addDays(first, 31))
  const last = daysBetween(first, day(`${next}-01`))
  return addDays(first, Math.min(number, last) - 1)
}

const mondayOf = (date: Day): Day => addDays(date, 1 - weekdayOf(date))

/** The days on which a rule is due from `start` to `end`, both included. Each month or week has at most one. */
export function dueDays(rule: Recurrence, start: Day, end: Day): DueDay[] {
  if (start > end) return []
  if (rule.frequency === 'monthly') {
    return monthsOf(start, end)
      .map((month) => ({ date: dayInMonth(month, rule.day_of_month), period: month }))
      .filter(({ date }) => date >= start && date <= end)
  }
  const first = addDays(mondayOf(start), rule.weekday - 1)
  const from = first < start ? addDays(first, 7) : first
  if (from > end) return []
  const count = Math.floor(daysBetween(from, end) / 7) + 1
  return Array.from({ length: count }, (_, week) => {
    const date = addDays(from, week * 7)
    return { date, period: mondayOf(date) }
  })
}

/**
 * The first day, not before `start`, on which a rule is due; null after its end.
 * @param made the months and weeks that already have a draft
 */
export function nextDueDay(
  rule: Recurrence,
  start: Day,
  end: Day | null,
  made: readonly string[] = [],
): Day | null {
  const next = dueDays(rule, start, addDays(start, 62)).find(({ period }) => !made.includes(period))
  return next === undefined || (end !== null && next.date > end) ? null : next.date
}

/** The days on which a rule is due, in Thai: `ทุกวันที่ 31 ของเดือน`. */
export function recurrenceText(rule: Recurrence): string {
  const { frequency, day_of_month, weekday } = rule
  if (frequency === 'weekly') return `ทุก${weekdays[weekday as keyof typeof weekdays].label}`
  return `ทุกวันที่ ${day_of_month} ของเดือน`
}
