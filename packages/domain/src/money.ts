/** Money: integer satang in code and database, baht only on the wire and on screens. */

import { arabicDigits } from './thai-text.ts'
import { units } from './words.ts'

/** Hundredths of a baht, always a safe integer. */
export type Satang = number & { readonly __unit: 'satang' }

/** @throws RangeError unless `n` is a safe integer. */
export function satang(n: number): Satang {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a whole number of satang: ${n}`)
  return (n === 0 ? 0 : n) as Satang // -0 becomes 0, so that equal amounts are identical
}

export const zeroSatang = satang(0)

/** The largest amount of one line, price or salary: 9,999,999.99 baht. The tables have the same limit. */
export const maxAmount = satang(999_999_999)

/** The largest sum of one application, receipt or cash count: that of a hundred lines. */
export const maxTotal = satang(100 * maxAmount)

/**
 * The exact satang of an amount in baht. Never rounds: null when the amount is not finite, has more
 * than two decimals, or is too large to be exact.
 */
export function bahtToSatang(baht: number): Satang | null {
  const nearest = Math.round(baht * 100)
  // `nearest / 100` is the double for exactly that many satang, so equality means at most two decimals.
  return Number.isSafeInteger(nearest) && nearest / 100 === baht ? satang(nearest) : null
}

/** Baht as a number, for the wire and for charts; not for sums, which would be inexact. */
export function satangToBaht(amount: Satang): number {
  return amount / 100
}

/** @throws RangeError when the sum is no longer a safe integer. */
export function sumSatang(amounts: Iterable<Satang>): Satang {
  let sum = 0
  for (const amount of amounts) sum += amount
  return satang(sum)
}

/** `1,234.50`, `-0.25`: two decimals, no currency word. */
export function formatBaht(amount: Satang): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  const baht = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}${baht}.${digits.slice(-2)}`
}

/** `1,234.50 บาท`: as `formatBaht`, with the unit. */
export const bahtWithUnit = (amount: Satang): string => `${formatBaht(amount)} ${units.baht}`

/** Thousands, separated by commas or by spaces, at the start of a number. */
const thousands = /^(-?\d{1,3})((?:,\d{3})+|(?:\s\d{3})+)(?=\.|$)/

/**
 * A typed number with Arabic digits and without separators of thousands. Separators in other places stay: `1,2,3` is
 * not a number.
 */
export const withoutThousandsSeparators = (text: string): string =>
  arabicDigits(text)
    .trim()
    .replace(thousands, (grouped) => grouped.replace(/[\s,]/g, ''))

/**
 * Parses typed baht: `1,234.5`, `1 234.50`, `๑,๒๓๔`, `.5`. Commas or spaces may separate thousands. Returns null
 * for anything else, including more than two decimals.
 */
export function parseBaht(text: string): Satang | null {
  const plain = withoutThousandsSeparators(text)
  const match = /^(-?)(?=\.?\d)(\d*)(?:\.(\d{0,2}))?$/.exec(plain)
  if (!match) return null
  const [, sign, baht = '', decimals = ''] = match
  const amount = Number(`${sign}${baht}${decimals.padEnd(2, '0')}`)
  return Number.isSafeInteger(amount) ? satang(amount) : null
}
