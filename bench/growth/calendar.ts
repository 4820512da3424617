/** When the customers of the grown school come. */
import type { Random } from '../../apps/server/src/seed/random.ts'
import { type Day, addDays } from '@khapdee/domain/thai-date'

const opens = 8.5 * 3600
const openFor = 9 * 3600
const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Saturdays and Sundays are busier, and the school is a little busier every year. */
function weightOf(date: Day, share: number): number {
  const weekday = new Date(date).getUTCDay()
  const weekend = weekday === 6 ? 1.6 : weekday === 0 ? 1.3 : 1
  return weekend * (0.7 + 0.6 * share)
}

function instant(date: Day, secondsOpen: number): string {
  const seconds = Math.floor(opens + secondsOpen)
  const [hour, minute] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${date} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(seconds % 60)}+07`
}

/** `count` moments in the order of time, spread over so many days up to and with `last`. */
export function* moments(
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
      const at = instant(date, (openFor * (n + random.next())) / due)
      yield { day: date, at, daysAgo: days - i }
    }
    done += due
  }
}
