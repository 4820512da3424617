/** The states of an application, what may be done in each, and the five kinds of application. */

import type { DocumentType } from '../document-number.ts'
import { type Satang, zeroSatang } from '../money.ts'
import type { Tone } from '../tone.ts'
import type { ApplicationTotals } from './totals.ts'

export const applicationStatuses = {
  outstanding: { label: 'ค้างชำระ', tone: 'warn' },
  paid: { label: 'ชำระครบแล้ว', tone: 'ok' },
  partial_refund: { label: 'คืนเงินบางส่วน', tone: 'accent' },
  refunded: { label: 'คืนเงินแล้ว', tone: 'muted' },
  cancelled: { label: 'ยกเลิก', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type ApplicationStatus = keyof typeof applicationStatuses

/** Each kind with its screen's name and the type of its number. */
export const applicationKinds = {
  course: { label: 'สมัครเรียน', documentType: 'AP' },
  exam: { label: 'สมัครสอบ', documentType: 'EX' },
  vehicle_check: { label: 'ตรวจสภาพรถ', documentType: 'VC' },
  other_fee: { label: 'ค่าใช้จ่ายอื่น', documentType: 'OF' },
  request_fee: { label: 'ค่าคำขอ', documentType: 'RQ' },
} as const satisfies Record<string, { label: string; documentType: DocumentType }>

export type ApplicationKind = keyof typeof applicationKinds

export const payTypes = {
  cash: { label: 'เงินสด' },
  transfer: { label: 'โอนเงิน' },
} as const

export type PayType = keyof typeof payTypes

/** The states of a receipt. */
export const paymentStatuses = {
  normal: { label: 'ปกติ', tone: 'ok' },
  delete_requested: { label: 'รออนุมัติลบ', tone: 'warn' },
  deleted: { label: 'ยกเลิกใบเสร็จแล้ว', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type PaymentStatus = keyof typeof paymentStatuses

/** The decision on a request fee; payments are accepted while it is pending. */
export const requestDecisions = {
  pending: { label: 'รออนุมัติ', tone: 'warn' },
  approved: { label: 'อนุมัติแล้ว', tone: 'ok' },
  rejected: { label: 'ไม่อนุมัติ', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type RequestDecision = keyof typeof requestDecisions

/** The statuses in which each action is possible; permissions and amounts are checked apart. */
const allowedStatuses = {
  pay: ['outstanding'],
  refund: ['outstanding', 'paid'],
  delete: ['outstanding', 'paid'],
  edit_pay_type: ['outstanding', 'paid'],
  request_delete: ['outstanding', 'paid'],
  decide: ['outstanding', 'paid'],
  print: ['outstanding', 'paid', 'partial_refund', 'refunded', 'cancelled'],
} as const satisfies Record<string, readonly ApplicationStatus[]>

export type ApplicationAction = keyof typeof allowedStatuses

/** Whether an application of this status takes the action; the same rule on both sides. */
export function can(status: ApplicationStatus, action: ApplicationAction): boolean {
  const statuses: readonly ApplicationStatus[] = allowedStatuses[action]
  return statuses.includes(status)
}

/**
 * Whether money may be taken: something is owed, and a request fee was not rejected.
 * @param decision null for every other kind
 */
export const mayPay = (status: ApplicationStatus, decision: RequestDecision | null): boolean =>
  can(status, 'pay') && decision !== 'rejected'

/** Whether the application still takes payments and owes its balance. */
export function isOpen(status: ApplicationStatus): boolean {
  return status === 'outstanding' || status === 'paid'
}

/**
 * The status that the money gives. A refund or a cancellation ends the application for good:
 * refunded when nothing paid is left, partly refunded otherwise.
 */
export function statusFor(
  { paid, balance }: Pick<ApplicationTotals, 'paid' | 'balance'>,
  { refunded = zeroSatang, cancelled = false }: { refunded?: Satang; cancelled?: boolean } = {},
): ApplicationStatus {
  if (cancelled) return 'cancelled'
  if (refunded > 0) return paid > 0 ? 'partial_refund' : 'refunded'
  return balance > 0 ? 'outstanding' : 'paid'
}
