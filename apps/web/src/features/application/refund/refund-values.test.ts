import { application } from '@khapdee/contract/entities/application'
import { satang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import { anApplication } from '../../../../test/records.ts'
import {
  proposedRefund,
  refundEffect,
  refundFormPath,
  refundProblems,
  toRefundInput,
} from './refund-values.ts'

type Detail = Parameters<typeof proposedRefund>[0]

const [line] = anApplication.course
/**
 * An open line, an ended one with kept money, and an ended one without money; amounts in satang.
 */
const detail = {
  ...anApplication,
  course: [{ ...line, paid: 2000, balance: 3000 }],
  other_fee: [
    { ...line, line_id: 22, other_fee_name: 'คู่มือ', status: 'refunded', paid: 500, balance: 0 },
    { ...line, line_id: 23, other_fee_name: 'เอกสาร', status: 'ended', paid: 0, balance: 0 },
  ],
} as unknown as Detail
const valid = { ...proposedRefund(detail), note: 'ย้ายจังหวัด' }
const withLines = (...lines: [chosen: boolean, value: number | null][]) => ({
  ...valid,
  lines: lines.map(([chosen, value], i) => ({
    line_id: 21 + i,
    chosen,
    value: value === null ? null : satang(value),
  })),
})
const problems = (values: typeof valid) => refundProblems(values, detail, application.refund)

describe('the refund form', () => {
  it('proposes all open lines with their paid amounts, and offers the kept amounts of ended lines', () => {
    expect(valid.lines).toEqual([
      { line_id: 21, chosen: true, value: 2000 },
      { line_id: 22, chosen: false, value: 500 },
    ])
    expect(toRefundInput(detail, valid)).toMatchObject({
      application_id: 11,
      version: 1,
      value: 2000,
      lines: [{ line_id: 21, value: 2000 }],
    })
    expect(problems(valid)).toEqual([])
  })

  it('proposes the amounts that a receipt paid, even if a change of course moved them to another line', () => {
    const receipt = {
      ...detail.payments[0],
      lines: [
        { line_id: 7, paid: 1200 },
        { line_id: 9, paid: 300 },
      ],
    }
    const proposed = (...replaced_lines: number[]) => {
      const course = [{ ...line, paid: 2000, replaced_lines }]
      const changed = { ...detail, course, payments: [receipt] } as unknown as Detail
      return proposedRefund(changed, 31).lines
    }
    expect(proposed()).toMatchObject([{ chosen: false }, { chosen: false }])
    expect(proposed(5, 7)).toMatchObject([{ line_id: 21, chosen: true, value: 1200 }, {}])
    expect(proposed(9, 7)).toMatchObject([{ line_id: 21, chosen: true, value: 1500 }, {}])
  })

  it('reports problems at the lines that have them', () => {
    expect(problems(withLines([false, 1], [false, 1]))).toEqual([
      ['lines.0.chosen', 'กรุณาเพิ่มรายการอย่างน้อย 1 รายการ'],
    ])
    expect(problems(withLines([true, 2001], [true, 0]))).toEqual([
      ['lines.0.value', 'จำนวนเงินคืนต้องไม่เกินยอดที่ชำระแล้ว (20.00 บาท)'],
      ['lines.1.value', 'จำนวนเงินต้องมากกว่า 0'],
    ])
    expect(problems(withLines([true, null], [true, 100]))).toEqual([
      ['lines.0.value', 'กรุณากรอกจำนวนเงินคืน'],
    ])
    expect(problems(withLines([true, 0], [false, 500]))).toEqual([
      ['lines.0.value', 'จำนวนเงินต้องมากกว่า 0'],
    ])
  })

  it('requires and sends the payee’s account only for a transfer', () => {
    const transfer = { ...valid, pay_type: 'transfer' as const, payee_name: '' }
    expect(problems(transfer).map(([path]) => path)).toEqual([
      'payee_bank',
      'payee_account',
      'payee_name',
    ])
    const payee = { payee_bank: '004', payee_account: '1234567890', payee_name: 'ก ข' }
    expect(toRefundInput(detail, { ...transfer, ...payee })).toMatchObject(payee)
    expect(toRefundInput(detail, { ...valid, ...payee })).toMatchObject({ payee_account: '' })
  })

  it('converts error paths of the server to those of the form', () => {
    const values = withLines([false, 2000], [true, 500])
    expect(refundFormPath('lines.0.value', values)).toBe('lines.1.value')
    expect(refundFormPath('value', values)).toBe('lines.1.value')
    expect(refundFormPath('note', values)).toBe('note')
  })

  it('shows which lines end, which stay open, and whether exam rights are suspended', () => {
    expect(refundEffect(withLines([true, 1500], [true, 500]), detail)).toEqual({
      ending: [
        { line_id: 21, name: line?.course_name, refunded: 1500, kept: 500, writtenOff: 3000 },
      ],
      suspendsExamRights: true,
      staying: [],
    })
    expect(refundEffect(withLines([false, 1500], [true, 500]), detail)).toEqual({
      ending: [],
      suspendsExamRights: false,
      staying: [line?.course_name],
    })
  })
})
