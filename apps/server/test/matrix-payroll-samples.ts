/** For each endpoint of months of payroll, a valid call; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { payroll } from '@khapdee/contract/entities/payroll'
import type { PayrollStatus } from '@khapdee/domain/payroll/steps'
import { type BranchFixture, type Sample, listFilters } from './branch-fixture.ts'
import { makeMonth } from './make/payroll.ts'
import type { Wire } from './wire.ts'

/** The month of a person of the branch in a status. */
const monthIn =
  (status: Exclude<PayrollStatus, 'paid'> = 'draft') =>
  async ({ test, branch_id, mark }: BranchFixture): Promise<Wire> => {
    const { user_id, month } = await makeMonth(test, branch_id, status, { sname: mark })
    return { user_id, month }
  }

/** A step of the month of a person. */
const step =
  (status: Exclude<PayrollStatus, 'paid'>, values: Wire = {}) =>
  async (fixture: BranchFixture): Promise<Wire> => {
    const { user_id, month } = await monthIn(status)(fixture)
    return { branch_id: fixture.branch_id, month, user_ids: [user_id], ...values }
  }

const lines = async (fixture: BranchFixture): Promise<Wire> => ({
  ...(await monthIn()(fixture)),
  lines: [],
  version: 1,
})

export const payrollSamples: readonly [Endpoint, Sample][] = [
  [payroll.build, { wire: ({ branch_id }) => ({ branch_id, month: '2026-09' }) }],
  [payroll.gettable, { wire: listFilters }],
  [payroll.report, { wire: listFilters }],
  [payroll.user, { wire: monthIn() }],
  [payroll.history, { wire: monthIn() }],
  [payroll.totals, { wire: ({ branch_id }) => ({ branch_id, month: '2026-10' }) }],
  [payroll.lines, { wire: lines }],
  [payroll.reportLines, { wire: lines }],
  [payroll.linesList, { wire: () => ({}) }],
  [payroll.reportList, { wire: () => ({}) }],
  [payroll.own, { wire: () => ({}) }],
  [payroll.submit, { wire: step('draft') }],
  [payroll.confirm, { wire: step('submitted') }],
  [payroll.approve, { wire: step('confirmed') }],
  [payroll.return, { wire: step('submitted', { note: 'แก้ยอด' }) }],
  [payroll.reopen, { wire: step('approved', { note: 'แก้ยอด' }) }],
  [payroll.pay, { wire: step('approved', { pay_date: '2026-11-01', pay_type: 'transfer' }) }],
]
