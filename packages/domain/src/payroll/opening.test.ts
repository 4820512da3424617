import { expect, it } from 'vitest'
import { satang } from '../money.ts'
import { openingProblem } from './opening.ts'

const sums = (regular: number, irregular: number, tax: number, sso: number, fund = 0) => ({
  regular: satang(regular),
  irregular: satang(irregular),
  tax: satang(tax),
  sso: satang(sso),
  provident_fund: satang(fund),
})

it.each([
  ['income without deductions is right', sums(100, 0, 0, 0), null],
  ['irregular income alone is right', sums(0, 100, 0, 0), null],
  ['everything may be withheld', sums(60, 40, 50, 30, 20), null],
  ['nothing was earned', sums(0, 0, 0, 0), 'regular'],
  ['more tax than income', sums(60, 40, 101, 0), 'tax'],
  ['more tax and contributions than income', sums(60, 40, 50, 30, 21), 'sso'],
])('%s', (_, given, path) => {
  expect(openingProblem(given)?.path ?? null).toBe(path)
})
