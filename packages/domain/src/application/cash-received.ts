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
