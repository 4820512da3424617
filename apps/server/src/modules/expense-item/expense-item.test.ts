import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, makeItem } from '../../../test/make/account-entry.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

it('list-expenses/list returns the categories, types and statuses', async () => {
  const { data } = await test.call(expenseItem.list, {}, 'accountant')
  expect(data).toEqual({
    category: [
      { value: 'expenses', name: 'รายจ่าย' },
      { value: 'other_income', name: 'รายรับอื่น' },
    ],
    type: [
      { value: 'general', name: 'ทั่วไป' },
      { value: 'vehicle', name: 'ยานพาหนะ' },
      { value: 'employee', name: 'พนักงาน' },
    ],
    status: [
      { value: 'open', name: 'เปิดใช้งาน' },
      { value: 'closed', name: 'ปิดใช้งาน' },
    ],
  })
})

it('keeps the category of an item to which entries refer', async () => {
  const list_expenses_id = await makeItem(test, { name: 'ค่าขยะ' })
  const { data: item } = await test.call(expenseItem.get, { list_expenses_id }, 'admin')
  const { name, type, group, is_pass_through, branch_id, detail, status, version } = item
  const input = {
    list_expenses_id,
    name,
    type,
    group,
    is_pass_through,
    branch_id,
    detail,
    status,
    version,
  }
  const change = (category: 'expenses' | 'other_income') =>
    test.call(expenseItem.update, { ...input, category }, 'admin')
  await bookExpense(test, { list_expenses: list_expenses_id })
  expect((await change('other_income')).body.errors).toMatchObject([{ path: 'category' }])
  expect((await change('expenses')).status).toBe(200)
})
