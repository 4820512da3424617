/** Draws the times of the generated applications. */
import type { Random } from '../../apps/server/src/seed/random.ts'
import { type Day, addDays } from '@khapdee/domain/thai-date'

const opensAtSeconds = 8.5 * 3600
const openSeconds = 9 * 3600
const twoDigits = (n: number) => String(n).padStart(2, '0')

/**
 * Relative number of visits on a day: more at weekends, and more as `progress` grows, the elapsed
 * share of the history.
 */
function weightOf(date: Day, progress: number): number {
  const weekday = new Date(date).getUTCDay()
  const weekdayFactor = weekday === 6 ? 1.6 : weekday === 0 ? 1.3 : 1
  return weekdayFactor * (0.7 + 0.6 * progress)
}

function instant(date: Day, secondsAfterOpening: number): string {
  const seconds = Math.floor(opensAtSeconds + secondsAfterOpening)
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${date} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(seconds % 60)}+07`
}

/** Yields `count` visits in chronological order, distributed over `days` days, of which the last is `lastDay`. */
export function* visits(
  random: Random,
  lastDay: Day,
  days: number,
  count: number,
): Generator<{ day: Day; at: string; daysAgo: number }> {
  const dates = Array.from({ length: days }, (_, i) => addDays(lastDay, i + 1 - days))
  const weights = dates.map((date, i) => weightOf(date, i / days))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let yielded = 0
  let weightSoFar = 0
  for (const [i, date] of dates.entries()) {
    weightSoFar += weights[i] ?? 0
    const visitsOfDay = Math.round((count * weightSoFar) / sum) - yielded
    for (let n = 0; n < visitsOfDay; n++) {
      const at = instant(date, (openSeconds * (n + random.next())) / visitsOfDay)
      yield { day: date, at, daysAgo: days - i }
    }
    yielded += visitsOfDay
  }
}
