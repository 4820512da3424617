import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bahtToSatang, satang } from './money.ts'
import {
  discountFor,
  discountFromBaht,
  normalizePromotionCode,
  promotionMessages,
  promotionProblem,
  type PromotionTerms,
} from './promotion.ts'
import { day } from './thai-date.ts'

const costs = fc.integer({ min: 0, max: 1e10 }).map(satang)
const percents = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100)

it.each([
  ['new๑๐', 'NEW10'],
  ['ＮＥＷ１０', 'NEW10'],
  [' New-10_a ', 'NEW-10_A'],
  ['', ''],
])('normalizes the code %j to %j', (typed, stored) => {
  expect(normalizePromotionCode(typed)).toBe(stored)
})

it.each([
  [{ type_discount: 'amount', value: 500.25 }, 50_025],
  [{ type_discount: 'percent', value: 12.5 }, 12.5],
] as const)('reads the stored discount %j as %d', (stored, value) => {
  expect(discountFromBaht(stored)).toEqual({ ...stored, value })
})

describe('discountFor', () => {
  it.each([
    [10, 6_000, 600],
    [15, 2_800, 420],
    [50, 1_501, 751], // 750.50: half-up
    [50, 645.21, 323], // 322.605
    [12.5, 100, 13], // 12.50
    [7, 50, 4], // 3.50
    [0.29, 1_000, 3], // 2.90; 0.29 * 100 in floats is below 29
    [33.33, 300, 100], // 99.99
    [10, 4.99, 0], // 0.499
    [100, 645.21, 645],
    [100, 645.75, 645.75], // 646 would exceed the cost
    [0, 6_000, 0],
  ])('computes %s percent of %s baht as %s baht', (value, cost, expected) => {
    const promotion = { type_discount: 'percent', value } as const
    expect(discountFor(promotion, bahtToSatang(cost)!)).toBe(bahtToSatang(expected))
  })

  it('subtracts an amount in satang, at most the cost', () => {
    const promotion = { type_discount: 'amount', value: 30_000 } as const
    expect(discountFor(promotion, satang(250_000))).toBe(30_000)
    expect(discountFor(promotion, satang(20_000))).toBe(20_000)
  })

  it('is never negative and never exceeds the cost', () => {
    const promotions = fc.oneof(
      fc.record({ type_discount: fc.constant('percent' as const), value: percents }),
      fc.record({ type_discount: fc.constant('amount' as const), value: costs }),
    )
    fc.assert(
      fc.property(promotions, costs, (promotion, cost) => {
        const discount = discountFor(promotion, cost)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(cost)
      }),
    )
  })

  it('rounds a percentage to the nearest whole baht, unless the discount is the whole cost', () => {
    fc.assert(
      fc.property(percents, costs, (value, cost) => {
        const discount = discountFor({ type_discount: 'percent', value }, cost)
        const exact = (BigInt(cost) * BigInt(Math.round(value * 100))) / 10_000n
        expect(discount === cost || discount % 100 === 0).toBe(true)
        expect(Math.abs(discount - Number(exact))).toBeLessThanOrEqual(50)
      }),
    )
  })
})

describe('promotionProblem', () => {
  const songkran: PromotionTerms = {
    type: 'course',
    branch_id: 1,
    start: day('2026-04-01'),
    end: day('2026-04-30'),
    is_unlimit: false,
    limit: 100,
    usage: 99,
    is_activate: true,
    is_delete: false,
  }
  const use = { today: day('2026-04-15'), lineKind: 'course', branchId: 1 } as const

  it.each<
    [Partial<PromotionTerms>, Partial<{ [key in keyof typeof use]: unknown }>, string | null]
  >([
    [{}, {}, null],
    [{}, { today: '2026-04-01' }, null],
    [{}, { today: '2026-04-30' }, null],
    [{}, { today: '2026-03-31' }, 'PROMO_NOT_STARTED'],
    [{}, { today: '2026-05-01' }, 'PROMO_EXPIRED'],
    [{ start: null, end: null }, { today: '2030-01-01' }, null],
    [{ usage: 100 }, {}, 'PROMO_USED_UP'],
    [{ usage: 100, is_unlimit: true }, {}, null],
    [{ limit: null }, {}, 'PROMO_USED_UP'],
    [{}, { lineKind: 'other_fee' }, 'PROMO_NOT_APPLY'],
    [{ type: 'all' }, { lineKind: 'request_fee' }, null],
    [{}, { branchId: 2 }, 'PROMO_NOT_FOUND'],
    [{ branch_id: null }, { branchId: 2 }, null],
    [{ is_activate: false }, {}, 'PROMO_NOT_FOUND'],
    [{ is_delete: true }, {}, 'PROMO_NOT_FOUND'],
    [{ is_activate: false }, { today: '2026-05-01' }, 'PROMO_NOT_FOUND'],
  ])('with the changed terms %j and use %j, the problem is %s', (terms, circumstances, problem) => {
    const given = { ...use, ...circumstances } as typeof use
    expect(promotionProblem({ ...songkran, ...terms }, given)).toBe(problem)
  })

  it('has a Thai message for each problem', () => {
    for (const message of Object.values(promotionMessages)) expect(message).toMatch(/^[ก-๙]+$/)
  })
})
