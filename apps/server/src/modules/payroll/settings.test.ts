import { payroll } from '@khapdee/contract/entities/payroll'
import { payrollSetting } from '@khapdee/contract/entities/payroll-setting'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const read = async () => (await test.call(payrollSetting.get, {}, 'hr')).data
const save = async (values: object, as = 'hr') =>
  test.call(payrollSetting.update, { ...(await read()), ...values }, as)

it('new months get the pay day of the settings, in a shorter month its last day', async () => {
  expect(await read()).toMatchObject({ pro_rata: 'thirty', pay_day: 31, sso_account: '' })
  const { status } = await save({ pay_day: 25, sso_account: '1234567890' })
  expect([status, await read()]).toMatchObject([200, { pay_day: 25, sso_account: '1234567890' }])
  const { user_id } = await makeEmployee(test, test.school.branch.KKN)
  const month = '2026-11'
  await test.call(payroll.build, { branch_id: test.school.branch.KKN, month }, 'hr')
  const { data } = await test.call(payroll.user, { user_id, month }, 'hr')
  expect(data.pay_date).toBe('2026-11-25')
})

it.each([
  ['pay_day', 32],
  ['sso_account', '12345'],
  ['sso_branch', 'ABCDEF'],
  ['ewf_off_branches', [999_999]],
])('refuses %s %s', async (path, value) => {
  const wire = { ...(await read()), [path]: value }
  const { status, body } = await sendWire(
    test,
    payrollSetting.update,
    wire,
    await bearerOf(test, 'hr'),
  )
  expect([status, String(body.errors?.[0]?.path).startsWith(path)]).toEqual([400, true])
})

it('settings are changed only with the permission to maintain rates, and by only one of two users who save at the same time', async () => {
  expect((await save({ pay_day: 5 }, 'manager.kkn')).status).toBe(403)
  const known = await read()
  const both = await Promise.all([
    test.call(payrollSetting.update, { ...known, pay_day: 10 }, 'hr'),
    test.call(payrollSetting.update, { ...known, pay_day: 11 }, 'admin'),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
