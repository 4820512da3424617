import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, percentile } from './figures.ts'

describe('percentile', () => {
  it.each([
    [0, 1],
    [0.5, 10],
    [0.95, 19],
    [1, 20],
  ])('the percentile for the share %s of the numbers 1 to 20 is %s', (share, value) => {
    const figures = Array.from({ length: 20 }, (_, i) => 20 - i)
    expect(percentile(figures, share)).toBe(value)
  })

  it('the percentile is exceeded by at most the share 1 - p of the values', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), share, (figures, p) => {
        const value = percentile(figures, p)
        const above = figures.filter((figure) => figure > value).length
        expect(above).toBeLessThanOrEqual((1 - p) * figures.length + 1e-9)
      }),
    )
  })

  it('percentile throws on an empty array', () =>
    expect(() => percentile([], 0.5)).toThrow(RangeError))
})

it('median returns the middle value of an odd number of values', () => {
  expect(median([9, 1, 5])).toBe(5)
})
