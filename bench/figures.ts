/** Statistics of measured values. */

/** The percentile by nearest rank; `share` is 0 to 1. @throws RangeError on an empty array */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('no values')
  return value
}

/** The median; of an even number of values the lower middle one. @throws RangeError on an empty array */
export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Rounds to three significant digits. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
