import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOf, resultOf, resultText, shareOf } from './evaluation-results.ts'

const table: [scale: 'five' | 'pass_fail', counts: number[], count: number, text: string][] = [
  ['five', [0, 0, 0, 0, 0, 0], 0, '–'],
  ['five', [0, 0, 0, 0, 0, 7], 7, '5.00'],
  ['five', [0, 1, 1, 1, 1, 1], 5, '3.00'],
  ['five', [0, 0, 0, 1, 1, 1], 3, '4.00'],
  ['five', [0, 0, 0, 0, 1, 2], 3, '4.67'],
  ['pass_fail', [1, 2, 0, 0, 0, 0], 3, '66.7%'],
  ['pass_fail', [4, 0, 0, 0, 0, 0], 4, '0.0%'],
  ['pass_fail', [0, 4, 0, 0, 0, 0], 4, '100.0%'],
]

describe('the result of a group of values', () => {
  it.each(table)('%s %j', (scale, counts, count, text) => {
    expect(countOf({ scale, counts })).toBe(count)
    expect(resultText({ scale, counts })).toBe(text)
  })

  it('counts only values of its scale', () => {
    expect(countOf({ scale: 'five', counts: [9, 0, 0, 0, 0, 1] })).toBe(1)
    expect(resultOf({ scale: 'pass_fail', counts: [1, 1, 9, 9, 9, 9] })).toBe(50)
  })

  it('is between the lowest and the highest given value', () => {
    const counts = fc.array(fc.nat(10_000), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(counts, (given) => {
        const values = [1, 2, 3, 4, 5].filter((value) => given[value]! > 0)
        const result = resultOf({ scale: 'five', counts: given })
        if (values.length === 0) return result === null
        return result! >= Math.min(...values) && result! <= Math.max(...values)
      }),
    )
  })

  it('has shares between 0 and 100 percent', () => {
    expect(shareOf(1, 3)).toBe(33.3)
    expect(shareOf(0, 0)).toBe(0)
  })
})
