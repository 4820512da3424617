/** Numbers and texts that no other test of the run gets: on another device, in another worker or in a repetition. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The last number that this worker got of each series. */
const latest = new Map<string, number>()

/** Creates the folder of a number; false if another test has the number. */
function claim(series: string, n: number): boolean {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'e2e-numbers', series)
  // First, because the second call also returns a path if it creates only this folder.
  mkdirSync(folder, { recursive: true })
  return mkdirSync(join(folder, String(n)), { recursive: true }) !== undefined
}

/** The next number of a series, from 0. @param series the name of what is numbered, also of a folder */
export function nextNumber(series: string): number {
  let n = (latest.get(series) ?? -1) + 1
  while (!claim(series, n)) n++
  latest.set(series, n)
  return n
}

/** Seven digits that are part of no other mark, to tell the records of a test from those of other tests. */
export const newMark = (): string => `7${String(nextNumber('marks')).padStart(6, '0')}`

/**
 * A period before opening hours that no other session of its hour has, so that a session is known by its times.
 * @param hour the hour in which it begins; it ends in the next one
 */
export function newPeriod(hour: number): { start_time: string; end_time: string } {
  const n = nextNumber(`periods-${hour}`)
  const time = (hours: number, minutes: number) =>
    `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return { start_time: time(hour, n), end_time: time(hour + 1, Math.floor(n / 60)) }
}
