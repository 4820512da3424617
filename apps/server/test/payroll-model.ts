/**
 * A model of the months of two people from draft to paid, without a database and without the rules of the domain, for
 * payroll-model.test.ts. Amounts are in satang. Source: product specification, sections 10 and 10b.
 */

/** The users who take steps, with their payroll permissions and their limits. */
export const actors = {
  hr: { may: ['update', 'submit'] },
  'manager.kkn': { may: ['update', 'submit', 'confirm', 'pay'] },
  accountant: { may: ['confirm', 'pay'] },
  owner: { may: ['confirm', 'approve'], decidesAlone: true },
  admin: { may: ['update', 'submit', 'confirm', 'approve', 'pay'], decidesAlone: true },
  /** Has every permission of payroll, but does not decide alone. */
  chief: { may: ['update', 'submit', 'confirm', 'approve', 'pay'] },
  /** The second person whose month is calculated, with the permissions of the chief. */
  second: { may: ['update', 'submit', 'confirm', 'approve', 'pay'] },
  'manager.bpi': { may: ['update', 'submit', 'confirm', 'pay'], isElsewhere: true },
  'registrar.kkn': { may: [] },
} as const satisfies Record<
  string,
  { may: readonly string[]; decidesAlone?: true; isElsewhere?: true }
>
export type Actor = keyof typeof actors

export type Status = 'draft' | 'submitted' | 'confirmed' | 'approved' | 'paid' | 'returned' | 'void'

export interface ModelMonth {
  person: 'first' | 'second'
  status: Status
  submitter: Actor | null
  revision: number
  hasPayslip: boolean
  bonus: number
  /** The steps that the month has taken, in order. */
  steps: string[]
}

export interface Model {
  /** The months that were built, in the order of their ids. */
  months: ModelMonth[]
  /**
   * How many months of earlier sequences in the same calendar month are paid; all others are void.
   */
  earlier: number
  /** The months whose pay was taken from the drawer in cash, without bonuses. */
  paid: ModelMonth[]
}

export type Whom = 'first' | 'second' | 'both' | 'all'
export const stepNames = [
  'submit',
  'confirm',
  'return',
  'approve',
  'pay',
  'reopen',
  'void',
] as const
export type StepName = (typeof stepNames)[number]
export type Step =
  | { do: 'build'; by: Actor }
  | { do: 'save'; by: Actor; person: 'first' | 'second'; bonus: number }
  | { do: StepName; by: Actor; whom: Whom; net: 'seen' | 'wrong' | 'none'; resend: boolean }

const rules: Record<StepName, { from: readonly Status[]; to: Status }> = {
  submit: { from: ['draft', 'returned'], to: 'submitted' },
  confirm: { from: ['submitted'], to: 'confirmed' },
  return: { from: ['submitted', 'confirmed'], to: 'returned' },
  approve: { from: ['confirmed'], to: 'approved' },
  pay: { from: ['approved'], to: 'paid' },
  reopen: { from: ['approved', 'void'], to: 'draft' },
  void: { from: ['draft', 'returned', 'submitted', 'confirmed'], to: 'void' },
}

const rightsOf = (by: Actor): readonly string[] => actors[by].may
const decidesAlone = (by: Actor) => 'decidesAlone' in actors[by]

/** The permission that a step of a month needs. */
const rightFor = (step: StepName, status: Status): string =>
  step === 'return'
    ? status === 'confirmed'
      ? 'approve'
      : 'confirm'
    : step === 'reopen' || step === 'void'
      ? 'approve'
      : step

/** The code of the refusal of a step of one month; null where it is allowed. */
function refusalOf(month: ModelMonth, step: StepName, by: Actor): string | null {
  if (!rightsOf(by).includes(rightFor(step, month.status))) return 'FORBIDDEN'
  if (!rules[step].from.includes(month.status)) return 'STATE'
  if (decidesAlone(by)) return null
  if (by === month.person && (step === 'submit' || step === 'void')) return 'OWN_PAY'
  const decides = step === 'confirm' || step === 'approve'
  return decides && month.submitter === by ? 'SAME_USER' : null
}

/** Whether the user may make the call at all. */
const mayCall = (step: StepName, by: Actor): boolean =>
  step === 'return'
    ? ['confirm', 'approve'].some((right) => rightsOf(by).includes(right))
    : rightsOf(by).includes(rightFor(step, 'draft'))

export const find = (model: Model, person: 'first' | 'second') =>
  model.months.find((month) => month.person === person)

/** The months that a call selects; null if one is not built. */
const named = (model: Model, whom: Exclude<Whom, 'all'>): ModelMonth[] | null => {
  const people = whom === 'both' ? (['first', 'second'] as const) : ([whom] as const)
  const months = model.months.filter(({ person }) => people.some((one) => one === person))
  return months.length === people.length ? months : null
}

/** The months to which a step applies, or the code of its refusal. */
function taking(
  model: Model,
  step: Extract<Step, { whom: Whom }>,
): { refusal: string } | { taken: ModelMonth[] } {
  const { do: name, by, whom } = step
  if (!mayCall(name, by)) return { refusal: 'FORBIDDEN' }
  // A void needs a list of names.
  if (name === 'void' && whom === 'all') return { refusal: 'VALIDATION' }
  if ('isElsewhere' in actors[by]) return { refusal: 'NOT_FOUND' }
  if (whom !== 'all') {
    const months = named(model, whom)
    if (months === null) return { refusal: 'NOT_FOUND' }
    const refusal = months.map((month) => refusalOf(month, name, by)).find((code) => code !== null)
    return refusal === undefined ? { taken: months } : { refusal }
  }
  const months = model.months.filter(({ status }) => status !== 'void')
  const refusals = months.map((month) => refusalOf(month, name, by))
  const taken = months.filter((_, i) => refusals[i] === null)
  if (taken.length > 0) return { taken }
  // The paid months of earlier sequences come first; they are refused by their status only.
  const first = refusals.find((code) => code !== 'STATE')
  const isRefused = name === 'return' && !rightsOf(by).includes('confirm')
  return { refusal: model.earlier > 0 && isRefused ? 'FORBIDDEN' : (first ?? 'STATE') }
}

export type Outcome = { refusal: string } | { count: number; bonus: number; people: string[] }

/**
 * Applies a step. @returns the code of its refusal, or the people concerned with the sum of their
 * bonuses
 */
export function applyStep(model: Model, step: Step): Outcome {
  if (step.do === 'build') return build(model, step.by)
  if (step.do === 'save') return save(model, step)
  const result = taking(model, step)
  if ('refusal' in result) return result
  if (step.net === 'wrong') return { refusal: 'CONFLICT' }
  const { taken } = result
  const bonus = taken.reduce((sum, month) => sum + month.bonus, 0)
  for (const month of taken) takeStep(model, month, step.do, step.by)
  return { count: taken.length, bonus, people: taken.map(({ person }) => person) }
}

function takeStep(model: Model, month: ModelMonth, step: StepName, by: Actor): void {
  month.steps.push(
    step === 'return'
      ? month.status === 'confirmed'
        ? 'return_confirmed'
        : 'return_submitted'
      : step,
  )
  month.status = rules[step].to
  if (step === 'submit') month.submitter = by
  if (step === 'void' || step === 'reopen') month.submitter = null
  if (step === 'reopen') month.revision += 1
  if (step === 'approve') month.hasPayslip = true
  if (step === 'pay') model.paid.push(month)
}

function build(model: Model, by: Actor): Outcome {
  if (!rightsOf(by).includes('update')) return { refusal: 'FORBIDDEN' }
  if ('isElsewhere' in actors[by]) return { refusal: 'NOT_FOUND' }
  const missing = (['first', 'second'] as const).filter(
    (person) => find(model, person) === undefined,
  )
  for (const person of missing)
    model.months.push({
      person,
      status: 'draft',
      submitter: null,
      revision: 0,
      hasPayslip: false,
      bonus: 0,
      steps: [],
    })
  return { count: missing.length, bonus: 0, people: missing }
}

function save(model: Model, { by, person, bonus }: Extract<Step, { do: 'save' }>): Outcome {
  if (!rightsOf(by).includes('update')) return { refusal: 'FORBIDDEN' }
  const month = find(model, person)
  if (month === undefined || 'isElsewhere' in actors[by]) return { refusal: 'NOT_FOUND' }
  if (!rules.submit.from.includes(month.status)) return { refusal: 'STATE' }
  if (by === person && !decidesAlone(by)) return { refusal: 'OWN_PAY' }
  month.status = 'draft'
  month.bonus = bonus
  return { count: 1, bonus, people: [person] }
}
