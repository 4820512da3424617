import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

it('list-payroll/list returns the dropdowns of the form', async () => {
  const { data } = await test.call(payrollItem.list, {}, 'hr')
  expect(Object.keys(data).toSorted()).toEqual([
    'branch',
    'category_deduction',
    'category_income',
    'condition',
    'position',
    'posting',
    'status',
    'title_value',
    'type',
  ])
  expect(data['condition']).toEqual([
    { value: 'fill', name: 'กำหนดเอง' },
    { value: 'multiply', name: 'คูณ' },
  ])
  expect(data['type']).toEqual([
    { value: 'income', name: 'รายได้' },
    { value: 'deduction', name: 'รายหัก' },
  ])
})

it('creates income set manually without a posting by default', async () => {
  const { data } = await test.call(
    payrollItem.create,
    { name: 'ค่าโทรศัพท์', category: 'allowance', posting: 'withheld_for' },
    'hr',
  )
  expect(data).toMatchObject({ type: 'income', condition: 'fill', value: 0, posting: null })
})

it.each([
  [{ type: 'income', category: 'damages' }, 'category'],
  [{ type: 'deduction', category: 'bonus', posting: 'school_income' }, 'category'],
  [{ type: 'deduction', category: 'damages', posting: null }, 'posting'],
  [{ type: 'deduction', category: 'tax', posting: 'school_income' }, 'posting'],
] as const)('refuses an item of %o at its %s and stores nothing', async (fields, path) => {
  const name = 'รายการที่ไม่ถูกต้อง'
  const answer = await test.call(payrollItem.create, { name, ...fields }, 'hr')
  expect(answer.body.errors).toMatchObject([{ path }])
  const { data } = await test.call(payrollItem.gettable, { text: name }, 'hr')
  expect(data).toEqual([])
})
