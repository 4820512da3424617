/** The payments of a line in one save: one amount, or an amount in cash and one by transfer. */
import { type Satang, satang, sumSatang } from '../money.ts'
import { type PayType, payTypes } from './status.ts'

/** The order in which the receipts of one save are numbered, cash first. */
export const payTypeOrder = Object.keys(payTypes) as readonly PayType[]

export interface LinePayment {
  pay_type: PayType
  paid: Satang
}

/** The payments of a line as given by a caller: `paid` with `pay_type` (cash by default), or `payments`. */
export interface LinePaymentInput {
  paid?: Satang | undefined
  pay_type?: PayType | undefined
  payments?: readonly LinePayment[] | undefined
}

/**
 * The error of the input: it has `both` forms (`paid` and `payments`), `none` of them, or a pay type that is
 * `repeated`; null if it is valid.
 */
export function linePaymentProblem({
  paid,
  pay_type,
  payments,
}: LinePaymentInput): 'both' | 'none' | 'repeated' | null {
  if (payments === undefined) return paid === undefined ? 'none' : null
  if (paid !== undefined || pay_type !== undefined) return 'both'
  return new Set(payments.map((payment) => payment.pay_type)).size < payments.length
    ? 'repeated'
    : null
}

/** The payments of a line, cash first, without amounts of 0. */
export const paymentsOf = ({
  paid,
  pay_type = 'cash',
  payments,
}: LinePaymentInput): LinePayment[] =>
  (payments ?? (paid === undefined ? [] : [{ pay_type, paid }]))
    .filter((payment) => payment.paid > 0)
    .toSorted((a, b) => payTypeOrder.indexOf(a.pay_type) - payTypeOrder.indexOf(b.pay_type))

/** The sum of payments. */
export const sumOfPayments = (payments: readonly LinePayment[]): Satang =>
  sumSatang(payments.map(({ paid }) => paid))

/** The pay type of the last payment, which the line shows; null without payments. */
export const lastPayType = (payments: readonly LinePayment[]): PayType | null =>
  payments.at(-1)?.pay_type ?? null

/**
 * The payments of a line as its receipts show them.
 * @param before the amount paid on the line before this save
 */
export function receiptAmounts(
  before: Satang,
  payments: readonly LinePayment[],
): { pay_type: PayType; paid_before: Satang; paid_now: Satang }[] {
  let paid_before = before
  return payments.map(({ pay_type, paid }) => {
    const amounts = { pay_type, paid_before, paid_now: paid }
    paid_before = satang(paid_before + paid)
    return amounts
  })
}
