/**
 * Arbitrary sequences of steps that change the money of one application. Amounts are generated as quarters of
 * the current balance; a few exceed it, and a few steps choose a receipt that they cannot change.
 */
import type { PayType } from '@khapdee/domain/application/status'
import fc from 'fast-check'
import {
  type Step,
  type Model,
  type ModelItem,
  type ModelReceipt,
  linePaid,
  owedOn,
} from './money-model.ts'

const payType = fc.constantFrom<PayType>('cash', 'transfer')
/** Quarters of an amount; 5 means one satang more than the amount. */
const quarters = fc.constantFrom(1, 2, 2, 4, 4, 4, 5)
/** The index of a receipt; mostly the first, so that several steps change the same one. */
const index = fc.constantFrom(0, 0, 0, 1, 2)
/** Whether a step may choose a receipt that it cannot change. */
const anyReceipt = fc.constantFrom(true, false, false, false)

const paymentStep = fc.record({
  do: fc.constant('pay' as const),
  parts: fc.uniqueArray(fc.record({ line: fc.nat(2), payType, quarters }), {
    minLength: 1,
    maxLength: 3,
    selector: (part) => `${part.line} ${part.payType}`,
  }),
  split: fc.boolean(),
  resend: fc.constantFrom(true, false, false, false),
})

/** What is paid at registration: nothing, or shares of the lines in cash, by transfer or both. */
export const registrations = fc.uniqueArray(
  fc.record({ line: fc.nat(1), payType, quarters: fc.constantFrom(1, 2, 4) }),
  { maxLength: 3, selector: (part) => `${part.line} ${part.payType}` },
)

const anyStep = fc.oneof(
  { weight: 3, arbitrary: paymentStep },
  fc.record({ do: fc.constant('edit' as const), index, anyReceipt, payType }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('requestVoid' as const),
      index,
      anyReceipt,
      by: fc.constantFrom('cashier', 'manager', 'manager', 'admin'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      index,
      anyReceipt,
      decision: fc.constantFrom('approve', 'reject'),
      by: fc.constantFrom('manager', 'manager', 'admin'),
    }),
  },
  fc.record({ do: fc.constant('refund' as const), quarters, payType }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refundLines' as const),
      lines: fc.uniqueArray(fc.record({ line: fc.nat(2), quarters }), {
        minLength: 1,
        selector: ({ line }) => line,
      }),
      /** Whether the value is not the sum of the lines. */
      wrongSum: fc.constantFrom(true, false, false, false, false, false),
      payType,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('amend' as const),
      change: fc.constantFrom('add', 'remove', 'replace', 'replace'),
      line: fc.nat(3),
      item: fc.constantFrom<ModelItem>('motorcycle', 'lesson'),
    }),
  },
  fc.record({ do: fc.constant('cancel' as const), by: fc.constantFrom('registrar', 'manager') }),
  fc.record({ do: fc.constant('close' as const) }),
)

/** Sequences mostly begin with a payment, because few steps are possible without one. */
export const steps = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: paymentStep }, anyStep),
    fc.array(anyStep, { minLength: 2, maxLength: 7, size: 'max' }),
  )
  .map(([first, others]) => [first, ...others])

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never
type AbstractStep = Value<typeof steps>[number]
type AbstractPart = Extract<AbstractStep, { do: 'pay' }>['parts'][number]
type ReceiptStep = Extract<AbstractStep, { index: number }>

/** A number of quarters of an amount, at least 1 satang; for 5 quarters the amount and 1 satang more. */
const share = (whole: number, quarters: number) =>
  quarters > 4 ? whole + 1 : Math.max(1, Math.floor((whole * quarters) / 4))

/**
 * The parts on lines that are not removed, each once for each key; the number of a line is drawn without knowing how
 * many there are.
 */
function onKnownLines<Part extends { line: number }>(
  { lines }: Model,
  parts: readonly Part[],
  keyOf: (part: Part) => string,
): Part[] {
  const known = lines.flatMap((state, line) => (state === 'removed' ? [] : [line]))
  const seen = new Set<string>()
  return parts.flatMap((part) => {
    const line = known[part.line % known.length] ?? 0
    const key = `${line} ${keyOf(part)}`
    if (seen.has(key)) return []
    seen.add(key)
    return [{ ...part, line }]
  })
}

/**
 * The parts of a payment. Each is a share of the balance that the previous parts leave on its line, or 1 satang
 * more than it (5 quarters). A part after the first is omitted if its line has no balance, except a part of
 * 5 quarters.
 */
export function partsOf(model: Model, parts: readonly AbstractPart[]) {
  const balances = model.nets.map((_, line) => owedOn(model, line))
  const known = onKnownLines(model, parts, (one) => one.payType)
  return known.flatMap(({ line, payType, quarters }, i) => {
    const whole = balances[line] ?? 0
    if (whole === 0 && quarters <= 4 && i > 0) return []
    const paid = share(whole, quarters)
    balances[line] = Math.max(0, whole - paid)
    return [{ line, payType, paid }]
  })
}

/** A refund of shares of what is paid on lines; null if nothing is paid on them. */
function refundOfLines(
  model: Model,
  { lines, payType, wrongSum }: Extract<AbstractStep, { do: 'refundLines' }>,
): Step | null {
  const parts = onKnownLines(model, lines, () => '').map(({ line, quarters }) => {
    const paid = linePaid(model, line)
    return { line, value: paid === 0 && quarters <= 4 ? 0 : share(paid, quarters) }
  })
  const sum = parts.reduce((whole, { value }) => whole + value, 0)
  if (sum === 0) return null
  return { do: 'refund', payType, value: wrongSum ? sum + 1 : sum, lines: parts }
}

/** The index of the receipt of a step: any receipt, or only one that the step can change; undefined if none. */
function receiptFor({ receipts }: Model, { do: action, index, anyReceipt }: ReceiptStep) {
  const fits = (one: ModelReceipt) =>
    action === 'decide' ? one.status === 'delete_requested' : one.status === 'normal' && !one.closed
  const candidates = receipts.flatMap((one, i) => (anyReceipt || fits(one) ? [i] : []))
  return candidates[index % candidates.length]
}

/** The step with its amounts in the current state; null if there is no receipt for it. */
export function toStep(model: Model, step: AbstractStep): Step | null {
  switch (step.do) {
    case 'pay':
      return { ...step, parts: partsOf(model, step.parts) }
    case 'refund': {
      const paid = model.lines.reduce((sum, _, line) => sum + linePaid(model, line), 0)
      return { do: 'refund', payType: step.payType, value: share(paid, step.quarters) }
    }
    case 'refundLines':
      return refundOfLines(model, step)
    case 'amend': {
      const { change, item } = step
      if (change === 'add') return { do: 'amend', change, item: 'book' }
      const [{ line } = { line: 0 }] = onKnownLines(model, [step], () => '')
      return change === 'remove'
        ? { do: 'amend', change, line }
        : { do: 'amend', change: 'replace', line, item }
    }
    case 'edit':
    case 'requestVoid':
    case 'decide': {
      const index = receiptFor(model, step)
      return index === undefined ? null : { ...step, index }
    }
    default:
      return step
  }
}
