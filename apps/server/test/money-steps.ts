/** Arbitrary steps in the life of one application's money, with amounts taken from the model. */
import type { PayType } from '@khapdee/domain/application/status'
import fc from 'fast-check'
import { type Concrete, type Model, type ModelReceipt, owedOn, paidOf } from './money-model.ts'

const way = fc.constantFrom<PayType>('cash', 'transfer')
/** Quarters of what is there; five are more than all of it. */
const quarters = fc.constantFrom(1, 2, 2, 4, 4, 4, 5)
/** Mostly the first receipt, so that much happens to one. */
const which = fc.constantFrom(0, 0, 0, 1, 2)
const strays = fc.constantFrom(true, false, false, false)

const paying = fc.record({
  do: fc.constant('pay' as const),
  parts: fc.uniqueArray(fc.record({ line: fc.nat(1), way, quarters }), {
    minLength: 1,
    maxLength: 3,
    selector: (part) => `${part.line} ${part.way}`,
  }),
  twice: fc.constantFrom(true, false, false, false),
})

const anything = fc.oneof(
  { weight: 3, arbitrary: paying },
  fc.record({ do: fc.constant('edit' as const), which, strays, way }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      which,
      strays,
      by: fc.constantFrom('cashier', 'manager', 'manager', 'admin'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which,
      strays,
      decision: fc.constantFrom('approve', 'reject'),
      by: fc.constantFrom('manager', 'manager', 'admin'),
    }),
  },
  fc.record({ do: fc.constant('refund' as const), quarters, way }),
  fc.record({ do: fc.constant('cancel' as const), by: fc.constantFrom('registrar', 'manager') }),
  fc.record({ do: fc.constant('close' as const) }),
)

/** Sequences mostly begin with a payment, because few steps are possible without one. */
export const steps = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: paying }, anything),
    fc.array(anything, { minLength: 2, maxLength: 7, size: 'max' }),
  )
  .map(([first, others]) => [first, ...others])

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never
type Step = Value<typeof steps>[number]
type OfReceipt = Extract<Step, { which: number }>

const share = (whole: number, quarters: number) =>
  quarters > 4 ? whole + 1 : Math.max(1, Math.floor((whole * quarters) / 4))

/**
 * Parts of what is left, each of what the ones before it leave; a second one of nothing falls away.
 */
function partsOf(model: Model, asked: Extract<Step, { do: 'pay' }>['parts']) {
  const left = model.nets.map((_, line) => owedOn(model, line))
  return asked.flatMap(({ line, way, quarters }, i) => {
    const whole = left[line] ?? 0
    if (whole === 0 && quarters <= 4 && i > 0) return []
    const paid = share(whole, quarters)
    left[line] = Math.max(0, whole - paid)
    return [{ line, way, paid }]
  })
}

/** The receipt of a step: any receipt when the step strays, else one that the step can change. */
function receiptFor({ receipts }: Model, { do: what, which, strays }: OfReceipt) {
  const fits = (one: ModelReceipt) =>
    what === 'decide' ? one.status === 'delete_requested' : one.status === 'normal' && !one.closed
  const among = receipts.flatMap((one, i) => (strays || fits(one) ? [i] : []))
  return among[which % among.length]
}

/** The step with its amounts in the present state; null when there is no receipt for it. */
export function concrete(model: Model, step: Step): Concrete | null {
  switch (step.do) {
    case 'pay':
      return { do: 'pay', parts: partsOf(model, step.parts), twice: step.twice }
    case 'refund':
      return { do: 'refund', way: step.way, value: share(paidOf(model), step.quarters) }
    case 'edit':
    case 'ask':
    case 'decide': {
      const which = receiptFor(model, step)
      return which === undefined ? null : { ...step, which }
    }
    default:
      return step
  }
}
