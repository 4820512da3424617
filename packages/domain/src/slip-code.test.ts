import { expect, it } from 'vitest'
import fc from 'fast-check'
import { formatSlipCode, parseSlipCode } from './slip-code.ts'

it.each([
  ['7K2M9QXD31VZ', '7K2M9QXD31VZ'],
  ['7k2m-9qxd-31vz', '7K2M9QXD31VZ'],
  [' 7K2M 9QXD 3LVO ', '7K2M9QXD31V0'],
  ['7K2M9QXD31V', null],
  ['7K2M9QXD31VZ1', null],
  ['7K2M9QXD31VU', null],
  ['1100012345678', null],
  ['สมหญิง ใจดี', null],
])('reads %j as %j', (text, code) => {
  expect(parseSlipCode(text)).toBe(code)
})

it('reads every code back in the forms that people write', () => {
  const digit = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  fc.assert(
    fc.property(fc.array(digit, { minLength: 12, maxLength: 12 }), (digits) => {
      const code = digits.join('')
      expect(formatSlipCode(code)).toMatch(/^.{4}-.{4}-.{4}$/)
      expect(parseSlipCode(formatSlipCode(code))).toBe(code)
    }),
  )
})
