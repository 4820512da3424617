/** The Thai notes and coins counted at a day close. */
import { type Satang, bahtWithUnit, formatBaht, satang, sumSatang, zeroSatang } from './money.ts'
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

/**
 * The difference of a day close in satang: the counted cash minus the sum of the cash movements. A
 * drawer cannot hold negative cash: if more was refunded than received, the rest was paid from
 * other cash, and the count is compared with 0.
 */
export const cashDifference = (counted: Satang, expected: Satang): Satang =>
  satang(counted - Math.max(0, expected))

/** The difference of a day close in words: `ตรงกัน`, `ขาด 20.00`, `เกิน 100.00`. @param difference see {@link cashDifference} */
export function differenceText(difference: Satang): string {
  if (difference === 0) return 'ตรงกัน'
  return `${difference < 0 ? 'ขาด' : 'เกิน'} ${formatBaht(satang(Math.abs(difference)))}`
}

/** The amounts of a day close. */
interface ClosedCash {
  expected_cash: Satang
  counted_cash: Satang
  difference: Satang
}

/**
 * Explains the difference of a day close with more cash refunded than received. Null for all
 * others, and for those of earlier versions, whose difference was computed from the negative sum.
 */
export function negativeCashNotice(close: ClosedCash): string | null {
  const { expected_cash, counted_cash, difference } = close
  if (expected_cash >= 0 || difference !== cashDifference(counted_cash, expected_cash)) return null
  const refunded = bahtWithUnit(satang(-expected_cash))
  return `คืนเงินสดมากกว่าที่รับ ${refunded} ส่วนที่เกินจ่ายจากเงินอื่น เช่น เงินทอน จึงเทียบเงินสดที่นับได้กับ ${bahtWithUnit(zeroSatang)}`
}
