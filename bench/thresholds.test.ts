import { describe, expect, it } from 'vitest'
import { statusOf, results } from './thresholds.ts'
import type { Figure } from './thresholds.ts'

describe('statusOf', () => {
  it.each([
    [0.8, 'met'],
    [0.79, 'near'],
    [0.73, 'near'],
    [0.71, 'missed'],
  ])(
    'a value of %s against a minimum of 0.8 with a margin of 10 %% is rated %s',
    (value, status) => {
      expect(statusOf(value, { limit: { atLeast: 0.8 }, margin: 0.1 })).toBe(status)
    },
  )

  it.each([
    [100, 'met'],
    [101, 'near'],
    [150, 'near'],
    [151, 'missed'],
  ])(
    'a value of %s against a maximum of 100 with a margin of 50 %% is rated %s',
    (value, status) => {
      expect(statusOf(value, { limit: { atMost: 100 }, margin: 0.5 })).toBe(status)
    },
  )

  it('a value above the limit is rated as missed when the margin is 0', () => {
    expect(statusOf(40.1, { limit: { atMost: 40 }, margin: 0 })).toBe('missed')
  })

  it('NaN is rated as missed', () => {
    expect(statusOf(Number.NaN, { limit: { atMost: 40 }, margin: 0.5 })).toBe('missed')
  })
})

describe('results', () => {
  it('returns the worst figure of each measured threshold', () => {
    const figures: Figure[] = [
      { label: 'a', value: 90, unit: 'ms', threshold: 'any filter, p95' },
      { label: 'b', value: 400, unit: 'ms', threshold: 'any filter, p95' },
      { label: 'c', value: 0.9, unit: 'ratio', threshold: 'get, share of floor' },
      { label: 'd', value: 0.61, unit: 'ratio', threshold: 'get, share of floor' },
      { label: 'e', value: 7, unit: 'ms' },
    ]
    expect(results(figures)).toMatchObject([
      { threshold: 'get, share of floor', figure: 'd', measurements: 2, status: 'near' },
      { threshold: 'any filter, p95', figure: 'b', measurements: 2, status: 'missed' },
    ])
  })

  it('ranks NaN as the worst figure', () => {
    const figures: Figure[] = [
      { label: 'a', value: 1, unit: 'ratio', threshold: 'default list, large / small' },
      { label: 'b', value: Number.NaN, unit: 'ratio', threshold: 'default list, large / small' },
      { label: 'c', value: 2, unit: 'ratio', threshold: 'default list, large / small' },
    ]
    expect(results(figures)).toMatchObject([{ figure: 'b', status: 'missed' }])
  })
})
