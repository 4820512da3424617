/** The values of the payment dialog and their conversion to the input of the endpoint. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { messages } from '@khapdee/contract/messages'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { bahtWithUnit, type Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'
import { type Problem, schemaProblems } from '../../../api/form-errors.ts'
import {
  amountOrZero,
  cashProblems,
  type LinePaymentValues,
  paidByPayType,
  paidOnLine,
  paymentField,
  paymentsOfLine,
  wirePayment,
} from '../line-payment.ts'
import { storedLines } from '../line-values.ts'

export interface PayValues {
  lines: (LinePaymentValues & { line_id: number })[]
  bank_reference: string
  /** The account of a transfer; null for that of the branch. */
  bank_account_id: number | null
  /** The uploaded picture of the slip of a transfer. */
  slip_file_id: number | null
  /** The cash that the customer handed over. */
  cash_received: Satang | null
  /** The agreed day for paying the remaining balance. */
  due_date: Day | null
  note: string
}

type PayEndpoint = typeof application.paybalance

/** The balances owed, by line id. */
export type Owed = ReadonlyMap<number, Satang>

/** The balances of the application's lines in their order, without those paid in full or being refunded. */
export const owedOf = (detail: ApplicationDetail): Owed =>
  new Map(
    storedLines(detail)
      .filter(({ balance, refund_pending }) => balance > 0 && !refund_pending)
      .map(({ line_id, balance }) => [line_id, balance]),
  )

/**
 * The values with which the form opens. The balance of a single line is filled in; with several
 * lines, the clerk chooses.
 */
export const blankPayment = (owed: Owed): PayValues => ({
  lines: [...owed].map(([line_id, balance]) => ({
    line_id,
    paid: owed.size === 1 ? balance : null,
    pay_type: 'cash',
    paid_transfer: null,
  })),
  bank_reference: '',
  bank_account_id: null,
  slip_file_id: null,
  cash_received: null,
  due_date: null,
  note: '',
})

/** Whether the line has an amount to send; an invalid one (NaN) is sent and fails validation. */
const hasAmount = (line: LinePaymentValues): boolean => paymentsOfLine(line).length > 0

/** @param application the payment's application in the version that the user saw */
export function toPayInput(
  { application_id, version }: Pick<ApplicationDetail, 'application_id' | 'version'>,
  {
    lines,
    bank_reference,
    bank_account_id,
    slip_file_id,
    cash_received,
    due_date,
    note,
  }: PayValues,
): InputOf<PayEndpoint> {
  const { cash, transfer } = paidByPayType(lines)
  return {
    application_id,
    version,
    lines: lines
      .filter(hasAmount)
      .map(({ line_id, ...line }) => ({ line_id, ...wirePayment(line) })),
    // Without a transfer the field is hidden, so its text is not sent.
    bank_reference: transfer > 0 ? bank_reference : '',
    bank_account_id: transfer > 0 ? bank_account_id : null,
    ...(transfer > 0 && slip_file_id !== null && { slip_file_id }),
    cash_received: cash > 0 ? cash_received : null,
    due_date,
    note,
  }
}

/** Converts an error path of the endpoint to one of the form, which also has lines that are not sent. */
export function payFormPath(path: string, { lines }: PayValues): string {
  const match = /^lines\.(\d+)\.(.+)$/.exec(path)
  const line = lines.filter(hasAmount)[Number(match?.[1])]
  if (line === undefined) return path
  return `lines.${lines.indexOf(line)}.${paymentField(match?.[2] ?? '', line)}`
}

/** Validation problems of the form, checked before the request. */
export function payProblems(values: PayValues, owed: Owed, endpoint: PayEndpoint): Problem[] {
  const { lines } = values
  if (!lines.some(hasAmount)) {
    return [['lines.0.paid', messages.required(fieldTitles.amount)]]
  }
  const overpaid = lines.flatMap(({ line_id, ...line }, index): Problem[] => {
    const balance = amountOrZero(owed.get(line_id) ?? null)
    if (paidOnLine(line) <= balance) return []
    return [[`lines.${index}.paid`, `${messages.overpay} (${bahtWithUnit(balance)})`]]
  })
  // Any valid id and version: the form has no fields for them.
  const input = toPayInput({ application_id: 1, version: 1 }, values)
  const invalid = schemaProblems(endpoint.input, input).map(([path, message]): Problem => [
    payFormPath(path, values),
    message,
  ])
  const short = cashProblems(values.cash_received, paidByPayType(lines).cash)
  return [...overpaid, ...short, ...invalid]
}
