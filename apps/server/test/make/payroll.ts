/** Months of payroll, for tests. */
import { payroll } from '@khapdee/contract/entities/payroll'
import type { PayrollStatus } from '@khapdee/domain/payroll/steps'
import type { TestApp } from '../app.ts'
import { makeEmployee } from './employee.ts'

/**
 * Inserts the month of a new employee with a salary of 20,000 baht and no deductions. A month that
 * is not a draft has the employee as its submitter, so that every user of a test may approve it.
 */
export async function makeMonth(
  test: TestApp,
  branch_id: number,
  status: Exclude<PayrollStatus, 'paid'> = 'draft',
  values: { month?: string; sname?: string } = {},
) {
  const { month = '2026-10', sname } = values
  const { user_id } = await makeEmployee(test, branch_id, sname === undefined ? {} : { sname })
  const at = '2026-11-01T03:00:00Z'
  const pay_date = `${month}-28`
  const { payroll_id } = await test.db
    .insertInto('payroll_month')
    .values({
      user_id,
      month,
      branch_id,
      position: '',
      pay_as: 'employee',
      pay_date,
      pay_type: 'transfer',
      created_by: user_id,
      createdAt: at,
      updatedAt: at,
    })
    .returning('payroll_id')
    .executeTakeFirstOrThrow()
  const isApproved = status === 'approved'
  await test.db
    .updateTable('payroll_month')
    .set({
      status: isApproved ? 'confirmed' : status,
      submitted_by: status === 'draft' ? null : user_id,
    })
    .where('payroll_id', '=', payroll_id)
    .execute()
  if (isApproved) {
    const input = { branch_id, month, user_ids: [user_id] }
    const { status: answered } = await test.call(payroll.approve, input, 'admin')
    if (answered !== 200) throw new Error(`the month was not approved: ${answered}`)
  }
  return { user_id, payroll_id, month }
}

/** Inserts a loan of 6,000 baht to an employee, paid out by transfer and paid back from December 2026 on with 2,000 a month. */
export async function makeLoan(
  test: TestApp,
  { user_id, branch_id }: { user_id: number; branch_id: number },
  values: { first_month?: string } = {},
) {
  const [principal, day] = [600_000, '2026-11-01']
  const loan = await test.db
    .insertInto('payroll_loan')
    .values({
      user_id,
      branch_id,
      type: 'loan',
      principal,
      instalment: 200_000,
      first_month: '2026-12',
      day,
      pay_type: 'transfer',
      created_by: user_id,
      ...values,
    })
    .returning('payroll_loan_id')
    .executeTakeFirstOrThrow()
  const move = { branch_id, date: day, value: -principal, note: 'จ่ายเงินกู้', created_by: user_id }
  await test.db
    .insertInto('bank_move')
    .values({ ...move, ...loan, createdAt: `${day}T03:00:00Z` })
    .execute()
  return loan
}
