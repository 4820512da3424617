/**
 * A model of the money of one application, without a database: the steps, the error code or success of each,
 * and the state after it. Amounts are in satang.
 */
import { divideInProportion } from '@khapdee/domain/application/refund'
import type { PayType } from '@khapdee/domain/application/status'
import { satang } from '@khapdee/domain/money'

export interface ModelReceipt {
  paid: number
  payType: PayType
  status: 'normal' | 'delete_requested' | 'deleted'
  parts: readonly { line: number; paid: number }[]
  /** Who requested the void, once for each request that waits or was rejected. */
  requesters: string[]
  closed: boolean
}

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
  book: { net: 15_000, rights: 0 },
} as const

export type ModelItem = keyof typeof modelItems

export interface Model {
  cancelled: boolean
  /** The net amount of each line. */
  nets: number[]
  /** The state of each line. */
  lines: ('open' | 'refunded' | 'ended' | 'removed')[]
  /** The item of each line. */
  items: ModelItem[]
  /** What changes of course moved, with the pay type of the line from which it was moved. */
  moves: { from: number; to: number; value: number; payType: PayType | null }[]
  receipts: ModelReceipt[]
  refunds: ModelRefund[]
  /** Payments and cash of other applications since the last day close. */
  others: { movements: number; cash: number }
}

/** @param items the items of the lines; the first has a promotion */
export const newModel = (items: readonly ModelItem[], others: Model['others']): Model => ({
  cancelled: false,
  nets: items.map((item) => modelItems[item].net),
  lines: items.map(() => 'open'),
  items: [...items],
  moves: [],
  receipts: [],
  refunds: [],
  others: { ...others },
})

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
const active = ({ receipts }: Model) => receipts.filter(({ status }) => status !== 'deleted')

function paidBy(model: Model, payType: PayType): number {
  const refunded = model.refunds.map((one) => (one.payType === payType ? one.value : 0))
  return sum(active(model).map((one) => (one.payType === payType ? one.paid : 0))) - sum(refunded)
}
const paidOf = (model: Model): number => paidBy(model, 'cash') + paidBy(model, 'transfer')

/** What was received for a line or moved to it, and neither refunded nor moved away. */
export function linePaid(model: Model, line: number): number {
  const parts = active(model).flatMap((receipt) => receipt.parts)
  const received = sum(parts.filter((part) => part.line === line).map((part) => part.paid))
  const moved = model.moves.map(({ from, to, value }) =>
    line === to ? value : line === from ? -value : 0,
  )
  return received + sum(moved) - sum(model.refunds.map((refund) => refund.parts[line] ?? 0))
}
const unpaidOn = (model: Model, line: number) => (model.nets[line] ?? 0) - linePaid(model, line)
export const owedOn = (model: Model, line: number): number =>
  model.lines[line] === 'open' ? unpaidOn(model, line) : 0

const owed = (model: Model) => sum(model.nets.map((_, line) => owedOn(model, line)))

function statusOf(model: Model) {
  if (model.cancelled) return 'cancelled'
  if (model.lines.includes('open')) return owed(model) > 0 ? 'outstanding' : 'paid'
  if (model.refunds.length === 0) return 'ended'
  return paidOf(model) > 0 ? 'partial_refund' : 'refunded'
}
const isOpen = (model: Model) => ['outstanding', 'paid'].includes(statusOf(model))

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

/** The pay type of the latest receipt of the line that is not voided, else of what was moved to it. */
const payTypeOf = (model: Model, line: number): PayType | null =>
  active(model).findLast(({ parts }) => parts.some((part) => part.line === line))?.payType ??
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
  uses: model.cancelled || model.lines[0] === 'removed' ? 0 : 1,
  rights: sum(
    model.items.map((item, line) => (model.lines[line] === 'open' ? modelItems[item].rights : 0)),
  ),
})

/** A step with its amounts; `index` is the position of a receipt among those of the application. */
export type Step =
  | {
      do: 'pay'
      parts: readonly { line: number; paid: number; payType: PayType }[]
      /** Whether each line is sent once, with its amounts by pay type. */
      split: boolean
      resend: boolean
    }
  | { do: 'edit'; index: number; payType: PayType }
  | { do: 'requestVoid'; index: number; by: 'cashier' | 'manager' | 'admin' }
  | { do: 'decide'; index: number; decision: 'approve' | 'reject'; by: 'manager' | 'admin' }
  | RefundStep
  | AmendStep
  | { do: 'cancel'; by: 'registrar' | 'manager' }
  | { do: 'close' }

/** Adds an item, removes a line, or replaces it by a course. */
export type AmendStep =
  | { do: 'amend'; change: 'add'; item: ModelItem }
  | { do: 'amend'; change: 'remove'; line: number }
  | { do: 'amend'; change: 'replace'; line: number; item: ModelItem }

/** Without `lines` all open lines end. */
interface RefundStep {
  do: 'refund'
  value: number
  payType: PayType
  lines?: readonly { line: number; value: number }[]
}

type Refusal =
  | 'STATE'
  | 'OVERPAY'
  | 'REFUND_MAX'
  | 'REFUND_FIRST'
  | 'SAME_USER'
  | 'FORBIDDEN'
  | 'VALIDATION'

function pay(model: Model, { parts }: Extract<Step, { do: 'pay' }>): Refusal | null {
  if (statusOf(model) !== 'outstanding') return 'STATE'
  const onLine = (line: number) =>
    sum(parts.filter((part) => part.line === line).map((part) => part.paid))
  if (parts.some(({ line }) => onLine(line) > owedOn(model, line))) return 'OVERPAY'
  for (const payType of ['cash', 'transfer'] as const) {
    const own = parts.filter((part) => part.payType === payType)
    if (own.length === 0) continue
    const paid = sum(own.map((part) => part.paid))
    model.receipts.push({
      paid,
      payType,
      status: 'normal',
      parts: own,
      requesters: [],
      closed: false,
    })
  }
  return null
}

function changeReceipt(
  model: Model,
  receipt: ModelReceipt,
  step: Extract<Step, { do: 'edit' | 'requestVoid' | 'decide' }>,
): Refusal | null {
  if (!isOpen(model) || receipt.status === 'deleted') return 'STATE'
  if (receipt.parts.some(({ line }) => model.lines[line] !== 'open')) return 'STATE'
  if (step.do === 'decide') {
    if (receipt.status !== 'delete_requested') return 'STATE'
    if (step.by === receipt.requesters.at(-1) && step.by !== 'admin') return 'SAME_USER'
    if (step.decision === 'approve' && receipt.closed) return 'STATE'
    receipt.status = step.decision === 'approve' ? 'deleted' : 'normal'
    return null
  }
  if (receipt.closed || receipt.status !== 'normal') return 'STATE'
  if (step.do === 'requestVoid') {
    receipt.status = 'delete_requested'
    receipt.requesters.push(step.by)
    return null
  }
  if (receipt.payType === step.payType) return 'STATE'
  receipt.payType = step.payType
  return null
}

/** A waiting request lapses, and no longer binds the requester. */
function lapse(receipt: ModelReceipt): void {
  if (receipt.status !== 'delete_requested') return
  receipt.status = 'normal'
  receipt.requesters.pop()
}

/** Whether the manager, who refunds and cancels, has requested the void of a receipt. */
const isOwn = (model: Model) =>
  active(model).some(({ requesters }) => requesters.includes('manager'))

/** The part of a refund of the whole application that each line gives; money of open lines first. */
function dividedParts(model: Model, value: number): number[] {
  const paid = model.lines.map((_, line) => linePaid(model, line))
  const ofOpen = paid.map((amount, line) => (model.lines[line] === 'open' ? amount : 0))
  const ofEnded = paid.map((amount, line) => amount - (ofOpen[line] ?? 0))
  const fromOpen = Math.min(value, sum(ofOpen))
  const divide = (amount: number, weights: number[]) =>
    divideInProportion(satang(amount), weights.map(satang))
  const openParts = divide(fromOpen, ofOpen)
  const endedParts = divide(value - fromOpen, ofEnded)
  return openParts.map((part, line) => part + (endedParts[line] ?? 0))
}

function refund(model: Model, { value, payType, lines }: RefundStep): Refusal | null {
  if (!isOpen(model) && !['partial_refund', 'ended'].includes(statusOf(model))) return 'STATE'
  if (isOwn(model)) return 'SAME_USER'
  for (const part of lines ?? []) {
    if (part.value > linePaid(model, part.line)) return 'REFUND_MAX'
    if (part.value === 0 && model.lines[part.line] !== 'open') return 'VALIDATION'
  }
  if (lines === undefined && value > paidOf(model)) return 'REFUND_MAX'
  if (lines !== undefined && value !== sum(lines.map((part) => part.value))) return 'VALIDATION'
  const given = new Map(lines?.map((part) => [part.line, part.value]))
  const parts =
    lines === undefined
      ? dividedParts(model, value)
      : model.lines.map((_, line) => given.get(line) ?? 0)
  for (const [line, state] of model.lines.entries()) {
    const part = parts[line] ?? 0
    const isAffected = part > 0 || (lines === undefined ? state === 'open' : given.has(line))
    if (!isAffected) continue
    model.lines[line] = part > 0 ? 'refunded' : 'ended'
    for (const receipt of active(model)) {
      if (receipt.parts.some((one) => one.line === line)) lapse(receipt)
    }
  }
  model.refunds.push({ value, payType, parts, closed: false })
  return null
}

function cancel(model: Model, { by }: Extract<Step, { do: 'cancel' }>): Refusal | null {
  if (!isOpen(model)) return 'STATE'
  const isSettled = (line: number) => model.lines[line] !== 'open' && linePaid(model, line) > 0
  if (model.lines.some((state, line) => state === 'refunded' || isSettled(line))) return 'STATE'
  if (active(model).length > 0 && by === 'registrar') return 'FORBIDDEN'
  if (isOwn(model)) return 'SAME_USER'
  if (active(model).some(({ closed }) => closed)) return 'STATE'
  for (const receipt of active(model)) receipt.status = 'deleted'
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

function amend(model: Model, step: AmendStep): Refusal | null {
  const line = step.change === 'add' ? -1 : step.line
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
  const isKept = model.lines[line] === 'refunded' && paid > 0
  if (model.items[line] === 'book' || (!wasOpen && !isKept)) return 'VALIDATION'
  if (paid > modelItems[step.item].net) return 'REFUND_FIRST'
  const to = addLine(model, step.item)
  if (paid > 0) model.moves.push({ from: line, to, value: paid, payType: payTypeOf(model, line) })
  if (wasOpen) model.lines[line] = 'removed'
  return null
}

function close(model: Model): Refusal | null {
  if (openMovements(model).movements === 0) return 'STATE'
  for (const receipt of model.receipts) {
    lapse(receipt)
    receipt.closed = true
  }
  for (const one of model.refunds) one.closed = true
  model.others = { movements: 0, cash: 0 }
  return null
}

/** Applies a step to the model. @returns null, or the error code if the step is refused, which changes nothing */
export function applyStep(model: Model, step: Step): Refusal | null {
  switch (step.do) {
    case 'pay':
      return pay(model, step)
    case 'refund':
      return refund(model, step)
    case 'amend':
      return amend(model, step)
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
