/**
 * A model of the money of one application without a database: the steps, the
 * answer to each, and the state after it. Amounts in satang.
 */
import type { PayType } from '@khapdee/domain/application/status'

export interface ModelReceipt {
  paid: number
  way: PayType
  status: 'normal' | 'delete_requested' | 'deleted'
  parts: readonly { line: number; paid: number }[]
  asker: string
  closed: boolean
}

export interface Model {
  ended: 'partial_refund' | 'refunded' | 'cancelled' | null
  /** The net amount of each line. */
  nets: readonly number[]
  receipts: ModelReceipt[]
  refund: { value: number; way: PayType; closed: boolean } | null
  /** Movements and cash of other applications since the last close. */
  others: { movements: number; cash: number }
}

export const newModel = (nets: readonly number[], others: Model['others']): Model => ({
  ended: null,
  nets,
  receipts: [],
  refund: null,
  others: { ...others },
})

const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
const active = ({ receipts }: Model) => receipts.filter(({ status }) => status !== 'deleted')

function paidBy(model: Model, way: PayType): number {
  const back = model.refund?.way === way ? model.refund.value : 0
  return sum(active(model).map((one) => (one.way === way ? one.paid : 0))) - back
}
export const paidOf = (model: Model): number => paidBy(model, 'cash') + paidBy(model, 'transfer')

function linePaid(model: Model, line: number): number {
  const parts = active(model).flatMap((receipt) => receipt.parts)
  return sum(parts.filter((part) => part.line === line).map((part) => part.paid))
}
export const owedOn = (model: Model, line: number): number =>
  (model.nets[line] ?? 0) - linePaid(model, line)

const owed = (model: Model) => sum(model.nets) - paidOf(model)
const statusOf = (model: Model) => model.ended ?? (owed(model) > 0 ? 'outstanding' : 'paid')

/** The expected cash in the drawer, and the count of movements. */
export function drawerOf({ others, receipts, refund }: Model): { movements: number; cash: number } {
  const open = receipts.filter(({ closed }) => !closed)
  const counted = open.filter(({ way, status }) => way === 'cash' && status !== 'deleted')
  const back = refund !== null && !refund.closed ? refund : null
  return {
    movements: others.movements + open.length + (back === null ? 0 : 1),
    cash:
      others.cash + sum(counted.map(({ paid }) => paid)) - (back?.way === 'cash' ? back.value : 0),
  }
}

/** Everything that a reader of the database can see of it. */
export const seen = (model: Model) => ({
  status: statusOf(model),
  paid: paidOf(model),
  cash: paidBy(model, 'cash'),
  transfer: paidBy(model, 'transfer'),
  balance: model.ended === null ? owed(model) : 0,
  lines: model.nets.map((_, line) => linePaid(model, line)),
  receipts: model.receipts.map(({ paid, way, status, closed }) => [paid, way, status, closed]),
  refunds:
    model.refund === null ? [] : [[-model.refund.value, model.refund.way, model.refund.closed]],
  uses: model.ended === 'refunded' || model.ended === 'cancelled' ? 0 : 1,
  rights: model.ended === null ? 2 : 0,
})

/** A step with its amounts; a receipt is told by its place among all. */
export type Concrete =
  | { do: 'pay'; parts: readonly { line: number; paid: number; way: PayType }[]; twice: boolean }
  | { do: 'edit'; which: number; way: PayType }
  | { do: 'ask'; which: number; by: 'cashier' | 'manager' | 'admin' }
  | { do: 'decide'; which: number; decision: 'approve' | 'reject'; by: 'manager' | 'admin' }
  | { do: 'refund'; value: number; way: PayType }
  | { do: 'cancel'; by: 'registrar' | 'manager' }
  | { do: 'close' }

type Refusal = 'STATE' | 'OVERPAY' | 'REFUND_MAX' | 'SAME_USER' | 'FORBIDDEN'

function pay(model: Model, { parts }: Extract<Concrete, { do: 'pay' }>): Refusal | null {
  if (statusOf(model) !== 'outstanding') return 'STATE'
  const onLine = (line: number) =>
    sum(parts.filter((part) => part.line === line).map((part) => part.paid))
  if (parts.some(({ line }) => onLine(line) > owedOn(model, line))) return 'OVERPAY'
  for (const way of ['cash', 'transfer'] as const) {
    const own = parts.filter((part) => part.way === way)
    if (own.length === 0) continue
    const paid = sum(own.map((part) => part.paid))
    model.receipts.push({ paid, way, status: 'normal', parts: own, asker: '', closed: false })
  }
  return null
}

function correct(
  model: Model,
  receipt: ModelReceipt,
  step: Extract<Concrete, { do: 'edit' | 'ask' | 'decide' }>,
): Refusal | null {
  if (model.ended !== null || receipt.status === 'deleted') return 'STATE'
  if (step.do === 'decide') {
    if (receipt.status !== 'delete_requested') return 'STATE'
    if (step.by === receipt.asker && step.by !== 'admin') return 'SAME_USER'
    if (step.decision === 'approve' && receipt.closed) return 'STATE'
    receipt.status = step.decision === 'approve' ? 'deleted' : 'normal'
    return null
  }
  if (receipt.closed || receipt.status !== 'normal') return 'STATE'
  if (step.do === 'ask') {
    receipt.status = 'delete_requested'
    receipt.asker = step.by
    return null
  }
  if (receipt.way === step.way) return 'STATE'
  receipt.way = step.way
  return null
}

function end(model: Model, step: Extract<Concrete, { do: 'refund' | 'cancel' }>): Refusal | null {
  if (model.ended !== null) return 'STATE'
  if (step.do === 'refund') {
    const paid = paidOf(model)
    if (step.value > paid) return 'REFUND_MAX'
    for (const receipt of active(model)) receipt.status = 'normal'
    model.ended = step.value === paid ? 'refunded' : 'partial_refund'
    model.refund = { value: step.value, way: step.way, closed: false }
    return null
  }
  if (active(model).length > 0 && step.by === 'registrar') return 'FORBIDDEN'
  if (active(model).some(({ closed }) => closed)) return 'STATE'
  for (const receipt of active(model)) receipt.status = 'deleted'
  model.ended = 'cancelled'
  return null
}

function close(model: Model): Refusal | null {
  if (drawerOf(model).movements === 0) return 'STATE'
  for (const moved of model.receipts) moved.closed = true
  if (model.refund !== null) model.refund.closed = true
  model.others = { movements: 0, cash: 0 }
  return null
}

/** Takes the step where it may be taken; @returns why not, where it may not */
export function take(model: Model, step: Concrete): Refusal | null {
  switch (step.do) {
    case 'pay':
      return pay(model, step)
    case 'refund':
    case 'cancel':
      return end(model, step)
    case 'close':
      return close(model)
    default: {
      const receipt = model.receipts[step.which]
      return receipt === undefined ? null : correct(model, receipt, step)
    }
  }
}
