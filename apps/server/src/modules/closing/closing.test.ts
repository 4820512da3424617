import type { InputOf } from '@khapdee/contract/endpoint'
import { closing } from '@khapdee/contract/entities/closing'
import { satang } from '@khapdee/domain/money'
import { addDays, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
let branch_id: number

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())

const current = async () => (await test.call(closing.current, {}, 'cashier.kkn')).data
type Input = InputOf<typeof closing.close>

/** Closes the day, by default with the current expected cash and the same counted cash, all of which is deposited. */
async function closeWith(
  values: Partial<Omit<Input, 'expected_cash' | 'counted_cash' | 'deposit'>> & {
    expected_cash?: number
    counted_cash?: number
    deposit?: number
  } = {},
  as = 'cashier.kkn',
) {
  const expected = values.expected_cash ?? (await current()).expected_cash
  const money = {
    expected_cash: satang(expected),
    counted_cash: satang(values.counted_cash ?? expected),
    deposit: satang(values.deposit ?? values.counted_cash ?? expected),
  }
  return test.call(closing.close, { branch_id, date: test.clock.today(), ...values, ...money }, as)
}

describe('closing the day', () => {
  it('sums receipts minus refunds since the last close, without voided receipts', async () => {
    const app = await desk.register({ paid: [100_000, 0] })
    await desk.pay(app, [[1, 15_000, 'transfer']])
    const voided = await desk.register({ paid: [7000, 0] })
    await desk.cancel(voided)
    const refunded = await desk.register({ paid: [5000, 0] })
    await desk.refund(refunded, 2000)
    expect(await current()).toMatchObject({
      movements: 5,
      expected_cash: 103_000,
      expected_transfer: 15_000,
      requests: [],
      can_close: true,
    })
    const denominations = { 100000: 1, 2000: 1, 1000: 1 }
    const { data, body } = await closeWith({ denominations })
    expect(data.closing_code).toBe('DC-KKN-6911-0001')
    expect(body.message).toContain('DC-KKN-6911-0001')
    const { closing_id } = data
    const report = (await test.call(closing.get, { closing_id }, 'cashier.kkn')).data
    expect(report).toMatchObject({
      movements: 5,
      expected_cash: 103_000,
      counted_cash: 103_000,
      difference: 0,
      denominations,
    })
    expect(report.payments).toHaveLength(5)
    expect((await test.call(closing.pdf, { closing_id }, 'cashier.kkn')).data.pdf).toContain('DC-')
    expect(await current()).toMatchObject({ movements: 0, can_close: false })
  })

  it('lists the void requests that wait, and lets them lapse', async () => {
    const app = await desk.register({ paid: [5000, 0] })
    const payment_id = app.payments[0]?.payment_id ?? 0
    await desk.requestVoid(payment_id)
    const waiting = {
      payment_id,
      payment_code: app.payments[0]?.payment_code,
      application_code: app.code,
      note: 'พิมพ์ผิด',
      user: expect.stringContaining('เจ้าหน้าที่การเงิน'),
    }
    expect((await current()).requests).toMatchObject([waiting])
    const { closing_id } = (await closeWith()).data
    const closed = (await test.call(closing.get, { closing_id }, 'cashier.kkn')).data
    expect(closed.lapsed).toMatchObject([waiting])
    expect(closed.expected_cash).toBe(5000)
    expect(await desk.detail(app)).toMatchObject({
      payments: [{ status: 'normal' }],
      requests: [{ state: 'lapsed' }],
    })
    await desk.register({ paid: [100, 0] })
    const next = (await closeWith()).data.closing_id
    expect((await test.call(closing.get, { closing_id: next }, 'cashier.kkn')).data.lapsed).toEqual(
      [],
    )
  })

  it('leaves later payments to the next close', async () => {
    await desk.register({ paid: [100, 0] })
    expect((await closeWith()).data.closing_code).toBe('DC-KKN-6911-0004')
    const again = await closeWith()
    expect([again.status, again.body.message]).toEqual([
      409,
      'ไม่มีรายการรับเงินหรือรายการลิ้นชักเงินสดให้ปิดยอด',
    ])
    const { data } = (await test.call(closing.gettable, {}, 'cashier.kkn')).answer
    expect(data.map(({ expected_cash }) => expected_cash)).toEqual([100, 100, 5000, 103_000])
  })

  it('accepts a call without expected cash, and compares the counted cash with the sums of the payments', async () => {
    await desk.register({ paid: [100, 0] })
    const cash = satang(100)
    const input = { branch_id, date: test.clock.today(), counted_cash: cash, deposit: cash }
    const { data } = await test.call(closing.close, input, 'cashier.kkn')
    const { closing_id } = data
    const closed = (await test.call(closing.get, { closing_id }, 'cashier.kkn')).data
    expect(closed).toMatchObject({ expected_cash: 100, counted_cash: 100, difference: 0 })
  })

  it('is refused when the expected cash has changed since the clerk read it', async () => {
    await desk.register({ paid: [100, 0] })
    const earlier = (await current()).expected_cash
    await desk.register({ paid: [200, 0] })
    const refused = await closeWith({ expected_cash: earlier })
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    expect(refused.body.message).toContain('3.00 บาท')
  })

  it('is refused for a day before that of its newest payment', async () => {
    await desk.register({ paid: [100, 0] })
    for (const date of [day('1900-01-01'), addDays(test.clock.today(), -1)]) {
      const refused = await closeWith({ date })
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'date'])
    }
  })

  it('requires a reason for a difference, and counted cash that equals its denominations', async () => {
    const { expected_cash } = await current()
    const short = { counted_cash: expected_cash - 50 }
    expect((await closeWith(short)).body.errors).toMatchObject([{ path: 'note' }])
    const wrong = await closeWith({ denominations: { 100000: 1 } })
    expect(wrong.body.errors).toMatchObject([{ path: 'counted_cash' }])
    expect((await closeWith({ date: day('2026-11-22') })).body.errors).toMatchObject([
      { path: 'date' },
    ])
    const closed = await closeWith({ ...short, note: 'ทอนผิด' })
    const { closing_id } = closed.data
    const report = (await test.call(closing.get, { closing_id }, 'cashier.kkn')).data
    expect(report).toMatchObject({ difference: -50, note: 'ทอนผิด' })
  })

  it('compares the count with an empty drawer when more was refunded than received', async () => {
    const app = await desk.register({ paid: [5000, 5000] })
    await closeWith()
    const closeAfterRefund = async (line: number, counted_cash: number, note = '') => {
      await desk.refund(app, 5000, 'manager.kkn', 'cash', [[line, 5000]])
      expect((await current()).expected_cash).toBe(-5000)
      const answer = await closeWith({ counted_cash, note })
      return answer
    }
    const { closing_id } = (await closeAfterRefund(0, 0)).data
    const read = async (id: number) =>
      (await test.call(closing.get, { closing_id: id }, 'cashier.kkn')).data
    expect(await read(closing_id)).toMatchObject({
      expected_cash: -5000,
      counted_cash: 0,
      difference: 0,
      note: '',
    })
    expect((await closeAfterRefund(1, 200)).body.errors).toMatchObject([{ path: 'note' }])
    const surplus = await closeWith({ counted_cash: 200, note: 'ทอนเงินขาด' })
    expect(await read(surplus.data.closing_id)).toMatchObject({
      expected_cash: -5000,
      counted_cash: 200,
      difference: 200,
    })
  })

  it('is refused in another branch and without the permission', async () => {
    await desk.register({ paid: [100, 0] })
    expect((await closeWith({ branch_id: test.school.branch.BPI })).status).toBe(404)
    expect((await closeWith({}, 'registrar.kkn')).status).toBe(403)
    const { closing_id } = (await closeWith()).data
    expect((await test.call(closing.get, { closing_id }, 'cashier.bpi')).status).toBe(404)
    expect((await test.call(closing.pdf, { closing_id }, 'cashier.bpi')).status).toBe(404)
  })
})
