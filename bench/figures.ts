/** What the bench measures, and the arithmetic over it. */
import type { BarName } from './bars.ts'

/** One measured number. */
export interface Figure {
  what: string
  value: number
  unit: 's' | 'ms' | 'MB' | 'KB' | 'ratio' | '/s' | 'shift'
  /** Where the number has to keep to one. */
  bar?: BarName
}

/** The value below which this share of the figures lies (nearest rank). @throws RangeError on none */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('no figures')
  return value
}

/** The middle figure; robust against one noisy round. @throws RangeError on none */
export const median = (figures: readonly number[]): number => percentile(figures, 0.5)

export const rounded = (value: number): number => Number(value.toPrecision(3))
