import { application } from '@khapdee/contract/entities/application'
import { satang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import type { PayChoice } from '../line-payment.ts'
import { type PayValues, blankPayment, payFormPath, payProblems, toPayInput } from './pay-values.ts'

const owed = new Map([
  [21, satang(300_000)],
  [22, satang(15_000)],
])
const seen = { application_id: 11, version: 3 }
const line = (
  line_id: number,
  paid: number | null,
  pay_type: PayChoice = 'cash',
  paid_transfer: number | null = null,
): PayValues['lines'][number] => ({
  line_id,
  paid: paid === null || Number.isNaN(paid) ? (paid as never) : satang(paid),
  pay_type,
  paid_transfer: paid_transfer === null ? null : satang(paid_transfer),
})
const values = (...lines: PayValues['lines']): PayValues => ({ ...blankPayment(owed), lines })
const problemsOf = (...lines: PayValues['lines']) =>
  payProblems(values(...lines), owed, application.paybalance)

describe('the payment of a balance', () => {
  it('starts with the owed lines and no amounts', () => {
    expect(blankPayment(owed).lines).toEqual([line(21, null), line(22, null)])
  })

  it('accepts a partial payment of one line', () => {
    expect(problemsOf(line(21, 100), line(22, null))).toEqual([])
  })

  it('requires at least one amount, and none above the balance of its line', () => {
    expect(problemsOf(line(21, null), line(22, 0))).toEqual([['lines.0.paid', 'กรุณากรอกจำนวนเงิน']])
    expect(problemsOf(line(21, null), line(22, 15_001))).toEqual([
      ['lines.1.paid', 'จำนวนเงินเกินยอดค้างชำระ (150.00 บาท)'],
    ])
  })

  it.each([Number.NaN, -100])('reports the amount %s at the field of its line', (paid) => {
    expect(problemsOf(line(21, null), line(22, paid)).map(([path]) => path)).toContain(
      'lines.1.paid',
    )
  })

  it('sends only the paid lines, and the bank reference only with a transfer', () => {
    const form = {
      ...values(line(21, null), line(22, 100)),
      bank_reference: 'AB1',
      bank_account_id: 4,
    }
    expect(toPayInput(seen, form)).toEqual({
      ...seen,
      lines: [{ line_id: 22, paid: 100, pay_type: 'cash' }],
      bank_reference: '',
      bank_account_id: null,
      cash_received: null,
      due_date: null,
      note: '',
    })
    const byTransfer = { ...form, lines: [line(22, 100, 'transfer')] }
    expect(toPayInput(seen, byTransfer)).toMatchObject({
      bank_reference: 'AB1',
      bank_account_id: 4,
    })
  })

  it('sends two amounts of a line as `payments`, and a single amount as `paid` with its pay type', () => {
    const form = values(line(21, 100, 'both', 200), line(22, null, 'both', 300))
    expect(toPayInput(seen, form).lines).toEqual([
      {
        line_id: 21,
        payments: [
          { pay_type: 'cash', paid: 100 },
          { pay_type: 'transfer', paid: 200 },
        ],
      },
      { line_id: 22, pay_type: 'transfer', paid: 300 },
    ])
    expect(payFormPath('lines.0.payments', form)).toBe('lines.0.paid')
    expect(payFormPath('lines.0.payments.1.paid', form)).toBe('lines.0.paid_transfer')
    expect(payFormPath('lines.1.paid', form)).toBe('lines.1.paid_transfer')
  })

  it('compares the sum of both amounts with the balance, and the cash received with the amount in cash', () => {
    expect(problemsOf(line(22, 10_000, 'both', 5000))).toEqual([])
    expect(problemsOf(line(22, 10_000, 'both', 5001))).toEqual([
      ['lines.0.paid', 'จำนวนเงินเกินยอดค้างชำระ (150.00 บาท)'],
    ])
    const short = { ...values(line(22, 10_000, 'both', 5000)), cash_received: satang(9900) }
    expect(payProblems(short, owed, application.paybalance)).toEqual([
      ['cash_received', 'ขาด 1.00 บาท'],
    ])
    const byTransfer = { ...values(line(22, 100, 'transfer')), cash_received: satang(1) }
    expect(payProblems(byTransfer, owed, application.paybalance)).toEqual([])
    expect(toPayInput(seen, byTransfer).cash_received).toBeNull()
  })

  it('converts the path of a server error to the path of the form', () => {
    const form = values(line(21, null), line(22, 100))
    expect(payFormPath('lines.0.paid', form)).toBe('lines.1.paid')
    expect(payFormPath('bank_reference', form)).toBe('bank_reference')
  })
})
