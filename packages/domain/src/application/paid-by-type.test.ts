import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { type PaidChange, applyPaidChanges } from './paid-by-type.ts'

const nothing = { paid_cash: satang(0), paid_transfer: satang(0) }
const cash = (paid: number): PaidChange => ({ pay_type: 'cash', paid: satang(paid) })
const transfer = (paid: number): PaidChange => ({ pay_type: 'transfer', paid: satang(paid) })

const changes = fc
  .array(fc.tuple(fc.boolean(), fc.integer({ min: -1_000_000, max: 1_000_000 })))
  .map((drawn) => drawn.map(([isCash, paid]) => (isCash ? cash(paid) : transfer(paid))))

describe('applyPaidChanges', () => {
  it('adds each pay type to its own sum', () => {
    expect(applyPaidChanges(nothing, [])).toEqual(nothing)
    expect(applyPaidChanges(nothing, [cash(60_000), transfer(40_000)])).toEqual({
      paid_cash: 60_000,
      paid_transfer: 40_000,
    })
  })

  it('moves money from one pay type to the other without changing the sum', () => {
    const before = { ...nothing, paid_cash: satang(60_000) }
    expect(applyPaidChanges(before, [cash(-60_000), transfer(60_000)])).toEqual({
      paid_cash: 0,
      paid_transfer: 60_000,
    })
  })

  it('becomes negative for a refund in cash of money that was transferred', () => {
    const before = { ...nothing, paid_transfer: satang(60_000) }
    expect(applyPaidChanges(before, [cash(-20_000)])).toEqual({
      paid_cash: -20_000,
      paid_transfer: 60_000,
    })
  })

  it('gives the same money whether changes are applied at once or one after another', () => {
    fc.assert(
      fc.property(changes, (drawn) => {
        let money = nothing
        for (const change of drawn) money = applyPaidChanges(money, [change])
        expect(money).toEqual(applyPaidChanges(nothing, drawn))
      }),
    )
  })
})
