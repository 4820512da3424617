import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, day } from '../thai-date.ts'
import {
  type AgreedDayState,
  agreedDayRange,
  agreedDayState,
  followUpPresets,
} from './agreed-day.ts'

const today = day('2026-11-21')

describe('agreedDayState', () => {
  it.each<[string | null, AgreedDayState]>([
    [null, 'no_day'],
    ['2026-11-20', 'late'],
    ['2026-11-21', 'today'],
    ['2026-11-22', 'upcoming'],
    ['2025-12-31', 'late'],
    ['2027-01-01', 'upcoming'],
  ])('on 21 November 2026 the state of %s is %s', (due, state) => {
    expect(agreedDayState(due === null ? null : day(due), today)).toBe(state)
  })

  it('is never late for a day within the range that may be agreed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 0, max: 1000 }),
        (n, max) => {
          const [first, last] = agreedDayRange(today, max)
          const due = addDays(today, n)
          const isAllowed = first <= due && due <= last
          expect(isAllowed).toBe(n <= max)
          expect(agreedDayState(due, today)).toBe(n === 0 ? 'today' : 'upcoming')
        },
      ),
    )
  })
})

it('reads one preset answer per line of the setting, without empty lines and surrounding spaces', () => {
  expect(followUpPresets(' ไม่รับสาย \n\n  ขอเลื่อนนัด\n')).toEqual(['ไม่รับสาย', 'ขอเลื่อนนัด'])
  expect(followUpPresets('')).toEqual([])
})
