/** The values of the refund dialog, their conversion to the input of the endpoint, and the consequences of a refund. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import {
  type ApplicationDetail,
  missingPayee,
  refund,
} from '@khapdee/contract/entities/application-shapes'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import type { PayType } from '@khapdee/domain/application/status'
import type { ExamRightStatus } from '@khapdee/domain/exam-right'
import { isOpenLine } from '@khapdee/domain/application/totals'
import { bahtWithUnit, type Satang, satang, sumSatang, zeroSatang } from '@khapdee/domain/money'
import { type Problem, schemaProblems } from '../../../api/form-errors.ts'
import type { EndingEffect } from '../../../shared/ending-notice.tsx'
import { amountOrZero } from '../line-payment.ts'
import { latestVoidRequest } from '../requests.ts'
import { type StoredLine, storedLines } from '../line-values.ts'

interface RefundLine {
  line_id: number
  /** Whether the line ends, or money that was kept on it is refunded. */
  chosen: boolean
  value: Satang | null
}

export interface RefundValues {
  lines: RefundLine[]
  pay_type: PayType
  payee_bank: string
  payee_account: string
  payee_name: string
  /** The account from which it is paid; null for that of the branch. */
  bank_account_id: number | null
  note: string
}

type RefundEndpoint = typeof application.refund

/** The lines that a refund can include: open ones, and ended ones with kept money. */
export const refundableLines = (detail: ApplicationDetail): StoredLine[] =>
  storedLines(detail).filter((line) => isOpenLine(line) || line.paid > 0)

/**
 * The amount that a receipt paid on the line, or on lines whose payments it took over; undefined
 * without one.
 */
function paidByReceipt(
  { lines }: ApplicationDetail['payments'][number],
  { line_id, replaced_lines }: StoredLine,
): Satang | undefined {
  const own = new Set([line_id, ...replaced_lines])
  const parts = lines.filter((part) => own.has(part.line_id))
  return parts.length === 0 ? undefined : sumSatang(parts.map(({ paid }) => paid))
}

/** The refund of a receipt, with its pay type and the reason of its void request; null without the receipt. */
function refundOfReceipt(detail: ApplicationDetail, receiptId: number): RefundValues | null {
  const receipt = detail.payments.find(({ payment_id }) => payment_id === receiptId)
  if (receipt === undefined) return null
  const lines = refundableLines(detail).map((line) => {
    const { line_id, paid, refund_pending } = line
    const amount = paidByReceipt(receipt, line)
    return {
      line_id,
      chosen: amount !== undefined && !refund_pending,
      value: amount === undefined ? paid : satang(Math.min(amount, paid)),
    }
  })
  const { pay_type } = receipt
  const note = latestVoidRequest(detail.requests, receiptId)?.note ?? ''
  return { ...proposedRefund(detail), lines, pay_type, note }
}

/**
 * The values with which the form opens: all open lines with their whole paid amounts; without open
 * lines, the kept amounts of the ended ones.
 * @param receiptId a receipt whose lines and amounts are proposed instead
 */
export function proposedRefund(detail: ApplicationDetail, receiptId?: number): RefundValues {
  const ofReceipt = receiptId === undefined ? null : refundOfReceipt(detail, receiptId)
  if (ofReceipt !== null) return ofReceipt
  const lines = refundableLines(detail)
  const hasOpen = lines.some(isOpenLine)
  return {
    lines: lines.map((line) => ({
      line_id: line.line_id,
      chosen: !line.refund_pending && (!hasOpen || isOpenLine(line)),
      value: line.paid,
    })),
    pay_type: 'cash',
    payee_bank: '',
    payee_account: '',
    payee_name: detail.customer.name,
    bank_account_id: null,
    note: '',
  }
}

const chosenOf = ({ lines }: RefundValues) => lines.filter(({ chosen }) => chosen)

/** The sum of the chosen lines. */
export const refundSum = (values: RefundValues): Satang =>
  sumSatang(chosenOf(values).map(({ value }) => amountOrZero(value)))

/**
 * The input of the endpoint. @param version the version of the application when the dialog was
 * opened
 */
export function toRefundInput(
  { application_id, version }: Pick<ApplicationDetail, 'application_id' | 'version'>,
  values: RefundValues,
): InputOf<RefundEndpoint> {
  const { pay_type, payee_bank, payee_account, payee_name, bank_account_id, note } = values
  const payee = pay_type === 'transfer' ? { payee_bank, payee_account, payee_name } : {}
  return {
    application_id,
    version,
    value: refundSum(values),
    lines: chosenOf(values).map(({ line_id, value }) => ({
      line_id,
      value: amountOrZero(value),
    })),
    pay_type,
    payee_bank: '',
    payee_account: '',
    payee_name: '',
    ...payee,
    ...(pay_type === 'transfer' && bank_account_id !== null && { bank_account_id }),
    note,
  }
}

/** Converts an error path of the endpoint to one of the form, which also has lines that are not sent. */
export function refundFormPath(path: string, values: RefundValues): string {
  const match = /^(?:lines\.(\d+)\.(.+)|value)$/.exec(path)
  if (match === null) return path
  const line = chosenOf(values)[Number(match[1] ?? 0)]
  const index = line === undefined ? 0 : values.lines.indexOf(line)
  return `lines.${index}.${match[2] ?? 'value'}`
}

/** The problems of the amounts of the chosen lines. */
export function amountProblems(values: RefundValues, detail: ApplicationDetail): Problem[] {
  const linesById = new Map(refundableLines(detail).map((line) => [line.line_id, line]))
  return values.lines.flatMap(({ line_id, chosen, value }, i): Problem[] => {
    const line = linesById.get(line_id)
    if (!chosen || line === undefined) return []
    const path = `lines.${i}.value`
    if (value === null) return [[path, messages.required(titleOf(refund.shape, 'value'))]]
    if (value > line.paid) return [[path, messages.refundMax(bahtWithUnit(line.paid))]]
    if (value === 0 && !isOpenLine(line)) return [[path, messages.positive]]
    return []
  })
}

/** Validation problems of the form, checked before the request. */
export function refundProblems(
  values: RefundValues,
  detail: ApplicationDetail,
  endpoint: RefundEndpoint,
): Problem[] {
  if (chosenOf(values).length === 0) return [['lines.0.chosen', messages.noLines]]
  const invalid = schemaProblems(endpoint.input, toRefundInput(detail, values)).map(
    ([path, message]): Problem => [refundFormPath(path, values), message],
  )
  const payee = missingPayee(values).map(({ path, message }): Problem => [path, message])
  return [...amountProblems(values, detail), ...invalid, ...payee]
}

/** The states of exam rights that the end of their line suspends. */
const suspendable: ReadonlySet<ExamRightStatus> = new Set(['active', 'expiring', 'expired'])

/** The lines, rights and bookings that a refund with these values ends. */
export const refundEffect = (values: RefundValues, detail: ApplicationDetail): EndingEffect =>
  endingEffect(
    detail,
    new Map(chosenOf(values).map((line) => [line.line_id, amountOrZero(line.value)])),
  )

/**
 * The lines, rights and bookings that end with the chosen lines.
 * @param chosen the refunded amount of each line, by line id
 */
export function endingEffect(
  detail: ApplicationDetail,
  chosen: ReadonlyMap<number, Satang>,
): EndingEffect {
  const open = storedLines(detail).filter(isOpenLine)
  const ending = open.filter(({ line_id }) => chosen.has(line_id))
  return {
    ending: ending.map(({ line_id, name, paid, balance }) => {
      const refunded = chosen.get(line_id) ?? zeroSatang
      const kept = satang(Math.max(0, paid - refunded))
      return { line_id, name, refunded, kept, writtenOff: balance }
    }),
    suspendsExamRights: detail.exam_rights.some(
      ({ line_id, status }) =>
        suspendable.has(status) && ending.some((line) => line.line_id === line_id),
    ),
    staying: open.filter(({ line_id }) => !chosen.has(line_id)).map(({ name }) => name),
  }
}
