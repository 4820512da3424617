import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Recurrence, dueDays, nextDueDay, recurrenceText } from './recurrence.ts'
import { type Day, addDays, day, weekdayOf } from './thai-date.ts'

const monthly = (day_of_month: number): Recurrence => ({
  frequency: 'monthly',
  day_of_month,
  weekday: 1,
})
const weekly = (weekday: number): Recurrence => ({ frequency: 'weekly', day_of_month: 1, weekday })
const datesOf = (rule: Recurrence, start: string, end: string) =>
  dueDays(rule, day(start), day(end)).map(({ date }) => date)

describe('dueDays', () => {
  it('takes the last day of months that are too short for the 31st', () => {
    expect(datesOf(monthly(31), '2026-01-01', '2026-06-30')).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
    ])
    expect(datesOf(monthly(30), '2028-02-01', '2028-03-31')).toEqual(['2028-02-29', '2028-03-30'])
  })

  it.each([
    ['2026-01-15', '2026-02-15', ['2026-01-15', '2026-02-15']],
    ['2026-01-16', '2026-02-14', []],
    ['2025-12-20', '2026-01-20', ['2026-01-15']],
  ])('includes both ends: %s to %s', (start, end, expected) => {
    expect(datesOf(monthly(15), start, end)).toEqual(expected)
  })

  it('takes the weekday of every week', () => {
    // 2026-11-28 is a Saturday.
    expect(datesOf(weekly(6), '2026-11-28', '2026-12-12')).toEqual([
      '2026-11-28',
      '2026-12-05',
      '2026-12-12',
    ])
    expect(datesOf(weekly(1), '2026-11-28', '2026-12-06')).toEqual(['2026-11-30'])
  })

  it('has one day for each month or week, whatever the rule', () => {
    const rules = fc.oneof(
      fc.integer({ min: 1, max: 31 }).map(monthly),
      fc.integer({ min: 1, max: 7 }).map(weekly),
    )
    const starts = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays(day('2000-01-01'), n))
    fc.assert(
      fc.property(rules, starts, fc.integer({ min: 0, max: 800 }), (rule, start, length) => {
        const end = addDays(start, length)
        const due = dueDays(rule, start, end)
        expect(new Set(due.map(({ period }) => period)).size).toBe(due.length)
        for (const { date } of due) {
          expect(date >= start && date <= end).toBe(true)
          const isLast = addDays(date, 1).endsWith('-01')
          const isOnItsDay =
            rule.frequency === 'weekly'
              ? weekdayOf(date) === rule.weekday
              : Number(date.slice(8)) === rule.day_of_month || isLast
          expect(isOnItsDay).toBe(true)
        }
        // Splitting the span at any day neither loses nor repeats a day.
        const middle = addDays(start, Math.floor(length / 2))
        expect([
          ...dueDays(rule, start, middle),
          ...dueDays(rule, addDays(middle, 1), end),
        ]).toEqual(due)
      }),
    )
  })
})

describe('nextDueDay', () => {
  const rule = monthly(31)
  it.each<[string, Day | null, string | null]>([
    ['2026-02-01', null, '2026-02-28'],
    ['2026-03-01', null, '2026-03-31'],
    ['2026-03-31', day('2026-03-31'), '2026-03-31'],
    ['2026-03-01', day('2026-03-30'), null],
  ])('is from %s with the end %s: %s', (start, end, expected) => {
    expect(nextDueDay(rule, day(start), end)).toBe(expected)
  })
})

describe('nextDueDay with made drafts', () => {
  it('is in the next month when the draft of this one exists on another day', () => {
    expect(nextDueDay(monthly(25), day('2026-11-10'), null, ['2026-11'])).toBe('2026-12-25')
    expect(nextDueDay(weekly(5), day('2026-11-26'), null, ['2026-11-23'])).toBe('2026-12-04')
  })
})

describe('recurrenceText', () => {
  it('contains the day of the month or the weekday', () => {
    expect(recurrenceText(monthly(31))).toBe('ทุกวันที่ 31 ของเดือน')
    expect(recurrenceText(weekly(7))).toBe('ทุกวันอาทิตย์')
  })
})
