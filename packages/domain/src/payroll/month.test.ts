import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { addDays, day, daysBetween } from '../thai-date.ts'
import {
  daysInMonth,
  daysOf,
  firstDayOf,
  lastDayOf,
  month,
  monthOf,
  periodsLeft,
  taxYearOf,
} from './month.ts'

describe('months', () => {
  it.each([
    ['2026-02', '2026-02-28', 28],
    ['2028-02', '2028-02-29', 29],
    ['2026-12', '2026-12-31', 31],
    ['2026-04', '2026-04-30', 30],
  ])('%s ends on %s after %i days', (text, last, days) => {
    expect(lastDayOf(month(text))).toBe(last)
    expect(daysInMonth(month(text))).toBe(days)
    expect(monthOf(firstDayOf(month(text)))).toBe(text)
  })

  it('have all days from the first to the last, in years from 1900 to 2100', () => {
    const months = fc
      .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, n]) => month(`${year}-${String(n).padStart(2, '0')}`))
    fc.assert(
      fc.property(months, (value) => {
        const [first, last] = [firstDayOf(value), lastDayOf(value)]
        const expected = Array.from({ length: daysBetween(first, last) + 1 }, (_, i) =>
          addDays(first, i),
        )
        expect(daysOf(value)).toEqual(expected)
        expect(monthOf(addDays(last, 1))).not.toBe(value)
      }),
    )
  })

  it('counts the payments of the tax year from the pay day on', () => {
    expect(periodsLeft(day('2026-01-31'))).toBe(12)
    expect(periodsLeft(day('2026-07-31'))).toBe(6)
    expect(periodsLeft(day('2026-12-31'))).toBe(1)
    expect(taxYearOf(day('2026-12-31'))).toBe(2026)
  })

  it('refuses a text that is not a month', () => {
    expect(() => month('2026-13')).toThrow(RangeError)
  })
})
