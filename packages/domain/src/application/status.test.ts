import { expect, it } from 'vitest'
import {
  type ApplicationAction,
  type ApplicationStatus,
  applicationStatuses,
  statusAllows,
  isOpen,
  mayPay,
} from './status.ts'

it('allows all actions on an outstanding application, all except payment on a paid one, and only printing and refunds of kept money on others', () => {
  // Safe: the keys are the statuses.
  const statuses = Object.keys(applicationStatuses) as ApplicationStatus[]
  const actions: ApplicationAction[] = [
    'pay',
    'refund',
    'delete',
    'end',
    'amend',
    'edit_pay_type',
    'request_delete',
    'decide',
    'print',
  ]
  const allowed = statuses.map((status) => actions.filter((action) => statusAllows(status, action)))
  expect(allowed).toEqual([
    actions,
    ['refund', 'delete', 'end', 'amend', 'edit_pay_type', 'request_delete', 'decide', 'print'],
    ['refund', 'print'],
    ['print'],
    ['refund', 'print'],
    ['print'],
  ])
  expect(statuses.filter(isOpen)).toEqual(['outstanding', 'paid'])
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
