/** Limits the entries of a month to those that its cells show, because FullCalendar lays out all that it is given. */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import { type Day, day, daysBetween, todayInBangkok } from '@khapdee/domain/thai-date'

/** The entries that are shown, and how many of each day are not. */
interface LimitedEntries {
  shown: CalendarEntry[]
  hidden: { day: Day; count: number }[]
}

/** Long entries first, then whole days, then by time, as the cells of FullCalendar show them. */
const rankOf = ({ start, end, allDay }: CalendarEntry): number => {
  // Times are milliseconds since 1970, and so always later than the negative lengths of whole days.
  return allDay ? -daysBetween(day(start), day(end)) : Date.parse(start)
}

/**
 * At most `max` entries that begin on one day; if there are more, one less, so that their number has its place.
 * @param max at least 2
 */
export function limitEntries(entries: readonly CalendarEntry[], max: number): LimitedEntries {
  const byDay = new Map<Day, CalendarEntry[]>()
  for (const entry of entries) {
    const start = entry.allDay ? day(entry.start) : todayInBangkok(new Date(entry.start))
    const ofDay = byDay.get(start)
    if (ofDay === undefined) byDay.set(start, [entry])
    else ofDay.push(entry)
  }
  const limited: LimitedEntries = { shown: [], hidden: [] }
  for (const [of, ofDay] of byDay) {
    if (ofDay.length <= max) {
      limited.shown.push(...ofDay)
      continue
    }
    const ranked = ofDay.toSorted((a, b) => rankOf(a) - rankOf(b))
    limited.shown.push(...ranked.slice(0, max - 1))
    limited.hidden.push({ day: of, count: ofDay.length - max + 1 })
  }
  return limited
}
