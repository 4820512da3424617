import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'

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
