import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { payment } from '@khapdee/contract/entities/payment'
import { statement } from '@khapdee/contract/entities/statement'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { png } from '../../../test/make/file.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { makeAccount } from '../../../test/make/statement.ts'
import { upload } from '../../../test/make/upload.ts'

let test: TestApp
let desk: MoneyDesk
let account: number
beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  account = await makeAccount(test, test.school.branch.KKN)
})
afterAll(() => test.close())

const cashier = 'cashier.kkn'
const uploadSlip = async (as = cashier) => (await upload(test, as, png(20, 20), 'slip.png')).file_id
const shown = async (app: Parameters<MoneyDesk['detail']>[0]) => {
  const { payments } = await desk.detail(app)
  return payments.map(({ pay_type, slip_file_id, slip }) => [pay_type, slip_file_id, slip !== null])
}
/** A receipt by transfer without a slip. */
async function transfer(paid: number, bank_reference = '') {
  const app = await desk.register()
  const answer = await desk.pay(app, [[0, paid, 'transfer']], cashier, { bank_reference })
  return { app, payment_id: answer.data.payments[0]?.payment_id ?? 0 }
}
const save = (payment_id: number, values: object, as = cashier) =>
  test.call(
    payment.slip,
    { payment_id, version: 1, slip_file_id: null, bank_reference: '', ...values },
    as,
  )

it('a registration and a payment store the slip of their transfer, and matching candidates show it', async () => {
  const line = lineInput(120_000, { paid: satang(3_000), pay_type: 'transfer' })
  const course = [{ course_id: test.school.course.lesson, ...line }]
  const input = applicationInput(test.school, { course, other_fee: [] })
  const key = { 'idempotency-key': randomUUID() }
  const registered = await test.call(
    application.create,
    { ...input, slip_file_id: await uploadSlip() },
    cashier,
    key,
  )
  const payment_id = registered.data.payments[0]?.payment_id
  const paid = await desk.register()
  const slip_file_id = await uploadSlip()
  const parts = [
    [0, 500, 'cash'],
    [0, 700, 'transfer'],
  ] as const
  await desk.pay(paid, parts, cashier, { slip_file_id, split: true })
  expect(await shown(paid)).toEqual([
    ['cash', null, false],
    ['transfer', slip_file_id, true],
  ])
  const query = { bank_account_id: account }
  const { rows } = (await test.call(statement.documents, query, 'manager.kkn')).data
  const row = rows.find(({ kind, id }) => kind === 'payment' && id === payment_id)
  expect(row?.slip).toMatch(/^\/files\/uploads\//)
})

it('a slip is refused with cash, and when another user has uploaded it', async () => {
  const app = await desk.register()
  const pay = (pay_type: 'cash' | 'transfer', slip_file_id: number) =>
    desk.pay(app, [[0, 500, pay_type]], cashier, { slip_file_id })
  const own = await uploadSlip()
  const foreign = await uploadSlip('manager.kkn')
  for (const answer of [await pay('cash', own), await pay('transfer', foreign)])
    expect(answer.body.errors).toMatchObject([{ path: 'slip_file_id' }])
  expect(await shown(app)).toEqual([])
})

it('slip and reference are added and replaced later, also after the close, and the money does not change', async () => {
  const { app, payment_id } = await transfer(1_000)
  await desk.close(test.school.branch.KKN)
  const slip_file_id = await uploadSlip()
  const saved = await save(payment_id, { slip_file_id, bank_reference: 'later-1' })
  expect(saved.status).toBe(200)
  expect(await desk.detail(app)).toMatchObject({
    paid: 1_000,
    payments: [{ slip_file_id, bank_reference: 'LATER-1', can: { save_slip: true } }],
  })
  expect((await save(payment_id, { slip_file_id: null })).body.code).toBe('CONFLICT')
  expect((await save(payment_id, { version: 2, slip_file_id })).status).toBe(200)
  expect((await save(payment_id, { version: 3 })).status).toBe(200)
  expect(await shown(app)).toEqual([['transfer', null, false]])
})

it('a reference is unique across branches, and other branches cannot change the receipt', async () => {
  const { payment_id } = await transfer(1_000)
  const ofBpi = await desk.register({ as: 'registrar.bpi' })
  await desk.pay(ofBpi, [[0, 100, 'transfer']], 'cashier.bpi', { bank_reference: 'SLIP-1' })
  const repeated = await save(payment_id, { bank_reference: 'slip-1' })
  expect(repeated.body).toMatchObject({ code: 'DUPLICATE', errors: [{ path: 'bank_reference' }] })
  expect((await save(payment_id, {}, 'cashier.bpi')).status).toBe(404)
})

it('a receipt that becomes cash loses its slip, and accepts none; a voided one accepts none', async () => {
  const { app, payment_id } = await transfer(1_000)
  await save(payment_id, { slip_file_id: await uploadSlip() })
  expect((await desk.editPayType(payment_id, 'cash')).status).toBe(200)
  expect(await shown(app)).toEqual([['cash', null, false]])
  expect((await save(payment_id, { version: 3 })).body.code).toBe('STATE')
  const voided = await transfer(1_000)
  await desk.requestVoid(voided.payment_id)
  await desk.decideVoid(voided.payment_id, 'approve')
  expect((await save(voided.payment_id, { version: 3 })).body.code).toBe('STATE')
})
