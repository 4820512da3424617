/** The money of an application, from its lines; the server stores it, the browser previews it. */

import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { type ApplicationStatus, type LineStatus, statusFor } from './status.ts'

/** One line's money: `paid` is the sum of its active receipts less its refunds. */
export interface LineMoney {
  cost: Satang
  discount: Satang
  paid: Satang
  /** `open` by default. */
  status?: LineStatus
}

export interface ApplicationTotals {
  /** Sum of the costs. */
  total: Satang
  discount: Satang
  /** total − discount. */
  net: Satang
  /** Active receipts less refunds. */
  paid: Satang
  /** The unpaid or refunded amount of lines that have ended; no longer owed. */
  written_off: Satang
  /** net − paid − written_off: the unpaid amount of open lines. */
  balance: Satang
}

/** Whether the line has not ended. Only open lines can be paid or removed, and only their receipts can be changed. */
export const isOpenLine = ({ status = 'open' }: Pick<LineMoney, 'status'>): boolean =>
  status === 'open'

/** The net amount of the line. */
export function lineNet({ cost, discount }: Pick<LineMoney, 'cost' | 'discount'>): Satang {
  return satang(cost - discount)
}

/** The balance of the line; 0 once it has ended. */
export function lineBalance(line: LineMoney): Satang {
  return isOpenLine(line) ? satang(lineNet(line) - line.paid) : zeroSatang
}

/**
 * Computes the totals and the status of an application. Removed lines do not count. Every change of an
 * application's amounts and status is computed here.
 * @param lines the money and status of each line; the lines of a cancelled application have ended
 * @param cancelled whether the application is cancelled
 */
export function applicationMoney(
  lines: readonly LineMoney[],
  { cancelled = false }: { cancelled?: boolean } = {},
): ApplicationTotals & { status: ApplicationStatus } {
  const counted = lines.filter(({ status }) => status !== 'removed')
  const total = sumSatang(counted.map((line) => line.cost))
  const discount = sumSatang(counted.map((line) => line.discount))
  const net = satang(total - discount)
  const paid = sumSatang(counted.map((line) => line.paid))
  const balance = sumSatang(counted.map(lineBalance))
  const written_off = satang(net - paid - balance)
  const status = statusFor(
    counted.map((line) => line.status ?? 'open'),
    { paid, balance, cancelled },
  )
  return { total, discount, net, paid, written_off, balance, status }
}

/** Adds `written_off` to the sums of several applications, computed from the other sums. */
export const withWrittenOff = <Sums extends Record<'net' | 'paid' | 'balance', Satang>>(
  sums: Sums,
) => ({ ...sums, written_off: satang(sums.net - sums.paid - sums.balance) })
