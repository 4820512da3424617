/** The steps of money-model.ts: the error code or success of each, and the state after it. */
import { divideInProportion } from '@khapdee/domain/application/refund'
import type { PayType } from '@khapdee/domain/application/status'
import { satang } from '@khapdee/domain/money'
import {
  type Amender,
  type Model,
  type ModelItem,
  type ModelReceipt,
  type ModelRequest,
  type Requester,
  activeReceipts,
  isOpen,
  linePaid,
  modelItems,
  openMovements,
  owed,
  owedOn,
  paidOf,
  payTypeOf,
  statusOf,
  sum,
} from './money-model.ts'

/** A step with its amounts; `index` is the position of a receipt, `request` that of a request of the application. */
export type Step =
  | PayStep
  | { do: 'editPayType'; index: number; payType: PayType }
  | { do: 'requestVoid'; index: number; by: Requester }
  | { do: 'decideVoid'; index: number; decision: Decision; by: Decider }
  | RefundStep
  | (RefundAmount & { do: 'requestRefund'; by: Requester })
  | RefundRequestStep
  | { do: 'withdraw'; request: number; by: Requester }
  | AmendStep
  | EndStep
  | { do: 'followUp'; due: number | null }
  | { do: 'decideFee'; decision: Decision; by: Decider }
  | { do: 'cancel'; by: 'registrar' | 'manager' }
  | { do: 'close' }

export type Decision = 'approve' | 'reject'
export type Decider = 'manager' | 'admin'

interface PayStep {
  do: 'pay'
  parts: readonly { line: number; paid: number; payType: PayType }[]
  /** The agreed day of the next payment, in days from today. */
  due: number | null
  /** Whether each line is sent once, with its amounts by pay type. */
  split: boolean
  resend: boolean
}

interface RefundAmount {
  value: number
  payType: PayType
  /** If omitted, all open lines end. */
  lines?: readonly { line: number; value: number }[]
}
type RefundStep = RefundAmount & { do: 'refund' }

type RefundRequestStep =
  | { do: 'decideRefund'; request: number; decision: Decision; by: Decider }
  | { do: 'payOut'; request: number; resend: boolean }

/** Adds an item, removes a line, or replaces it by a course. */
export type AmendStep = { do: 'amend'; by: Amender } & (
  | { change: 'add'; item: ModelItem }
  | { change: 'remove'; line: number }
  | { change: 'replace'; line: number; item: ModelItem }
)

/** Ends the lines without a refund; without `lines` all open ones. */
interface EndStep {
  do: 'end'
  lines?: readonly number[]
}

type Refusal =
  | 'STATE'
  | 'OVERPAY'
  | 'REFUND_MAX'
  | 'REFUND_FIRST'
  | 'REFUND_PENDING'
  | 'SAME_USER'
  | 'FORBIDDEN'
  | 'VALIDATION'

/** The index of the refund request that waits or is to be paid out; -1 without one. */
export const openRefundIndex = ({ requests }: Model): number =>
  requests.findIndex(
    ({ kind, state }) => kind === 'refund' && (state === 'waiting' || state === 'approved'),
  )

/** Whether one of the lines is in an open refund request. */
function isPending(model: Model, lines: readonly number[]): boolean {
  const request = model.requests[openRefundIndex(model)]
  return request?.kind === 'refund' && lines.some((line) => request.parts.has(line))
}

/** Whether the day can be agreed with this balance. */
const mayAgree = (due: number | null, balance: number) => due === null || (due >= 0 && balance > 0)

function pay(model: Model, { parts, due }: PayStep): Refusal | null {
  if (statusOf(model) !== 'outstanding') return 'STATE'
  const onLine = (line: number) =>
    sum(parts.filter((part) => part.line === line).map((part) => part.paid))
  if (parts.some(({ line }) => onLine(line) > owedOn(model, line))) return 'OVERPAY'
  const lines = parts.map(({ line }) => line)
  if (isPending(model, lines)) return 'REFUND_PENDING'
  if (!mayAgree(due, owed(model) - sum(parts.map(({ paid }) => paid)))) return 'VALIDATION'
  model.due = due ?? model.due
  for (const payType of ['cash', 'transfer'] as const) {
    const own = parts.filter((part) => part.payType === payType)
    if (own.length === 0) continue
    const paid = sum(own.map((part) => part.paid))
    model.receipts.push({ paid, payType, status: 'normal', parts: own, closed: false })
  }
  return null
}

/** The last request to void a receipt. */
const lastVoidRequest = ({ requests }: Model, index: number) =>
  requests.findLast((request) => request.kind === 'void' && request.receipt === index)

type ReceiptStep = Extract<Step, { index: number }>

/** The line, and the lines to which changes of course moved its paid amount. */
function pathOf(model: Model, line: number): number[] {
  const next = model.moves.find(({ from }) => from === line)
  return next === undefined ? [line] : [line, ...pathOf(model, next.to)]
}

/** The moves of the paid amounts of a line, in their order. */
const movesFrom = (model: Model, line: number) =>
  pathOf(model, line).flatMap((one) => model.moves.find(({ from }) => from === one) ?? [])

/**
 * Subtracts a voided receipt from the moves of its money, and updates the pay types of the moves
 * from their lines.
 */
function adjustMoves(model: Model, { parts, status }: ModelReceipt): void {
  for (const { line, paid } of parts) {
    for (const move of movesFrom(model, line)) {
      if (status === 'deleted') move.value -= paid
      move.payType = payTypeOf(model, move.from)
    }
  }
  model.moves = model.moves.filter(({ value }) => value > 0)
}

function changeReceipt(model: Model, receipt: ModelReceipt, step: ReceiptStep): Refusal | null {
  if (!isOpen(model) || receipt.status === 'deleted') return 'STATE'
  const paths = receipt.parts.map(({ line }) => pathOf(model, line))
  const lines = paths.flatMap((path) => path.at(-1) ?? [])
  if (lines.some((line) => model.lines[line] !== 'open')) return 'STATE'
  if (paths.some((path) => path.slice(0, -1).some((line) => model.lines[line] !== 'removed')))
    return 'STATE'
  const request = lastVoidRequest(model, step.index)
  if (step.do === 'decideVoid') {
    if (receipt.status !== 'delete_requested' || request?.kind !== 'void') return 'STATE'
    if (step.by === request.by && step.by !== 'admin') return 'SAME_USER'
    if (step.decision === 'approve' && isPending(model, lines)) return 'REFUND_PENDING'
    if (step.decision === 'approve' && receipt.closed) return 'STATE'
    receipt.status = step.decision === 'approve' ? 'deleted' : 'normal'
    request.state = step.decision === 'approve' ? 'approved' : 'rejected'
    if (step.decision === 'approve') adjustMoves(model, receipt)
    return null
  }
  if (isPending(model, lines)) return 'REFUND_PENDING'
  if (receipt.closed || receipt.status !== 'normal') return 'STATE'
  if (step.do === 'requestVoid') {
    receipt.status = 'delete_requested'
    model.requests.push({ kind: 'void', state: 'waiting', by: step.by, receipt: step.index })
    return null
  }
  if (receipt.payType === step.payType) return 'STATE'
  receipt.payType = step.payType
  adjustMoves(model, receipt)
  return null
}

/** Makes the affected requests lapse if they wait. */
function lapse({ requests }: Model, isAffected: (request: ModelRequest) => boolean): void {
  for (const request of requests) {
    if (request.state === 'waiting' && isAffected(request)) request.state = 'lapsed'
  }
}

/** Makes waiting requests to void the affected receipts lapse. */
function lapseVoids(model: Model, isAffected: (receipt: ModelReceipt) => boolean): void {
  for (const [index, receipt] of model.receipts.entries()) {
    if (receipt.status !== 'delete_requested' || !isAffected(receipt)) continue
    receipt.status = 'normal'
    lapse(model, (request) => request.kind === 'void' && request.receipt === index)
  }
}

/** Ends lines, as `refunded` if their part is paid back; requests to void their receipts lapse. */
function endLines(model: Model, parts: ReadonlyMap<number, number>): void {
  for (const [line, part] of parts) model.lines[line] = part > 0 ? 'refunded' : 'ended'
  lapseVoids(model, (receipt) =>
    receipt.parts.some(({ line }) => pathOf(model, line).some((one) => parts.has(one))),
  )
}

/** Makes the request for the decision on a request fee lapse when no line is open. */
function lapseDecision(model: Model): void {
  if (!isOpen(model)) lapse(model, ({ kind }) => kind === 'request_fee')
}

/**
 * Whether the four-eyes rule applies to the manager: a void or refund that they requested waits or
 * was rejected.
 */
const managerHasRequest = ({ requests, receipts }: Model) =>
  requests.some(
    (request) =>
      request.kind !== 'request_fee' &&
      request.by === 'manager' &&
      (request.state === 'waiting' || request.state === 'rejected') &&
      (request.kind === 'refund' || receipts[request.receipt]?.status !== 'deleted'),
  )

/**
 * The part of each line in a refund of the whole application; money of open lines is used first.
 */
function dividedParts(model: Model, value: number): Map<number, number> {
  const paid = model.lines.map((_, line) => linePaid(model, line))
  const ofOpen = paid.map((amount, line) => (model.lines[line] === 'open' ? amount : 0))
  const ofEnded = paid.map((amount, line) => amount - (ofOpen[line] ?? 0))
  const fromOpen = Math.min(value, sum(ofOpen))
  const divide = (amount: number, weights: number[]) =>
    divideInProportion(satang(amount), weights.map(satang))
  const openParts = divide(fromOpen, ofOpen)
  const endedParts = divide(value - fromOpen, ofEnded)
  return new Map(
    model.lines.flatMap((state, line): [number, number][] => {
      const part = (openParts[line] ?? 0) + (endedParts[line] ?? 0)
      return part > 0 || state === 'open' ? [[line, part]] : []
    }),
  )
}

const isRefundable = (model: Model) =>
  isOpen(model) || ['partial_refund', 'ended'].includes(statusOf(model))

/** The lines of a refund, each with its part, or why it is refused. */
function refundedParts(
  model: Model,
  { value, lines }: RefundAmount,
): Refusal | Map<number, number> {
  if (lines === undefined) {
    return value > paidOf(model) ? 'REFUND_MAX' : dividedParts(model, value)
  }
  for (const part of lines) {
    if (part.value > linePaid(model, part.line)) return 'REFUND_MAX'
    if (part.value === 0 && model.lines[part.line] !== 'open') return 'VALIDATION'
  }
  if (value !== sum(lines.map((part) => part.value))) return 'VALIDATION'
  const sorted = lines.toSorted((a, b) => a.line - b.line)
  return new Map(sorted.map((part) => [part.line, part.value]))
}

function payRefund(
  model: Model,
  parts: ReadonlyMap<number, number>,
  { value, payType }: RefundAmount,
): void {
  endLines(model, parts)
  const byLine = model.lines.map((_, line) => parts.get(line) ?? 0)
  model.refunds.push({ value, payType, parts: byLine, closed: false })
  // A rejected request fee stays listed until all of its money is paid back or kept.
  if (paidOf(model) === 0) model.refundDue = false
  lapseDecision(model)
}

function refund(model: Model, step: RefundStep): Refusal | null {
  if (!isRefundable(model)) return 'STATE'
  if (managerHasRequest(model)) return 'SAME_USER'
  const parts = refundedParts(model, step)
  if (typeof parts === 'string') return parts
  const request = model.requests[openRefundIndex(model)]
  if (request !== undefined && isPending(model, [...parts.keys()])) request.state = 'lapsed'
  payRefund(model, parts, step)
  return null
}

function requestRefund(model: Model, step: Extract<Step, { do: 'requestRefund' }>): Refusal | null {
  if (!isRefundable(model) || openRefundIndex(model) !== -1) return 'STATE'
  const parts = refundedParts(model, step)
  if (typeof parts === 'string') return parts
  const { by, value, payType } = step
  model.requests.push({ kind: 'refund', state: 'waiting', by, value, payType, parts })
  return null
}

function handleRefundRequest(model: Model, step: RefundRequestStep): Refusal | null {
  const request = model.requests[step.request]
  const expected = step.do === 'payOut' ? 'approved' : 'waiting'
  if (request?.kind !== 'refund' || request.state !== expected) return 'STATE'
  if (step.do === 'decideRefund') {
    if (step.by === request.by && step.by !== 'admin') return 'SAME_USER'
    request.state = step.decision === 'approve' ? 'approved' : 'rejected'
    return null
  }
  request.state = 'paid_out'
  payRefund(model, request.parts, request)
  return null
}

function withdraw(model: Model, step: Extract<Step, { do: 'withdraw' }>): Refusal | null {
  const request = model.requests[step.request]
  if (request === undefined || request.kind === 'request_fee') return 'STATE'
  if (request.by !== step.by) return 'FORBIDDEN'
  const isApprovedRefund = request.kind === 'refund' && request.state === 'approved'
  if (request.state !== 'waiting' && !isApprovedRefund) return 'STATE'
  request.state = 'withdrawn'
  const receipt = request.kind === 'void' ? model.receipts[request.receipt] : undefined
  if (receipt !== undefined) receipt.status = 'normal'
  return null
}

function end(model: Model, { lines }: EndStep): Refusal | null {
  if (model.refundDue) {
    // A rejected request fee ends as a whole.
    if (lines !== undefined) return 'VALIDATION'
    if (openRefundIndex(model) !== -1) return 'REFUND_PENDING'
    model.refundDue = false
    return null
  }
  if (!isOpen(model)) return 'STATE'
  const open = model.lines.flatMap((state, line) => (state === 'open' ? [line] : []))
  const chosen = lines ?? open
  if (chosen.some((line) => !open.includes(line))) return 'STATE'
  if (isPending(model, chosen)) return 'REFUND_PENDING'
  endLines(model, new Map(chosen.map((line) => [line, 0])))
  lapseDecision(model)
  return null
}

function decideFee(
  model: Model,
  { decision, by }: Extract<Step, { do: 'decideFee' }>,
): Refusal | null {
  const request = model.requests.find(({ kind }) => kind === 'request_fee')
  if (model.decision !== 'pending' || !isOpen(model) || request === undefined) return 'STATE'
  if (by === 'manager' && model.amenders.has(by)) return 'SAME_USER'
  request.state = decision === 'approve' ? 'approved' : 'rejected'
  model.decision = request.state
  if (decision === 'approve') return null
  const open = model.lines.flatMap((state, line) => (state === 'open' ? [line] : []))
  model.cancelled = activeReceipts(model).length === 0
  model.refundDue = paidOf(model) > 0
  endLines(model, new Map(open.map((line) => [line, 0])))
  return null
}

function cancel(model: Model, { by }: Extract<Step, { do: 'cancel' }>): Refusal | null {
  if (!isOpen(model)) return 'STATE'
  if (openRefundIndex(model) !== -1) return 'REFUND_PENDING'
  const isSettled = (line: number) => model.lines[line] !== 'open' && linePaid(model, line) > 0
  if (model.lines.some((state, line) => state === 'refunded' || isSettled(line))) return 'STATE'
  if (activeReceipts(model).length > 0 && by === 'registrar') return 'FORBIDDEN'
  if (activeReceipts(model).length > 0 && managerHasRequest(model)) return 'SAME_USER'
  if (activeReceipts(model).some(({ closed }) => closed)) return 'STATE'
  for (const receipt of activeReceipts(model)) receipt.status = 'deleted'
  lapse(model, () => true)
  model.lines = model.lines.map((state) => (state === 'removed' ? state : 'ended'))
  model.moves = []
  model.cancelled = true
  return null
}

function addLine(model: Model, item: ModelItem): number {
  model.items.push(item)
  model.lines.push('open')
  return model.nets.push(modelItems[item].net) - 1
}

function changeLines(model: Model, step: AmendStep): Refusal | null {
  const line = step.change === 'add' ? -1 : step.line
  if (model.decision === 'approved' || model.decision === 'rejected') return 'STATE'
  if (isPending(model, [line])) return 'REFUND_PENDING'
  if (step.change === 'replace' && model.items[line] === step.item) return 'VALIDATION'
  const isWaiting = ({ status, parts }: ModelReceipt) =>
    status === 'delete_requested' && parts.some((part) => part.line === line)
  if (model.receipts.some(isWaiting)) return 'STATE'
  if (model.cancelled || (!isOpen(model) && step.change !== 'replace')) return 'STATE'
  const paid = linePaid(model, line)
  const wasOpen = model.lines[line] === 'open'
  if (step.change === 'add') {
    addLine(model, step.item)
    return null
  }
  if (step.change === 'remove') {
    if (!wasOpen || paid > 0) return 'VALIDATION'
    if (model.lines.filter((state) => state === 'open').length === 1) return 'VALIDATION'
    model.lines[line] = 'removed'
    return null
  }
  const hasKeptMoney = model.lines[line] === 'refunded' && paid > 0
  if (model.items[line] === 'book' || (!wasOpen && !hasKeptMoney)) return 'VALIDATION'
  if (paid > modelItems[step.item].net) return 'REFUND_FIRST'
  const to = addLine(model, step.item)
  if (paid > 0) model.moves.push({ from: line, to, value: paid, payType: payTypeOf(model, line) })
  if (wasOpen) model.lines[line] = 'removed'
  return null
}

function amend(model: Model, step: AmendStep): Refusal | null {
  const refusal = changeLines(model, step)
  if (refusal === null) model.amenders.add(step.by)
  return refusal
}

function followUp(model: Model, { due }: Extract<Step, { do: 'followUp' }>): Refusal | null {
  if (owed(model) === 0) return 'STATE'
  if (!mayAgree(due, owed(model))) return 'VALIDATION'
  model.due = due ?? model.due
  return null
}

function close(model: Model): Refusal | null {
  if (openMovements(model).movements === 0) return 'STATE'
  lapseVoids(model, () => true)
  for (const receipt of model.receipts) receipt.closed = true
  for (const one of model.refunds) one.closed = true
  model.others = { movements: 0, cash: 0 }
  return null
}

function perform(model: Model, step: Step): Refusal | null {
  switch (step.do) {
    case 'pay':
      return pay(model, step)
    case 'refund':
      return refund(model, step)
    case 'requestRefund':
      return requestRefund(model, step)
    case 'decideRefund':
    case 'payOut':
      return handleRefundRequest(model, step)
    case 'withdraw':
      return withdraw(model, step)
    case 'end':
      return end(model, step)
    case 'amend':
      return amend(model, step)
    case 'followUp':
      return followUp(model, step)
    case 'decideFee':
      return decideFee(model, step)
    case 'cancel':
      return cancel(model, step)
    case 'close':
      return close(model)
    default: {
      const receipt = model.receipts[step.index]
      return receipt === undefined ? null : changeReceipt(model, receipt, step)
    }
  }
}

/** Applies a step to the model. @returns null, or the error code if the step is refused, which changes nothing */
export function applyStep(model: Model, step: Step): Refusal | null {
  const refusal = perform(model, step)
  // A day can be agreed only with a balance.
  if (owed(model) === 0) model.due = null
  return refusal
}
