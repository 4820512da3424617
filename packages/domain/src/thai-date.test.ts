import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  ageOn,
  buddhistMonth,
  day,
  type Day,
  daysBetween,
  formatDay,
  formatDayLong,
  formatDayRange,
  formatDayShort,
  formatInstant,
  formatMonth,
  formatTime,
  instantInBangkok,
  isDay,
  parseThaiDate,
  timeInBangkok,
  todayInBangkok,
  weekdayOf,
} from './thai-date.ts'

const epoch = day('1970-01-01')
/** 1900-01-01 to 2099-12-31: the years that parse in both eras. */
const days = fc
  .integer({
    min: daysBetween(epoch, day('1900-01-01')),
    max: daysBetween(epoch, day('2099-12-31')),
  })
  .map((n) => addDays(epoch, n))

describe('isDay', () => {
  it.each(['2026-11-21', '2024-02-29', '2000-02-29', '1000-01-01', '9999-12-31'])(
    'accepts %s',
    (text) => {
      expect(isDay(text)).toBe(true)
      expect(day(text)).toBe(text)
    },
  )

  it.each(['2023-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00'])(
    'rejects the non-existent day %s',
    (text) => {
      expect(isDay(text)).toBe(false)
      expect(() => day(text)).toThrow(RangeError)
    },
  )

  it.each(['', '2026-1-1', '21/11/2569', '2026-11-21T00:00', '0999-01-01', ' 2026-11-21'])(
    'rejects the format of %j',
    (text) => {
      expect(isDay(text)).toBe(false)
    },
  )
})

describe('parseThaiDate', () => {
  it.each(['21/11/2540', '21-11-2540', '21.11.2540', '๒๑/๑๑/๒๕๔๐', ' 21/11/2540 ', '21/11/1997'])(
    'parses %j in strict mode',
    (text) => {
      expect(parseThaiDate(text, 'strict')).toBe('1997-11-21')
      expect(parseThaiDate(text, 'lenient')).toBe('1997-11-21')
    },
  )

  it.each([
    '21112540',
    '211140',
    '21/11/40',
    '๒๑๑๑๒๕๔๐',
    '21 11 2540',
    '21 / 11 / 2540',
    '21 พ.ย. 2540',
    '21 พย 2540',
    '21พ.ย.2540',
    '21 พ.ย. 40',
    '21 พฤศจิกายน 2540',
    '21 พฤศจิกายน พ.ศ. 2540',
    '๒๑  พฤศจิกายน  ๒๕๔๐',
  ])('parses %j only in lenient mode', (text) => {
    expect(parseThaiDate(text, 'strict')).toBeNull()
    expect(parseThaiDate(text, 'lenient')).toBe('1997-11-21')
  })

  it.each([
    '31/04/2569',
    '30/02/2567',
    '29/02/2569',
    '00/01/2569',
    '01/13/2569',
    '21/11/2399',
    '21/11/2101',
    '21/11/2644',
    '21/11/1899',
    '21/11/254',
    '21/11/25400',
    '2540-11-21',
    '21 พ.บ. 2540',
    'วันนี้',
    '',
  ])('rejects %j without clamping', (text) => {
    expect(parseThaiDate(text, 'lenient')).toBeNull()
  })

  it('validates 29 February by the CE year', () => {
    expect(parseThaiDate('29/02/2567', 'strict')).toBe('2024-02-29')
    expect(parseThaiDate('29/02/2568', 'strict')).toBeNull()
  })

  it('parses the output of the format functions', () => {
    fc.assert(
      fc.property(days, (d) => {
        expect(parseThaiDate(formatDay(d), 'strict')).toBe(d)
        expect(parseThaiDate(formatDayShort(d), 'lenient')).toBe(d)
        expect(parseThaiDate(formatDayLong(d), 'lenient')).toBe(d)
        expect(parseThaiDate(formatDay(d).replaceAll('/', ''), 'lenient')).toBe(d)
      }),
    )
  })
})

describe('format functions', () => {
  const d = day('2026-11-21')

  it('write the year in the Buddhist Era', () => {
    expect(formatDay(d)).toBe('21/11/2569')
    expect(formatDayShort(d)).toBe('21 พ.ย. 2569')
    expect(formatDayLong(d)).toBe('21 พฤศจิกายน 2569')
    expect(formatMonth('2026-05')).toBe('พฤษภาคม 2569')
    expect(buddhistMonth(d)).toBe('6911')
    expect(buddhistMonth(day('2057-01-31'))).toBe('0001')
  })

  it('agree with the Thai calendar of ICU', () => {
    const icu = new Intl.DateTimeFormat('th-TH', { dateStyle: 'long', timeZone: 'UTC' })
    fc.assert(fc.property(days, (x) => icu.format(new Date(x)) === formatDayLong(x)))
  })

  it.each([
    ['2026-11-01', '2026-11-30', '1 – 30 พ.ย. 2569'],
    ['2026-10-28', '2026-11-03', '28 ต.ค. – 3 พ.ย. 2569'],
    ['2025-12-31', '2026-01-01', '31 ธ.ค. 2568 – 1 ม.ค. 2569'],
    ['2026-11-21', '2026-11-21', '21 พ.ย. 2569'],
  ])('formats %s to %s as %s', (first, last, text) => {
    expect(formatDayRange(day(first), day(last))).toBe(text)
  })
})

describe('Bangkok', () => {
  it('starts the next day at 17:00 UTC', () => {
    expect(todayInBangkok(new Date('2026-11-20T16:59:59.999Z'))).toBe('2026-11-20')
    expect(todayInBangkok(new Date('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
  })

  it('formats instants in Bangkok time', () => {
    expect(formatTime('2026-11-21T01:26:00Z')).toBe('08:26 น.')
    expect(formatInstant(new Date('2026-12-31T17:05:00Z'))).toBe('01/01/2570 00:05 น.')
    expect(() => formatTime('soon')).toThrow(RangeError)
  })
})

describe('arithmetic', () => {
  it.each([
    ['2026-11-21', 10, '2026-12-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s plus %s days is %s', (start, n, end) => {
    expect(addDays(day(start), n)).toBe(end)
  })

  it('addDays and daysBetween are inverse', () => {
    fc.assert(
      fc.property(days, days, (a, b) => {
        expect(addDays(a, daysBetween(a, b))).toBe(b)
        expect(daysBetween(a, b) > 0).toBe(b > a)
      }),
    )
  })

  it.each([
    ['2008-11-21', '2026-11-20', 17],
    ['2008-11-21', '2026-11-21', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2026-11-22', '2026-11-21', -1],
  ])('for the birthday %s, the age on %s is %s', (birthday, today, age) => {
    expect(ageOn(birthday as Day, today as Day)).toBe(age)
  })
})

describe('times in Bangkok', () => {
  it.each([
    ['2026-11-23', '00:30', '2026-11-22T17:30:00.000Z'],
    ['2026-11-23', '06:30', '2026-11-22T23:30:00.000Z'],
    ['2026-11-23', '23:30', '2026-11-23T16:30:00.000Z'],
  ])('%s %s is the instant %s, and back', (date, time, instant) => {
    expect(instantInBangkok(day(date), time)).toBe(instant)
    expect(timeInBangkok(instant)).toBe(time)
    expect(todayInBangkok(new Date(instant))).toBe(date)
  })

  it.each([
    ['2026-11-23', 1],
    ['2026-11-28', 6],
    ['2026-11-29', 7],
  ])('%s is weekday %i', (date, weekday) => {
    expect(weekdayOf(day(date))).toBe(weekday)
  })
})
