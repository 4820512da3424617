/** Times at which the demo's applications are created, over one year. */
import { type Day, addDays, daysBetween } from '@khapdee/domain/thai-date'
import type { Random } from './random.ts'

/** The demo year ends today. */
export const plannedDays = 365
/** Opening hours, 08:30 to 17:30, in seconds since midnight. */
const opensAt = 8.5 * 3600
const closesAt = 17.5 * 3600

/** Days (month and day) on which the school is closed: New Year and Songkran, the Thai New Year. */
const closedDays = new Set(['01-01', '04-13', '04-14', '04-15', '12-31'])
/** Months of the school year's holidays, with more applications. */
const holidayMonths = new Set(['03', '04', '05', '10'])

/** 0 for Sunday to 6 for Saturday. */
const weekday = (date: Day) => new Date(date).getUTCDay()

/** The relative number of applications on a day: it grows over the year, and is higher on weekends and holidays. */
function weightOf(date: Day, today: Day): number {
  if (closedDays.has(date.slice(5))) return 0
  const growth = Math.exp((-1.4 * daysBetween(date, today)) / plannedDays)
  const weekend = weekday(date) === 6 ? 1.6 : weekday(date) === 0 ? 1.3 : 1
  const season = holidayMonths.has(date.slice(5, 7)) ? 1.3 : 1
  // The screens show today first, so today needs more rows.
  const todayFactor = date === today ? 3 : 1
  return growth * weekend * season * todayFactor
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Applications of today are created in the first third of the opening hours, so that screens have rows in the morning. */
const todayDivisor = 3

/** A random time within opening hours, most likely around midday; in the first hours if it is today. */
function timeOfDay(random: Random, isToday: boolean): string {
  const share = (random.next() + random.next()) / 2 / (isToday ? todayDivisor : 1)
  const seconds = Math.floor(opensAt + share * (closesAt - opensAt))
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(seconds % 60)}`
}

/** `count` moments of the year that ends today, in order; recent months have more of them. */
export function momentsOfYear(random: Random, today: Day, count: number): { day: Day; at: Date }[] {
  const days = Array.from({ length: plannedDays }, (_, i) => {
    const date = addDays(today, i + 1 - plannedDays)
    return { date, weight: weightOf(date, today) }
  })
  return Array.from({ length: count }, () => {
    const { date } = random.weighted(days, ({ weight }) => weight)
    return { day: date, at: new Date(`${date}T${timeOfDay(random, date === today)}+07:00`) }
  }).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** The number of a week since a Monday long ago. */
export const weekOf = (date: Day): number => Math.floor((Date.parse(date) / 86_400_000 + 3) / 7)

/** Every branch holds a theory exam at this interval in weeks, on a Saturday. */
export const theoryWeeks = 2

/** A plausible day for a theory exam booked on `date`: one to seven weeks later, when every branch holds it. */
export function examDayAfter(random: Random, date: Day): Day {
  const candidate = addDays(date, random.int(7, 30))
  return theoryDayFrom(candidate)
}

/** The first day from `date` on, on which every branch holds a theory exam. */
export function theoryDayFrom(date: Day): Day {
  const saturday = addDays(date, 6 - weekday(date))
  return weekOf(saturday) % theoryWeeks === 0 ? saturday : addDays(saturday, 7)
}
