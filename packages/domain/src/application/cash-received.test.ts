import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { cashChange, likelyCash } from './cash-received.ts'

it.each([
  [100_000, 70_000, { change: 30_000 }],
  [70_000, 70_000, { change: 0 }],
  [69_999, 70_000, { short: 1 }],
  [0, 70_000, { short: 70_000 }],
])('the change for %d satang received and %d due is %j', (received, due, expected) => {
  expect(cashChange(satang(received), satang(due))).toEqual(expected)
})

describe('likelyCash', () => {
  it.each([
    [135_000, [140_000, 150_000, 200_000]],
    [8_000, [10_000, 50_000, 100_000]],
    [100_000, []],
    [0, []],
  ])('for %i satang suggests %j', (due, sums) => {
    expect(likelyCash(satang(due))).toEqual(sums)
  })

  it('suggests at most three different sums above the amount due, each a sum of common notes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (due) => {
        const sums = likelyCash(satang(due))
        expect(sums.length).toBeLessThanOrEqual(3)
        expect(new Set(sums).size).toBe(sums.length)
        for (const sum of sums) {
          expect(sum).toBeGreaterThan(due)
          expect(sum % 10_000).toBe(0)
        }
      }),
    )
  })
})
