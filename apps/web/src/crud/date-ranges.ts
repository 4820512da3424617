/** The named date ranges that lists offer as filters. */
import { addDays, type Day, day } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'

export interface DateRange {
  name: string
  /** The range includes both days. */
  start: Day
  end: Day
}

const firstOfMonth = (of: Day): Day => day(`${of.slice(0, 7)}-01`)

/** The named ranges of the days around `today`, in the order in which a list of past days offers them. */
export function dateRanges(today: Day): readonly DateRange[] {
  const yesterday = addDays(today, -1)
  const thisMonth = firstOfMonth(today)
  const endOfLastMonth = addDays(thisMonth, -1)
  // No month is longer than 31 days, so 31 days after its first day the next month has begun.
  const nextMonth = firstOfMonth(addDays(thisMonth, 31))
  return [
    { name: headings.today, start: today, end: today },
    { name: 'เมื่อวาน', start: yesterday, end: yesterday },
    { name: '7 วันล่าสุด', start: addDays(today, -6), end: today },
    { name: headings.thisMonth, start: thisMonth, end: addDays(nextMonth, -1) },
    { name: 'เดือนก่อน', start: firstOfMonth(endOfLastMonth), end: endOfLastMonth },
  ]
}

/** The named ranges that a list of appointments offers. */
export const comingRanges = (today: Day): readonly DateRange[] => {
  const tomorrow = addDays(today, 1)
  return [
    { name: headings.today, start: today, end: today },
    { name: 'พรุ่งนี้', start: tomorrow, end: tomorrow },
    { name: '7 วันข้างหน้า', start: today, end: addDays(today, 6) },
    { name: '30 วันข้างหน้า', start: today, end: addDays(today, 29) },
    { name: 'เมื่อวาน', start: addDays(today, -1), end: addDays(today, -1) },
  ]
}

/** The past days, without today. */
export const pastDays = (today: Day, count: number): Omit<DateRange, 'name'> => ({
  start: addDays(today, -count),
  end: addDays(today, -1),
})

/** The named ranges that a history of appointments offers. */
export const pastRanges = (today: Day): readonly DateRange[] => [
  { name: '7 วันที่ผ่านมา', ...pastDays(today, 7) },
  { name: '30 วันที่ผ่านมา', ...pastDays(today, 30) },
  { name: '90 วันที่ผ่านมา', ...pastDays(today, 90) },
]

/** The named range from `start` to `end`, or undefined when these days form none. */
export const findRange = (
  ranges: readonly DateRange[],
  start: string | undefined,
  end: string | undefined,
): DateRange | undefined => ranges.find((range) => range.start === start && range.end === end)
