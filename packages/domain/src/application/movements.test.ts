import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { type Movement, applyMovements } from './movements.ts'

const nothing = { paid_cash: satang(0), paid_transfer: satang(0) }
const cash = (paid: number): Movement => ({ pay_type: 'cash', paid: satang(paid) })
const transfer = (paid: number): Movement => ({ pay_type: 'transfer', paid: satang(paid) })

const movements = fc
  .array(fc.tuple(fc.boolean(), fc.integer({ min: -1_000_000, max: 1_000_000 })))
  .map((drawn) => drawn.map(([isCash, paid]) => (isCash ? cash(paid) : transfer(paid))))

describe('applyMovements', () => {
  it('adds each pay type to its own sum', () => {
    expect(applyMovements(nothing, [])).toEqual(nothing)
    expect(applyMovements(nothing, [cash(60_000), transfer(40_000)])).toEqual({
      paid_cash: 60_000,
      paid_transfer: 40_000,
    })
  })

  it('moves money from one pay type to the other without changing the sum', () => {
    const before = { ...nothing, paid_cash: satang(60_000) }
    expect(applyMovements(before, [cash(-60_000), transfer(60_000)])).toEqual({
      paid_cash: 0,
      paid_transfer: 60_000,
    })
  })

  it('becomes negative for a refund in cash of money that was transferred', () => {
    const before = { ...nothing, paid_transfer: satang(60_000) }
    expect(applyMovements(before, [cash(-20_000)])).toEqual({
      paid_cash: -20_000,
      paid_transfer: 60_000,
    })
  })

  it('gives the same money whether movements are applied at once or one after another', () => {
    fc.assert(
      fc.property(movements, (drawn) => {
        let money = nothing
        for (const movement of drawn) money = applyMovements(money, [movement])
        expect(money).toEqual(applyMovements(nothing, drawn))
      }),
    )
  })
})
