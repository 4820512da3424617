import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

const snapshot = async (number: string) =>
  (
    await test.db
      .selectFrom('issued_document')
      .select('snapshot')
      .where('kind', '=', 'receipt')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).snapshot

describe('paying a balance', () => {
  it('issues a receipt and leaves the rest of the balance', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    const { data, body } = await desk.pay(app, [[0, 30_000]])
    expect(data.balance).toBe(135_000 - 50_000)
    expect(data.payments).toHaveLength(1)
    const [receipt] = data.payments
    expect(receipt).toMatchObject({ pay_type: 'cash', paid: 30_000 })
    expect(body.message).toBe(`รับชำระเงินเรียบร้อยแล้ว เลขที่ใบเสร็จ ${receipt?.payment_code}`)
    expect(data.pdf).toContain('/files/documents/')
    expect(await snapshot(receipt?.payment_code ?? '')).toMatchObject({
      lines: [{ paid_before: 20_000, paid_now: 30_000, balance: 70_000 }],
      totals: { net: 120_000, paid_before: 20_000, paid_now: 30_000, balance: 70_000 },
    })
    expect(await desk.detail(app)).toMatchObject({
      status: 'outstanding',
      paid: 50_000,
      balance: 85_000,
      course: [{ paid: 50_000, balance: 70_000 }],
      other_fee: [{ paid: 0, balance: 15_000 }],
    })
  })

  it('accepts cash and transfer in one call, also for one line, and issues two receipts, cash first', async () => {
    const app = await desk.register()
    const { data } = await desk.pay(
      app,
      [
        [0, 70_000, 'transfer'],
        [0, 50_000, 'cash'],
        [1, 15_000, 'transfer'],
      ],
      'cashier.kkn',
      { bank_reference: 'ref-both' },
    )
    expect(data.payments).toMatchObject([
      { pay_type: 'cash', paid: 50_000 },
      { pay_type: 'transfer', paid: 85_000 },
    ])
    const [cash, transfer] = data.payments.map(({ payment_code }) => payment_code)
    expect(await snapshot(cash ?? '')).toMatchObject({
      lines: [{ paid_before: 0, paid_now: 50_000, balance: 70_000 }],
    })
    expect(await snapshot(transfer ?? '')).toMatchObject({
      lines: [
        { paid_before: 50_000, paid_now: 70_000, balance: 0 },
        { paid_before: 0, paid_now: 15_000, balance: 0 },
      ],
    })
    const paid = await desk.detail(app)
    expect(paid).toMatchObject({ status: 'paid', paid: 135_000, balance: 0 })
    expect(paid.payments.map(({ bank_reference }) => bank_reference)).toEqual(['', 'REF-BOTH'])
    expect(paid.can.pay).toBe(false)
  })

  it('is accepted by the endpoints of every kind', async () => {
    const app = await desk.register()
    const line_id = app.lines[0] ?? 0
    for (const endpoints of [application, applicationFee, request]) {
      const line = { line_id, paid: satang(100), pay_type: 'cash' as const }
      const answer = await test.call(
        endpoints.paybalance,
        { application_id: app.application_id, lines: [line] },
        'registrar.kkn',
      )
      expect(answer.status).toBe(200)
    }
    expect((await desk.detail(app)).paid).toBe(300)
  })

  it('returns the first answer to a repeated call and takes no second payment', async () => {
    const app = await desk.register()
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await desk.pay(app, [[0, 1000]], 'cashier.kkn', { headers }),
      await desk.pay(app, [[0, 1000]], 'cashier.kkn', { headers }),
    ]
    expect(second.bytes.toString()).toBe(first.bytes.toString())
    expect((await desk.detail(app)).paid).toBe(1000)
    const other = await desk.pay(app, [[0, 2000]], 'cashier.kkn', { headers })
    expect(other.body.code).toBe('IDEMPOTENCY_MISMATCH')
  })

  it('repeats the first answer to a call that would be refused if it were executed again', async () => {
    const app = await desk.register()
    const headers = { 'idempotency-key': randomUUID() }
    const all: [number, number][] = [
      [0, 120_000],
      [1, 15_000],
    ]
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => desk.pay(app, all, 'cashier.kkn', { headers })),
    )
    answers.push(await desk.pay(app, all, 'cashier.kkn', { headers }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect((await desk.detail(app)).paid).toBe(135_000)
  })

  it('takes no document number for a repeated or refused call', async () => {
    const app = await desk.register()
    const headers = { 'idempotency-key': randomUUID() }
    const numberOf = (answer: Awaited<ReturnType<MoneyDesk['pay']>>) =>
      Number(answer.data.payments[0]?.payment_code.slice(-4))
    const first = await desk.pay(app, [[0, 1000]], 'cashier.kkn', { headers })
    await desk.pay(app, [[0, 1000]], 'cashier.kkn', { headers })
    await desk.pay(app, [[0, 1000]], 'cashier.bpi')
    await desk.pay(app, [[0, 999_999]])
    const next = await desk.pay(app, [[0, 1000]])
    expect(numberOf(next)).toBe(numberOf(first) + 1)
  })
})

describe('a payment', () => {
  /** Expects that a call is refused and does not change the application. */
  async function expectRefused(
    app: Awaited<ReturnType<MoneyDesk['register']>>,
    call: () => Promise<{ status: number; body: unknown }>,
    expected: object,
    status = 400,
  ) {
    const before = await desk.detail(app)
    const { status: given, body } = await call()
    expect(body).toMatchObject(expected)
    expect(given).toBe(status)
    expect(await desk.detail(app)).toEqual(before)
  }

  it('is refused above the balance of the line, with the balance in the message', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    const message = 'จำนวนเงินเกินยอดค้างชำระ (1,000.00 บาท)'
    await expectRefused(app, () => desk.pay(app, [[0, 100_001]]), {
      code: 'OVERPAY',
      message,
      errors: [{ path: 'lines.0.paid', message }],
    })
    // Cash and transfer together are above the balance.
    await expectRefused(
      app,
      () =>
        desk.pay(app, [
          [0, 60_000, 'transfer'],
          [0, 60_000, 'cash'],
        ]),
      { code: 'OVERPAY', errors: [{ path: 'lines.0.paid' }] },
    )
  })

  it('is refused for two amounts of one line with one pay type, and for a line of another application', async () => {
    const app = await desk.register()
    const twice = () =>
      desk.pay(app, [
        [0, 100],
        [0, 100],
      ])
    await expectRefused(app, twice, { code: 'VALIDATION', errors: [{ path: 'lines.1.line_id' }] })
    const other = await desk.register()
    const foreign = () => desk.pay({ ...app, lines: other.lines }, [[0, 100]])
    await expectRefused(app, foreign, { code: 'NOT_FOUND' }, 404)
  })

  it.each([
    ['no lines', []],
    ['an amount of zero', [{ paid: 0 }]],
    ['a negative amount', [{ paid: -1 }]],
    ['a fraction of a satang', [{ paid: 1.001 }]],
  ])('is refused with %s', async (_, parts) => {
    const app = await desk.register()
    const lines = parts.map((part) => ({ line_id: app.lines[0], pay_type: 'cash', ...part }))
    const wire = { application_id: app.application_id, lines }
    const headers = await bearerOf(test, 'cashier.kkn')
    await expectRefused(app, () => sendWire(test, application.paybalance, wire, headers), {
      code: 'VALIDATION',
    })
  })

  it('is refused for a paid and for an ended application', async () => {
    const paid = await desk.register({ paid: [120_000, 15_000] })
    await expectRefused(
      paid,
      () => desk.pay(paid, [[0, 100]]),
      { code: 'STATE', message: 'ใบสมัครนี้ชำระครบแล้ว' },
      409,
    )
    const cancelled = await desk.register()
    await desk.cancel(cancelled)
    await expectRefused(cancelled, () => desk.pay(cancelled, [[0, 100]]), { code: 'STATE' }, 409)
  })

  it('is refused with 404 for an application of another branch', async () => {
    const app = await desk.register()
    await expectRefused(
      app,
      () => desk.pay(app, [[0, 100]], 'cashier.bpi'),
      { code: 'NOT_FOUND' },
      404,
    )
  })

  it('is refused for a bank reference that a receipt of any branch has', async () => {
    const ofBpi = await desk.register({ as: 'registrar.bpi' })
    await desk.pay(ofBpi, [[0, 100, 'transfer']], 'cashier.bpi', { bank_reference: 'once-1' })
    const app = await desk.register()
    const again = () =>
      desk.pay(app, [[0, 100, 'transfer']], 'cashier.kkn', { bank_reference: ' ONCE-1 ' })
    await expectRefused(
      app,
      again,
      { code: 'DUPLICATE', errors: [{ path: 'bank_reference', message: expect.any(String) }] },
      409,
    )
    const cash = () => desk.pay(app, [[0, 100]], 'cashier.kkn', { bank_reference: 'cash-1' })
    await expectRefused(app, cash, { code: 'VALIDATION', errors: [{ path: 'bank_reference' }] })
    // After the receipt is voided, the reference can be used again.
    expect((await desk.cancel(ofBpi, 'manager.bpi')).status).toBe(200)
    expect((await again()).status).toBe(200)
  })
})
