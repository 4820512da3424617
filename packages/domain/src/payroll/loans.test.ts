import { expect, it } from 'vitest'
import { satang } from '../money.ts'
import { day } from '../thai-date.ts'
import { loanProblem, loanStateOf, repaymentProblem } from './loans.ts'
import { month } from './month.ts'

const today = day('2026-11-28')
const loan = {
  principal: satang(600_000),
  instalment: satang(200_000),
  first_month: month('2026-12'),
  day: today,
  pay_type: 'cash' as const,
}

it.each([
  ['cash of today', {}, undefined],
  ['an instalment of the whole', { instalment: satang(600_000) }, undefined],
  ['an instalment above the principal', { instalment: satang(600_001) }, 'instalment'],
  ['a first month before the payout', { first_month: month('2026-10') }, 'first_month'],
  ['a day in the future', { day: day('2026-11-29') }, 'day'],
  ['cash of another day', { day: day('2026-11-27') }, 'day'],
  [
    'a transfer of another day',
    { day: day('2026-11-27'), pay_type: 'transfer' as const },
    undefined,
  ],
])('a new loan as %s is refused at the right field, or accepted', (_, values, path) => {
  expect(loanProblem({ ...loan, ...values }, today)?.path).toBe(path)
})

it('at most the balance of a loan is paid back', () => {
  expect(repaymentProblem(satang(100), satang(100))).toBeNull()
  expect(repaymentProblem(satang(101), satang(100))?.path).toBe('value')
})

it('a loan is open until its balance is 0 or it is cancelled', () => {
  expect(loanStateOf({ is_cancelled: false, balance: satang(1) })).toBe('open')
  expect(loanStateOf({ is_cancelled: false, balance: satang(0) })).toBe('repaid')
  expect(loanStateOf({ is_cancelled: true, balance: satang(1) })).toBe('cancelled')
})
