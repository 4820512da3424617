/**
 * A model of the money of one application, without a database. Its steps are in money-rules.ts. Amounts are in satang.
 */
import type { RequestState } from '@khapdee/domain/application/approval-request'
import type { PayType, RequestDecision } from '@khapdee/domain/application/status'

export interface ModelReceipt {
  paid: number
  payType: PayType
  status: 'normal' | 'delete_requested' | 'deleted'
  parts: readonly { line: number; paid: number }[]
  closed: boolean
}

/** The user who requests voids and refunds. */
export type Requester = 'cashier' | 'manager' | 'admin'

interface ModelVoidRequest {
  kind: 'void'
  state: Exclude<RequestState, 'paid_out'>
  by: Requester
  /** The index of the receipt. */
  receipt: number
}

interface ModelRefundRequest {
  kind: 'refund'
  state: RequestState
  by: Requester
  value: number
  payType: PayType
  /** The lines of the request, each with its part. */
  parts: ReadonlyMap<number, number>
}

/** The request for the decision on a request fee. */
interface ModelFeeRequest {
  kind: 'request_fee'
  state: 'waiting' | 'approved' | 'rejected' | 'lapsed'
}

export type ModelRequest = ModelVoidRequest | ModelRefundRequest | ModelFeeRequest

interface ModelRefund {
  value: number
  payType: PayType
  /** The part of each line. */
  parts: readonly number[]
  closed: boolean
}

/** The items that amendments add, with the price and the number of exam rights. */
export const modelItems = {
  car: { net: 540_000, rights: 2 },
  motorcycle: { net: 250_000, rights: 2 },
  lesson: { net: 120_000, rights: 0 },
  special: { net: 700_000, rights: 0 },
  book: { net: 15_000, rights: 0 },
  licence: { net: 20_000, rights: 0 },
  copy: { net: 2000, rights: 0 },
} as const

export type ModelItem = keyof typeof modelItems

export type Amender = 'registrar' | 'manager'

export interface Model {
  cancelled: boolean
  /** The net amount of each line. */
  nets: number[]
  /** The state of each line. */
  lines: ('open' | 'refunded' | 'ended' | 'removed')[]
  /** The item of each line. */
  items: ModelItem[]
  /** The amounts that changes of course moved, with the pay type of the original line. */
  moves: { from: number; to: number; value: number; payType: PayType | null }[]
  receipts: ModelReceipt[]
  refunds: ModelRefund[]
  /** All requests, in their order. */
  requests: ModelRequest[]
  /** The agreed day of the next payment, in days from today. */
  due: number | null
  /** The decision on a request fee; null for a course. */
  decision: RequestDecision | null
  /** Whether money of a rejected request fee is to be paid back. */
  refundDue: boolean
  /** The users who amended the application. */
  amenders: Set<Amender>
  /** Payments and cash of other applications since the last day close. */
  others: { movements: number; cash: number }
}

/** The items of a new application of each kind; the car course has a promotion. */
const itemsOf = { course: ['car', 'book'], request_fee: ['licence', 'copy'] } as const

export const newModel = (kind: keyof typeof itemsOf, others: Model['others']): Model => {
  const items = itemsOf[kind]
  const isFee = kind === 'request_fee'
  return {
    cancelled: false,
    nets: items.map((item) => modelItems[item].net),
    lines: items.map(() => 'open'),
    items: [...items],
    moves: [],
    receipts: [],
    refunds: [],
    requests: isFee ? [{ kind: 'request_fee', state: 'waiting' }] : [],
    due: null,
    decision: isFee ? 'pending' : null,
    refundDue: false,
    amenders: new Set(),
    others: { ...others },
  }
}

export const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
export const activeReceipts = ({ receipts }: Model) =>
  receipts.filter(({ status }) => status !== 'deleted')

function paidBy(model: Model, payType: PayType): number {
  const refunded = model.refunds.map((one) => (one.payType === payType ? one.value : 0))
  return (
    sum(activeReceipts(model).map((one) => (one.payType === payType ? one.paid : 0))) -
    sum(refunded)
  )
}
export const paidOf = (model: Model): number => paidBy(model, 'cash') + paidBy(model, 'transfer')

/** The amount received for a line or moved to it, less refunds and amounts moved away. */
export function linePaid(model: Model, line: number): number {
  const parts = activeReceipts(model).flatMap((receipt) => receipt.parts)
  const received = sum(parts.filter((part) => part.line === line).map((part) => part.paid))
  const moved = model.moves.map(({ from, to, value }) =>
    line === to ? value : line === from ? -value : 0,
  )
  return received + sum(moved) - sum(model.refunds.map((refund) => refund.parts[line] ?? 0))
}
const unpaidOn = (model: Model, line: number) => (model.nets[line] ?? 0) - linePaid(model, line)
export const owedOn = (model: Model, line: number): number =>
  model.lines[line] === 'open' ? unpaidOn(model, line) : 0

export const owed = (model: Model) => sum(model.nets.map((_, line) => owedOn(model, line)))

export function statusOf(model: Model) {
  if (model.cancelled) return 'cancelled'
  if (model.lines.includes('open')) return owed(model) > 0 ? 'outstanding' : 'paid'
  if (model.refunds.length === 0) return 'ended'
  return paidOf(model) > 0 ? 'partial_refund' : 'refunded'
}
export const isOpen = (model: Model) => ['outstanding', 'paid'].includes(statusOf(model))

/** The count and the expected cash of the payments and refunds since the last day close. */
export function openMovements({ others, receipts, refunds }: Model): {
  movements: number
  cash: number
} {
  const open = receipts.filter(({ closed }) => !closed)
  const counted = open.filter(({ payType, status }) => payType === 'cash' && status !== 'deleted')
  const openRefunds = refunds.filter(({ closed }) => !closed)
  const cashRefunds = openRefunds.filter(({ payType }) => payType === 'cash')
  return {
    movements: others.movements + open.length + openRefunds.length,
    cash:
      others.cash +
      sum(counted.map(({ paid }) => paid)) -
      sum(cashRefunds.map(({ value }) => value)),
  }
}

const modes: Record<string, string> = {
  partial_refund: 'refund',
  refunded: 'refund',
  ended: 'end',
  cancelled: 'delete',
}

/**
 * The pay type of the latest receipt of the line that is not voided, otherwise of the amount moved
 * to it.
 */
export const payTypeOf = (model: Model, line: number): PayType | null =>
  activeReceipts(model).findLast(({ parts }) => parts.some((part) => part.line === line))
    ?.payType ??
  model.moves.find(({ to }) => to === line)?.payType ??
  null

/** The state of the application as it must be stored in the database. */
export const snapshot = (model: Model) => ({
  status: statusOf(model),
  mode: modes[statusOf(model)] ?? '',
  paid: paidOf(model),
  cash: paidBy(model, 'cash'),
  transfer: paidBy(model, 'transfer'),
  balance: owed(model),
  written_off: sum(
    model.lines.map((state, line) =>
      state === 'refunded' || state === 'ended' ? unpaidOn(model, line) : 0,
    ),
  ),
  net: sum(model.nets.filter((_, line) => model.lines[line] !== 'removed')),
  lines: model.lines.map((state, line) => [state, linePaid(model, line), payTypeOf(model, line)]),
  receipts: model.receipts.map(({ paid, payType, status, closed }) => [
    paid,
    payType,
    status,
    closed,
  ]),
  refunds: model.refunds.map(({ value, payType, closed }) => [-value, payType, closed]),
  requests: model.requests.map(({ state, ...request }) =>
    request.kind === 'void'
      ? [request.kind, state, request.receipt]
      : request.kind === 'refund'
        ? [request.kind, state, request.value, request.payType, [...request.parts]]
        : [request.kind, state],
  ),
  due: model.due,
  decision: model.decision,
  refund_due: model.refundDue,
  uses: model.decision !== null || model.cancelled || model.lines[0] === 'removed' ? 0 : 1,
  rights: sum(
    model.items.map((item, line) => (model.lines[line] === 'open' ? modelItems[item].rights : 0)),
  ),
})
