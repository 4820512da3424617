import { expect, it } from 'vitest'
import { formatAccountNumber } from './banks.ts'

it.each([
  ['1234567890', '123-4-56789-0'],
  ['123456789012', '123456789012'],
  ['', ''],
])('shows the account number %s as %s', (number, shown) => {
  expect(formatAccountNumber(number)).toBe(shown)
})
