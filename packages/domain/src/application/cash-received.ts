/** The cash that a customer hands over, and the change. */
import { type Satang, satang } from '../money.ts'

/** Labels of the change, and of the missing amount when too little cash was received. */
export const cashWords = { change: 'เงินทอน', short: 'ขาด' } as const

/**
 * The change for the cash received, or the amount that is missing.
 * @param due the amount to be paid in cash
 */
export const cashChange = (received: Satang, due: Satang): { change: Satang } | { short: Satang } =>
  received >= due ? { change: satang(received - due) } : { short: satang(due - received) }

/** The notes (satang) that customers use most often. */
export const commonNotes = [satang(10_000), satang(50_000), satang(100_000)] as const

const mostSuggestions = 3

/**
 * The amounts above `due` that a customer is likely to hand over: the smallest sums of equal notes
 * that cover it, in ascending order; empty when nothing is due.
 */
export function likelyCash(due: Satang): Satang[] {
  if (due <= 0) return []
  const sums = commonNotes.map((note) => satang(Math.ceil(due / note) * note))
  return [...new Set(sums)]
    .filter((sum) => sum > due)
    .toSorted((a, b) => a - b)
    .slice(0, mostSuggestions)
}
