import { application } from '@khapdee/contract/entities/application'
import { satang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import { type PayValues, blankPayment, payFormPath, payProblems, toPayInput } from './pay-values.ts'

const owed = new Map([
  [21, satang(300_000)],
  [22, satang(15_000)],
])
const line = (
  line_id: number,
  paid: number | null,
  pay_type: 'cash' | 'transfer' = 'cash',
): PayValues['lines'][number] => ({
  line_id,
  paid: paid === null || Number.isNaN(paid) ? (paid as never) : satang(paid),
  pay_type,
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
    const form = { ...values(line(21, null), line(22, 100)), bank_reference: 'AB1' }
    expect(toPayInput(11, form)).toEqual({
      application_id: 11,
      lines: [line(22, 100)],
      bank_reference: '',
      due_date: null,
      note: '',
    })
    const byTransfer = { ...form, lines: [line(22, 100, 'transfer')] }
    expect(toPayInput(11, byTransfer).bank_reference).toBe('AB1')
  })

  it('converts the path of a server error to the path of the form', () => {
    const form = values(line(21, null), line(22, 100))
    expect(payFormPath('lines.0.paid', form)).toBe('lines.1.paid')
    expect(payFormPath('bank_reference', form)).toBe('bank_reference')
  })
})
