import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cashDifference,
  differenceText,
  countCash,
  denominationName,
  denominations,
  negativeCashNotice,
} from './cash.ts'
import { satang } from './money.ts'

describe('countCash', () => {
  it('adds notes and coins', () => {
    expect(countCash({})).toBe(0)
    expect(countCash({ '100000': 2, '2000': 3, '50': 1, '25': 3 })).toBe(206_125)
  })

  it.each([{ '300': 1 }, { '100': -1 }, { '100': 1.5 }, { x: 1 }])(
    'throws on the count %j',
    (count) => {
      expect(() => countCash(count)).toThrow(RangeError)
    },
  )

  it('is additive over denominations', () => {
    const pieces = fc.record(Object.fromEntries(denominations.map((value) => [value, fc.nat(500)])))
    fc.assert(
      fc.property(pieces, (count) => {
        const amounts = Object.entries(count).map(([value, n]) => countCash({ [value]: n }))
        expect(countCash(count)).toBe(amounts.reduce<number>((sum, amount) => sum + amount, 0))
      }),
    )
  })
})

it('returns the Thai names of notes and coins', () => {
  expect(denominations.map(denominationName)).toEqual([
    'ธนบัตร 1,000 บาท',
    'ธนบัตร 500 บาท',
    'ธนบัตร 100 บาท',
    'ธนบัตร 50 บาท',
    'ธนบัตร 20 บาท',
    'เหรียญ 10 บาท',
    'เหรียญ 5 บาท',
    'เหรียญ 2 บาท',
    'เหรียญ 1 บาท',
    'เหรียญ 50 สตางค์',
    'เหรียญ 25 สตางค์',
  ])
})

describe('the difference of a day close', () => {
  it.each([
    [500, 500, 0],
    [450, 500, -50],
    [600, 500, 100],
    [0, 0, 0],
    [0, -500, 0],
    [200, -500, 200],
  ])('of the counted %i and the expected %i is %i', (counted, expected, difference) => {
    expect(cashDifference(satang(counted), satang(expected))).toBe(difference)
  })

  it.each([
    [0, 'ตรงกัน'],
    [-2_000, 'ขาด 20.00'],
    [123_450, 'เกิน 1,234.50'],
  ])('the difference %i in words is %s', (difference, text) => {
    expect(differenceText(satang(difference))).toBe(text)
  })

  it('is at most the counted sum, and 0 if the drawer has the expected sum', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: -1_000_000, max: 1_000_000 }), (n, sum) => {
        const expected = satang(sum)
        expect(cashDifference(satang(n), expected)).toBeLessThanOrEqual(n)
        expect(cashDifference(satang(Math.max(0, sum)), expected)).toBe(0)
      }),
    )
  })

  it('has an explanation for a negative expected sum, unless the close was computed from that sum', () => {
    const close = (expected: number, counted: number, difference: number) =>
      negativeCashNotice({
        expected_cash: satang(expected),
        counted_cash: satang(counted),
        difference: satang(difference),
      })
    expect(close(-50_000, 0, 0)).toBe(
      'คืนเงินสดมากกว่าที่รับ 500.00 บาท ส่วนที่เกินจ่ายจากเงินอื่น เช่น เงินทอน จึงเทียบเงินสดที่นับได้กับ 0.00 บาท',
    )
    expect(close(-50_000, 200, 200)).toContain('500.00')
    expect(close(-50_000, 0, 50_000)).toBeNull()
    expect(close(50_000, 0, -50_000)).toBeNull()
    expect(close(0, 0, 0)).toBeNull()
  })
})
