import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import {
  type LineValues,
  blankLine,
  isBlankLine,
  netOf,
  paidInFull,
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
const item = { item_id: 2, name: 'รถยนต์ 6 ชั่วโมง', price: baht(3000) }

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
})

describe('withPrice, withItem and withCode', () => {
  it('adjust a payment of the full amount to the new price or discount', () => {
    const full = paidInFull(line())
    expect(full.paid).toBe(baht(5000))
    expect(withPrice(full, { discount: baht(500) }).paid).toBe(baht(4500))
    expect(withItem(full, item).paid).toBe(baht(3000))
    expect(withCode({ ...full, discount: baht(500), paid: baht(4500) }, 'X').paid).toBe(baht(5000))
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
