/** The paid amounts of an application by pay type, after receipts, refunds, voids and corrections of the pay type. */
import { type Satang, satang, sumSatang } from '../money.ts'
import type { PayType } from './status.ts'

/** An amount of one pay type: positive when received, negative when refunded or voided. */
export interface Movement {
  pay_type: PayType
  paid: Satang
}

/** The paid amount of an application by pay type: receipts that are not voided, less refunds. */
export interface PaidByType {
  paid_cash: Satang
  paid_transfer: Satang
}

/** Adds signed movements to the paid amounts. A sum is negative when more was refunded that way than received. */
export function applyMovements(before: PaidByType, movements: readonly Movement[]): PaidByType {
  const sumOf = (payType: PayType) =>
    sumSatang(movements.flatMap(({ pay_type, paid }) => (pay_type === payType ? [paid] : [])))
  return {
    paid_cash: satang(before.paid_cash + sumOf('cash')),
    paid_transfer: satang(before.paid_transfer + sumOf('transfer')),
  }
}
