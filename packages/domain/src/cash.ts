/** The Thai notes and coins counted at a day close. */
import { type Satang, formatBaht, satang, sumSatang } from './money.ts'
import { units } from './words.ts'

/** Values in satang, from the largest note to the smallest coin. */
export const denominations = [
  100_000, 50_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25,
] as const

/** Heading of the table of counted notes and coins. */
export const cashCountTitle = 'ธนบัตรและเหรียญ'

export type Denomination = (typeof denominations)[number]

/** The smallest note in satang; smaller denominations are coins. */
const smallestNote = 2_000

/** `ธนบัตร 1,000 บาท`, `เหรียญ 50 สตางค์` */
export function denominationName(value: Denomination): string {
  const form = value >= smallestNote ? 'ธนบัตร' : 'เหรียญ'
  if (value < 100) return `${form} ${value} สตางค์`
  return `${form} ${formatBaht(satang(value)).slice(0, -'.00'.length)} ${units.baht}`
}

/** Number of pieces by value in satang; missing values count as 0. */
export type CashCount = Readonly<Record<string, number>>

/** The counted cash in satang. @throws RangeError for an unknown denomination or an invalid number of pieces */
export function countCash(count: CashCount): Satang {
  const known = new Set<number>(denominations)
  return sumSatang(
    Object.entries(count).map(([value, pieces]) => {
      if (!known.has(Number(value)) || !Number.isSafeInteger(pieces) || pieces < 0) {
        throw new RangeError(`no ${pieces} pieces of ${value} satang`)
      }
      return satang(Number(value) * pieces)
    }),
  )
}
