import { expect, it } from 'vitest'
import { remitUntil, returnOfPayee } from './withheld-tax.ts'

it.each([
  ['0405500000001', 'pnd53'],
  ['1101700230708', 'pnd3'],
  ['', null],
])('takes the return of the payee with the number %j: %s', (number, expected) => {
  expect(returnOfPayee(number)).toBe(expected)
})

it.each([
  ['2026-11', '2026-12-07'],
  ['2026-12', '2027-01-07'],
  ['2027-01', '2027-02-07'],
])('pays the tax of %s until %s', (month, expected) => {
  expect(remitUntil(month)).toBe(expected)
})
