/** The money of an application, from its lines; the server stores it, the browser previews it. */

import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'

/** One line's money: `paid` is the sum of its active payments. */
export interface LineMoney {
  cost: Satang
  discount: Satang
  paid: Satang
}

export interface ApplicationTotals {
  /** Sum of the costs. */
  total: Satang
  discount: Satang
  /** total − discount. */
  net: Satang
  /** Active payments less refunds. */
  paid: Satang
  /** net − paid while the application is open, 0 once it was refunded or cancelled. */
  balance: Satang
}

/** The net amount of the line. */
export function lineNet({ cost, discount }: Pick<LineMoney, 'cost' | 'discount'>): Satang {
  return satang(cost - discount)
}

/** The balance of a line of an open application. */
export function lineBalance(line: LineMoney): Satang {
  return satang(lineNet(line) - line.paid)
}

/**
 * Computes the totals of an application.
 * @param lines the money of each line
 * @param state `refunded`, the sum of the refunds; `open`, false once refunded or cancelled
 */
export function applicationTotals(
  lines: readonly LineMoney[],
  { refunded = zeroSatang, open }: { refunded?: Satang; open: boolean },
): ApplicationTotals {
  const total = sumSatang(lines.map((line) => line.cost))
  const discount = sumSatang(lines.map((line) => line.discount))
  const net = satang(total - discount)
  const paid = satang(sumSatang(lines.map((line) => line.paid)) - refunded)
  return { total, discount, net, paid, balance: open ? satang(net - paid) : zeroSatang }
}
