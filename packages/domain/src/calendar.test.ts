import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type EventTime,
  eventSpan,
  eventTimeProblem,
  maxCalendarDays,
  weeklyDaysOff,
} from './calendar.ts'
import { type Day, addDays, day } from './thai-date.ts'

const monday = day('2026-11-23')
const timed = (values: Partial<EventTime> = {}): EventTime => ({
  is_all_day: false,
  start: monday,
  start_time: '09:00',
  end: monday,
  end_time: '10:00',
  ...values,
})
const wholeDays = (values: Partial<EventTime> = {}): EventTime => ({
  ...timed({ is_all_day: true, start_time: null, end_time: null }),
  ...values,
})

describe('eventTimeProblem', () => {
  it.each<[string, EventTime, string | null]>([
    ['accepts a time on one day', timed(), null],
    ['accepts whole days', wholeDays(), null],
    ['accepts an end past midnight', timed({ end: addDays(monday, 1), end_time: '01:00' }), null],
    ['requires a start time', timed({ start_time: null }), 'start_time required'],
    ['requires an end time', timed({ end_time: null }), 'end_time required'],
    ['refuses an end at the start', timed({ end_time: '09:00' }), 'end_time order'],
    ['refuses a last day before the first', wholeDays({ end: addDays(monday, -1) }), 'end order'],
    ['accepts the longest event', wholeDays({ end: addDays(monday, maxCalendarDays - 1) }), null],
    ['refuses a longer event', wholeDays({ end: addDays(monday, maxCalendarDays) }), 'end length'],
  ])('%s', (_, time, expected) => {
    const found = eventTimeProblem(time)
    expect(found && `${found.field} ${found.problem}`).toBe(expected)
  })
})

describe('eventSpan', () => {
  it('uses the wall clock of Bangkok', () => {
    expect(eventSpan(timed())).toEqual({
      starts_at: '2026-11-23T02:00:00.000Z',
      ends_at: '2026-11-23T03:00:00.000Z',
    })
  })

  it('ends an event of whole days at the midnight after its last day', () => {
    expect(eventSpan(wholeDays())).toEqual({
      starts_at: '2026-11-22T17:00:00.000Z',
      ends_at: '2026-11-23T17:00:00.000Z',
    })
  })

  it('ends every valid event later than it begins', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(
        ([hours, minutes]) =>
          `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`,
      )
    const event = fc.record({
      is_all_day: fc.boolean(),
      start: fc.constant<Day>(monday),
      start_time: fc.option(time),
      end: fc.integer({ min: -2, max: maxCalendarDays + 2 }).map((n) => addDays(monday, n)),
      end_time: fc.option(time),
    })
    fc.assert(
      fc.property(event, (values) => {
        fc.pre(eventTimeProblem(values) === null)
        const { starts_at, ends_at } = eventSpan(values)
        const milliseconds = Date.parse(ends_at) - Date.parse(starts_at)
        expect(milliseconds).toBeGreaterThan(0)
        expect(milliseconds).toBeLessThanOrEqual(maxCalendarDays * 86_400_000)
      }),
    )
  })
})

describe('weeklyDaysOff', () => {
  it('lists the people of each day on which anybody is off', () => {
    const [one, other] = [
      { name: 'สมพร', day_off: ['monday' as const, 'tuesday' as const] },
      { name: 'มานะ', day_off: ['tuesday' as const] },
    ]
    expect(weeklyDaysOff([one, other], monday, addDays(monday, 3))).toEqual([
      { day: monday, people: [one] },
      { day: addDays(monday, 1), people: [one, other] },
    ])
  })
})
