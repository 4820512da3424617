/** Numbers and texts that are unique in a test run, across devices, workers and repetitions. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The last number of each series that this worker was given. */
const latest = new Map<string, number>()

/** Creates the folder that claims a number; returns false if another test has claimed it. */
function claim(series: string, n: number): boolean {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'e2e-numbers', series)
  // The parent folder first: otherwise the call below would also return a path if it created only
  // the parent, while another test created the folder itself.
  mkdirSync(folder, { recursive: true })
  return mkdirSync(join(folder, String(n)), { recursive: true }) !== undefined
}

/**
 * The next number of a series, from 0. @param series the name of the series, which is also the name
 * of a folder
 */
export function nextNumber(series: string): number {
  let n = (latest.get(series) ?? -1) + 1
  while (!claim(series, n)) n++
  latest.set(series, n)
  return n
}

/** Seven digits that no other mark contains. A test recognises its records by them. */
export const newMark = (): string => `7${String(nextNumber('marks')).padStart(6, '0')}`

/**
 * A period before opening hours that no other session of this hour has, so that the session can be
 * identified by its times.
 * @param hour the hour in which the period begins; it ends in the next one
 */
export function newPeriod(hour: number): { start_time: string; end_time: string } {
  const n = nextNumber(`periods-${hour}`)
  const time = (hours: number, minutes: number) =>
    `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return { start_time: time(hour, n), end_time: time(hour + 1, Math.floor(n / 60)) }
}
