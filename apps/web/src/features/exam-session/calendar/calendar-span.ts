/**
 * The views of the calendar, the days of each, and the times of entries by the clock of Bangkok.
 */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import type { EventTime } from '@khapdee/domain/calendar'
import { weekdayNames, weekdays } from '@khapdee/domain/employee'
import { formatTimeSpan } from '@khapdee/domain/time-of-day'
import {
  type Day,
  addDays,
  day,
  formatDayLong,
  formatDayRange,
  formatMonth,
  timeInBangkok,
  todayInBangkok,
  weekdayOf,
} from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { monthDays } from './month-layout.ts'

/** The views by their names in the URL. */
export const calendarViews = {
  month: { label: 'เดือน' },
  week: { label: 'สัปดาห์' },
  day: { label: 'วัน' },
  list: { label: headings.item },
} as const

export type CalendarView = keyof typeof calendarViews

/** A day, and in views with hours a time `HH:MM`, that was picked for a new record. */
export interface PickedTime {
  day: Day
  time: string | null
}

const weekdayLabels = weekdayNames.map((name) => weekdays[name].label)

const mondayOf = (of: Day): Day => addDays(of, 1 - weekdayOf(of))

/** The days that a view shows, both inclusive. */
export function daysOfView(view: CalendarView, date: Day): { start: Day; end: Day } {
  if (view === 'day') return { start: date, end: date }
  const start = mondayOf(view === 'month' ? day(`${date.slice(0, 7)}-01`) : date)
  return { start, end: addDays(start, view === 'month' ? monthDays - 1 : 6) }
}

/** The heading of a view, with the Buddhist year. */
export function titleOfView(view: CalendarView, date: Day): string {
  if (view === 'month') return formatMonth(date.slice(0, 7))
  if (view === 'day') return `วัน${weekdayLabels[weekdayOf(date) - 1]}ที่ ${formatDayLong(date)}`
  const { start, end } = daysOfView(view, date)
  return formatDayRange(start, end)
}

/** A day of the next or the previous month, week or day. @param step 1 or -1 */
export function stepOf(view: CalendarView, date: Day, step: 1 | -1): Day {
  if (view === 'day') return addDays(date, step)
  if (view !== 'month') return addDays(date, 7 * step)
  const first = day(`${date.slice(0, 7)}-01`)
  // 31 days after the first of a month is in the next month.
  return day(`${addDays(first, step === 1 ? 31 : -1).slice(0, 7)}-01`)
}

/** `2026-11-23T09:00` in Bangkok, which the calendar shows unchanged on every computer. */
export const wallClock = (instant: string): string =>
  `${todayInBangkok(new Date(instant))}T${timeInBangkok(instant)}`

/** The time of an entry, by the clock of Bangkok. */
export function timeOfEntry({
  start,
  end,
  allDay,
}: Pick<CalendarEntry, 'start' | 'end' | 'allDay'>): EventTime {
  if (allDay) {
    const last = addDays(day(end), -1)
    return { is_all_day: true, start: day(start), start_time: null, end: last, end_time: null }
  }
  const [from, to] = [wallClock(start), wallClock(end)]
  return {
    is_all_day: false,
    start: day(from.slice(0, 10)),
    start_time: from.slice(11),
    end: day(to.slice(0, 10)),
    end_time: to.slice(11),
  }
}

/** `23 พ.ย. 2569 · 09:00–12:00 น.` */
export function timeText({ start, start_time, end, end_time }: EventTime): string {
  if (start_time === null || end_time === null) return formatDayRange(start, end)
  if (start === end)
    return `${formatDayRange(start, end)} · ${formatTimeSpan(start_time, end_time)}`
  return `${formatDayRange(start, start)} ${start_time} – ${formatDayRange(end, end)} ${end_time} น.`
}

/** A time some hours later, at most 23:59 of the same day. @param time `HH:MM` */
export function laterBy(time: string, hours: number): string {
  const hour = Number(time.slice(0, 2)) + hours
  return hour > 23 ? '23:59' : `${String(hour).padStart(2, '0')}${time.slice(2)}`
}
