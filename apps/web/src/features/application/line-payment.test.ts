import { type Satang, satang } from '@khapdee/domain/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cashProblems,
  type LinePaymentValues,
  type PayChoice,
  paidByPayType,
  paidOnLine,
  paymentsOfLine,
  withFullAmount,
  withPayChoice,
  withRestByTransfer,
  wirePayment,
} from './line-payment.ts'

const line = (
  pay_type: PayChoice,
  paid: number | null,
  paid_transfer: number | null = null,
): LinePaymentValues => ({
  pay_type,
  paid: paid as Satang | null,
  paid_transfer: paid_transfer as Satang | null,
})
const fullAmount = satang(1000)

describe('withPayChoice', () => {
  it.each<[LinePaymentValues, PayChoice, LinePaymentValues]>([
    [line('cash', 300), 'both', line('both', 300, 700)],
    [line('transfer', 300), 'both', line('both', 700, 300)],
    // An unpaid line, or one paid in full: both amounts are left blank.
    [line('cash', 1000), 'both', line('both', null)],
    [line('cash', null), 'both', line('both', null)],
    [line('both', 300, 700), 'transfer', line('transfer', 1000)],
    [line('both', null, 700), 'cash', line('cash', 700)],
    [line('cash', 300), 'transfer', line('transfer', 300)],
    [line('cash', Number.NaN), 'transfer', line('transfer', Number.NaN)],
  ])('changes %j to %s as %j', (before, choice, after) => {
    expect(withPayChoice(before, choice, fullAmount)).toEqual(after)
  })
})

describe('withRestByTransfer', () => {
  it.each<[LinePaymentValues, LinePaymentValues]>([
    [line('both', 300), line('both', 300, 700)],
    [line('both', 300, 200), line('both', 300, 200)],
    [line('both', 1000), line('both', 1000)],
    [line('both', null), line('both', null)],
    [line('cash', 300), line('cash', 300)],
  ])('changes %j to %j', (before, after) => {
    expect(withRestByTransfer(before, fullAmount)).toEqual(after)
  })
})

const amount = fc.option(fc.nat(2_000_000).map(satang))
const anyLine: fc.Arbitrary<LinePaymentValues> = fc.oneof(
  fc.record({
    pay_type: fc.constantFrom<PayChoice>('cash', 'transfer'),
    paid: amount,
    paid_transfer: fc.constant(null),
  }),
  fc.record({
    pay_type: fc.constant<PayChoice>('both'),
    paid: amount,
    paid_transfer: amount,
  }),
)

describe('a line of any amounts', () => {
  it('has the sum of its payments, also in its wire fields', () => {
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const { cash, transfer } = paidByPayType(lines)
        const sum = lines.reduce((total, line) => total + paidOnLine(line), 0)
        expect(cash + transfer).toBe(sum)
        for (const line of lines) {
          const { paid, payments } = wirePayment(line)
          expect(paid === undefined).toBe(payments !== undefined)
          const sent = paid ?? payments?.reduce((total, payment) => total + payment.paid, 0)
          expect(sent).toBe(paidOnLine(line))
        }
      }),
    )
  })

  it('is paid exactly in full by withFullAmount, with positive amounts only', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(2_000_000).map(satang), (line, fullAmount) => {
        const paidLine = withFullAmount(line, fullAmount)
        expect(paidOnLine(paidLine)).toBe(fullAmount)
        for (const { paid } of paymentsOfLine(paidLine)) expect(paid).toBeGreaterThan(0)
      }),
    )
  })

  it('keeps its sum with a single pay type', () => {
    fc.assert(
      fc.property(anyLine, fc.constantFrom<PayChoice>('cash', 'transfer'), (line, choice) => {
        expect(paidOnLine(withPayChoice(line, choice, fullAmount))).toBe(paidOnLine(line))
      }),
    )
  })
})

describe('cashProblems', () => {
  it('reports the missing amount, and nothing without a payment in cash or without counted cash', () => {
    expect(cashProblems(satang(99), satang(100))).toEqual([['cash_received', 'ขาด 0.01 บาท']])
    expect(cashProblems(satang(100), satang(100))).toEqual([])
    expect(cashProblems(null, satang(100))).toEqual([])
    expect(cashProblems(satang(1), satang(0))).toEqual([])
  })
})
