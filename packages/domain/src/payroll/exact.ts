/** Exact fractions, so that each amount of a payslip is rounded once, at its end. */
import { type Satang, satang } from '../money.ts'

/** A fraction with a positive denominator; of satang, or a plain factor. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** @throws RangeError unless both are whole numbers and the denominator is positive */
export function ratio(numerator: number | bigint, denominator: number | bigint = 1): Ratio {
  const parts = { numerator: BigInt(numerator), denominator: BigInt(denominator) }
  if (parts.denominator <= 0n) throw new RangeError(`not a denominator: ${denominator}`)
  return parts
}

/** Hundredths of a percent, whole: 500 is 5 %, 15,000 is one and a half times. */
export type BasisPoints = number

export const fromBasisPoints = (value: BasisPoints): Ratio => ratio(value, 10_000)

/** A quantity with two decimals as a whole number: 150 is 1.5 hours. */
export type Hundredths = number

export const fromHundredths = (value: Hundredths): Ratio => ratio(value, 100)

export const product = (...factors: Ratio[]): Ratio =>
  factors.reduce((a, b) => ({
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  }))

export const sum = (...terms: Ratio[]): Ratio =>
  terms.reduce(
    (a, b) => ({
      numerator: a.numerator * b.denominator + b.numerator * a.denominator,
      denominator: a.denominator * b.denominator,
    }),
    ratio(0),
  )

export const difference = (a: Ratio, b: Ratio): Ratio =>
  sum(a, { numerator: -b.numerator, denominator: b.denominator })

/** The fraction, or 0 where it is negative. */
export const notNegative = (value: Ratio): Ratio => (value.numerator < 0n ? ratio(0) : value)

/**
 * Rounds satang to a multiple of `unit`, halves away from 0.
 * @param unit in satang: 1, or 100 for whole baht
 */
export function roundHalfUp({ numerator, denominator }: Ratio, unit = 1): Satang {
  const step = BigInt(unit) * denominator
  const size = numerator < 0n ? -numerator : numerator
  const rounded = Number((2n * size + step) / (2n * step)) * unit
  return satang(numerator < 0n ? -rounded : rounded)
}

/** Rounds satang that are not negative down. */
export const roundDown = ({ numerator, denominator }: Ratio): Satang =>
  satang(Number(numerator / denominator))
