import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import type { FeeKind } from '@khapdee/domain/fee-kinds'
import { day } from '@khapdee/domain/thai-date'
import {
  type LineValues,
  blankLine,
  isBlankLine,
  itemsOf,
  netOf,
  withFullPayment,
  withPrice,
  withCode,
  withItem,
} from './line-values.ts'

const baht = (amount: number) => satang(amount * 100)
const line = (values: Partial<LineValues> = {}): LineValues => ({
  ...blankLine(),
  item_id: 1,
  name: 'รถยนต์ 15 ชั่วโมง',
  cost: baht(5000),
  ...values,
})
const examItem = {
  item_id: 3,
  name: 'ค่าสอบ',
  price: baht(500),
  exam_use: 'first',
  exams: [{ kind: 'practice', licence_type: 'car' }],
} as const
const item = { item_id: 2, name: 'รถยนต์ 6 ชั่วโมง', price: baht(3000), exam_use: null, exams: [] }

describe('withItem', () => {
  it('copies id, name and price, and resets the discount until the code is checked', () => {
    const changed = withItem(line({ promotion_code: 'NEW', discount: baht(500) }), item)
    expect(changed).toMatchObject({
      item_id: 2,
      name: 'รถยนต์ 6 ชั่วโมง',
      cost: baht(3000),
      discount: zeroSatang,
      promotion_code: 'NEW',
    })
  })

  it('keeps the exam day only if the new item grants an exam right', () => {
    const dated = line({ exam_date: day('2026-12-01') })
    expect(withItem(dated, examItem).exam_date).toBe('2026-12-01')
    expect(withItem(dated, item).exam_date).toBeNull()
  })
})

describe('itemsOf', () => {
  const fee = (other_fee_id: number, kind: FeeKind) => ({
    other_fee_id,
    name: kind,
    price: baht(100),
    branch_id: null,
    kind,
    exam_use: null,
    exams: [],
  })
  const lists = { other_fee: [fee(1, 'exam'), fee(2, 'vehicle_check'), fee(3, 'general')] }

  it.each([
    ['course', [1, 3]],
    ['exam', [1, 3]],
    ['vehicle_check', [2, 3]],
    ['other_fee', [1, 2, 3]],
  ] as const)('offers in the form of the kind %s the fees with the ids %j', (type, ids) => {
    expect(itemsOf(lists, type).other_fee.map(({ item_id }) => item_id)).toEqual(ids)
  })
})

describe('withPrice, withItem and withCode', () => {
  it('adjust a payment of the full amount to the new price or discount', () => {
    const paidLine = withFullPayment(line())
    expect(paidLine.paid).toBe(baht(5000))
    expect(withPrice(paidLine, { discount: baht(500) }).paid).toBe(baht(4500))
    expect(withItem(paidLine, item).paid).toBe(baht(3000))
    expect(withCode({ ...paidLine, discount: baht(500), paid: baht(4500) }, 'X').paid).toBe(
      baht(5000),
    )
  })

  it('do not change a payment of less than the full amount', () => {
    expect(withPrice(line({ paid: baht(1000) }), { discount: baht(500) }).paid).toBe(baht(1000))
    expect(withPrice(line({ cost: null }), { cost: baht(3000) }).paid).toBeNull()
  })
})

describe('netOf', () => {
  it('counts an invalid amount as 0', () => {
    const invalid = Number.NaN as Satang
    expect(netOf({ cost: invalid, discount: zeroSatang })).toBe(0)
  })
})

describe('isBlankLine', () => {
  it('returns true only if nothing is chosen or typed', () => {
    expect(isBlankLine(blankLine('transfer'))).toBe(true)
    expect(isBlankLine(line({ item_id: null, name: 'รถ' }))).toBe(false)
    expect(isBlankLine(line())).toBe(false)
  })
})
