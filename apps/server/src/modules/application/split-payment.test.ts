import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { payment } from '@khapdee/contract/entities/payment'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput, vehicleInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

const both = (cash: number, transfer: number) => [
  { pay_type: 'transfer' as const, paid: satang(transfer) },
  { pay_type: 'cash' as const, paid: satang(cash) },
]

/** A lesson of 1,200 baht, paid 500 in cash and 700 by transfer. */
const splitLesson = (values: Partial<Parameters<MoneyDesk['register']>[0]> = {}) =>
  desk.register({
    course: [
      {
        course_id: test.school.course.lesson,
        ...lineInput(120_000, { payments: both(50_000, 70_000) }),
      },
    ],
    ...values,
  })

const receiptOf = async (number: string | undefined) =>
  (
    await test.db
      .selectFrom('issued_document')
      .select('snapshot')
      .where('kind', '=', 'receipt')
      .where('number', '=', number ?? '')
      .executeTakeFirstOrThrow()
  ).snapshot

const lineTypes = async (app: Registered) => {
  const { course, other_fee } = await desk.detail(app)
  return [...course, ...other_fee].map(({ pay_type }) => pay_type)
}

async function expectValid() {
  const results = await checkInvariants(test.db)
  expect(results.filter(({ violations }) => violations > 0)).toEqual([])
}

describe('a line paid in cash and by transfer at once', () => {
  it('is registered with one receipt each, cash first, and one bank reference', async () => {
    const app = await splitLesson({ bank_reference: 'split-1', cash_received: satang(100_000) })
    const detail = await desk.detail(app)
    expect(detail).toMatchObject({
      paid: 120_000,
      balance: 15_000,
      course: [
        { paid: 120_000, balance: 0, pay_type: 'transfer', pay_types: ['cash', 'transfer'] },
      ],
      other_fee: [{ paid: 0, pay_type: null }],
    })
    expect(detail.payments).toMatchObject([
      { pay_type: 'cash', paid: 50_000, bank_reference: '' },
      { pay_type: 'transfer', paid: 70_000, bank_reference: 'SPLIT-1' },
    ])
    const [cash, transfer] = app.payments.map(({ payment_code }) => payment_code)
    expect(await receiptOf(cash)).toMatchObject({
      lines: [{ paid_before: 0, paid_now: 50_000, balance: 70_000 }],
      totals: { paid_now: 50_000 },
      cash_received: 100_000,
    })
    const ofTransfer = await receiptOf(transfer)
    expect(ofTransfer).toMatchObject({
      lines: [{ paid_before: 50_000, paid_now: 70_000, balance: 0 }],
    })
    expect(ofTransfer).not.toHaveProperty('cash_received')
    await expectValid()
  })

  it('has a PromptPay code for the balance only on the last receipt of the line', async () => {
    const app = await splitLesson({
      course: [
        {
          course_id: test.school.course.lesson,
          ...lineInput(120_000, { payments: both(20_000, 30_000) }),
        },
      ],
    })
    const [cash, transfer] = app.payments.map(({ payment_code }) => payment_code)
    expect(await receiptOf(cash)).not.toHaveProperty('promptpay_id')
    expect(await receiptOf(transfer)).toHaveProperty('promptpay_id')
  })

  it('is registered in every kind of application', async () => {
    const { otherFee, requestFee } = test.school
    const payments = both(500, 500)
    const other_fee = [
      { other_fee_id: otherFee.book, ...lineInput(15_000, { payments: both(5000, 10_000) }) },
    ]
    const made = [
      await test.call(
        application.create,
        applicationInput(test.school, {
          type: 'exam',
          customer: customerInput(),
          course: [],
          other_fee: [
            { other_fee_id: otherFee.book, ...lineInput(15_000, { payments: both(5000, 10_000) }) },
          ],
        }),
        'registrar.kkn',
      ),
      await test.call(
        application.create,
        applicationInput(test.school, {
          type: 'vehicle_check',
          vehicle: vehicleInput(),
          course: [],
          other_fee,
        }),
        'registrar.kkn',
      ),
      await test.call(
        applicationFee.create,
        { customer: customerInput(), other_fee },
        'registrar.kkn',
      ),
      await test.call(
        request.create,
        {
          customer: customerInput(),
          request_fee: [{ request_fee_id: requestFee.copy, ...lineInput(2000, { payments }) }],
        },
        'registrar.kkn',
      ),
    ]
    for (const { status, body, data } of made) {
      expect({ status, body }).toMatchObject({ status: 200 })
      expect(data.payments.map(({ pay_type }) => pay_type)).toEqual(['cash', 'transfer'])
    }
    await expectValid()
  })

  it('is paid from the balance', async () => {
    const app = await desk.register()
    const { data } = await desk.pay(
      app,
      [
        [0, 70_000, 'transfer'],
        [0, 50_000, 'cash'],
        [1, 15_000, 'cash'],
      ],
      'cashier.kkn',
      { split: true, cash_received: satang(65_000) },
    )
    expect(data.balance).toBe(0)
    expect(data.payments).toMatchObject([
      { pay_type: 'cash', paid: 65_000 },
      { pay_type: 'transfer', paid: 70_000 },
    ])
    expect(await lineTypes(app)).toEqual(['transfer', 'cash'])
    expect(await receiptOf(data.payments[0]?.payment_code)).toMatchObject({
      cash_received: 65_000,
    })
  })

  it('is refunded in proportion, whatever the pay types', async () => {
    const app = await splitLesson()
    expect((await desk.refund(app, 60_000)).status).toBe(200)
    expect(await desk.detail(app)).toMatchObject({
      status: 'partial_refund',
      course: [{ paid: 60_000, pay_type: 'transfer' }],
    })
    await expectValid()
  })
})

describe('the pay type of a line', () => {
  it('is that of the earlier receipt once the last one is voided, and null once both are voided', async () => {
    const app = await splitLesson()
    const [cash, transfer] = app.payments.map(({ payment_id }) => payment_id)
    const voidReceipt = async (id = 0) => {
      await desk.requestVoid(id)
      expect((await desk.decideVoid(id, 'approve')).status).toBe(200)
    }
    await voidReceipt(transfer)
    expect(await lineTypes(app)).toEqual(['cash', null])
    expect(await desk.detail(app)).toMatchObject({ paid: 50_000, balance: 85_000 })
    await voidReceipt(cash)
    expect(await lineTypes(app)).toEqual([null, null])
    await expectValid()
  })

  it('stays that of the last receipt when the earlier one is voided or corrected', async () => {
    const app = await splitLesson()
    const [cash = 0, transfer = 0] = app.payments.map(({ payment_id }) => payment_id)
    await test.call(payment.editPayType, { payment_id: cash, pay_type: 'transfer' }, 'cashier.kkn')
    await test.call(payment.editPayType, { payment_id: transfer, pay_type: 'cash' }, 'cashier.kkn')
    expect(await lineTypes(app)).toEqual(['cash', null])
    await test.call(payment.editPayType, { payment_id: cash, pay_type: 'cash' }, 'cashier.kkn')
    expect(await lineTypes(app)).toEqual(['cash', null])
    await test.call(
      payment.editPayType,
      { payment_id: transfer, pay_type: 'transfer' },
      'cashier.kkn',
    )
    await desk.requestVoid(cash)
    await desk.decideVoid(cash, 'approve')
    expect(await lineTypes(app)).toEqual(['transfer', null])
    await expectValid()
  })
})

describe('a split payment is refused', () => {
  const course = (values: object) => ({
    course_id: test.school.course.lesson,
    cost: 1200,
    ...values,
  })
  const create = async (values: object, more: object = {}) => {
    const customer = customerInput()
    return sendWire(
      test,
      application.create,
      { customer, course: [course(values)], ...more },
      await bearerOf(test, 'registrar.kkn'),
    )
  }
  const cash = (paid: number) => ({ pay_type: 'cash', paid })
  const transfer = (paid: number) => ({ pay_type: 'transfer', paid })

  it.each([
    ['both `paid` and `payments`', { paid: 1, payments: [cash(1)] }, 'course.0.payments'],
    ['a pay type beside payments', { pay_type: 'cash', payments: [cash(1)] }, 'course.0.payments'],
    ['neither `paid` nor `payments`', {}, 'course.0.paid'],
    ['one pay type twice', { payments: [cash(1), cash(2)] }, 'course.0.payments'],
    ['an amount of zero', { payments: [cash(0), transfer(1)] }, 'course.0.payments.0.paid'],
    ['no amount', { payments: [] }, 'course.0.payments'],
  ])('with %s', async (_, values, path) => {
    const answer = await create(values)
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(answer.body.errors?.map((error: { path: string }) => error.path)).toContain(path)
    const app = await desk.register()
    const [line_id] = app.lines
    const paying = await sendWire(
      test,
      application.paybalance,
      { application_id: app.application_id, lines: [{ line_id, ...values }] },
      await bearerOf(test, 'cashier.kkn'),
    )
    expect(paying).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  })

  it('above the net amount, at its field', async () => {
    expect(await create({ payments: [cash(600), transfer(600.01)] })).toMatchObject({
      status: 400,
      body: { code: 'OVERPAY', errors: [{ path: 'course.0.payments' }] },
    })
    const app = await desk.register()
    const parts = [
      [0, 60_000, 'cash'],
      [0, 60_001, 'transfer'],
    ] as const
    expect(await desk.pay(app, parts, 'cashier.kkn', { split: true })).toMatchObject({
      status: 400,
      body: { code: 'OVERPAY', errors: [{ path: 'lines.0.payments' }] },
    })
    expect((await desk.detail(app)).paid).toBe(0)
  })

  it('with less cash received than is paid in cash, and with cash received for a transfer', async () => {
    const short = 'ขาด 0.01 บาท'
    const values = { payments: [cash(500), transfer(700)] }
    expect(await create(values, { cash_received: 499.99 })).toMatchObject({
      status: 400,
      body: { message: short, errors: [{ path: 'cash_received', message: short }] },
    })
    expect(await create(values, { cash_received: 500 })).toMatchObject({ status: 200 })
    expect(await create({ payments: [transfer(700)] }, { cash_received: 700 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'cash_received' }] },
    })
    const app = await desk.register()
    const paying = await desk.pay(app, [[0, 50_000]], 'cashier.kkn', {
      cash_received: satang(49_900),
    })
    expect(paying).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'cash_received', message: 'ขาด 1.00 บาท' }] },
    })
    expect((await desk.detail(app)).paid).toBe(0)
  })
})
