/** Draws the times of the generated applications. */
import type { Random } from '../../apps/server/src/seed/random.ts'
import { type Day, addDays } from '@khapdee/domain/thai-date'

const opensAtSeconds = 8.5 * 3600
const openSeconds = 9 * 3600
const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Relative number of visits: more at weekends, and growing over the history; `share` is 0 to 1. */
function weightOf(date: Day, share: number): number {
  const weekday = new Date(date).getUTCDay()
  const weekend = weekday === 6 ? 1.6 : weekday === 0 ? 1.3 : 1
  return weekend * (0.7 + 0.6 * share)
}

function instant(date: Day, secondsOpen: number): string {
  const seconds = Math.floor(opensAtSeconds + secondsOpen)
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${date} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(seconds % 60)}+07`
}

/** Yields `count` visits in chronological order, distributed over `days` days that end with `last`. */
export function* visits(
  random: Random,
  last: Day,
  days: number,
  count: number,
): Generator<{ day: Day; at: string; daysAgo: number }> {
  const dates = Array.from({ length: days }, (_, i) => addDays(last, i + 1 - days))
  const weights = dates.map((date, i) => weightOf(date, i / days))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let done = 0
  let weightDone = 0
  for (const [i, date] of dates.entries()) {
    weightDone += weights[i] ?? 0
    const due = Math.round((count * weightDone) / sum) - done
    for (let n = 0; n < due; n++) {
      const at = instant(date, (openSeconds * (n + random.next())) / due)
      yield { day: date, at, daysAgo: days - i }
    }
    done += due
  }
}
