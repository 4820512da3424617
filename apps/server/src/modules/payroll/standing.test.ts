import { payrollItem } from '@khapdee/contract/entities/payroll-item'
import { payrollStanding } from '@khapdee/contract/entities/payroll-standing'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'

let test: TestApp
let user_id: number
let list_payroll_id: number
let count = 0

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  user_id = (await makeEmployee(test, test.school.branch.KKN)).user_id
  list_payroll_id = await makePayrollItem()
})

const makePayrollItem = async (values: { branch_id?: number; status?: 'closed' } = {}) => {
  const { data } = await test.call(
    payrollItem.create,
    { name: `ค่าตำแหน่ง ${++count}`, category: 'position', ...values },
    'admin',
  )
  return data.list_payroll_id
}
const give = (as = 'hr', values: object = {}) =>
  test.call(
    payrollStanding.create,
    { user_id, list_payroll_id, value: satang(150_050), ...values },
    as,
  )
const read = (as = 'hr', person = user_id) =>
  test.call(payrollStanding.list, { user_id: person }, as)

it('adds, changes and removes an item, which is offered only while the person does not have it', async () => {
  const offered = async () =>
    (await read()).data.list_payroll.some(({ value }) => value === list_payroll_id)
  expect(await offered()).toBe(true)
  const { data: created } = await give()
  expect(created).toMatchObject({ user_id, list_payroll_id, value: 150_050, version: 1 })
  expect(await offered()).toBe(false)
  const key = { payroll_standing_id: created.payroll_standing_id }
  await test.call(payrollStanding.update, { ...key, value: satang(200_000), version: 1 }, 'hr')
  expect((await read()).data.list).toMatchObject([{ ...key, value: 200_000, version: 2 }])
  const stale = await test.call(payrollStanding.delete, { ...key, version: 1 }, 'hr')
  expect(stale.status).toBe(409)
  await test.call(payrollStanding.delete, { ...key, version: 2 }, 'hr')
  expect((await read()).data.list).toEqual([])
})

it('an item is added once, even when two users press at the same time', async () => {
  const answers = await Promise.all([give('hr'), give('manager.kkn'), give('admin')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await read()).data.list).toHaveLength(1)
})

it('refuses a closed item and one of another branch', async () => {
  const closed = await makePayrollItem({ status: 'closed' })
  const foreign = await makePayrollItem({ branch_id: test.school.branch.BPI })
  for (const id of [closed, foreign]) {
    const { body } = await give('hr', { list_payroll_id: id })
    expect(body.errors).toMatchObject([{ path: 'list_payroll_id' }])
  }
  expect((await read()).data.list).toEqual([])
})

it('allows only users who may decide their own requests to change their own pay', async () => {
  const own = (as: string) => give(as, { user_id: test.school.userId(as) })
  const refused = await own('hr')
  expect([refused.status, refused.body.message]).toEqual([403, 'แก้ไขเงินเดือนของตนเองไม่ได้'])
  expect((await read('hr', test.school.userId('hr'))).data.is_editable).toBe(false)
  expect((await own('admin')).status).toBe(200)
})

it('hides the pay of roles above and of other branches', async () => {
  const admin = test.school.userId('admin')
  expect((await read('hr', admin)).status).toBe(404)
  expect((await give('hr', { user_id: admin })).status).toBe(404)
  const elsewhere = await makeEmployee(test, test.school.branch.BPI)
  expect((await read('manager.kkn', elsewhere.user_id)).status).toBe(404)
  expect((await read('hr', elsewhere.user_id)).status).toBe(200)
  expect((await read('registrar.kkn')).status).toBe(403)
})

it('keeps an item that a person gets every month', async () => {
  await give()
  const key = { list_payroll_id, version: 1 }
  expect((await test.call(payrollItem.delete, key, 'admin')).status).toBe(409)
})
