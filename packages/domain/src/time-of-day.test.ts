import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTimeSpan, isTimeOfDay, parseTime } from './time-of-day.ts'

describe('parseTime', () => {
  it.each([
    ['9', '09:00'],
    ['09', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9.30', '09:30'],
    ['9:05', '09:05'],
    ['๑๓:๓๐ น.', '13:30'],
    [' 00:00 ', '00:00'],
    ['23.59น.', '23:59'],
    ['24:00', null],
    ['9:60', null],
    ['9:5', null],
    ['12345', null],
    ['เช้า', null],
    ['', null],
  ])('reads %j as %j', (typed, time) => {
    expect(parseTime(typed)).toBe(time)
  })

  it('reads back every time that it has written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (h, m) => {
        const time = `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
        expect(parseTime(time)).toBe(time)
        expect(parseTime(time.replace(':', ''))).toBe(time)
      }),
    )
  })
})

it('keeps the order of time, and formats a span', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
  const textOf = (at: number) =>
    [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
  fc.assert(fc.property(minute, minute, (a, b) => textOf(a) < textOf(b) === a < b))
  expect(formatTimeSpan('09:00', '16:30')).toBe('09:00–16:30 น.')
  expect(isTimeOfDay('9:00')).toBe(false)
  expect(isTimeOfDay('09:00')).toBe(true)
})
