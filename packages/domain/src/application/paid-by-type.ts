/** The paid amounts of an application by pay type. Receipts, refunds, voids and corrections of the pay type change them. */
import { type Satang, satang, sumSatang } from '../money.ts'
import type { PayType } from './status.ts'

/** A change of the amount paid by one pay type: positive when received, negative when refunded or voided. */
export interface PaidChange {
  pay_type: PayType
  paid: Satang
}

/** The paid amount of an application by pay type: receipts that are not voided, less refunds. */
export interface PaidByType {
  paid_cash: Satang
  paid_transfer: Satang
}

/** Adds the changes to the paid amounts. A sum is negative when more was refunded by a pay type than received by it. */
export function applyPaidChanges(before: PaidByType, changes: readonly PaidChange[]): PaidByType {
  const sumOf = (payType: PayType) =>
    sumSatang(changes.flatMap(({ pay_type, paid }) => (pay_type === payType ? [paid] : [])))
  return {
    paid_cash: satang(before.paid_cash + sumOf('cash')),
    paid_transfer: satang(before.paid_transfer + sumOf('transfer')),
  }
}
