import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PayType, payTypes } from '../application/status.ts'
import { satang } from '../money.ts'
import { type DeductionKind, deductionKinds } from './deductions.ts'
import { type DeductionPosting, deductionPostings } from './lines.ts'
import {
  type ApprovedPay,
  type Authority,
  authorities,
  authorityOf,
  postingLegs,
} from './posting.ts'

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as Key[]

const person = (pay_type: PayType, change: Partial<ApprovedPay> = {}): ApprovedPay => ({
  pay_type,
  income: satang(3_000_000),
  deductions: [
    { kind: 'other', posting: 'reduces_pay', amount: satang(100_000) },
    { kind: 'sso', posting: 'withheld_for', amount: satang(87_500) },
    { kind: 'tax', posting: 'withheld_for', amount: satang(16_458) },
    { kind: 'loan', posting: 'recovers_advance', amount: satang(50_000) },
    { kind: 'damages', posting: 'school_income', amount: satang(20_000) },
  ],
  employer: [{ authority: 'social_security', amount: satang(87_500) }],
  ...change,
})

describe('postingLegs', () => {
  it('posts pay, shares of the employer, dues and recoveries, each once for a branch', () => {
    const people = [person('transfer'), person('transfer'), person('cash', { deductions: [] })]
    expect(postingLegs(people)).toEqual([
      { leg: 'gross_pay', value: 8_800_000 },
      { leg: 'net_pay', pay_type: 'transfer', value: -5_452_084 },
      { leg: 'authority_dues', authority: 'social_security', value: -437_500 },
      { leg: 'authority_dues', authority: 'revenue', value: -32_916 },
      { leg: 'recovered_advance', value: -100_000 },
      { leg: 'school_income', value: -40_000 },
      { leg: 'employer_share', authority: 'social_security', value: 262_500 },
      { leg: 'net_pay', pay_type: 'cash', value: -3_000_000 },
    ])
  })

  it('posts nothing for a month without pay', () => {
    expect(
      postingLegs([person('cash', { income: satang(0), deductions: [], employer: [] })]),
    ).toEqual([])
  })

  it('sums to 0', () => {
    const amount = fc.nat(10_000_000).map(satang)
    const people = fc.array(
      fc.record({
        pay_type: fc.constantFrom(...keysOf(payTypes)),
        income: amount,
        deductions: fc.array(
          fc.record({
            kind: fc.constantFrom<DeductionKind>(...keysOf(deductionKinds)),
            posting: fc.constantFrom<DeductionPosting>(...keysOf(deductionPostings)),
            amount,
          }),
        ),
        employer: fc.array(
          fc.record({ authority: fc.constantFrom<Authority>(...keysOf(authorities)), amount }),
        ),
      }),
    )
    fc.assert(
      fc.property(people, (list) => {
        expect(postingLegs(list).reduce((sum, { value }) => sum + value, 0)).toBe(0)
      }),
    )
  })

  it('posts each withheld deduction as owed to its authority', () => {
    expect(keysOf(deductionKinds).map((kind) => [kind, authorityOf(kind)])).toEqual([
      ['tax', 'revenue'],
      ['sso', 'social_security'],
      ['ewf', 'employee_welfare'],
      ['provident_fund', 'provident_fund'],
      ['student_loan', 'student_loan'],
      ['advance', 'other'],
      ['loan', 'other'],
      ['damages', 'other'],
      ['other', 'other'],
    ])
  })
})
