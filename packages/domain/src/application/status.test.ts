import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import {
  type ApplicationAction,
  type ApplicationStatus,
  can,
  isOpen,
  mayPay,
  statusFor,
} from './status.ts'
import { applicationTotals } from './totals.ts'

describe('statusFor', () => {
  const course = (paid: number) => [
    { cost: satang(600_000), discount: satang(0), paid: satang(paid) },
  ]

  it.each<[number, { refunded?: number; cancelled?: boolean }, ApplicationStatus]>([
    [0, {}, 'outstanding'],
    [599_999, {}, 'outstanding'],
    [600_000, {}, 'paid'],
    [600_000, { refunded: 600_000 }, 'refunded'],
    [600_000, { refunded: 1 }, 'partial_refund'],
    [300_000, { refunded: 300_000 }, 'refunded'],
    [0, { cancelled: true }, 'cancelled'],
  ])(
    'with %s satang paid and the refund or cancellation %j, the status is %s',
    (paid, { refunded = 0, cancelled = false }, status) => {
      const ending = { refunded: satang(refunded), cancelled }
      const totals = applicationTotals(course(paid), {
        refunded: ending.refunded,
        open: refunded === 0 && !cancelled,
      })
      expect(statusFor(totals, ending)).toBe(status)
      expect(isOpen(status)).toBe(refunded === 0 && !cancelled)
    },
  )

  it('returns paid for an application that costs nothing', () => {
    expect(statusFor(applicationTotals([], { open: true }))).toBe('paid')
  })
})

it('allows each status its own actions, and only printing after a refund or cancellation', () => {
  const statuses: ApplicationStatus[] = [
    'outstanding',
    'paid',
    'partial_refund',
    'refunded',
    'cancelled',
  ]
  const actions: ApplicationAction[] = [
    'pay',
    'refund',
    'delete',
    'edit_pay_type',
    'request_delete',
    'decide',
    'print',
  ]
  const allowed = statuses.map((status) => actions.filter((action) => can(status, action)))
  expect(allowed).toEqual([
    actions,
    ['refund', 'delete', 'edit_pay_type', 'request_delete', 'decide', 'print'],
    ['print'],
    ['print'],
    ['print'],
  ])
})

it('accepts payments for a pending or approved request, but not for a rejected one', () => {
  const decisions = [null, 'pending', 'approved', 'rejected'] as const
  expect(decisions.map((decision) => mayPay('outstanding', decision))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(mayPay('paid', null)).toBe(false)
})
