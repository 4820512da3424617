/**
 * A model of the money of one application, without a database: the steps, the error code or success of each,
 * and the state after it. Amounts are in satang.
 */
import type { PayType } from '@khapdee/domain/application/status'

export interface ModelReceipt {
  paid: number
  payType: PayType
  status: 'normal' | 'delete_requested' | 'deleted'
  parts: readonly { line: number; paid: number }[]
  /** Who requested the void, once for each request that waits or was rejected. */
  requesters: string[]
  closed: boolean
}

export interface Model {
  ended: 'partial_refund' | 'refunded' | 'cancelled' | null
  /** The net amount of each line. */
  nets: readonly number[]
  receipts: ModelReceipt[]
  refund: { value: number; payType: PayType; closed: boolean } | null
  /** Payments and cash of other applications since the last day close. */
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

function paidBy(model: Model, payType: PayType): number {
  const refunded = model.refund?.payType === payType ? model.refund.value : 0
  return sum(active(model).map((one) => (one.payType === payType ? one.paid : 0))) - refunded
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

/** The count and the expected cash of the payments and refunds since the last day close. */
export function openMovements({ others, receipts, refund }: Model): {
  movements: number
  cash: number
} {
  const open = receipts.filter(({ closed }) => !closed)
  const counted = open.filter(({ payType, status }) => payType === 'cash' && status !== 'deleted')
  const openRefund = refund !== null && !refund.closed ? refund : null
  return {
    movements: others.movements + open.length + (openRefund === null ? 0 : 1),
    cash:
      others.cash +
      sum(counted.map(({ paid }) => paid)) -
      (openRefund?.payType === 'cash' ? openRefund.value : 0),
  }
}

/** The state of the application as it must be stored in the database. */
export const snapshot = (model: Model) => ({
  status: statusOf(model),
  paid: paidOf(model),
  cash: paidBy(model, 'cash'),
  transfer: paidBy(model, 'transfer'),
  balance: model.ended === null ? owed(model) : 0,
  lines: model.nets.map((_, line) => linePaid(model, line)),
  receipts: model.receipts.map(({ paid, payType, status, closed }) => [
    paid,
    payType,
    status,
    closed,
  ]),
  refunds:
    model.refund === null ? [] : [[-model.refund.value, model.refund.payType, model.refund.closed]],
  uses: model.ended === 'refunded' || model.ended === 'cancelled' ? 0 : 1,
  rights: model.ended === null ? 2 : 0,
})

/** A step with its amounts; `index` is the position of a receipt among those of the application. */
export type Step =
  | {
      do: 'pay'
      parts: readonly { line: number; paid: number; payType: PayType }[]
      resend: boolean
    }
  | { do: 'edit'; index: number; payType: PayType }
  | { do: 'requestVoid'; index: number; by: 'cashier' | 'manager' | 'admin' }
  | { do: 'decide'; index: number; decision: 'approve' | 'reject'; by: 'manager' | 'admin' }
  | { do: 'refund'; value: number; payType: PayType }
  | { do: 'cancel'; by: 'registrar' | 'manager' }
  | { do: 'close' }

type Refusal = 'STATE' | 'OVERPAY' | 'REFUND_MAX' | 'SAME_USER' | 'FORBIDDEN'

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
  if (model.ended !== null || receipt.status === 'deleted') return 'STATE'
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

function end(model: Model, step: Extract<Step, { do: 'refund' | 'cancel' }>): Refusal | null {
  if (model.ended !== null) return 'STATE'
  const isOwn = active(model).some(({ requesters }) => requesters.includes('manager'))
  if (step.do === 'refund') {
    if (isOwn) return 'SAME_USER'
    const paid = paidOf(model)
    if (step.value > paid) return 'REFUND_MAX'
    for (const receipt of active(model)) receipt.status = 'normal'
    model.ended = step.value === paid ? 'refunded' : 'partial_refund'
    model.refund = { value: step.value, payType: step.payType, closed: false }
    return null
  }
  if (active(model).length > 0 && step.by === 'registrar') return 'FORBIDDEN'
  if (isOwn) return 'SAME_USER'
  if (active(model).some(({ closed }) => closed)) return 'STATE'
  for (const receipt of active(model)) receipt.status = 'deleted'
  model.ended = 'cancelled'
  return null
}

function close(model: Model): Refusal | null {
  if (openMovements(model).movements === 0) return 'STATE'
  for (const receipt of model.receipts) {
    if (receipt.status === 'delete_requested') {
      // Its request lapses, and no longer binds the requester.
      receipt.status = 'normal'
      receipt.requesters.pop()
    }
    receipt.closed = true
  }
  if (model.refund !== null) model.refund.closed = true
  model.others = { movements: 0, cash: 0 }
  return null
}

/** Applies a step to the model. @returns null, or the error code if the step is refused, which changes nothing */
export function applyStep(model: Model, step: Step): Refusal | null {
  switch (step.do) {
    case 'pay':
      return pay(model, step)
    case 'refund':
    case 'cancel':
      return end(model, step)
    case 'close':
      return close(model)
    default: {
      const receipt = model.receipts[step.index]
      return receipt === undefined ? null : changeReceipt(model, receipt, step)
    }
  }
}
