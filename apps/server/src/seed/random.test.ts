import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

const many = Array.from({ length: 20_000 }, (_, i) => i)

describe('createRandom', () => {
  it('gives the same sequence for the same seed and another sequence for another seed', () => {
    const sequence = (seed: number) => {
      const random = createRandom(seed)
      return many.slice(0, 100).map(() => random.next())
    }
    expect(sequence(1)).toEqual(sequence(1))
    expect(sequence(1)).not.toEqual(sequence(2))
  })

  it('gives whole numbers uniformly, both ends included', () => {
    const random = createRandom(7)
    const counts = new Map<number, number>()
    for (const _ of many) {
      const n = random.int(3, 6)
      counts.set(n, (counts.get(n) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted()).toEqual([3, 4, 5, 6])
    for (const count of counts.values()) expect(count / many.length).toBeCloseTo(0.25, 1)
  })

  it('picks by weight, and never an item of weight 0', () => {
    const random = createRandom(7)
    const weights: Record<string, number> = { often: 3, rarely: 1, never: 0 }
    const picks = many.map(() => random.weighted(Object.keys(weights), (key) => weights[key] ?? 0))
    expect(picks).not.toContain('never')
    expect(picks.filter((pick) => pick === 'often').length / many.length).toBeCloseTo(0.75, 1)
  })

  it('throws when there is no item to pick', () => {
    const random = createRandom(7)
    expect(() => random.pick([])).toThrow(RangeError)
    expect(() => random.weighted(['a'], () => 0)).toThrow(RangeError)
  })
})
