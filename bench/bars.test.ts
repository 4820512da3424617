import { describe, expect, it } from 'vitest'
import { judge, verdicts } from './bars.ts'
import type { Figure } from './figures.ts'

describe('judge', () => {
  it.each([
    [0.8, 'met'],
    [0.79, 'near'],
    [0.73, 'near'],
    [0.71, 'missed'],
  ])('%s of at least 0.8 with a margin of 10 %% is %s', (value, verdict) => {
    expect(judge(value, { limit: { atLeast: 0.8 }, margin: 0.1 })).toBe(verdict)
  })

  it.each([
    [100, 'met'],
    [101, 'near'],
    [150, 'near'],
    [151, 'missed'],
  ])('%s of at most 100 with a margin of 50 %% is %s', (value, verdict) => {
    expect(judge(value, { limit: { atMost: 100 }, margin: 0.5 })).toBe(verdict)
  })

  it('has no margin where none is given', () => {
    expect(judge(40.1, { limit: { atMost: 40 }, margin: 0 })).toBe('missed')
  })

  it('takes what cannot be compared for missed', () => {
    expect(judge(Number.NaN, { limit: { atMost: 40 }, margin: 0.5 })).toBe('missed')
  })
})

describe('verdicts', () => {
  it('shows the worst figure of each bar that was measured', () => {
    const figures: Figure[] = [
      { what: 'a', value: 90, unit: 'ms', bar: 'any filter, p95' },
      { what: 'b', value: 400, unit: 'ms', bar: 'any filter, p95' },
      { what: 'c', value: 0.9, unit: 'ratio', bar: 'get of floor' },
      { what: 'd', value: 0.61, unit: 'ratio', bar: 'get of floor' },
      { what: 'e', value: 7, unit: 'ms' },
    ]
    expect(verdicts(figures)).toMatchObject([
      { bar: 'get of floor', where: 'd', of: 2, verdict: 'near' },
      { bar: 'any filter, p95', where: 'b', of: 2, verdict: 'missed' },
    ])
  })

  it('shows a figure that is no number first', () => {
    const figures: Figure[] = [
      { what: 'a', value: 1, unit: 'ratio', bar: 'default list, grown' },
      { what: 'b', value: Number.NaN, unit: 'ratio', bar: 'default list, grown' },
      { what: 'c', value: 2, unit: 'ratio', bar: 'default list, grown' },
    ]
    expect(verdicts(figures)).toMatchObject([{ where: 'b', verdict: 'missed' }])
  })
})
