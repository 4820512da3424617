import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang, sumSatang } from '../money.ts'
import { divideInProportion, divideRefund } from './refund.ts'
import type { LineStatus } from './status.ts'

describe('divideInProportion', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [10, [6, 3, 1], [6, 3, 1]],
    [1, [5, 5], [1, 0]],
    [2, [1, 5, 1], [0, 2, 0]],
    [0, [5, 5], [0, 0]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
    [9_999_999_99, [9_999_999_99, 1], [9_999_999_98, 1]],
  ])('divides %s by %j into %j', (value, weights, parts) => {
    expect(divideInProportion(satang(value), weights.map(satang))).toEqual(parts)
  })

  it('gives parts that sum to the value, none above its weight, and each less than one satang from its exact share', () => {
    const weights = fc.array(fc.nat(10_000_000_000), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const totalWeight = all.reduce((sum, weight) => sum + weight, 0)
        const value = Math.floor(totalWeight * share)
        const parts = divideInProportion(satang(value), all.map(satang))
        expect(sumSatang(parts)).toBe(value)
        for (const [i, part] of parts.entries()) {
          const weight = all[i] ?? 0
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(weight)
          const error = BigInt(part) * BigInt(totalWeight) - BigInt(value) * BigInt(weight)
          expect(error > -BigInt(totalWeight || 1) && error < BigInt(totalWeight || 1)).toBe(true)
        }
      }),
    )
  })
})

describe('divideRefund', () => {
  const lines = (...all: [paid: number, status: LineStatus][]) =>
    all.map(([paid, status], line_id) => ({
      line_id,
      cost: satang(1000),
      discount: satang(0),
      paid: satang(paid),
      status,
    }))

  it('returns all open lines, including unpaid ones, with parts in proportion to their paid amounts', () => {
    const all = lines([300, 'open'], [0, 'open'], [100, 'open'])
    expect(divideRefund(satang(200), all)).toEqual([
      { line_id: 0, value: 150 },
      { line_id: 1, value: 0 },
      { line_id: 2, value: 50 },
    ])
  })

  it('takes from ended lines only what exceeds the paid amount of the open lines', () => {
    const all = lines([300, 'refunded'], [100, 'open'], [0, 'ended'])
    expect(divideRefund(satang(100), all)).toEqual([{ line_id: 1, value: 100 }])
    expect(divideRefund(satang(250), all)).toEqual([
      { line_id: 1, value: 100 },
      { line_id: 0, value: 150 },
    ])
  })
})
