import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhone, isThaiPhone, normalizePhone } from './phone.ts'

describe('normalizePhone', () => {
  it.each([
    ['081-234-5678', '0812345678'],
    ['๐๘๑ ๒๓๔ ๕๖๗๘', '0812345678'],
    ['+66 81 234 5678', '0812345678'],
    ['+66 (0)81-234-5678', '0812345678'],
    ['66812345678', '0812345678'],
    ['+66 2 123 4567', '021234567'],
    ['043-224-000', '043224000'],
    ['6612', '6612'],
    ['โทร.', ''],
  ])('normalizes %j to %j', (typed, digits) => {
    expect(normalizePhone(typed)).toBe(digits)
  })
})

describe('isThaiPhone', () => {
  it.each(['0812345678', '0612345678', '0912345678', '021234567', '043224000', '077123456'])(
    'accepts %s',
    (digits) => {
      expect(isThaiPhone(digits)).toBe(true)
    },
  )

  it.each([
    '',
    '081234567',
    '08123456789',
    '0112345678',
    '0212345678',
    '061234567',
    '081-234-5678',
  ])('rejects %j', (digits) => {
    expect(isThaiPhone(digits)).toBe(false)
  })
})

describe('formatPhone', () => {
  it.each([
    ['0812345678', '081-234-5678'],
    ['021234567', '02-123-4567'],
    ['043224000', '043-224-000'],
    ['12345', '12345'],
  ])('formats %s as %s', (digits, text) => {
    expect(formatPhone(digits)).toBe(text)
  })

  it('normalizePhone reverses formatPhone, also with the country code', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^0([689]\d{8}|[2-57]\d{7})$/), (x) => {
        expect(normalizePhone(formatPhone(x))).toBe(x)
        expect(normalizePhone(`+66${x.slice(1)}`)).toBe(x)
      }),
    )
  })
})
