import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, percentile } from './figures.ts'

describe('percentile', () => {
  it.each([
    [0, 1],
    [0.5, 10],
    [0.95, 19],
    [1, 20],
  ])('%s of the numbers from 20 down to 1 is %s', (share, value) => {
    const figures = Array.from({ length: 20 }, (_, i) => 20 - i)
    expect(percentile(figures, share)).toBe(value)
  })

  it('leaves at most the rest above itself', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), share, (figures, wanted) => {
        const value = percentile(figures, wanted)
        const above = figures.filter((figure) => figure > value).length
        expect(above).toBeLessThanOrEqual((1 - wanted) * figures.length + 1e-9)
      }),
    )
  })

  it('has nothing to say of nothing', () => expect(() => percentile([], 0.5)).toThrow(RangeError))
})

it('the median of an odd number of figures is the one in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
})
