import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bahtToSatang,
  bahtWithUnit,
  formatBaht,
  parseBaht,
  satang,
  satangToBaht,
  sumSatang,
  zeroSatang,
} from './money.ts'

/** Up to ±10 billion baht: far beyond real amounts, well within exact doubles. */
const amounts = fc.integer({ min: -1e12, max: 1e12 }).map(satang)

describe('satang', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('throws on %s', (n) => {
    expect(() => satang(n)).toThrow(RangeError)
  })

  it('normalizes negative zero', () => {
    expect(satang(-0)).toBe(0)
    expect(bahtToSatang(-0)).toBe(0)
    expect(parseBaht('-0')).toBe(0)
  })
})

describe('bahtToSatang', () => {
  it.each([
    [645.21, 64521],
    [323.14, 32314],
    [1.1, 110],
    [0.29, 29],
    [1.15, 115],
    [4.35, 435],
    [-100.5, -10050],
    [9_999_999_999.99, 999_999_999_999],
  ])('converts %s baht to %s satang', (baht, expected) => {
    expect(bahtToSatang(baht)).toBe(expected)
  })

  it.each([1.005, 0.001, 0.1 + 0.2, 1e-9, 1e15, 1e300, Number.NaN, Number.NEGATIVE_INFINITY])(
    'rejects %s baht without rounding',
    (baht) => {
      expect(bahtToSatang(baht)).toBeNull()
    },
  )

  it('reverses satangToBaht', () => {
    fc.assert(fc.property(amounts, (s) => bahtToSatang(satangToBaht(s)) === s))
  })

  it('rejects any amount with three decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (n, digit) => {
        const text = `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}${digit}`
        expect(bahtToSatang(Number(text))).toBeNull()
      }),
    )
  })
})

describe('formatBaht and parseBaht', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-25, '-0.25'],
    [123450, '1,234.50'],
    [-12345678901, '-123,456,789.01'],
  ])('formats %s satang as %s', (n, text) => {
    expect(formatBaht(satang(n))).toBe(text)
  })

  it.each([
    ['1,234.5', 123450],
    [' 1 234.50 ', 123450],
    ['๑,๒๓๔.๕๐', 123450],
    ['.5', 50],
    ['5.', 500],
    ['-1,234,567', -123_456_700],
    ['๑ ๒๓๔ ๕๖๗.๘', 123_456_780],
    ['007', 700],
  ])('parses %j as %s satang', (text, expected) => {
    expect(parseBaht(text)).toBe(expected)
  })

  it.each([
    '',
    '.',
    '-',
    '1.005',
    '1.2.3',
    '12a',
    '1e3',
    '--1',
    '+1',
    '99999999999999999',
    '1,2,3',
    '1,23',
    '1,2345',
    '1234,567',
    ',5',
    '1,',
    '1,234,',
    '1,234 567',
    '1.234,5',
    '1,,234',
    '- 5',
    '0,5',
  ])('rejects %j', (text) => {
    expect(parseBaht(text)).toBeNull()
  })

  it('parseBaht reverses formatBaht, with Thai digits and without separators too', () => {
    fc.assert(
      fc.property(amounts, (s) => {
        const text = formatBaht(s)
        const thai = text.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)))
        for (const typed of [text, thai, text.replaceAll(',', ''), text.replaceAll(',', ' ')]) {
          expect(parseBaht(typed)).toBe(s)
        }
      }),
    )
  })

  it('rejects separators that do not group thousands', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.nat(12))
    fc.assert(
      fc.property(place, ([n, at]) => {
        const digits = String(n)
        const text = `${digits.slice(0, at)},${digits.slice(at)}`
        const isGrouped = text === formatBaht(satang(n * 100)).slice(0, -3)
        expect(parseBaht(text)).toBe(isGrouped ? n * 100 : null)
      }),
    )
  })
})

it('bahtWithUnit writes the unit after the amount', () => {
  expect(bahtWithUnit(satang(-123_450))).toBe('-1,234.50 บาท')
})

describe('sumSatang', () => {
  it('returns zero for an empty list, and exact sums', () => {
    expect(sumSatang([])).toBe(zeroSatang)
    expect(sumSatang([10, 20].map(satang))).toBe(30)
  })

  it('does not depend on the order or the grouping', () => {
    fc.assert(
      fc.property(fc.array(amounts), fc.array(amounts), (a, b) => {
        expect(sumSatang([...b, ...a])).toBe(sumSatang([sumSatang(a), sumSatang(b)]))
      }),
    )
  })

  it('accepts any iterable and throws on an unsafe sum', () => {
    expect(sumSatang(new Set([satang(1), satang(2)]))).toBe(3)
    expect(() => sumSatang([satang(2 ** 53 - 1), satang(1)])).toThrow(RangeError)
  })
})
