import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completeNumberIn,
  formatIdCard,
  idCardProblem,
  isPassport,
  isThaiIdNumber,
  isCompleteIdNumber,
  maskIdCard,
  normalizeIdCard,
} from './id-card.ts'

const twelveDigits = fc.stringMatching(/^\d{12}$/)

describe('isThaiIdNumber', () => {
  it.each(['1100000000016', '3409900000014', '6000000000018', '0123456789016', '0105536000534'])(
    'accepts %s',
    (text) => {
      expect(isThaiIdNumber(text)).toBe(true)
    },
  )

  it.each([
    '1100000000017',
    '110000000001',
    '11000000000166',
    '1-1000-00000-01-6',
    '๑100000000016',
  ])('rejects %s', (text) => {
    expect(isThaiIdNumber(text)).toBe(false)
  })

  it('accepts exactly one check digit for any twelve digits', () => {
    fc.assert(
      fc.property(twelveDigits, (first) => {
        const accepted = [...'0123456789'].filter((last) => isThaiIdNumber(first + last))
        expect(accepted).toHaveLength(1)
      }),
    )
  })

  it('rejects a valid number when its first digit is changed', () => {
    // Other changes of one digit may be accepted, because the remainders 0 and 10 have the same
    // check digit 1.
    const valid = '3409900000014'
    for (let digit = 0; digit <= 9; digit++) {
      expect(isThaiIdNumber(`${digit}${valid.slice(1)}`)).toBe(digit === 3)
    }
  })
})

describe('idCardProblem', () => {
  it.each([
    ['1100000000016', false, null],
    ['110000000001', false, 'length'],
    ['AA1234567', false, 'length'],
    ['', false, 'length'],
    ['1100000000017', false, 'check-digit'],
    ['0123456789016', false, 'first-digit'],
    ['6000000000018', false, null],
    ['AA1234567', true, null],
    ['AA12', true, 'length'],
    ['6000000000018', true, null],
    ['6000000000019', true, 'check-digit'],
    ['0123456789016', true, null],
    ['7000000000008', true, null],
    ['8000000000006', true, null],
    ['8000000000006', false, null],
    ['9000000000004', true, 'first-digit'],
    ['9000000000004', false, 'first-digit'],
    ['1100000000016', true, 'first-digit'],
  ])('for %j with foreigner %s, the problem is %s', (text, foreigner, problem) => {
    expect(idCardProblem(text, { foreigner })).toBe(problem)
  })
})

it('normalizes typed ID and passport numbers to digits and capitals', () => {
  expect(normalizeIdCard(' ๑-1000-00000-01-6 ')).toBe('1100000000016')
  expect(normalizeIdCard('aa 1234567')).toBe('AA1234567')
})

it('accepts passports of 5 to 20 letters and digits', () => {
  expect(isPassport('aa123')).toBe(true)
  expect(isPassport('AA12')).toBe(false)
  expect(isPassport('AA 12345')).toBe(false)
  expect(isPassport('A'.repeat(21))).toBe(false)
})

describe('formatIdCard and maskIdCard', () => {
  it('group the digits of a Thai number and mask the middle group', () => {
    expect(formatIdCard('1100000000016')).toBe('1-1000-00000-01-6')
    expect(maskIdCard('1100000000016')).toBe('1-1000-xxxxx-01-6')
    expect(maskIdCard('1100055555016')).toBe('1-1000-xxxxx-01-6')
  })

  it('leaves passports ungrouped, and shows only their first and last two characters', () => {
    expect(formatIdCard('AA1234567')).toBe('AA1234567')
    expect(maskIdCard('AA1234567')).toBe('AAxxxxx67')
    expect(maskIdCard('AA12')).toBe('xxxx')
    expect(maskIdCard('')).toBe('')
  })

  it('normalizeIdCard reverses formatIdCard', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{13}$/), (x) => normalizeIdCard(formatIdCard(x)) === x),
    )
  })
})

describe('isCompleteIdNumber', () => {
  it.each(['1100000000016', 'AA1234567', 'aa123456', '987654321'])('accepts %s', (text) =>
    expect(isCompleteIdNumber(text)).toBe(true),
  )

  it.each([
    '',
    '110000',
    '0812345678',
    'APKKN69110003',
    'SCHMIDT',
    'AA1',
    '110000000001'.slice(0, 7),
  ])('refuses %j', (text) => expect(isCompleteIdNumber(text)).toBe(false))
})

it.each([
  [' 1-1000-00000-01-6 ', { idcard: '1100000000016' }],
  ['qx 7654321', { passport: 'QX7654321' }],
  ['987654321', { passport: '987654321' }],
  ['a1234', { passport: 'A1234' }],
  ['0812345678', null],
  ['สมชาย', null],
  ['Anna', null],
  ['A1', null],
])('finds the complete number in %j: %j', (text, number) => {
  expect(completeNumberIn(text)).toEqual(number)
})
