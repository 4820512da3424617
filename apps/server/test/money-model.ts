/**
 * What the life of one application's money should be, told without a database: the steps, what each
 * is answered, and what is true after it. Amounts in satang.
 */
import type { PayType } from '@khapdee/domain/application/status'
import fc from 'fast-check'

interface ModelReceipt {
  paid: number
  way: PayType
  status: 'normal' | 'delete_requested' | 'deleted'
  parts: readonly { line: number; paid: number }[]
  asker: string
  closed: boolean
}

export interface Model {
  ended: 'partial_refund' | 'refunded' | 'cancelled' | null
  /** What is to be paid for each line. */
  nets: readonly number[]
  receipts: ModelReceipt[]
  refund: { value: number; way: PayType; closed: boolean } | null
  /** What others left in the drawer since the last close. */
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
const paidOf = (model: Model): number => paidBy(model, 'cash') + paidBy(model, 'transfer')

function linePaid(model: Model, line: number): number {
  const parts = active(model).flatMap((receipt) => receipt.parts)
  return sum(parts.filter((part) => part.line === line).map((part) => part.paid))
}
const owedOn = (model: Model, line: number): number =>
  (model.nets[line] ?? 0) - linePaid(model, line)

const owed = (model: Model) => sum(model.nets) - paidOf(model)
const statusOf = (model: Model) => model.ended ?? (owed(model) > 0 ? 'outstanding' : 'paid')

/** What should be in the drawer, and how much moved. */
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

const way = fc.constantFrom<PayType>('cash', 'transfer')
/** Quarters of what is there; five are more than all of it. */
const quarters = fc.constantFrom(1, 2, 4, 4, 5)
/** Mostly the first receipt, so that much happens to one. */
const which = fc.constantFrom(0, 0, 0, 1, 2)

export const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        parts: fc.uniqueArray(fc.record({ line: fc.nat(1), way, quarters }), {
          minLength: 1,
          maxLength: 3,
          selector: (part) => `${part.line} ${part.way}`,
        }),
        twice: fc.boolean(),
      }),
    },
    fc.record({ do: fc.constant('edit' as const), which, way }),
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('ask' as const),
        which,
        by: fc.constantFrom('cashier.kkn', 'manager.kkn', 'manager.kkn', 'admin'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('decide' as const),
        which,
        decision: fc.constantFrom('approve', 'reject'),
        by: fc.constantFrom('manager.kkn', 'manager.kkn', 'admin'),
      }),
    },
    fc.record({ do: fc.constant('refund' as const), quarters, way }),
    fc.record({
      do: fc.constant('cancel' as const),
      by: fc.constantFrom('registrar.kkn', 'manager.kkn'),
    }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  ),
  { minLength: 4, maxLength: 12, size: 'max' },
)

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never
export type Step = Value<typeof steps>[number]

/** A step with its amounts, which the state gives. */
export type Concrete =
  | { do: 'pay'; parts: readonly { line: number; paid: number; way: PayType }[]; twice: boolean }
  | { do: 'refund'; value: number; way: PayType }
  | Exclude<Step, { do: 'pay' } | { do: 'refund' }>

const share = (whole: number, quarters: number) =>
  quarters > 4 ? whole + 1 : Math.max(1, Math.floor((whole * quarters) / 4))

export function concrete(model: Model, step: Step): Concrete {
  if (step.do === 'refund') {
    return { do: 'refund', way: step.way, value: share(paidOf(model), step.quarters) }
  }
  if (step.do !== 'pay') return step
  const parts = step.parts.map(({ line, way, quarters }) => ({
    line,
    way,
    paid: share(owedOn(model, line), quarters),
  }))
  return { do: 'pay', parts, twice: step.twice }
}

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
  if (active(model).length > 0 && step.by === 'registrar.kkn') return 'FORBIDDEN'
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
      const receipt = model.receipts[step.which % model.receipts.length]
      return receipt === undefined ? null : correct(model, receipt, step)
    }
  }
}
