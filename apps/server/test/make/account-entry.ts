/** Calls that book entries, for tests. */
import { randomUUID } from 'node:crypto'
import type { InputOf } from '@khapdee/contract/endpoint'
import { expenses, income } from '@khapdee/contract/entities/account-entry'
import { withheldTax } from '@khapdee/contract/entities/withheld-tax'
import type { PayType } from '@khapdee/domain/application/status'
import type { TestApp } from '../app.ts'

type ExpenseInput = InputOf<typeof expenses.create>
type IncomeInput = InputOf<typeof income.create>

const key = () => ({ 'idempotency-key': randomUUID() })
// Paid outside, because the drawer of a new branch is empty.
const fromOutside = { pay_type: 'cash', cash_source: 'outside' } as const
const defaults = { ...fromOutside, value: 100 } as const

/** A transfer has no source of cash. */
const transferOf = ({ pay_type }: { pay_type?: PayType }) =>
  pay_type === 'transfer' ? { cash_source: undefined } : {}

/**
 * Books an expense of 100 baht, paid with cash outside the drawer, with a typed name, today, in the
 * caller's branch.
 */
export const bookExpense = (
  test: TestApp,
  values: Partial<ExpenseInput> = {},
  as = 'manager.kkn',
) => {
  const input = {
    ...expenses.create.input.parse({ ...defaults, other_name: 'ค่าน้ำแข็ง' }),
    ...values,
    ...transferOf(values),
  }
  return test.call(expenses.create, input, as, key())
}

/** Like {@link bookExpense}, for other income. */
export const bookIncome = (
  test: TestApp,
  values: Partial<IncomeInput> = {},
  as = 'manager.kkn',
) => {
  const input = {
    ...income.create.input.parse({ ...defaults, other_name: 'ขายน้ำดื่ม' }),
    ...values,
    ...transferOf(values),
  }
  return test.call(income.create, input, as, key())
}

/** Remits withheld tax of the caller's branch with cash outside the drawer. */
export const remitTax = (
  test: TestApp,
  values: Pick<InputOf<typeof withheldTax.remit>, 'month' | 'return' | 'value'>,
  as = 'manager.kkn',
) => {
  const branch_id = test.school.branch.KKN
  const input = {
    ...withheldTax.remit.input.parse({ ...values, ...fromOutside, value: 1, branch_id }),
    ...values,
  }
  return test.call(withheldTax.remit, input, as, key())
}

/** Adds an item of expenses or other income to all branches, and returns its id. */
export async function makeItem(
  test: TestApp,
  values: Partial<{
    name: string
    category: 'expenses' | 'other_income'
    type: 'general' | 'vehicle' | 'employee'
    group: string
    is_pass_through: boolean
    is_fuel: boolean
    branch_id: number | null
    status: 'open' | 'closed'
  }> = {},
): Promise<number> {
  const { list_expenses_id } = await test.db
    .insertInto('list_expenses')
    .values({ name: 'ค่าน้ำประปา', category: 'expenses', type: 'general', ...values })
    .returning('list_expenses_id')
    .executeTakeFirstOrThrow()
  return list_expenses_id
}
