import { day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import {
  daysOfView,
  laterBy,
  stepOf,
  timeOfEntry,
  timeText,
  titleOfView,
  wallClock,
} from './calendar-span.ts'

const monday = day('2026-11-23')

describe('daysOfView', () => {
  it('shows six weeks from the Monday before the first of the month', () => {
    expect(daysOfView('month', monday)).toEqual({ start: '2026-10-26', end: '2026-12-06' })
    expect(daysOfView('month', day('2027-02-01'))).toEqual({
      start: '2027-02-01',
      end: '2027-03-14',
    })
  })

  it('shows a week from its Monday, and a day', () => {
    const week = { start: '2026-11-23', end: '2026-11-29' }
    expect(daysOfView('week', monday)).toEqual(week)
    expect(daysOfView('list', day('2026-11-29'))).toEqual(week)
    expect(daysOfView('day', monday)).toEqual({ start: monday, end: monday })
  })
})

describe('titleOfView', () => {
  it.each([
    ['month', 'พฤศจิกายน 2569'],
    ['week', '23 – 29 พ.ย. 2569'],
    ['day', 'วันจันทร์ที่ 23 พฤศจิกายน 2569'],
  ] as const)('contain the Buddhist year for the %s', (view, title) => {
    expect(titleOfView(view, monday)).toBe(title)
  })
})

describe('stepOf', () => {
  it('goes to the first of the next and the previous month, also from a 31st', () => {
    expect(stepOf('month', day('2027-01-31'), 1)).toBe('2027-02-01')
    expect(stepOf('month', day('2027-03-31'), -1)).toBe('2027-02-01')
    expect(stepOf('month', day('2026-12-15'), 1)).toBe('2027-01-01')
  })

  it('goes by weeks and days', () => {
    expect(stepOf('list', monday, -1)).toBe('2026-11-16')
    expect(stepOf('day', day('2026-11-30'), 1)).toBe('2026-12-01')
  })
})

describe('timeOfEntry', () => {
  it('uses the clock of Bangkok, also soon after midnight', () => {
    const entry = {
      start: '2026-11-22T17:30:00.000Z',
      end: '2026-11-22T19:00:00.000Z',
      allDay: false,
    }
    expect(wallClock(entry.start)).toBe('2026-11-23T00:30')
    const time = timeOfEntry(entry)
    expect(time).toEqual({
      is_all_day: false,
      start: '2026-11-23',
      start_time: '00:30',
      end: '2026-11-23',
      end_time: '02:00',
    })
    expect(timeText(time)).toBe('23 พ.ย. 2569 · 00:30–02:00 น.')
  })

  it('ends whole days on their last day', () => {
    const time = timeOfEntry({ start: '2026-11-23', end: '2026-11-25', allDay: true })
    expect([time.start, time.end]).toEqual(['2026-11-23', '2026-11-24'])
    expect(timeText(time)).toBe('23 – 24 พ.ย. 2569')
  })
})

it('a later time stays on the same day', () => {
  expect(laterBy('09:30', 3)).toBe('12:30')
  expect(laterBy('22:15', 3)).toBe('23:59')
})
