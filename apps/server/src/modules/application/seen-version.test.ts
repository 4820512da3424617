/**
 * Tests that payments, decisions, refunds and cancellations are refused if the application has
 * another version than the one that was sent, and rejections without a reason.
 */
import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { approval } from '@khapdee/contract/entities/approval'
import { payment } from '@khapdee/contract/entities/payment'
import { refundRequest } from '@khapdee/contract/entities/refund-request'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

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

/** Registers a course with a receipt whose void waits. */
const registerWithVoid = async () => {
  const { application_id, payments } = await desk.register({ paid: [80_000, 0] })
  await desk.requestVoid(payments[0]?.payment_id ?? 0)
  return application_id
}
/** Registers a course whose refund waits. */
const registerWithRefund = async () => {
  const app = await desk.register({ paid: [80_000, 0] })
  await desk.requestRefund(app, 100)
  return app.application_id
}
/** The waiting request of an application. */
const waitingRequest = async (application_id: number) => {
  const { request_id, payment_id } = await test.db
    .selectFrom('approval_request')
    .select(['request_id', 'payment_id'])
    .where('application_id', '=', application_id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return { request_id, payment_id: payment_id ?? 0 }
}

const payFirstLine = async (
  application_id: number,
  seen: { version?: number },
  headers?: Record<string, string>,
) => {
  const { line_id } = await test.db
    .selectFrom('application_line')
    .select('line_id')
    .where('application_id', '=', application_id)
    .orderBy('line_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const lines = [{ line_id, paid: satang(1000), pay_type: 'cash' as const }]
  const input = { application_id, ...seen, lines }
  return test.call(application.paybalance, input, 'cashier.kkn', headers)
}

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
    'payment/decide-delete',
    registerWithVoid,
    async ({ application_id, ...seen }) => {
      const { payment_id } = await waitingRequest(application_id)
      const input = { payment_id, decision: 'approve' as const, ...seen }
      return test.call(payment.decideDelete, input, 'manager.kkn')
    },
  ],
  [
    'application/refund/decide',
    registerWithRefund,
    async ({ application_id, ...seen }) => {
      const { request_id } = await waitingRequest(application_id)
      const input = { request_id, decision: 'approve' as const, ...seen }
      return test.call(refundRequest.decide, input, 'manager.kkn')
    },
  ],
  [
    'application/paybalance',
    registerCourse,
    ({ application_id, ...seen }) => payFirstLine(application_id, seen),
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

/** The message of the conflict; for a payment it contains the amount that is owed now. */
const messageOf = (name: string) =>
  name === 'application/paybalance'
    ? 'ใบสมัครนี้มีการเปลี่ยนแปลง ยอดค้างชำระล่าสุด 550.00 บาท กรุณาตรวจสอบก่อนรับชำระ'
    : 'ข้อมูลถูกแก้ไขโดยผู้อื่น กรุณาโหลดใหม่'

describe.each(calls)('%s', (name, register, call) => {
  it('answers 409 and changes nothing when the application was changed after the caller saw it', async () => {
    const application_id = await register()
    const { version } = await stored(application_id)
    const change = { application_id, version, note: 'แก้ไขระหว่างนั้น' }
    expect((await test.call(application.update, change, 'registrar.kkn')).status).toBe(200)
    const before = await stored(application_id)
    const { status, body } = await call({ application_id, version })
    expect([status, body.code, body.message]).toEqual([409, 'CONFLICT', messageOf(name)])
    expect(await stored(application_id)).toEqual(before)
    expect((await call({ application_id, version: before.version })).status).toBe(200)
  })

  it('accepts a call without version, as the former system sends it', async () => {
    expect((await call({ application_id: await register() })).status).toBe(200)
  })
})

it('a payment repeated with its key gives its first answer, although it changed the version itself', async () => {
  const application_id = await registerCourse()
  const { version } = await stored(application_id)
  const headers = { 'idempotency-key': randomUUID() }
  const first = await payFirstLine(application_id, { version }, headers)
  const again = await payFirstLine(application_id, { version }, headers)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.data.payments).toEqual(first.data.payments)
  expect((await stored(application_id)).paid).toBe(81_000)
  // The same amount as a second instalment, by a clerk who has not seen the first one.
  expect((await payFirstLine(application_id, { version })).body.code).toBe('CONFLICT')
  const seen = { version: (await stored(application_id)).version }
  expect((await payFirstLine(application_id, seen)).status).toBe(200)
  expect((await stored(application_id)).paid).toBe(82_000)
})

it.each([
  ['a request fee', registerRequest],
  ['a void', registerWithVoid],
  ['a refund', registerWithRefund],
])('the inbox returns the version that is sent with the decision on %s', async (_, register) => {
  const application_id = await register()
  const { data } = await test.call(approval.gettable, { perPage: 100 }, 'manager.kkn')
  const row = data.find((one) => one.application_id === application_id)
  expect(row?.version).toBe((await stored(application_id)).version)
  expect(row?.lines).not.toBe('')
})

it.each([
  ['request/approve', request.approve, registerRequest, 'application_id'],
  ['payment/decide-delete', payment.decideDelete, registerWithVoid, 'payment_id'],
  ['application/refund/decide', refundRequest.decide, registerWithRefund, 'request_id'],
] as const)('%s requires a reason for a rejection', async (_, endpoint, register, subject) => {
  const application_id = await register()
  const waiting = await waitingRequest(application_id)
  const before = await stored(application_id)
  const bearer = await bearerOf(test, 'manager.kkn')
  const named = { [subject]: { application_id, ...waiting }[subject], decision: 'reject' }
  for (const note of ['', ' \n ', undefined]) {
    const { status, body } = await sendWire(test, endpoint, { ...named, note }, bearer)
    expect([status, body.errors]).toEqual([400, [{ path: 'note', message: 'กรุณากรอกเหตุผล' }]])
  }
  expect(await stored(application_id)).toEqual(before)
  expect(await waitingRequest(application_id)).toEqual(waiting)
  const note = 'ข้อมูลถูกต้องแล้ว'
  expect((await sendWire(test, endpoint, { ...named, note }, bearer)).status).toBe(200)
})
