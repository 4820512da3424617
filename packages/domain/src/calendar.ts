/** The calendar: its categories, its entries and the events of employees. Source: product specification, section 6.2. */
import { entities } from './entities.ts'
import { headings } from './words.ts'
import type { Weekday } from './employee.ts'
import type { Span } from './exam-session.ts'
import { type Day, addDays, daysBetween, instantInBangkok, lastEnteredDay } from './thai-date.ts'
import type { TimeOfDay } from './time-of-day.ts'
import { weekdayNameOf } from './timetable.ts'

/** The categories, by their names on the wire. */
export const calendarCategories = {
  Personal: { label: 'ส่วนตัว' },
  Business: { label: 'งาน' },
  Family: { label: 'ครอบครัว' },
  Holiday: { label: 'วันหยุด' },
  ETC: { label: headings.other },
} as const

export type CalendarCategory = keyof typeof calendarCategories

/** The kinds of entries of the calendar. */
export const calendarKinds = {
  session: { label: entities.exam_session.label, category: 'Business' },
  booking: { label: 'นัดสอบที่ไม่ระบุรอบ', category: 'Business' },
  leave: { label: entities.user_leave.label, category: 'Personal' },
  day_off: { label: 'วันหยุดประจำสัปดาห์', category: 'Personal' },
  holiday: { label: 'วันหยุด', category: 'Holiday' },
  due: { label: 'ครบกำหนดของยานพาหนะ', category: 'ETC' },
  /** Entered by an employee; its category is that of the record. */
  event: { label: entities.calendar_event.label, category: null },
} as const satisfies Record<string, { label: string; category: CalendarCategory | null }>

export type CalendarKind = keyof typeof calendarKinds

/** Maximum number of days that one call reads, or that an event lasts. */
export const maxCalendarDays = 100

/** The first and the last day that the calendar shows. */
export const firstCalendarDay = '2000-01-01' as Day
export const lastCalendarDay = lastEnteredDay

/** The time of an event: whole days, or from a time on the first day to one on the last day. */
export interface EventTime {
  is_all_day: boolean
  start: Day
  /** Null for whole days. */
  start_time: TimeOfDay | null
  /** The last day, inclusive. */
  end: Day
  end_time: TimeOfDay | null
}

export interface EventTimeProblem {
  field: 'start_time' | 'end' | 'end_time'
  problem: 'required' | 'order' | 'length'
}

/** The error of the time of an event; null for a valid one. */
export function eventTimeProblem(time: EventTime): EventTimeProblem | null {
  const { is_all_day, start, start_time, end, end_time } = time
  if (end < start) return { field: 'end', problem: 'order' }
  if (daysBetween(start, end) >= maxCalendarDays) return { field: 'end', problem: 'length' }
  if (is_all_day) return null
  if (start_time === null) return { field: 'start_time', problem: 'required' }
  if (end_time === null) return { field: 'end_time', problem: 'required' }
  if (start === end && end_time <= start_time) return { field: 'end_time', problem: 'order' }
  return null
}

/** The span of a valid event. ISO 8601 */
export function eventSpan({ is_all_day, start, start_time, end, end_time }: EventTime): Span {
  if (is_all_day) {
    return {
      starts_at: instantInBangkok(start, '00:00'),
      ends_at: instantInBangkok(addDays(end, 1), '00:00'),
    }
  }
  return {
    starts_at: instantInBangkok(start, start_time ?? '00:00'),
    ends_at: instantInBangkok(end, end_time ?? '00:00'),
  }
}

/** The days of a span, both inclusive, earliest first. */
const daysFrom = (start: Day, end: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(start, end) + 1) }, (_, i) => addDays(start, i))

/** The people with their weekly day off, for each day of a span on which anybody has it. */
export function weeklyDaysOff<Person extends { day_off: readonly Weekday[] }>(
  people: readonly Person[],
  start: Day,
  end: Day,
): { day: Day; people: Person[] }[] {
  return daysFrom(start, end)
    .map((day) => {
      const weekday = weekdayNameOf(day)
      return { day, people: people.filter(({ day_off }) => day_off.includes(weekday)) }
    })
    .filter((off) => off.people.length > 0)
}
