import { approval } from '@khapdee/contract/entities/approval'
import { request } from '@khapdee/contract/entities/request'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

const inbox = async (as: string) => (await test.call(approval.gettable, {}, as)).data
const count = async (as: string) => (await test.call(approval.count, {}, as)).data.waiting

it('lists requests that the caller may decide and those the caller has made', async () => {
  const app = await desk.register({ paid: [20_000, 0] })
  const payment_id = app.payments[0]?.payment_id ?? 0
  await desk.requestVoid(payment_id, 'manager.kkn')
  const line = { request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }
  const input = { customer: customerInput(), request_fee: [line] }
  const { application_id } = (await test.call(request.create, input, 'registrar.kkn')).data

  expect(await inbox('manager.kkn')).toMatchObject([
    { kind: 'payment', id: payment_id, amount: 20_000, note: 'พิมพ์ผิด', can_decide: false },
    { kind: 'request_fee', id: application_id, amount: 2000, can_decide: true },
  ])
  expect((await inbox('owner')).map((row) => row.can_decide)).toEqual([true, true])
  expect(await inbox('registrar.kkn')).toMatchObject([{ id: application_id, can_decide: false }])
  expect(await inbox('manager.bpi')).toEqual([])
  const all = ['manager.kkn', 'owner', 'registrar.kkn', 'manager.bpi', 'hr']
  expect(await Promise.all(all.map(count))).toEqual([1, 2, 0, 0, 0])

  await desk.decide(payment_id, 'reject', 'owner')
  await test.call(request.approve, { application_id, decision: 'approve' }, 'manager.kkn')
  expect(await inbox('owner')).toEqual([])
  expect(await count('manager.kkn')).toBe(0)
})
