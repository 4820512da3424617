import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang, sumSatang } from '../money.ts'
import { applicationTotals, lineBalance, lineNet } from './totals.ts'

const line = (cost: number, discount: number, paid: number) => ({
  cost: satang(cost),
  discount: satang(discount),
  paid: satang(paid),
})

/** Lines as the server allows them: 0 ≤ discount ≤ cost, 0 ≤ paid ≤ net. */
const lines = fc.array(
  fc
    .tuple(fc.nat(10_000_000), fc.nat(10_000_000), fc.nat(10_000_000))
    .map(([paid, rest, discount]) => line(paid + rest + discount, discount, paid)),
)

describe('applicationTotals', () => {
  it('sums the lines', () => {
    const open = [line(600_000, 60_000, 300_000), line(64_521, 0, 64_521)]
    expect(applicationTotals(open, { open: true })).toEqual({
      total: 664_521,
      discount: 60_000,
      net: 604_521,
      paid: 364_521,
      balance: 240_000,
    })
  })

  it('subtracts refunds from the paid amount, and sets the balance of a closed application to 0', () => {
    const refund = { refunded: satang(20_000), open: false }
    expect(applicationTotals([line(600_000, 0, 50_000)], refund)).toMatchObject({
      net: 600_000,
      paid: 30_000,
      balance: 0,
    })
  })

  it('returns zero without lines', () => {
    expect(applicationTotals([], { open: true })).toMatchObject({ total: 0, net: 0, balance: 0 })
  })

  it('returns the sums over the lines, with net = paid + balance and total = net + discount', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const totals = applicationTotals(all, { open: true })
        expect(totals.net).toBe(sumSatang(all.map(lineNet)))
        expect(totals.balance).toBe(sumSatang(all.map(lineBalance)))
        expect(totals.net).toBe(totals.paid + totals.balance)
        expect(totals.total).toBe(totals.net + totals.discount)
        expect(totals.balance).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
