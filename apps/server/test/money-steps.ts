/**
 * Arbitrary sequences of steps that change the money of one application. They are generated
 * independently of its state: amounts as quarters of the balance, lines and receipts as numbers.
 * `toStep` fills in the current state. A few amounts exceed the balance, and a few steps choose a
 * receipt that they cannot change.
 */
import type { PayType } from '@khapdee/domain/application/status'
import fc from 'fast-check'
import {
  type Model,
  type ModelItem,
  type ModelReceipt,
  linePaid,
  modelItems,
  owedOn,
} from './money-model.ts'
import { type Decider, type Decision, type Step, openRefundIndex } from './money-rules.ts'

const manyTimes = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

const payType = fc.constantFrom<PayType>('cash', 'transfer')
/** Quarters of an amount; 5 means one satang more than the amount. */
const quarters = fc.constantFrom(1, 2, 2, 4, 4, 4, 5)
/** The index of a receipt; mostly the first, so that several steps change the same one. */
const index = fc.constantFrom(0, 0, 0, 1, 2)
/** Whether a step may choose a receipt that it cannot change. */
const allowsAnyReceipt = fc.constantFrom(true, false, false, false)
const requester = fc.constantFrom(
  'cashier' as const,
  'manager' as const,
  'manager' as const,
  'admin' as const,
)
const decider = fc.constantFrom('manager' as const, 'manager' as const, 'admin' as const)
const decision = fc.constantFrom('approve' as const, 'reject' as const)
/** An agreed day of payment, in days from today; a past one is refused. */
const due = fc.constantFrom(null, null, null, null, 7, 30, -1)
/** The lines of a refund, each with the share of its paid amount that is paid back. */
const refundedLines = (quarters: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.record({ line: fc.nat(2), quarters }), {
    minLength: 1,
    selector: ({ line }) => line,
  })
/** Whether the value of a refund is not the sum of its lines. */
const wrongSum = fc.constantFrom(true, false, false, false, false, false)

const paymentStep = fc.record({
  do: fc.constant('pay' as const),
  parts: fc.uniqueArray(fc.record({ line: fc.nat(2), payType, quarters }), {
    minLength: 1,
    maxLength: 3,
    selector: (part) => `${part.line} ${part.payType}`,
  }),
  due,
  split: fc.boolean(),
  resend: fc.constantFrom(true, false, false, false),
})

/** An application and the payment at registration: nothing, or shares of the lines in cash, by transfer or both. */
export const registrations = fc.record({
  kind: fc.constantFrom(
    'course' as const,
    'course' as const,
    'course' as const,
    'request_fee' as const,
  ),
  paid: fc.uniqueArray(
    fc.record({ line: fc.nat(1), payType, quarters: fc.constantFrom(1, 2, 4) }),
    { maxLength: 3, selector: (part) => `${part.line} ${part.payType}` },
  ),
})

/** The next step of a refund request: to request it, to decide it, to pay it out or to withdraw it. */
const refundRequestStep = fc.record({
  do: fc.constant('refundRequest' as const),
  lines: refundedLines(fc.constantFrom(1, 2, 2, 4, 4, 4, 2, 4, 1, 2, 4, 5)),
  wrongSum: fc.constantFrom(true, ...manyTimes(15, false)),
  payType,
  /** Whether the request is for the whole application. */
  isWhole: fc.constantFrom(true, false, false),
  by: fc.constantFrom('cashier' as const, 'cashier' as const, 'manager' as const, 'admin' as const),
  withdraws: fc.constantFrom(true, ...manyTimes(7, false)),
  decider,
  decision: fc.constantFrom('reject' as const, ...manyTimes(7, 'approve' as const)),
  resend: fc.constantFrom(true, false, false, false),
  /**
   * A step to take regardless of the state of the request; null for the step that the state allows.
   */
  forced: fc.constantFrom(
    'request' as const,
    'decide' as const,
    'payOut' as const,
    ...manyTimes(13, null),
  ),
  /**
   * Whether, without an open request, the last ended one is paid out instead of requesting a new
   * one.
   */
  usesEnded: fc.constantFrom(true, false, false),
})

const voidRequestStep = fc.record({
  do: fc.constant('requestVoid' as const),
  index,
  allowsAnyReceipt,
  by: requester,
})
const voidDecisionStep = fc.record({
  do: fc.constant('decideVoid' as const),
  index,
  allowsAnyReceipt,
  decision,
  by: decider,
})

const refundStep = fc.record({ do: fc.constant('refund' as const), quarters, payType })
const endStep = fc.record({
  do: fc.constant('end' as const),
  lines: fc.option(fc.uniqueArray(fc.nat(2), { minLength: 1 })),
})
const amendStep = fc.record({
  do: fc.constant('amend' as const),
  change: fc.constantFrom('add', 'remove', 'replace', 'replace'),
  line: fc.nat(3),
  item: fc.constantFrom<ModelItem>('motorcycle', 'lesson'),
  /** Whether a replacement chooses a course that costs at least the paid amount. */
  fitsPaid: fc.constantFrom(true, true, false),
  by: fc.constantFrom('registrar' as const, 'manager' as const),
})
/** The decision on a request fee; for a course, `toStep` makes it a follow-up note with the day `due`. */
const feeDecisionStep = fc.record({
  do: fc.constant('decideFee' as const),
  decision,
  by: decider,
  due,
})

const anyStep = fc.oneof(
  { weight: 3, arbitrary: paymentStep },
  fc.record({ do: fc.constant('editPayType' as const), index, allowsAnyReceipt, payType }),
  { weight: 3, arbitrary: voidRequestStep },
  { weight: 4, arbitrary: voidDecisionStep },
  refundStep,
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refundLines' as const),
      lines: refundedLines(quarters),
      wrongSum,
      payType,
    }),
  },
  { weight: 4, arbitrary: refundRequestStep },
  fc.record({
    do: fc.constant('withdraw' as const),
    request: fc.nat(2),
    byRequester: fc.boolean(),
    by: requester,
  }),
  endStep,
  { weight: 2, arbitrary: feeDecisionStep },
  { weight: 3, arbitrary: amendStep },
  fc.record({ do: fc.constant('cancel' as const), by: fc.constantFrom('registrar', 'manager') }),
  fc.record({ do: fc.constant('close' as const) }),
)

/** One step, or sometimes several that would seldom follow each other by chance. */
const anySteps = fc.oneof(
  { weight: 44, arbitrary: fc.tuple(anyStep) },
  { weight: 2, arbitrary: fc.tuple(voidRequestStep, voidDecisionStep) },
  { weight: 2, arbitrary: fc.tuple(refundRequestStep, refundRequestStep, refundRequestStep) },
  { weight: 2, arbitrary: fc.tuple(amendStep, feeDecisionStep) },
  { weight: 2, arbitrary: fc.tuple(endStep, refundStep) },
  // A void that is decided while a refund of the same money is open.
  fc.tuple(voidRequestStep, refundRequestStep, voidDecisionStep),
  // The requester of a rejected void may not refund.
  fc.tuple(voidRequestStep, voidDecisionStep, refundStep),
)

/** Sequences mostly begin with a payment, because few steps are possible without one. */
export const steps = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: paymentStep }, anyStep),
    fc.array(anySteps, { minLength: 2, maxLength: 7, size: 'max' }),
  )
  .map(([first, others]) => [first, ...others.flat()])

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never
type AbstractStep = Value<typeof steps>[number]
type AbstractPart = Extract<AbstractStep, { do: 'pay' }>['parts'][number]
type ReceiptStep = Extract<AbstractStep, { index: number }>

/** A number of quarters of an amount, at least 1 satang; for 5 quarters the amount and 1 satang more. */
const share = (amount: number, quarters: number) =>
  quarters > 4 ? amount + 1 : Math.max(1, Math.floor((amount * quarters) / 4))

/**
 * Places parts on lines that are not removed, because the number of a line is generated without
 * knowing how many lines there are. Of several parts with the same line and key, only the first is
 * kept.
 */
function onRemainingLines<Part extends { line: number }>(
  { lines }: Model,
  parts: readonly Part[],
  keyOf: (part: Part) => string,
): Part[] {
  const remaining = lines.flatMap((state, line) => (state === 'removed' ? [] : [line]))
  const seen = new Set<string>()
  return parts.flatMap((part) => {
    const line = remaining[part.line % remaining.length] ?? 0
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
  const placed = onRemainingLines(model, parts, (one) => one.payType)
  return placed.flatMap(({ line, payType, quarters }, i) => {
    const balance = balances[line] ?? 0
    if (balance === 0 && quarters <= 4 && i > 0) return []
    const paid = share(balance, quarters)
    balances[line] = Math.max(0, balance - paid)
    return [{ line, payType, paid }]
  })
}

type RefundLinesStep = Pick<
  Extract<AbstractStep, { do: 'refundLines' }>,
  'lines' | 'payType' | 'wrongSum'
>

/** A refund of shares of the paid amounts of lines; null if nothing is paid on them. */
function refundOfLines(model: Model, { lines, payType, wrongSum }: RefundLinesStep) {
  const parts = onRemainingLines(model, lines, () => '').map(({ line, quarters }) => {
    const paid = linePaid(model, line)
    return { line, value: paid === 0 && quarters <= 4 ? 0 : share(paid, quarters) }
  })
  const sum = parts.reduce((total, { value }) => total + value, 0)
  if (sum === 0) return null
  return { payType, value: wrongSum ? sum + 1 : sum, lines: parts }
}

/** A refund of a share of the paid amount. */
function refundOfAll(model: Model, quarters: number, payType: PayType) {
  const paid = model.lines.reduce((sum, _, line) => sum + linePaid(model, line), 0)
  return { payType, value: share(paid, quarters) }
}

/** The decision of the open refund request, or its payout when it is approved. */
function continueRefund(
  model: Model,
  { decision, by, resend = false }: { decision: Decision; by: Decider; resend?: boolean },
): Step | null {
  const request = openRefundIndex(model)
  if (request === -1) return null
  return model.requests[request]?.state === 'approved'
    ? { do: 'payOut', request, resend }
    : { do: 'decideRefund', request, decision, by }
}

/** The next step of the open refund request, or a new request. */
function nextOfRefund(
  model: Model,
  step: Extract<AbstractStep, { do: 'refundRequest' }>,
): Step | null {
  const { by, decision, decider, resend, payType } = step
  const open = openRefundIndex(model)
  const forced = open === -1 && step.usesEnded ? 'payOut' : step.forced
  const request = open === -1 ? model.requests.findLastIndex(({ kind }) => kind === 'refund') : open
  const found = model.requests[request]
  if (found?.kind !== 'refund' || forced === 'request' || (open === -1 && forced === null)) {
    const quarters = step.lines[0]?.quarters ?? 1
    const amount = step.isWhole ? refundOfAll(model, quarters, payType) : refundOfLines(model, step)
    return amount && { do: 'requestRefund', by, ...amount }
  }
  if (step.withdraws) return { do: 'withdraw', request, by: found.by }
  if (forced === 'payOut') return { do: 'payOut', request, resend }
  if (forced === 'decide') return { do: 'decideRefund', request, decision, by: decider }
  return continueRefund(model, { decision, by: decider, resend })
}

/** The index of the receipt of a step: any receipt, or only one that the step can change; undefined if none. */
function receiptFor({ receipts }: Model, { do: action, index, allowsAnyReceipt }: ReceiptStep) {
  const fits = ({ status, closed }: ModelReceipt) =>
    action === 'decideVoid' ? status === 'delete_requested' : status === 'normal' && !closed
  const candidates = receipts.flatMap((receipt, i) =>
    allowsAnyReceipt || fits(receipt) ? [i] : [],
  )
  return candidates[index % candidates.length]
}

/** The step with its amounts in the current state; null if there is no receipt for it. */
export function toStep(model: Model, step: AbstractStep): Step | null {
  switch (step.do) {
    case 'pay':
      return { ...step, parts: partsOf(model, step.parts) }
    case 'refund':
      return { do: 'refund', ...refundOfAll(model, step.quarters, step.payType) }
    case 'refundLines': {
      const amount = refundOfLines(model, step)
      return amount && { do: 'refund', ...amount }
    }
    case 'refundRequest':
      return nextOfRefund(model, step)
    case 'withdraw': {
      const withdrawable = model.requests.flatMap((request, i) =>
        request.kind === 'request_fee' ? [] : [[i, request.by] as const],
      )
      const [index, requester] = withdrawable[step.request % withdrawable.length] ?? []
      if (index === undefined || requester === undefined) return null
      return { do: 'withdraw', request: index, by: step.byRequester ? requester : step.by }
    }
    case 'end': {
      const lines = step.lines?.map((line) => ({ line }))
      const placed = lines && onRemainingLines(model, lines, () => '')
      return { do: 'end', ...(placed && { lines: placed.map(({ line }) => line) }) }
    }
    case 'decideFee':
      return model.decision === null ? { do: 'followUp', due: step.due } : step
    case 'amend': {
      const { change, by } = step
      const isFee = model.decision !== null
      if (change === 'add' || (isFee && change === 'replace')) {
        return { do: 'amend', change: 'add', item: isFee ? 'copy' : 'book', by }
      }
      const [{ line } = { line: 0 }] = onRemainingLines(model, [step], () => '')
      if (change === 'remove') return { do: 'amend', change, line, by }
      const paidExceedsPrice = linePaid(model, line) > modelItems[step.item].net
      const item = paidExceedsPrice && step.fitsPaid ? 'special' : step.item
      return { do: 'amend', change: 'replace', line, item, by }
    }
    case 'editPayType':
    case 'requestVoid':
    case 'decideVoid': {
      const index = receiptFor(model, step)
      if (index !== undefined) return { ...step, index }
      return step.do === 'decideVoid' ? continueRefund(model, step) : null
    }
    default:
      return step
  }
}
