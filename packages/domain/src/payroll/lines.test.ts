import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang, zeroSatang } from '../money.ts'
import { ratio } from './exact.ts'
import {
  type KeyedLine,
  type PayLine,
  computedLine,
  deductionPostings,
  flaggedTotals,
  mergeLines,
  payBases,
  payTotals,
  typedAmount,
} from './lines.ts'

const income = (amount: number, flags: Partial<PayLine> = {}): PayLine => ({
  side: 'income',
  amount: satang(amount),
  posting: null,
  taxable: true,
  in_sso_base: true,
  regular: true,
  ...flags,
})
const deduction = (amount: number, flags: Partial<PayLine> = {}): PayLine =>
  income(amount, { side: 'deduction', posting: 'withheld_for', ...flags })

describe('the amount of a line', () => {
  it.each([
    ['fill', 0, 123_450, 123_450],
    ['multiply', 33_333, 150, 50_000],
    ['multiply', 1, 50, 1],
    ['multiply', 1, 49, 0],
  ] as const)('as typed, %s %i × %i, is %i satang', (condition, per_value, value, amount) => {
    expect(typedAmount({ condition, per_value: satang(per_value), value })).toBe(amount)
  })

  it('as computed multiplies the exact rate, not the shown one', () => {
    const line = computedLine(ratio(20_000, 3), 300)
    expect(line).toEqual({ per_value: 6_667, value: 300, amount: 20_000 })
  })
})

const anyLine = fc
  .record({
    amount: fc.nat(100_000_000),
    posting: fc.constantFrom(null, ...(Object.keys(deductionPostings) as PayLine['posting'][])),
    taxable: fc.boolean(),
    in_sso_base: fc.boolean(),
    regular: fc.boolean(),
  })
  .map(({ amount, posting, ...flags }) =>
    posting === null ? income(amount, flags) : deduction(amount, { posting, ...flags }),
  )

describe('payTotals', () => {
  it('has income less deductions as net, to the satang, in any order of the lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 40 }), (lines) => {
        const { income, deduction, net } = payTotals(lines)
        const signed = lines.map(({ side, amount }) => (side === 'income' ? amount : -amount))
        expect(net).toBe(signed.reduce((sum, value) => sum + value, 0))
        expect(income - deduction).toBe(net)
        expect(payTotals(lines.toReversed())).toEqual({ income, deduction, net })
      }),
    )
  })
})

describe('payBases', () => {
  it('subtracts deductions that reduce pay from the wage and the taxable income, and no others', () => {
    const lines = [
      income(1_500_000),
      income(200_000, { in_sso_base: false, regular: false }),
      income(50_000, { taxable: false, in_sso_base: false }),
      deduction(50_000, { posting: 'reduces_pay' }),
      deduction(100_000, { posting: 'recovers_advance' }),
    ]
    expect(payBases(lines)).toEqual({
      gross: 1_700_000,
      sso: 1_450_000,
      taxable_regular: 1_450_000,
      taxable_irregular: 200_000,
    })
  })

  it('is never negative', () => {
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        expect(Math.min(...Object.values(payBases(lines)))).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

const keyed = (source: string | null, amount: number, override_reason: string | null = null) => ({
  source,
  amount: satang(amount),
  per_value: zeroSatang,
  value: amount,
  override_reason,
})
const proposal = (source: string, amount: number) => ({ ...keyed(null, amount), source })

describe('mergeLines', () => {
  it('replaces computed lines, and keeps typed and changed ones, with all differences', () => {
    const stored = [
      keyed('salary', 1_500_000),
      keyed(null, 7),
      keyed('tax', 100, 'ตกลงกับพนักงาน'),
      keyed('gone', 5),
      keyed('same', 6),
    ]
    const proposed = [
      proposal('salary', 1_600_000),
      proposal('tax', 200),
      proposal('same', 6),
      proposal('lessons', 9),
    ]
    const { lines, differences } = mergeLines(stored, proposed)
    expect(lines.map(({ source, amount }) => [source, amount])).toEqual([
      ['salary', 1_600_000],
      [null, 7],
      ['tax', 100],
      ['same', 6],
      ['lessons', 9],
    ])
    expect(differences).toEqual([
      { source: 'salary', before: 1_500_000, after: 1_600_000, kept: false },
      { source: 'tax', before: 100, after: 200, kept: true },
      { source: 'gone', before: 5, after: null, kept: false },
      { source: 'lessons', before: null, after: 9, kept: false },
    ])
  })

  it('changes nothing when it is repeated', () => {
    const sources = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const lineOf = fc.tuple(sources, fc.nat(1_000), fc.constantFrom(null, 'เหตุผล'))
    const unique = { selector: ([source]: [string, ...unknown[]]) => source }
    fc.assert(
      fc.property(
        fc.uniqueArray(lineOf, unique),
        fc.uniqueArray(lineOf, unique),
        (before, after) => {
          const stored: KeyedLine[] = before.map((line) => keyed(...line))
          const proposed = after.map(([source, amount]) => proposal(source, amount))
          const once = mergeLines(stored, proposed)
          const twice = mergeLines(once.lines, proposed)
          expect(twice.lines).toEqual(once.lines)
          expect(twice.differences).toEqual(once.differences.filter(({ kept }) => kept))
        },
      ),
    )
  })
})

describe('flaggedTotals', () => {
  const totals = (income: number, deduction: number) => ({
    income: satang(income),
    deduction: satang(deduction),
    net: satang(income - deduction),
  })

  it.each([
    [totals(1_000, 100), totals(1_100, 110), []],
    [totals(1_000, 100), totals(1_101, 100), ['income', 'net']],
    [totals(1_000, 100), totals(899, 100), ['income', 'net']],
    [totals(1_000, 0), totals(1_000, 1), ['deduction']],
    [null, totals(1_000, 1), []],
  ])('compares %j with %j', (before, now, flagged) => {
    expect(flaggedTotals(before, now)).toEqual(flagged)
  })
})
