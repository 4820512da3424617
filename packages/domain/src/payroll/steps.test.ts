import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type PayrollActor,
  type PayrollState,
  type PayrollStatus,
  type PayrollStep,
  isApproved,
  isSubmitted,
  outstandingStatuses,
  payrollStatuses,
  payrollSteps,
  stepProblem,
  takeStep,
} from './steps.ts'

const steps = Object.keys(payrollSteps) as PayrollStep[]
const statuses = Object.keys(payrollStatuses) as PayrollStatus[]
const state = (change: Partial<PayrollState> = {}): PayrollState => ({
  status: 'draft',
  user_id: 1,
  submitted_by: null,
  revision: 0,
  is_locked: false,
  ...change,
})
const actor = (change: Partial<PayrollActor> = {}): PayrollActor => ({
  user_id: 2,
  permissions: steps.map((step) => payrollSteps[step].permission),
  may_self_decide: false,
  ...change,
})
const codeOf = (...args: Parameters<typeof stepProblem>) => stepProblem(...args)?.code ?? null

describe('the steps of a month', () => {
  const allowed: Record<PayrollStep, [PayrollStatus[], PayrollStatus]> = {
    save: [['draft', 'returned'], 'draft'],
    submit: [['draft', 'returned'], 'submitted'],
    confirm: [['submitted'], 'confirmed'],
    approve: [['confirmed'], 'approved'],
    pay: [['approved'], 'paid'],
    return_submitted: [['submitted'], 'returned'],
    return_confirmed: [['confirmed'], 'returned'],
    reopen: [['approved', 'void'], 'draft'],
    void: [['draft', 'submitted', 'confirmed', 'returned'], 'void'],
  }

  it.each(steps)('allow %s only in its statuses', (step) => {
    const [from, to] = allowed[step]
    const possible = statuses.filter(
      (status) => codeOf(state({ status }), step, actor(), 'เหตุผล') === null,
    )
    expect(possible.toSorted()).toEqual(from.toSorted())
    for (const status of from)
      expect(takeStep(state({ status }), step, actor(), 'เหตุผล').status).toBe(to)
  })

  it.each(steps)('need the permission of %s', (step) => {
    const { permission, from } = payrollSteps[step]
    const others = actor().permissions.filter((other) => other !== permission)
    const without = actor({ permissions: others })
    expect(codeOf(state({ status: from[0] }), step, without, 'เหตุผล')).toBe('permission')
  })

  it.each([
    ['confirm', 'submitted'],
    ['approve', 'confirmed'],
  ] as const)(
    'do not allow the submitter to %s, except with the right to decide alone',
    (step, status) => {
      const own = state({ status, submitted_by: 2 })
      expect(codeOf(own, step, actor())).toBe('same_user')
      expect(codeOf(own, step, actor({ may_self_decide: true }))).toBeNull()
      expect(codeOf(own, step, actor({ user_id: 3 }))).toBeNull()
    },
  )

  it('do not allow users to change or submit their own pay, except with the right to decide alone', () => {
    const own = state({ user_id: 2 })
    expect(codeOf(own, 'save', actor())).toBe('own')
    expect(codeOf(own, 'submit', actor())).toBe('own')
    expect(codeOf(own, 'void', actor(), 'x')).toBe('own')
    expect(codeOf(own, 'save', actor({ may_self_decide: true }))).toBeNull()
  })

  it.each(steps.filter((step) => payrollSteps[step].needsNote))(
    'require a reason for %s',
    (step) => {
      const [status] = payrollSteps[step].from
      expect(codeOf(state({ status }), step, actor(), ' ')).toBe('note')
    },
  )

  it('on a locked pay day, cannot approve and reopen, but can pay', () => {
    const locked = { is_locked: true, submitted_by: 3 }
    expect(codeOf(state({ ...locked, status: 'confirmed' }), 'approve', actor())).toBe('locked')
    expect(codeOf(state({ ...locked, status: 'approved' }), 'reopen', actor(), 'x')).toBe('locked')
    expect(codeOf(state({ ...locked, status: 'approved' }), 'pay', actor())).toBeNull()
    expect(codeOf(state({ ...locked, status: 'void' }), 'reopen', actor(), 'x')).toBeNull()
  })

  it('record the submitter, and a new revision when reopened', () => {
    const submitted = takeStep(state(), 'submit', actor())
    expect(submitted.submitted_by).toBe(2)
    const reopened = takeStep(
      state({ status: 'approved', submitted_by: 3 }),
      'reopen',
      actor(),
      'x',
    )
    expect(reopened).toMatchObject({ status: 'draft', submitted_by: null, revision: 1 })
  })

  it('throw when a forbidden step is taken', () => {
    expect(() => takeStep(state(), 'approve', actor())).toThrow('status')
  })

  it('state in Thai why a frozen month cannot change', () => {
    expect(stepProblem(state({ status: 'approved' }), 'save', actor())?.message).toBe(
      'รายการนี้อนุมัติแล้ว แก้ไขไม่ได้',
    )
    expect(stepProblem(state({ status: 'draft' }), 'approve', actor())?.message).toBe(
      'รายการนี้มีสถานะร่าง',
    )
  })

  it('never approve a month by a decision of its submitter, whatever several people do', () => {
    const move = fc.tuple(fc.constantFrom(...steps), fc.integer({ min: 2, max: 4 }))
    fc.assert(
      fc.property(fc.array(move, { minLength: 30, maxLength: 60 }), (list) => {
        const violations: string[] = []
        let now = state()
        let confirmedBy: number | null = null
        for (const [step, user_id] of list) {
          const by = actor({ user_id })
          if (step === 'void' || stepProblem(now, step, by, 'เหตุผล') !== null) continue
          if (step === 'confirm') confirmedBy = user_id
          if (step === 'approve' && [null, user_id, confirmedBy].includes(now.submitted_by))
            violations.push(`${now.submitted_by} approved by ${user_id} after ${confirmedBy}`)
          now = takeStep(now, step, by, 'เหตุผล')
        }
        expect(violations).toEqual([])
      }),
    )
  })
})

describe('the statuses', () => {
  it('determine whether a month is submitted, approved and outstanding', () => {
    expect(statuses.filter(isSubmitted)).toEqual(['submitted', 'confirmed', 'approved', 'paid'])
    expect(statuses.filter(isApproved)).toEqual(['approved', 'paid'])
    const settled = statuses.filter((status) => !outstandingStatuses.some((one) => one === status))
    expect(settled).toEqual(['paid', 'void'])
  })
})
