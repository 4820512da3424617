/** Places the entries of a month in its days: each in a lane, which an entry of several days keeps within a week. */
import type { CalendarEntry } from '@khapdee/contract/entities/calendar'
import { type Day, addDays, instantInBangkok } from '@khapdee/domain/thai-date'

/** The days of the month view: six weeks. */
export const monthDays = 42
const weekDays = 7
/** The first days of the weeks, numbered from the first of the view. */
export const weekStarts = [0, 7, 14, 21, 28, 35]
const millisecondsPerDay = 86_400_000

/** Maximum number of rows in a day; the number of hidden entries takes one of them. */
const maxLanes = 4

/** An entry, or the part of it that lies in one week. */
interface Part {
  entry: CalendarEntry
  /** The days, numbered from the first of the view. */
  from: number
  to: number
  /** Whether the entry begins, and ends, with this part. */
  isStart: boolean
  isEnd: boolean
}

/** A part of an entry in the day with which it begins. */
export interface PlacedEntry extends Part {
  lane: number
}

export interface MonthDay {
  day: Day
  /** By lane; entries that began on an earlier day of the week are in that day. */
  placed: PlacedEntry[]
  /** The number of entries of the day that are not shown. */
  hidden: number
}

/**
 * Adds the parts of an entry to the parts that begin on its days. Days outside the view are
 * ignored.
 */
function addParts(starting: readonly Part[][], entry: CalendarEntry, origin: number): void {
  const numberOf = (instant: number) => Math.floor((instant - origin) / millisecondsPerDay)
  const from = numberOf(Date.parse(entry.start))
  const to = Math.max(from, numberOf(Date.parse(entry.end) - 1))
  const last = Math.min(to, monthDays - 1)
  for (let start = Math.max(from, 0); start <= last;) {
    const end = Math.min(last, start - (start % weekDays) + weekDays - 1)
    const part = { entry, from: start, to: end, isStart: start === from, isEnd: end === to }
    starting[start]?.push(part)
    start = end + 1
  }
}

/**
 * Longer parts first, then whole days, then by time, because a long part occupies its lane on
 * several days.
 */
const byRank = (a: Part, b: Part): number =>
  b.to - b.from - (a.to - a.from) ||
  Number(b.entry.allDay) - Number(a.entry.allDay) ||
  (a.entry.start < b.entry.start ? -1 : Number(a.entry.start > b.entry.start))

/**
 * The 42 days from `first`, a Monday.
 * @param lanes how many entries a day shows at most; a day with more shows one less, and their number in the last lane
 */
export function layOutMonth(
  first: Day,
  entries: readonly CalendarEntry[],
  lanes: number,
): MonthDay[] {
  const starting: Part[][] = Array.from({ length: monthDays }, () => [])
  // Whole days are midnights in UTC, times are instants. Computed once, because there may be
  // thousands of entries.
  const [dayOrigin, timeOrigin] = [Date.parse(first), Date.parse(instantInBangkok(first, '00:00'))]
  for (const entry of entries) addParts(starting, entry, entry.allDay ? dayOrigin : timeOrigin)
  const counts = Array.from({ length: monthDays }, () => 0)
  for (const { from, to } of starting.flat()) {
    for (let day = from; day <= to; day++) counts[day] = (counts[day] ?? 0) + 1
  }
  const limits = counts.map((count) => (count > lanes ? lanes - 1 : lanes))
  return weekStarts.flatMap((week) => {
    const parts = starting.slice(week, week + weekDays)
    const long = parts.flat().filter(({ from, to }) => to > from)
    const ordered = [
      ...long.sort((a, b) => a.from - b.from || byRank(a, b)),
      ...parts.flatMap((ofDay) => ofDay.filter(({ from, to }) => to === from).sort(byRank)),
    ]
    for (;;) {
      const days = placeInWeek(ordered, { first, week, limits, lanes })
      // A long part may find no free lane on a day with few entries; then the last lane is needed
      // for the number of hidden entries.
      const crowded = days.flatMap(({ hidden }, i) =>
        hidden > 0 && limits[week + i] === lanes ? [week + i] : [],
      )
      if (crowded.length === 0) return days
      for (const day of crowded) limits[day] = lanes - 1
    }
  })
}

/** The layouts of arrays of entries, which are valid for one first day each. */
const laidOut = new WeakMap<readonly CalendarEntry[], { first: Day; days: MonthDay[] }>()

/**
 * Like {@link layOutMonth}, computed once for each array of entries. Thousands of entries take a
 * fifth of the time for showing a month, so months that are read ahead are laid out before they are
 * shown.
 */
export function daysOfMonth(first: Day, entries: readonly CalendarEntry[]): MonthDay[] {
  const known = laidOut.get(entries)
  if (known?.first === first) return known.days
  const days = layOutMonth(first, entries, maxLanes)
  laidOut.set(entries, { first, days })
  return days
}

interface Week {
  /** The first day of the view. */
  first: Day
  /** The number of the first day of the week. */
  week: number
  /** The lanes for entries, by days of the view. */
  limits: readonly number[]
  lanes: number
}

/** Places the parts in the lowest lanes that are free on all their days. */
function placeInWeek(parts: readonly Part[], { first, week, limits, lanes }: Week): MonthDay[] {
  const days = Array.from({ length: weekDays }, (_, i): MonthDay => {
    return { day: addDays(first, week + i), placed: [], hidden: 0 }
  })
  /** The lanes of each day that are taken, as bits. There may be thousands of parts, so nothing is created for each. */
  const taken = days.map(() => 0)
  for (const part of parts) {
    const [from, to] = [part.from - week, part.to - week]
    let used = 0
    let limit = lanes
    for (let day = from; day <= to; day++) {
      used |= taken[day] ?? 0
      limit = Math.min(limit, limits[week + day] ?? 0)
    }
    let lane = 0
    while ((used & (1 << lane)) !== 0) lane++
    const isPlaced = lane < limit
    if (isPlaced) days[from]?.placed.push({ ...part, lane })
    for (let day = from; day <= to; day++) {
      const of = days[day]
      if (isPlaced) taken[day] = (taken[day] ?? 0) | (1 << lane)
      else if (of !== undefined) of.hidden++
    }
  }
  for (const { placed } of days) placed.sort((a, b) => a.lane - b.lane)
  return days
}
