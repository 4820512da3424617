/** The named ranges of the lists and reports of the books. */
import { type Day, day } from '@khapdee/domain/thai-date'
import { type DateRange, dateRanges } from './date-ranges.ts'

/** The days around today without the last seven, and this year. */
export const bookRanges = (today: Day): readonly DateRange[] => {
  const year = today.slice(0, 4)
  return [
    ...dateRanges(today).filter(({ name }) => !name.startsWith('7')),
    { name: 'ปีนี้', start: day(`${year}-01-01`), end: day(`${year}-12-31`) },
  ]
}
