/** Holidays and working days of branches. */
import type { OpeningHours } from '@khapdee/domain/timetable'
import { weekdayNameOf } from '@khapdee/domain/timetable'
import { type Day, addDays, day } from '@khapdee/domain/thai-date'
import type { Reading } from '../../kernel/context.ts'
import { holidaysOf } from './holidays.queries.ts'

/** The holidays of a branch in a range of days, both inclusive. */
export const readHolidays = (ctx: Reading, branchId: number, first: Day, last: Day) =>
  holidaysOf.rows(ctx.tx, branchId, first, last)

/** The days of the holidays of a branch in a year. @param year CE, four digits */
export async function readHolidaysOfYear(
  ctx: Reading,
  branchId: number,
  year: string,
): Promise<Day[]> {
  const holidays = await readHolidays(ctx, branchId, day(`${year}-01-01`), day(`${year}-12-31`))
  return holidays.map((holiday) => holiday.day)
}

/**
 * Number of days after the last of the given ones for which {@link workingDaysAfter} reads the
 * holidays.
 */
const knownDays = 400

/**
 * Returns whether a branch works on a day after `first`: not on holidays, nor on weekdays without opening hours. Where no
 * hours were entered, every weekday counts.
 * @param last the last day after which working days are counted
 */
export async function workingDaysAfter(
  ctx: Reading,
  {
    branch_id,
    opening_hours,
  }: { branch_id: number; opening_hours: readonly OpeningHours[] | null },
  first: Day,
  last = first,
): Promise<(day: Day) => boolean> {
  const holidays = await readHolidays(ctx, branch_id, first, addDays(last, knownDays))
  const closed = new Set(holidays.map(({ day }) => day))
  const weekdays = opening_hours && new Set(opening_hours.map(({ weekday }) => weekday))
  return (day) => !closed.has(day) && (weekdays === null || weekdays.has(weekdayNameOf(day)))
}
