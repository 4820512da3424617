import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCash, denominationName, denominations } from './cash.ts'

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
