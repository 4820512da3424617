import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import {
  type DeductionKind,
  consentProblems,
  deductionKinds,
  loanInstalment,
  takeDeductions,
} from './deductions.ts'
import { month } from './month.ts'

const item = (kind: DeductionKind, amount: number, has_consent = false) => ({
  kind,
  amount: satang(amount),
  has_consent,
})
const kinds = Object.keys(deductionKinds) as DeductionKind[]

describe('takeDeductions', () => {
  it('takes tax first and others last, and carries over the amount that exceeds the pay', () => {
    const items = [item('other', 50), item('loan', 300), item('sso', 200), item('tax', 600)]
    const taken = takeDeductions(satang(1_000), items)
    expect(taken.map(({ kind, taken, carried }) => [kind, taken, carried])).toEqual([
      ['tax', 600, 0],
      ['sso', 200, 0],
      ['loan', 200, 100],
      ['other', 0, 50],
    ])
  })

  it('never takes more than the pay, and loses no satang', () => {
    const items = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(1_000_000)))
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 5_000_000 }), items, (pay, list) => {
        const taken = takeDeductions(
          satang(pay),
          list.map(([kind, amount]) => item(kind, amount)),
        )
        const all = list.reduce((sum, [, amount]) => sum + amount, 0)
        const sum = taken.reduce((total, line) => total + line.taken, 0)
        expect(sum).toBe(Math.min(all, Math.max(0, pay)))
        expect(taken.every((line) => line.taken + line.carried === line.amount)).toBe(true)
      }),
    )
  })
})

describe('consentProblems', () => {
  const limits = { each: 1_000, together: 2_000 }
  const each = (...of: DeductionKind[]) => ({ kinds: of, limit: 'each', max: 1_000 })

  it.each([
    [[item('loan', 1_000)], []],
    [[item('loan', 1_001)], [each('loan')]],
    [[item('loan', 600), item('loan', 401)], [each('loan')]],
    [[item('loan', 1_001, true)], []],
    [[item('tax', 5_000), item('sso', 750), item('student_loan', 3_000)], []],
    [[item('advance', 1_000), item('loan', 1_000)], []],
    [
      [item('advance', 1_000), item('loan', 1_000), item('other', 1)],
      [{ kinds: ['advance', 'loan', 'other'], limit: 'together', max: 2_000 }],
    ],
    [
      [item('loan', 3_000, true), item('other', 1)],
      [{ kinds: ['other'], limit: 'together', max: 2_000 }],
    ],
  ])('finds the limits that case %# exceeds without consent', (items, problems) => {
    expect(consentProblems(satang(10_000), items, limits)).toEqual(problems)
  })
})

describe('loanInstalment', () => {
  const loan = { instalment: satang(500), balance: satang(1_200), first_month: month('2026-03') }

  it.each([
    ['2026-02', 1_200, 0],
    ['2026-03', 1_200, 500],
    ['2026-05', 200, 200],
    ['2026-06', 0, 0],
  ])('in %s, with a balance of %i satang, is %i', (of, balance, instalment) => {
    expect(loanInstalment({ ...loan, balance: satang(balance) }, month(of))).toBe(instalment)
  })
})
