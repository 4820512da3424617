/** Tests that decisions, refunds and cancellations are refused if the application is no longer in the version that was sent. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { approval } from '@khapdee/contract/entities/approval'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const half = { ...lineInput(20_000), paid: satang(10_000) }

const registerFee = async () => {
  const other_fee = [{ other_fee_id: test.school.otherFee.medical, ...half }]
  const input = { customer: customerInput(), other_fee }
  return (await test.call(applicationFee.create, input, 'registrar.kkn')).data.application_id
}
const registerRequest = async () => {
  const request_fee = [{ request_fee_id: test.school.requestFee.copy, ...lineInput(2000) }]
  const input = { customer: customerInput(), request_fee }
  return (await test.call(request.create, input, 'registrar.kkn')).data.application_id
}
const registerCourse = async () => (await desk.register({ paid: [80_000, 0] })).application_id

const back = { value: satang(100), note: 'ย้ายที่อยู่' }
const ended = { note: 'ลงผิด' }

type Call = (named: { application_id: number; version?: number }) => Promise<{
  status: number
  body: { code?: string; message?: string }
}>

const calls: [name: string, register: () => Promise<number>, call: Call][] = [
  [
    'request/approve',
    registerRequest,
    (named) => test.call(request.approve, { ...named, decision: 'approve' }, 'manager.kkn'),
  ],
  [
    'application/refund',
    registerCourse,
    (named) => test.call(application.refund, { ...named, ...back }, 'manager.kkn'),
  ],
  [
    'application/refund/request',
    registerCourse,
    (named) => test.call(refundRequest.create, { ...named, ...back }, 'cashier.kkn'),
  ],
  [
    'application/delete',
    registerCourse,
    (named) => test.call(application.delete, { ...named, ...ended }, 'manager.kkn'),
  ],
  [
    'applicationfee/refund',
    registerFee,
    (named) => test.call(applicationFee.refund, { ...named, ...back }, 'manager.kkn'),
  ],
  [
    'applicationfee/delete',
    registerFee,
    (named) => test.call(applicationFee.delete, { ...named, ...ended }, 'manager.kkn'),
  ],
  [
    'request/delete',
    registerRequest,
    (named) => test.call(request.delete, { ...named, ...ended }, 'manager.kkn'),
  ],
]

const stored = (application_id: number) =>
  test.db
    .selectFrom('application')
    .select(['version', 'status', 'paid', 'decision', 'updatedAt'])
    .where('application_id', '=', application_id)
    .executeTakeFirstOrThrow()

describe.each(calls)('%s', (_, register, call) => {
  it('answers 409 and changes nothing when the application was changed after the caller saw it', async () => {
    const application_id = await register()
    const { version } = await stored(application_id)
    const change = { application_id, version, note: 'แก้ไขระหว่างนั้น' }
    expect((await test.call(application.update, change, 'registrar.kkn')).status).toBe(200)
    const before = await stored(application_id)
    const { status, body } = await call({ application_id, version })
    expect([status, body.code, body.message]).toEqual([
      409,
      'CONFLICT',
      'ข้อมูลถูกแก้ไขโดยผู้อื่น กรุณาโหลดใหม่',
    ])
    expect(await stored(application_id)).toEqual(before)
    expect((await call({ application_id, version: before.version })).status).toBe(200)
  })

  it('accepts a call without version, as the former system sends it', async () => {
    expect((await call({ application_id: await register() })).status).toBe(200)
  })
})

it('the inbox has the version with which a request fee is decided', async () => {
  const application_id = await registerRequest()
  const { data } = await test.call(approval.gettable, { perPage: 100 }, 'manager.kkn')
  const row = data.find((listed) => listed.application_id === application_id)
  expect(row).toMatchObject({
    version: (await stored(application_id)).version,
    lines: expect.stringContaining('สำเนา'),
  })
})
