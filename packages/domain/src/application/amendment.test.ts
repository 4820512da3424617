import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxAmount, satang, sumSatang } from '../money.ts'
import type { LineKind } from '../promotion.ts'
import {
  type AmendableLine,
  type Amendment,
  amendedLines,
  amendmentMessage,
  amendmentProblem,
  mayAmend,
  maxLines,
} from './amendment.ts'
import type { ApplicationStatus, LineStatus, RequestDecision } from './status.ts'
import { applicationMoney } from './totals.ts'

const line = (
  line_id: number,
  cost: number,
  paid: number,
  status: LineStatus = 'open',
  kind: LineKind = 'course',
): AmendableLine => ({
  line_id,
  kind,
  status,
  cost: satang(cost),
  discount: satang(0),
  paid: satang(paid),
})
const price = (cost: number, discount = 0) => ({ cost: satang(cost), discount: satang(discount) })
const nothing: Amendment = { add: [], remove: [], replace: [], hasReason: true }
const replacement = (line_id: number, cost: number, discount = 0) => ({
  line_id,
  by: price(cost, discount),
})

describe('mayAmend', () => {
  const lines = [line(1, 100, 50)]
  it.each<[boolean, ApplicationStatus, RequestDecision | null, AmendableLine[]]>([
    [true, 'outstanding', null, lines],
    [true, 'paid', null, lines],
    [true, 'outstanding', 'pending', lines],
    [false, 'outstanding', 'approved', lines],
    [false, 'paid', 'rejected', lines],
    [true, 'partial_refund', null, [line(1, 100, 50, 'refunded')]],
    [false, 'ended', null, [line(1, 100, 50, 'ended')]],
    [false, 'refunded', null, [line(1, 100, 0, 'refunded')]],
    [false, 'ended', null, [line(1, 100, 50, 'ended', 'other_fee')]],
    [false, 'cancelled', null, [line(1, 100, 0, 'ended')]],
  ])('is %s for the status %s and the decision %s', (expected, status, decision, all) => {
    expect(mayAmend({ status, decision }, all)).toBe(expected)
  })
})

describe('amendmentProblem', () => {
  const two = [line(1, 1000, 400), line(2, 100, 0, 'open', 'other_fee')]
  const partlyRefunded = [line(1, 1000, 400, 'refunded')]
  const many = Array.from({ length: maxLines }, (_, i) => line(i, 1, 0))
  it.each<[string | null, ApplicationStatus, AmendableLine[], Partial<Amendment>]>([
    ['no_change', 'outstanding', two, {}],
    [null, 'outstanding', two, { add: [price(5)] }],
    [null, 'paid', [line(1, 1, 1)], { add: [price(5)] }],
    [null, 'outstanding', two, { remove: [2] }],
    ['not_removable', 'outstanding', two, { remove: [1] }],
    ['not_removable', 'outstanding', two, { remove: [2, 2] }],
    ['not_removable', 'outstanding', [...two, line(3, 5, 0, 'ended')], { remove: [3] }],
    ['no_open_line', 'outstanding', [line(1, 1, 0)], { remove: [1] }],
    [null, 'outstanding', [line(1, 1, 0)], { remove: [1], add: [price(5)] }],
    [null, 'outstanding', two, { replace: [replacement(1, 400)] }],
    ['excess', 'outstanding', two, { replace: [replacement(1, 500, 101)] }],
    ['not_replaceable', 'outstanding', two, { replace: [replacement(2, 400)] }],
    [
      'repeated',
      'outstanding',
      two,
      { remove: [2], replace: [replacement(1, 400), replacement(1, 400)] },
    ],
    ['ended', 'partial_refund', partlyRefunded, { add: [price(5)] }],
    [null, 'partial_refund', partlyRefunded, { add: [price(5)], replace: [replacement(1, 400)] }],
    [
      'not_replaceable',
      'refunded',
      [line(1, 9, 0, 'refunded')],
      { replace: [replacement(1, 400)] },
    ],
    ['not_replaceable', 'ended', [line(1, 9, 4, 'ended')], { replace: [replacement(1, 400)] }],
    ['ended', 'cancelled', [line(1, 9, 0, 'ended')], { replace: [replacement(1, 400)] }],
    ['too_many_lines', 'outstanding', many, { add: [price(1)] }],
    [null, 'outstanding', many, { remove: [3], add: [price(1)] }],
    ['total_too_large', 'outstanding', [line(1, 100 * maxAmount, 0)], { add: [price(1)] }],
    ['no_reason', 'outstanding', two, { remove: [2], hasReason: false }],
    ['no_reason', 'outstanding', two, { replace: [replacement(1, 400)], hasReason: false }],
    [null, 'outstanding', two, { add: [price(5)], hasReason: false }],
    ['no_reason', 'outstanding', two, { changesOther: true, hasReason: false }],
    [null, 'outstanding', two, { changesOther: true }],
    ['not_removable', 'outstanding', two, { remove: [1], hasReason: false }],
  ])('returns the problem %s for the status %s', (expected, status, lines, change) => {
    const found = amendmentProblem(status, lines, { ...nothing, ...change })
    expect(found?.problem ?? null).toBe(expected)
  })

  it('names the amount that must be refunded first', () => {
    const found = amendmentProblem('outstanding', two, {
      ...nothing,
      replace: [replacement(1, 350)],
    })
    expect(found && amendmentMessage(found)).toBe(
      'ชำระแล้วเกินราคาหลักสูตรใหม่ 0.50 บาท กรุณาคืนเงินส่วนเกินก่อน',
    )
  })
})

describe('amendedLines', () => {
  it('removes the replaced line and moves its paid amount', () => {
    const lines = [line(1, 1000, 400), line(2, 300, 100, 'refunded')]
    const after = amendedLines(lines, {
      add: [price(7)],
      remove: [],
      replace: [replacement(1, 500), replacement(2, 200)],
    })
    expect(after.map(({ cost, paid, status = 'open' }) => [cost, paid, status])).toEqual([
      [1000, 0, 'removed'],
      [300, 0, 'refunded'],
      [500, 400, 'open'],
      [200, 100, 'open'],
      [7, 0, 'open'],
    ])
  })

  const statuses = fc.constantFrom<LineStatus>('open', 'open', 'refunded', 'ended')
  const amendment = fc.record({
    lines: fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), statuses, fc.nat(2)), {
      minLength: 1,
      maxLength: 6,
    }),
    add: fc.array(fc.nat(1000), { maxLength: 2 }),
    newPrice: fc.nat(2500),
  })

  it('keeps the paid amount, an open line and consistent sums in every valid amendment', () => {
    fc.assert(
      fc.property(amendment, ({ lines: drawn, add, newPrice }) => {
        const lines = drawn.map(([cost, paid, status], i) =>
          line(i, cost + paid, paid, status, i % 2 === 0 ? 'course' : 'other_fee'),
        )
        /** The lines for which an action was drawn: 0 keeps the line, 1 removes it, 2 replaces it. */
        const chosen = (action: number) =>
          drawn.flatMap(([, , , drawnAction], i) => (drawnAction === action ? [i] : []))
        const change: Amendment = {
          add: add.map((cost) => price(cost)),
          remove: chosen(1),
          replace: chosen(2).map((i) => replacement(i, newPrice)),
          hasReason: true,
        }
        const before = applicationMoney(lines)
        const problem = amendmentProblem(before.status, lines, change)
        if (problem !== null) return
        const after = applicationMoney(amendedLines(lines, change))
        expect(after.paid).toBe(before.paid)
        expect(['outstanding', 'paid']).toContain(after.status)
        expect(after.balance).toBe(after.net - after.paid - after.written_off)
        const unchanged = lines.filter(
          ({ line_id }) => !change.remove.includes(line_id) && !chosen(2).includes(line_id),
        )
        const kept = lines.filter(
          ({ line_id, status }) => chosen(2).includes(line_id) && status !== 'open',
        )
        expect(after.net).toBe(
          sumSatang([...unchanged, ...kept].map(({ cost }) => cost)) +
            sumSatang(change.add.map(({ cost }) => cost)) +
            newPrice * change.replace.length,
        )
      }),
    )
  })
})
