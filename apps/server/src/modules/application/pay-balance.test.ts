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
  it('receipts what is paid and leaves the rest owed', async () => {
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

  it('takes both ways at once, also of one line: two receipts, cash first', async () => {
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
    expect(paid.payments.map((one) => one.bank_reference)).toEqual(['', 'REF-BOTH'])
    expect(paid.can.pay).toBe(false)
  })

  it('is the same below the paths of the other kinds', async () => {
    const app = await desk.register()
    const line_id = app.lines[0] ?? 0
    for (const face of [application, applicationFee, request]) {
      const line = { line_id, paid: satang(100), pay_type: 'cash' as const }
      const answer = await test.call(
        face.paybalance,
        { application_id: app.application_id, lines: [line] },
        'registrar.kkn',
      )
      expect(answer.status).toBe(200)
    }
    expect((await desk.detail(app)).paid).toBe(300)
  })

  it('answers a repeated call as before and takes nothing twice', async () => {
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
})

describe('a refused payment changes nothing', () => {
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

  it('more than is owed on the line, telling what is', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    const message = 'จำนวนเงินเกินยอดค้างชำระ (1,000.00 บาท)'
    await expectRefused(app, () => desk.pay(app, [[0, 100_001]]), {
      code: 'OVERPAY',
      message,
      errors: [{ path: 'lines.0.paid', message }],
    })
    // In both ways together.
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

  it('a line twice in one way, and a line of another application', async () => {
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
    ['no line', []],
    ['nothing', [{ paid: 0 }]],
    ['less than nothing', [{ paid: -1 }]],
    ['a part of a satang', [{ paid: 1.001 }]],
  ])('%s', async (_, parts) => {
    const app = await desk.register()
    const lines = parts.map((part) => ({ line_id: app.lines[0], pay_type: 'cash', ...part }))
    const wire = { application_id: app.application_id, lines }
    const headers = await bearerOf(test, 'cashier.kkn')
    await expectRefused(app, () => sendWire(test, application.paybalance, wire, headers), {
      code: 'VALIDATION',
    })
  })

  it('where nothing is owed any more, and where it has ended', async () => {
    const paid = await desk.register({ paid: [120_000, 15_000] })
    await expectRefused(
      paid,
      () => desk.pay(paid, [[0, 100]]),
      { code: 'STATE', message: 'ใบสมัครนี้ชำระครบแล้ว' },
      409,
    )
    const gone = await desk.register()
    await desk.cancel(gone)
    await expectRefused(gone, () => desk.pay(gone, [[0, 100]]), { code: 'STATE' }, 409)
  })

  it('another branch', async () => {
    const app = await desk.register()
    await expectRefused(
      app,
      () => desk.pay(app, [[0, 100]], 'cashier.bpi'),
      { code: 'NOT_FOUND' },
      404,
    )
  })

  it('a bank reference that another receipt has, in whatever branch', async () => {
    const there = await desk.register({ as: 'registrar.bpi' })
    await desk.pay(there, [[0, 100, 'transfer']], 'cashier.bpi', { bank_reference: 'once-1' })
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
    // A void sets it free.
    expect((await desk.cancel(there, 'manager.bpi')).status).toBe(200)
    expect((await again()).status).toBe(200)
  })
})
