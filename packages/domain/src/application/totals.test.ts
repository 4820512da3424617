import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang, sumSatang } from '../money.ts'
import type { ApplicationStatus, LineStatus } from './status.ts'
import { type LineMoney, applicationMoney, isOpenLine, lineBalance, lineNet } from './totals.ts'

const line = (cost: number, discount: number, paid: number, status?: LineStatus): LineMoney => ({
  cost: satang(cost),
  discount: satang(discount),
  paid: satang(paid),
  ...(status === undefined ? {} : { status }),
})

/** Lines as the server allows them: 0 ≤ discount ≤ cost, 0 ≤ paid ≤ net, nothing paid on removed lines. */
const lines = fc.array(
  fc
    .tuple(
      fc.nat(10_000_000),
      fc.nat(10_000_000),
      fc.nat(10_000_000),
      fc.constantFrom<LineStatus>('open', 'refunded', 'ended', 'removed'),
    )
    .map(([paid, rest, discount, status]) =>
      line(paid + rest + discount, discount, status === 'removed' ? 0 : paid, status),
    ),
)

describe('applicationMoney', () => {
  it('sums the lines', () => {
    const open = [line(600_000, 60_000, 300_000), line(64_521, 0, 64_521)]
    expect(applicationMoney(open)).toEqual({
      total: 664_521,
      discount: 60_000,
      net: 604_521,
      paid: 364_521,
      written_off: 0,
      balance: 240_000,
      status: 'outstanding',
    })
  })

  it('writes off the unpaid amount of ended lines, and still counts their net amount', () => {
    const lines = [line(600_000, 60_000, 100_000, 'refunded'), line(15_000, 0, 5000)]
    expect(applicationMoney(lines)).toEqual({
      total: 615_000,
      discount: 60_000,
      net: 555_000,
      paid: 105_000,
      written_off: 440_000,
      balance: 10_000,
      status: 'outstanding',
    })
  })

  it('does not count removed lines', () => {
    const lines = [line(600_000, 60_000, 0, 'removed'), line(15_000, 0, 15_000)]
    expect(applicationMoney(lines)).toMatchObject({ total: 15_000, discount: 0, status: 'paid' })
  })

  it.each<[ApplicationStatus, LineMoney[], boolean?]>([
    ['paid', []],
    ['paid', [line(0, 0, 0)]],
    ['outstanding', [line(2, 0, 1)]],
    ['outstanding', [line(2, 0, 1, 'refunded'), line(2, 0, 1)]],
    ['paid', [line(2, 0, 1, 'refunded'), line(2, 0, 2)]],
    ['paid', [line(2, 0, 1, 'ended'), line(0, 0, 0)]],
    ['refunded', [line(2, 0, 0, 'refunded')]],
    ['refunded', [line(2, 0, 0, 'refunded'), line(2, 0, 0, 'ended')]],
    ['partial_refund', [line(2, 0, 1, 'refunded')]],
    ['partial_refund', [line(2, 0, 0, 'refunded'), line(2, 0, 2, 'ended')]],
    ['refunded', [line(2, 0, 0, 'refunded'), line(2, 0, 0, 'removed')]],
    ['ended', [line(2, 0, 2, 'ended')]],
    ['ended', [line(2, 0, 0, 'ended'), line(2, 0, 0, 'removed')]],
    ['cancelled', [line(2, 0, 0, 'ended')], true],
  ])('has the status %s with %j (cancelled: %s)', (status, all, cancelled = false) => {
    expect(applicationMoney(all, { cancelled }).status).toBe(status)
  })

  it('returns the sums over the lines, and as balance net less paid less written off', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const money = applicationMoney(all)
        const counted = all.filter(({ status }) => status !== 'removed')
        expect(money.net).toBe(sumSatang(counted.map(lineNet)))
        expect(money.balance).toBe(sumSatang(all.map(lineBalance)))
        expect(money.balance).toBe(money.net - money.paid - money.written_off)
        expect(money.total).toBe(money.net + money.discount)
        expect(money.balance).toBeGreaterThanOrEqual(0)
        expect(money.written_off).toBeGreaterThanOrEqual(0)
        expect(money.status === 'outstanding').toBe(money.balance > 0)
        const haveAllEnded = counted.length > 0 && !counted.some(isOpenLine)
        expect(['outstanding', 'paid'].includes(money.status)).toBe(!haveAllEnded)
      }),
    )
  })
})
