import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { type Movement, applyMovements } from './movements.ts'

const unpaid = { net: satang(100_000), paid_cash: satang(0), paid_transfer: satang(0) }
const cash = (paid: number): Movement => ({ pay_type: 'cash', paid: satang(paid) })
const transfer = (paid: number): Movement => ({ pay_type: 'transfer', paid: satang(paid) })

const movements = fc
  .array(fc.tuple(fc.boolean(), fc.integer({ min: -1_000_000, max: 1_000_000 })))
  .map((drawn) => drawn.map(([isCash, paid]) => (isCash ? cash(paid) : transfer(paid))))

describe('applyMovements', () => {
  it('leaves the whole net amount outstanding without movements', () => {
    expect(applyMovements(unpaid, [])).toEqual({
      paid: 0,
      paid_cash: 0,
      paid_transfer: 0,
      balance: 100_000,
      status: 'outstanding',
    })
  })

  it('adds each pay type to its own sum and marks the application paid at balance 0', () => {
    expect(applyMovements(unpaid, [cash(60_000), transfer(40_000)])).toEqual({
      paid: 100_000,
      paid_cash: 60_000,
      paid_transfer: 40_000,
      balance: 0,
      status: 'paid',
    })
  })

  it('moves money from one pay type to the other without changing the sum', () => {
    const before = { ...unpaid, paid_cash: satang(60_000) }
    expect(applyMovements(before, [cash(-60_000), transfer(60_000)])).toMatchObject({
      paid: 60_000,
      paid_cash: 0,
      paid_transfer: 60_000,
      status: 'outstanding',
    })
  })

  it('sets the balance to 0 after a refund, which is partial if the school keeps a part', () => {
    const before = { ...unpaid, paid_cash: satang(60_000) }
    expect(applyMovements(before, [cash(-20_000)], { refunded: satang(20_000) })).toMatchObject({
      paid: 40_000,
      balance: 0,
      status: 'partial_refund',
    })
    expect(applyMovements(before, [cash(-60_000)], { refunded: satang(60_000) })).toMatchObject({
      paid: 0,
      balance: 0,
      status: 'refunded',
    })
  })

  it('sets the balance to 0 after a cancellation', () => {
    expect(applyMovements(unpaid, [], { cancelled: true })).toMatchObject({
      balance: 0,
      status: 'cancelled',
    })
  })

  it('gives the same money whether movements are applied at once or one after another', () => {
    fc.assert(
      fc.property(movements, (drawn) => {
        let money = applyMovements(unpaid, [])
        for (const movement of drawn) {
          money = applyMovements({ net: unpaid.net, ...money }, [movement])
        }
        expect(money).toEqual(applyMovements(unpaid, drawn))
        expect(money.paid + money.balance).toBe(unpaid.net)
      }),
    )
  })
})
