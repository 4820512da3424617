import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ICalendarEvent, escapeText, foldLine, iCalendar } from './icalendar.ts'

const event: ICalendarEvent = {
  uid: 'session-1@khapdee',
  summary: 'สอบภาคทฤษฎี',
  start: '2026-11-23T02:00:00.000Z',
  end: '2026-11-23T05:00:00.000Z',
  changedAt: '2026-11-20T10:15:30.250Z',
  isBusy: true,
}

const utf8Length = (value: string) => encodeURIComponent(value).replaceAll(/%../g, 'x').length

const text = fc.string({ unit: fc.constantFrom('ก', 'ี่', 'a', '😀', ',', ';', '\\', '\n', ' ') })

describe('foldLine', () => {
  it('keeps a line of 75 bytes and divides a longer one', () => {
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75))
    expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`)
  })

  it('has lines of at most 75 bytes that are whole characters, and loses nothing', () => {
    fc.assert(
      fc.property(text, (value) => {
        const line = value.repeat(9).replaceAll('\n', '')
        const folded = foldLine(line)
        for (const part of folded.split('\r\n')) {
          expect(utf8Length(part)).toBeLessThanOrEqual(75)
          expect(part).not.toContain('\ufffd')
        }
        expect(folded.replaceAll('\r\n ', '')).toBe(line)
      }),
    )
  })
})

describe('escapeText', () => {
  it.each([
    ['a, b; c', 'a\\, b\\; c'],
    ['C:\\n', 'C:\\\\n'],
    ['หนึ่ง\r\nสอง\nสาม', 'หนึ่ง\\nสอง\\nสาม'],
    ['a\u0000\u001bb', 'ab'],
  ])('escapes %j', (value, expected) => {
    expect(escapeText(value)).toBe(expected)
  })

  it('never contains a line break, so that a text adds no property', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(escapeText(value)).not.toMatch(/[\r\n]/)
      }),
    )
  })
})

describe('iCalendar', () => {
  it('writes instants in UTC and the properties of an event', () => {
    const lines = iCalendar('ปฏิทิน', [{ ...event, location: 'สนามสอบ, ขอนแก่น' }]).split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
    expect(lines.slice(lines.indexOf('BEGIN:VEVENT'), -1)).toEqual([
      'BEGIN:VEVENT',
      'UID:session-1@khapdee',
      'DTSTAMP:20261120T101530Z',
      'LAST-MODIFIED:20261120T101530Z',
      'DTSTART:20261123T020000Z',
      'DTEND:20261123T050000Z',
      'SUMMARY:สอบภาคทฤษฎี',
      'LOCATION:สนามสอบ\\, ขอนแก่น',
      'TRANSP:OPAQUE',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
  })

  it('writes whole days as dates, and weekly events with a rule', () => {
    const dayOff = { start: '2026-11-23', end: '2026-11-24', isBusy: false, weekdays: ['MO', 'WE'] }
    const written = iCalendar('ปฏิทิน', [{ ...event, ...dayOff }])
    expect(written).toContain('\r\nDTSTART;VALUE=DATE:20261123\r\nDTEND;VALUE=DATE:20261124\r\n')
    expect(written).toContain('\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE\r\n')
    expect(written).toContain('\r\nTRANSP:TRANSPARENT\r\n')
  })
})
