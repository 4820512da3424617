/** Requests that another user decides: the void of a receipt, a request fee, a refund. */
import { entities } from '../entities.ts'
import type { Tone } from '../tone.ts'
import { actionWords, stateWords } from '../words.ts'

export const requestKinds = {
  void: { label: actionWords.requestVoid, tone: 'danger' },
  request_fee: { label: entities.request_fee.label, tone: 'info' },
  refund: { label: actionWords.requestRefund, tone: 'accent' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type RequestKind = keyof typeof requestKinds

/**
 * The states of a request. An approved refund waits until it is paid out, and its approval may be
 * revoked until then; every other decision is final. `lapsed`: after a day close, a refund or a
 * cancellation there is nothing left to decide.
 */
export const requestStates = {
  waiting: { label: stateWords.waitingForApproval, tone: 'warn' },
  approved: { label: stateWords.approved, tone: 'ok' },
  rejected: { label: actionWords.reject, tone: 'danger' },
  withdrawn: { label: 'ถอนคำขอแล้ว', tone: 'muted' },
  lapsed: { label: 'คำขอตกไป', tone: 'muted' },
  paid_out: { label: 'คืนเงินแล้ว', tone: 'ok' },
  revoked: { label: 'ยกเลิกการอนุมัติแล้ว', tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type RequestState = keyof typeof requestStates

/** The message for each state of a request when an action is refused because it needs another state. */
export const requestStateMessages: Readonly<Record<RequestState, string>> = {
  waiting: 'คำขอนี้รออนุมัติ',
  approved: 'คำขอนี้อนุมัติแล้ว',
  rejected: 'คำขอนี้ไม่อนุมัติ',
  withdrawn: 'คำขอนี้ถอนแล้ว',
  lapsed: 'คำขอนี้ตกไปแล้ว',
  paid_out: 'คำขอนี้คืนเงินแล้ว',
  revoked: 'คำขอนี้ถูกยกเลิกการอนุมัติแล้ว',
}

/**
 * Whether the requester may still withdraw the request. A request fee cannot be withdrawn; its
 * application is cancelled instead.
 */
export const isWithdrawable = (kind: RequestKind, state: RequestState): boolean =>
  kind !== 'request_fee' && (state === 'waiting' || (kind === 'refund' && state === 'approved'))

/**
 * Whether a refund request is open: not yet decided, or approved and not yet paid out. The lines of an open request
 * cannot be paid, ended or changed in another way.
 */
export const isOpenRefund = (kind: RequestKind, state: RequestState): boolean =>
  kind === 'refund' && (state === 'waiting' || state === 'approved')

/** Whether the approval may still be revoked: only for a refund, until it is paid out. */
export const isRevocable = (kind: RequestKind, state: RequestState): boolean =>
  kind === 'refund' && state === 'approved'

/** The label of an application or a line with an open refund request. */
export const refundPending = { label: 'รอคืนเงิน', tone: 'accent' } as const satisfies {
  label: string
  tone: Tone
}

/**
 * The message that the void of a receipt can only be rejected, because a refund of one of its lines
 * is requested.
 */
export const onlyRejectable = `มีคำขอคืนเงินของรายการนี้อยู่ ทำได้เพียง${actionWords.reject}`

/**
 * The states in which a void or refund request restricts its requester, who then may not refund or
 * cancel without another user.
 */
export const bindingStates = ['waiting', 'rejected', 'revoked'] as const satisfies RequestState[]

/** Whether the request restricts its requester; see {@link bindingStates}. */
export const bindsRequester = (kind: RequestKind, state: RequestState): boolean =>
  kind !== 'request_fee' && bindingStates.some((binding) => binding === state)
