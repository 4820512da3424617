import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import {
  linePaymentProblem,
  lastPayType,
  paymentsOf,
  receiptAmounts,
  sumOfPayments,
} from './line-payments.ts'

const cash = { pay_type: 'cash' as const, paid: satang(500) }
const transfer = { pay_type: 'transfer' as const, paid: satang(700) }

describe('linePaymentProblem', () => {
  it.each([
    [{ paid: satang(0) }, null],
    [{ paid: satang(1), pay_type: 'transfer' as const }, null],
    [{ payments: [cash] }, null],
    [{ payments: [transfer, cash] }, null],
    [{}, 'none'],
    [{ pay_type: 'cash' as const }, 'none'],
    [{ paid: satang(1), payments: [cash] }, 'both'],
    [{ pay_type: 'cash' as const, payments: [transfer] }, 'both'],
    [{ payments: [cash, cash] }, 'repeated'],
  ])('of the input %j is %s', (given, problem) => {
    expect(linePaymentProblem(given)).toBe(problem)
  })
})

describe('paymentsOf', () => {
  it('puts cash first and omits amounts of 0', () => {
    expect(paymentsOf({ payments: [transfer, cash] })).toEqual([cash, transfer])
    expect(paymentsOf({ paid: satang(0), pay_type: 'transfer' })).toEqual([])
    expect(paymentsOf({ paid: satang(5) })).toEqual([{ pay_type: 'cash', paid: 5 }])
  })
})

describe('lastPayType', () => {
  it('is the pay type of the last receipt, and null without payments', () => {
    expect(lastPayType(paymentsOf({ payments: [transfer, cash] }))).toBe('transfer')
    expect(lastPayType([])).toBeNull()
  })
})

describe('receiptAmounts', () => {
  it('keeps the sum of any split, and starts each receipt with the amount paid after the previous one', () => {
    const amount = fc.nat(999_999_999).map(satang)
    fc.assert(
      fc.property(amount, amount, amount, (before, inCash, byTransfer) => {
        const payments = paymentsOf({
          payments: [
            { pay_type: 'transfer', paid: byTransfer },
            { pay_type: 'cash', paid: inCash },
          ],
        })
        const amounts = receiptAmounts(before, payments)
        expect(sumOfPayments(payments)).toBe(inCash + byTransfer)
        let expected: number = before
        for (const { paid_before, paid_now } of amounts) {
          expect(paid_before).toBe(expected)
          expect(paid_now).toBeGreaterThan(0)
          expected += paid_now
        }
        expect(expected).toBe(before + inCash + byTransfer)
      }),
    )
  })
})
