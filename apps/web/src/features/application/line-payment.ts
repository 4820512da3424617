/** The payment of a line in a form: one amount, or an amount in cash and one by transfer. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { messages } from '@khapdee/contract/messages'
import { cashChange } from '@khapdee/domain/application/cash-received'
import type { LinePayment } from '@khapdee/domain/application/line-payments'
import { type PayType, payTypes } from '@khapdee/domain/application/status'
import { bahtWithUnit, type Satang, satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import type { Problem } from '../../api/form-errors.ts'

/** The pay type chosen for a line; `both` has an amount of each. */
export type PayChoice = PayType | 'both'

export interface LinePaymentValues {
  /** The whole amount, or the amount in cash when both pay types are chosen. */
  paid: Satang | null
  pay_type: PayChoice
  /** The amount by transfer when both pay types are chosen, else null. */
  paid_transfer: Satang | null
}

/** The options of the pay type of a line, with `both`. */
export const payChoices: readonly { value: PayChoice; name: string }[] = [
  { value: 'cash', name: payTypes.cash.label },
  { value: 'transfer', name: payTypes.transfer.label },
  { value: 'both', name: 'สด+โอน' },
]

/** The labels of the two amounts of a line that is paid in cash and by transfer. */
export const splitAmountLabels = {
  cash: `ชำระ${payTypes.cash.label}`,
  transfer: `ชำระ${payTypes.transfer.label}`,
} as const

/** An amount of the form; an empty or invalid one (null, NaN) counts as 0. */
export const amountOrZero = (value: Satang | null): Satang =>
  value !== null && Number.isFinite(value) ? value : zeroSatang

/** The amount, or null (a blank field) for 0. */
const nullIfZero = (amount: number): Satang | null => (amount > 0 ? satang(amount) : null)

/**
 * The payments of a line by pay type, cash first; blank amounts are omitted, invalid ones (NaN)
 * kept.
 */
export function paymentsOfLine({
  paid,
  pay_type,
  paid_transfer,
}: LinePaymentValues): LinePayment[] {
  const amounts =
    pay_type === 'both'
      ? [
          { pay_type: 'cash' as const, paid },
          { pay_type: 'transfer' as const, paid: paid_transfer },
        ]
      : [{ pay_type, paid }]
  return amounts.flatMap((amount) =>
    amount.paid === null || amount.paid === 0 ? [] : [{ ...amount, paid: amount.paid }],
  )
}

/** The sum of the payments of a line; invalid amounts count as 0. */
export const paidOnLine = (line: LinePaymentValues): Satang =>
  sumSatang(paymentsOfLine(line).map(({ paid }) => amountOrZero(paid)))

/** The amounts paid on the lines, by pay type. */
export function paidByPayType(lines: readonly LinePaymentValues[]): Record<PayType, Satang> {
  const payments = lines.flatMap(paymentsOfLine)
  const paidBy = (type: PayType) =>
    sumSatang(
      payments.filter(({ pay_type }) => pay_type === type).map(({ paid }) => amountOrZero(paid)),
    )
  return { cash: paidBy('cash'), transfer: paidBy('transfer') }
}

/** The fields of a line's payments on the wire. */
export function wirePayment(
  line: LinePaymentValues,
): Pick<InputOf<typeof application.create>['course'][number], 'paid' | 'pay_type' | 'payments'> {
  const payments = paymentsOfLine(line)
  const [only] = payments
  if (payments.length > 1) return { payments }
  return only ?? { paid: zeroSatang, pay_type: line.pay_type === 'both' ? 'cash' : line.pay_type }
}

/** Converts the name of a wire field of a line's payments to that of the form. */
export function paymentField(field: string, line: LinePaymentValues): string {
  const [first] = paymentsOfLine(line)
  const isTransfer =
    field === 'payments.1.paid' ||
    (field === 'paid' && line.pay_type === 'both' && first?.pay_type === 'transfer')
  if (isTransfer) return 'paid_transfer'
  return field.startsWith('payments') ? 'paid' : field
}

/**
 * The line with the full amount (net amount or balance) paid; with both pay types, the transfer
 * pays the rest after the cash.
 */
export function withFullAmount<Line extends LinePaymentValues>(
  line: Line,
  fullAmount: Satang,
): Line {
  if (line.pay_type !== 'both') return { ...line, paid: fullAmount }
  const cash = Math.min(amountOrZero(line.paid), fullAmount)
  return { ...line, paid: nullIfZero(cash), paid_transfer: nullIfZero(fullAmount - cash) }
}

/**
 * The line with another pay type. When both are chosen, an amount below the full one keeps its pay
 * type and the other pay type gets the rest; a single pay type gets the sum.
 */
export function withPayChoice<Line extends LinePaymentValues>(
  line: Line,
  pay_type: PayChoice,
  fullAmount: Satang,
): Line {
  if (line.pay_type === pay_type) return line
  const amount = paidOnLine(line)
  if (pay_type !== 'both') {
    return {
      ...line,
      pay_type,
      paid: line.pay_type === 'both' ? nullIfZero(amount) : line.paid,
      paid_transfer: null,
    }
  }
  if (amount === 0 || amount >= fullAmount)
    return { ...line, pay_type, paid: null, paid_transfer: null }
  const rest = satang(fullAmount - amount)
  return line.pay_type === 'transfer'
    ? { ...line, pay_type, paid: rest, paid_transfer: amount }
    : { ...line, pay_type, paid: amount, paid_transfer: rest }
}

/**
 * The line with the rest after the cash as its transfer, if both pay types are chosen and the
 * transfer is blank.
 */
export function withRestByTransfer<Line extends LinePaymentValues>(
  line: Line,
  fullAmount: Satang,
): Line {
  const cash = amountOrZero(line.paid)
  const isBlank = line.paid_transfer === null || line.paid_transfer === 0
  if (line.pay_type !== 'both' || !isBlank || cash === 0 || cash >= fullAmount) return line
  return { ...line, paid_transfer: satang(fullAmount - cash) }
}

/** The problem of cash received that is less than the amount to pay in cash. */
export function cashProblems(received: Satang | null, cash: Satang): Problem[] {
  if (received === null || !Number.isFinite(received) || cash === 0) return []
  const outcome = cashChange(received, cash)
  if ('change' in outcome) return []
  return [['cash_received', messages.cashShort(bahtWithUnit(outcome.short))]]
}
