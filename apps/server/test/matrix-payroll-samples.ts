/** For each endpoint of months of payroll, a valid call; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { payroll } from '@khapdee/contract/entities/payroll'
import type { PayrollStatus } from '@khapdee/domain/payroll/steps'
import { payrollLoan } from '@khapdee/contract/entities/payroll-loan'
import { payrollOpening } from '@khapdee/contract/entities/payroll-opening'
import { payrollSetting } from '@khapdee/contract/entities/payroll-setting'
import { payrollWorkRate } from '@khapdee/contract/entities/payroll-work-rate'
import { type BranchFixture, type Sample, listFilters } from './branch-fixture.ts'
import { makeEmployee } from './make/employee.ts'
import { makeLoan, makeMonth } from './make/payroll.ts'
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

/** A line of an item of the branch in the draft of a person. */
async function lines({ test, branch_id, mark }: BranchFixture): Promise<Wire> {
  const { user_id, month, payroll_id } = await makeMonth(test, branch_id, 'draft', { sname: mark })
  const { list_payroll_id } = await test.db
    .insertInto('list_payroll')
    .values({ name: mark, category: 'bonus', branch_id })
    .returning('list_payroll_id')
    .executeTakeFirstOrThrow()
  const kind = { type: 'income', category: 'bonus', name: mark, condition: 'fill' }
  const flags = { title_value: 'baht', taxable: true, in_sso_base: false, regular: false }
  const figures = { place: 0, per_value: 0, value: 0, amount: 0 }
  const { payroll_line_id } = await test.db
    .insertInto('payroll_line')
    .values({ payroll_id, list_payroll_id, ...kind, ...flags, ...figures })
    .returning('payroll_line_id')
    .executeTakeFirstOrThrow()
  return { user_id, month, version: 1, lines: [{ payroll_line_id, list_payroll_id, value: 5 }] }
}

let serial = 0
/** A transfer from an account of the branch. */
async function transferOf({ test, branch_id, mark }: BranchFixture) {
  const number = String(7_770_000_000 + ++serial)
  const { bank_account_id } = await test.db
    .insertInto('bank_account')
    .values({ branch_id, bank: '004', number, name: mark, opening_day: '2026-01-01' })
    .returning('bank_account_id')
    .executeTakeFirstOrThrow()
  return { pay_type: 'transfer', bank_account_id }
}

/** An approved month, and an account of the branch that it is paid from. */
async function payment(fixture: BranchFixture): Promise<Wire> {
  const values = { pay_date: '2026-11-01', ...(await transferOf(fixture)) }
  return step('approved', values)(fixture)
}

/** A loan of a person of the branch. */
async function loanOf({ test, branch_id, mark }: BranchFixture): Promise<Wire> {
  const { user_id } = await makeEmployee(test, branch_id, { sname: mark })
  const { payroll_loan_id } = await makeLoan(test, { user_id, branch_id })
  return { payroll_loan_id, version: 1 }
}

const rateFields = { valid_from: '2026-11-01', rate: 100 }

/** A person of the branch, and an item of income there. */
async function personWithItem({ test, branch_id, mark }: BranchFixture) {
  const { user_id } = await makeEmployee(test, branch_id, { sname: mark })
  const { list_payroll_id } = await test.db
    .insertInto('list_payroll')
    .values({ name: mark, category: 'work', branch_id })
    .returning('list_payroll_id')
    .executeTakeFirstOrThrow()
  return { user_id, list_payroll_id }
}

/** A rate of a person of the branch for work, and its item. */
async function rateOf(fixture: BranchFixture) {
  const { user_id, list_payroll_id } = await personWithItem(fixture)
  const at = '2026-11-01T03:00:00Z'
  const { payroll_work_rate_id } = await fixture.test.db
    .insertInto('payroll_work_rate')
    .values({
      user_id,
      list_payroll_id,
      kind: 'exam_panel',
      valid_from: '2026-10-01',
      unit: 'time',
      rate: 5_000,
      created_by: user_id,
      createdAt: at,
      updatedAt: at,
    })
    .returning('payroll_work_rate_id')
    .executeTakeFirstOrThrow()
  return { key: { payroll_work_rate_id, version: 1 }, list_payroll_id }
}

/** Earlier sums of a year of a person of the branch. */
async function openingOf({ test, branch_id, mark }: BranchFixture): Promise<Wire> {
  const { user_id } = await makeEmployee(test, branch_id, { sname: mark })
  const { payroll_opening_id } = await test.db
    .insertInto('payroll_opening')
    .values({ user_id, year: 2026, type: 'earlier_months', regular: 100 })
    .returning('payroll_opening_id')
    .executeTakeFirstOrThrow()
  return { payroll_opening_id, version: 1 }
}
const openingFields = { year: 2025, type: 'earlier_months', regular: 5 }

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
  [payroll.void, { wire: step('submitted', { note: 'ไม่ได้ทำงาน' }) }],
  [payroll.pay, { wire: payment }],
  [payrollSetting.get, { wire: () => ({}), ofSchool: true }],
  [
    payrollSetting.update,
    {
      wire: async ({ test }) => (await test.call(payrollSetting.get, {}, 'admin')).data,
      ofSchool: true,
    },
  ],
  [
    payrollLoan.list,
    {
      wire: async ({ test, branch_id, mark }) => ({
        user_id: (await makeEmployee(test, branch_id, { sname: mark })).user_id,
      }),
    },
  ],
  [
    payrollLoan.create,
    {
      wire: async (fixture) => ({
        user_id: (await makeEmployee(fixture.test, fixture.branch_id, { sname: fixture.mark }))
          .user_id,
        type: 'loan',
        principal: 100,
        instalment: 10,
        first_month: '2027-01',
        day: '2026-11-01',
        ...(await transferOf(fixture)),
      }),
    },
  ],
  [
    payrollOpening.list,
    { wire: async (fixture) => ({ user_id: (await personWithItem(fixture)).user_id }) },
  ],
  [
    payrollOpening.create,
    {
      wire: async (fixture) => ({
        user_id: (await personWithItem(fixture)).user_id,
        ...openingFields,
      }),
    },
  ],
  [
    payrollOpening.update,
    { wire: async (fixture) => ({ ...(await openingOf(fixture)), ...openingFields }) },
  ],
  [payrollOpening.delete, { wire: openingOf }],
  [
    payrollWorkRate.list,
    { wire: async (fixture) => ({ user_id: (await personWithItem(fixture)).user_id }) },
  ],
  [
    payrollWorkRate.create,
    { wire: async (fixture) => ({ ...(await personWithItem(fixture)), ...rateFields }) },
  ],
  [
    payrollWorkRate.update,
    {
      wire: async (fixture) => {
        const { key, list_payroll_id } = await rateOf(fixture)
        return { ...key, list_payroll_id, ...rateFields }
      },
    },
  ],
  [payrollWorkRate.delete, { wire: async (fixture) => (await rateOf(fixture)).key }],
  [
    payrollLoan.repay,
    {
      wire: async (fixture) => ({
        ...(await loanOf(fixture)),
        value: 10,
        day: '2026-11-01',
        ...(await transferOf(fixture)),
      }),
    },
  ],
  [
    payrollLoan.cancel,
    { wire: async (fixture) => ({ ...(await loanOf(fixture)), note: 'บันทึกผิด' }) },
  ],
]
