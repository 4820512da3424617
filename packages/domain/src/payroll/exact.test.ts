import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  difference,
  fromBasisPoints,
  notNegative,
  product,
  ratio,
  roundDown,
  roundHalfUp,
  sum,
} from './exact.ts'

describe('roundHalfUp', () => {
  it.each([
    [ratio(1, 2), 1, 1],
    [ratio(149, 100), 1, 1],
    [ratio(-1, 2), 1, -1],
    [ratio(-49, 100), 1, 0],
    [ratio(8250), 100, 8300],
    [ratio(8249), 100, 8200],
  ])('rounds case %# to the nearest unit, halves away from 0', (value, unit, expected) => {
    expect(roundHalfUp(value, unit)).toBe(expected)
  })

  it('is at most half a unit from the exact value', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 1_000_000 }), (n, d) => {
        const twice = 2n * BigInt(roundHalfUp(ratio(n, d))) * BigInt(d) - 2n * BigInt(n)
        expect(twice <= BigInt(d) && twice >= BigInt(-d)).toBe(true)
      }),
    )
  })
})

describe('ratios', () => {
  it('are added, subtracted and multiplied exactly', () => {
    const third = ratio(1, 3)
    expect(roundDown(product(sum(third, third, third), ratio(100)))).toBe(100)
    expect(notNegative(difference(third, ratio(1, 2))).numerator).toBe(0n)
    expect(roundDown(product(ratio(10_000), fromBasisPoints(25)))).toBe(25)
  })

  it('refuse a denominator that is not positive', () => {
    expect(() => ratio(1, 0)).toThrow(RangeError)
  })
})
