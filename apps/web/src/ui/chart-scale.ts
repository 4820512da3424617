/** The scale of the vertical axis of a chart. */

/** Maximum number of intervals between grid lines. */
const maxIntervals = 4

/**
 * Round values for the grid lines, from at most the smallest value to at least the largest; 0 is one of them.
 * @returns at least two values, ascending
 */
export function ticksOf(values: readonly number[]): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  if (low === high) return [0, 1]
  const rough = (high - low) / maxIntervals
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 0
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}
