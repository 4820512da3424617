/** The states of an application, the actions allowed in each state, and the five kinds of application. */

import type { DocumentType } from '../document-number.ts'
import { entities } from '../entities.ts'
import type { Satang } from '../money.ts'
import type { Tone } from '../tone.ts'
import { actionWords, stateWords } from '../words.ts'

export const applicationStatuses = {
  outstanding: { label: stateWords.outstanding, tone: 'warn' },
  paid: { label: 'ชำระครบแล้ว', tone: 'ok' },
  partial_refund: { label: 'คืนเงินบางส่วน', tone: 'accent' },
  refunded: { label: 'คืนเงินแล้ว', tone: 'muted' },
  ended: { label: actionWords.endWithoutRefund, tone: 'muted' },
  cancelled: { label: actionWords.cancel, tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ApplicationStatus = keyof typeof applicationStatuses

/**
 * The states of a line. A line that has ended is `refunded` when money of it was refunded,
 * otherwise `ended`; a removed line no longer counts.
 */
export const lineStatuses = {
  open: { label: 'ปกติ', tone: 'ok' },
  refunded: { label: applicationStatuses.refunded.label, tone: 'muted' },
  ended: { label: applicationStatuses.ended.label, tone: 'muted' },
  removed: { label: 'นำออกแล้ว', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type LineStatus = keyof typeof lineStatuses

const statusSentences: Readonly<Record<ApplicationStatus, string>> = {
  outstanding: 'ยังค้างชำระ',
  paid: 'ชำระครบแล้ว',
  partial_refund: 'คืนเงินบางส่วนและสิ้นสุดแล้ว',
  refunded: 'คืนเงินแล้ว',
  ended: 'ยุติแล้วโดยไม่คืนเงิน',
  cancelled: stateWords.cancelled,
}

/** The status as a sentence, for the refusal of an action that it does not allow. */
export const statusSentence = (status: ApplicationStatus, subject = 'ใบสมัครนี้'): string =>
  `${subject}${statusSentences[status]}`

/** The kinds, with the name of the screen, the type of the document number, and whether a walk-in may apply. */
export const applicationKinds = {
  course: { label: 'สมัครเรียน', create: 'สมัครเรียนใหม่', documentType: 'AP', acceptsWalkIns: false },
  exam: { label: 'สมัครสอบ', create: 'สมัครสอบใหม่', documentType: 'EX', acceptsWalkIns: false },
  vehicle_check: {
    label: 'ตรวจสภาพรถ',
    create: 'ตรวจสภาพรถใหม่',
    documentType: 'VC',
    acceptsWalkIns: true,
  },
  other_fee: {
    label: 'ขายสินค้าและบริการอื่น',
    create: 'ขายสินค้าใหม่',
    documentType: 'OF',
    acceptsWalkIns: true,
  },
  request_fee: {
    label: entities.request_fee.label,
    create: 'คำขอใหม่',
    documentType: 'RQ',
    acceptsWalkIns: false,
  },
} as const satisfies Record<
  string,
  /** `create` names the button that begins one. */
  { label: string; create: string; documentType: DocumentType; acceptsWalkIns: boolean }
>

export type ApplicationKind = keyof typeof applicationKinds

export const payTypes = {
  cash: { label: 'เงินสด' },
  transfer: { label: 'โอนเงิน' },
} as const

export type PayType = keyof typeof payTypes

/** The states of a receipt. `deleted` means voided: the receipt and its number remain. */
export const paymentStatuses = {
  normal: { label: 'ปกติ', tone: 'ok' },
  delete_requested: { label: 'รออนุมัติลบ', tone: 'warn' },
  deleted: { label: 'ยกเลิกใบเสร็จแล้ว', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type PaymentStatus = keyof typeof paymentStatuses

/** The decision on a request fee; payments are accepted while it is pending. */
export const requestDecisions = {
  pending: { label: stateWords.waitingForApproval, tone: 'warn' },
  approved: { label: stateWords.approved, tone: 'ok' },
  rejected: { label: actionWords.reject, tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type RequestDecision = keyof typeof requestDecisions

/** The label of a rejected request fee whose money is to be paid back. */
export const refundDueStates = {
  refund_due: { label: 'ต้องคืนเงิน', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type RefundDueState = keyof typeof refundDueStates

/**
 * The state that screens, lists and documents show for an application: money to be paid back has
 * precedence.
 */
export const shownState = ({
  status,
  refund_due,
}: {
  status: ApplicationStatus
  refund_due: boolean
}): { label: string; tone: Tone } =>
  refund_due ? refundDueStates.refund_due : applicationStatuses[status]

/**
 * The statuses of an application in which each action is possible; permissions, amounts and the states of lines are
 * checked separately. `delete` cancels the application, `request_delete` requests the void of a receipt, and `decide`
 * is the decision on a request fee. Money that the school kept may be refunded later.
 */
const allowedStatuses = {
  pay: ['outstanding'],
  refund: ['outstanding', 'paid', 'partial_refund', 'ended'],
  delete: ['outstanding', 'paid'],
  end: ['outstanding', 'paid'],
  amend: ['outstanding', 'paid'],
  edit_pay_type: ['outstanding', 'paid'],
  request_delete: ['outstanding', 'paid'],
  decide: ['outstanding', 'paid'],
  print: ['outstanding', 'paid', 'partial_refund', 'refunded', 'ended', 'cancelled'],
} as const satisfies Record<string, readonly ApplicationStatus[]>

export type ApplicationAction = keyof typeof allowedStatuses

/** Whether the status allows the action. Server and browser use this same rule. */
export function statusAllows(status: ApplicationStatus, action: ApplicationAction): boolean {
  const statuses: readonly ApplicationStatus[] = allowedStatuses[action]
  return statuses.includes(status)
}

/**
 * Whether a payment can be received: the balance is positive, and a request fee was not rejected.
 * @param decision the decision on a request fee; null for every other kind
 */
export const mayPay = (status: ApplicationStatus, decision: RequestDecision | null): boolean =>
  statusAllows(status, 'pay') && decision !== 'rejected'

/** Whether a decision is shown: a request fee that ended before its decision has none. */
export const showsDecision = (
  status: ApplicationStatus,
  decision: RequestDecision | null,
): decision is RequestDecision =>
  decision !== null && (decision !== 'pending' || statusAllows(status, 'decide'))

/** Whether the status is `outstanding` or `paid`. In every other status all lines have ended, and the balance is 0. */
export function isOpen(status: ApplicationStatus): status is 'outstanding' | 'paid' {
  return status === 'outstanding' || status === 'paid'
}

/**
 * The status of an application. While a line is open, or if there are no lines, it is `outstanding` with a balance
 * and `paid` without one. After all lines have ended, it is `ended` if none was refunded, `refunded` if no money is
 * kept, and otherwise `partial_refund`.
 * @param lines the statuses of the lines that are not removed
 */
export function statusFor(
  lines: readonly LineStatus[],
  { paid, balance, cancelled }: { paid: Satang; balance: Satang; cancelled: boolean },
): ApplicationStatus {
  if (cancelled) return 'cancelled'
  if (lines.length === 0 || lines.includes('open')) return balance > 0 ? 'outstanding' : 'paid'
  if (!lines.includes('refunded')) return 'ended'
  return paid > 0 ? 'partial_refund' : 'refunded'
}
