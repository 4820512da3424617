import { expect, it } from 'vitest'
import { satang } from '../money.ts'
import { cashChange } from './cash-received.ts'

it.each([
  [100_000, 70_000, { change: 30_000 }],
  [70_000, 70_000, { change: 0 }],
  [69_999, 70_000, { short: 1 }],
  [0, 70_000, { short: 70_000 }],
])('returns for %d satang received and %d due %j', (received, due, expected) => {
  expect(cashChange(satang(received), satang(due))).toEqual(expected)
})
