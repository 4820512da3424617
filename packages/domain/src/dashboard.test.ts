import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spansOf } from './dashboard.ts'
import { addDays, day, weekdayOf } from './thai-date.ts'

it.each([
  ['2026-11-28', '2026-11-21', '2026-10-28', '2025-11-28'],
  ['2026-01-01', '2025-12-25', '2025-12-01', '2025-01-01'],
  ['2026-03-31', '2026-03-24', '2026-02-28', '2025-03-31'],
  ['2028-02-29', '2028-02-22', '2028-01-29', '2027-02-28'],
  ['2028-03-30', '2028-03-23', '2028-02-29', '2027-03-30'],
])('on %s the compared periods end on %s, %s and %s', (today, week, month, year) => {
  const spans = spansOf(day(today))
  expect([spans.last_week.end, spans.last_month.end, spans.last_year.end]).toEqual([
    week,
    month,
    year,
  ])
  expect(spans.last_month.start).toBe(`${month.slice(0, 7)}-01`)
  expect(spans.last_year.start).toBe(`${year.slice(0, 7)}-01`)
})

it('every period lies in one month, and the week before has the same weekday', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
      const today = addDays(day('2000-01-01'), days)
      const spans = spansOf(today)
      for (const { start, end } of [spans.month, spans.last_month, spans.last_year]) {
        expect(start.slice(0, 7)).toBe(end.slice(0, 7))
        expect(start.slice(8)).toBe('01')
        expect(Number(end.slice(8))).toBeLessThanOrEqual(Number(today.slice(8)))
      }
      expect(spans.month.end).toBe(today)
      expect(weekdayOf(spans.last_week.end)).toBe(weekdayOf(today))
    }),
  )
})
