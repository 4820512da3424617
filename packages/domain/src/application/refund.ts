/** Division of a refund among the lines of an application. */
import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { type LineMoney, isOpenLine } from './totals.ts'

/**
 * Divides an amount in proportion to weights, to the satang: each part is rounded down, and the satang that
 * remain go to the parts with the largest fractions, the first of equal ones.
 * @param weights not negative; at least `value` together, so that no part exceeds its weight
 */
export function divideInProportion(value: Satang, weights: readonly Satang[]): Satang[] {
  const totalWeight = BigInt(sumSatang(weights))
  if (totalWeight === 0n) return weights.map(() => zeroSatang)
  // Products of two amounts exceed the range of exact numbers.
  const products = weights.map((weight) => BigInt(value) * BigInt(weight))
  const parts = products.map((product) => Number(product / totalWeight))
  let remaining = value - parts.reduce((sum, part) => sum + part, 0)
  const byFraction = products
    .map((product, i) => ({ i, fraction: product % totalWeight }))
    .toSorted((a, b) => (a.fraction === b.fraction ? a.i - b.i : a.fraction > b.fraction ? -1 : 1))
  for (const { i } of byFraction) {
    if (remaining === 0) break
    parts[i] = (parts[i] ?? 0) + 1
    remaining -= 1
  }
  return parts.map((part) => satang(part))
}

/** The part of a refund on one line. */
export interface LineRefund {
  line_id: number
  /** 0 when the line ends without a refund. */
  value: Satang
}

/**
 * Divides a refund for which no lines were chosen. It ends all open lines and is taken from their
 * paid amounts, in proportion. The rest is taken from the money that the school kept of lines that
 * had ended before.
 * @param value at most the paid amount of the application
 * @returns all open lines, and the ended lines from which money is taken
 */
export function divideRefund(
  value: Satang,
  lines: readonly (LineMoney & { line_id: number })[],
): LineRefund[] {
  const open = lines.filter(isOpenLine)
  const ended = lines.filter((line) => !isOpenLine(line))
  const paidOf = (group: readonly LineMoney[]) => group.map(({ paid }) => paid)
  const fromOpen = satang(Math.min(value, sumSatang(paidOf(open))))
  const openParts = divideInProportion(fromOpen, paidOf(open))
  const endedParts = divideInProportion(satang(value - fromOpen), paidOf(ended))
  const withPart = (group: typeof open, parts: readonly Satang[]) =>
    group.map(({ line_id }, i) => ({ line_id, value: parts[i] ?? zeroSatang }))
  return [
    ...withPart(open, openParts),
    ...withPart(ended, endedParts).filter(({ value: part }) => part > 0),
  ]
}
