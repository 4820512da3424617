/** The money of an application after receipts, refunds, voids and corrections of the pay type. */
import { type Satang, satang, sumSatang, zeroSatang } from '../money.ts'
import { type ApplicationStatus, type PayType, statusFor } from './status.ts'

/** An amount of one pay type: positive when received, negative when refunded or voided. */
export interface Movement {
  pay_type: PayType
  paid: Satang
}

/** The money columns of an application that a movement changes. */
export interface PaidMoney {
  /** Receipts that are not voided, less refunds. */
  paid: Satang
  paid_cash: Satang
  paid_transfer: Satang
  /** net − paid while the application is open, 0 once it was refunded or cancelled. */
  balance: Satang
  status: ApplicationStatus
}

/**
 * Returns the money of an application after signed movements. Every
 * change of an application's status is computed here.
 * @param before net amount of the lines, and the sums before the movements
 * @param end set when the movements end the application: `refunded` is the amount of its refund,
 *   `cancelled` is true for a cancellation
 */
export function applyMovements(
  before: { net: Satang; paid_cash: Satang; paid_transfer: Satang },
  movements: readonly Movement[],
  end: { refunded?: Satang; cancelled?: boolean } = {},
): PaidMoney {
  const sumOf = (payType: PayType) =>
    sumSatang(movements.flatMap(({ pay_type, paid }) => (pay_type === payType ? [paid] : [])))
  const paid_cash = satang(before.paid_cash + sumOf('cash'))
  const paid_transfer = satang(before.paid_transfer + sumOf('transfer'))
  const paid = satang(paid_cash + paid_transfer)
  const isOpen = (end.refunded ?? 0) === 0 && end.cancelled !== true
  const balance = isOpen ? satang(before.net - paid) : zeroSatang
  return { paid, paid_cash, paid_transfer, balance, status: statusFor({ paid, balance }, end) }
}
