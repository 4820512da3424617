/** Months of payroll, for tests. */
import type { PayrollStatus } from '@khapdee/domain/payroll/steps'
import type { TestApp } from '../app.ts'
import { makeEmployee } from './employee.ts'

let serial = 0

/**
 * Inserts the month of a new employee with a salary of 20,000 baht and no deductions; months after the draft were submitted by
 * nobody who may sign in elsewhere: by the employee.
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
  const isApproved = status === 'approved'
  const posting = isApproved
    ? await test.db
        .insertInto('payroll_posting')
        .values({
          branch_id,
          month,
          pay_date,
          is_reversal: false,
          created_by: user_id,
          createdAt: at,
        })
        .returning('payroll_posting_id')
        .executeTakeFirstOrThrow()
    : null
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
  await test.db
    .updateTable('payroll_month')
    .set({
      status,
      submitted_by: status === 'draft' ? null : user_id,
      ...(posting !== null && {
        payroll_posting_id: posting.payroll_posting_id,
        payslip_code: `PS-TST-6910-${String(++serial).padStart(4, '0')}`,
      }),
    })
    .where('payroll_id', '=', payroll_id)
    .execute()
  return { user_id, payroll_id, month }
}
