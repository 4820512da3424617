import { application } from '@khapdee/contract/entities/application'
import { customer } from '@khapdee/contract/entities/customer'
import { payment } from '@khapdee/contract/entities/payment'
import { screens } from '@khapdee/contract/entities/screens'
import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
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

/** Registers an application with 200 baht paid in cash for the lesson. */
async function withReceipt() {
  const app = await desk.register({ paid: [20_000, 0] })
  return { app, payment_id: app.payments[0]?.payment_id ?? 0 }
}
const history = async (query: object = {}) =>
  (await test.call(payment.gettable, { perPage: 100, ...query }, 'manager.kkn')).answer

describe('a correction of the pay type', () => {
  it('moves the amount from one sum to the other and back', async () => {
    const { app, payment_id } = await withReceipt()
    const before = (await history()).total
    const edited = await desk.editPayType(payment_id, 'transfer')
    expect(edited.body.message).toBe('แก้ไขวิธีชำระเงินเรียบร้อยแล้ว')
    expect(await desk.detail(app)).toMatchObject({
      paid: 20_000,
      payments: [{ pay_type: 'transfer' }],
      course: [{ pay_type: 'transfer' }],
    })
    expect((await history()).total).toEqual({
      cash: (before?.cash ?? 0) - 20_000,
      banktransfer: (before?.banktransfer ?? 0) + 20_000,
    })
    await desk.editPayType(payment_id, 'cash')
    expect((await history()).total).toEqual(before)
  })

  it('is shown on the payment with user, time and reason', async () => {
    const { app, payment_id } = await withReceipt()
    const payments = async () => (await desk.detail(app)).payments
    expect(await payments()).toMatchObject([
      { pay_type_edited_at: null, pay_type_edited_by: '', pay_type_note: '' },
    ])
    const input = { payment_id, pay_type: 'transfer' as const, note: 'เลือกวิธีชำระผิด' }
    expect((await test.call(payment.editPayType, input, 'cashier.kkn')).status).toBe(200)
    expect(await payments()).toMatchObject([
      {
        pay_type_edited_at: expect.stringMatching(/^2026-11-21T/),
        pay_type_edited_by: 'เจ้าหน้าที่การเงิน ขอนแก่น',
        pay_type_note: 'เลือกวิธีชำระผิด',
      },
    ])
  })

  it('to transfer accepts only a bank reference that no other receipt has, and to cash clears it', async () => {
    const [first, second] = [await withReceipt(), await withReceipt()]
    const edit = (payment_id: number, pay_type: 'cash' | 'transfer', bank_reference: string) =>
      test.call(payment.editPayType, { payment_id, pay_type, bank_reference }, 'cashier.kkn')
    const stored = async () => (await desk.detail(first.app)).payments[0]?.bank_reference
    expect((await edit(first.payment_id, 'transfer', 'edit1')).status).toBe(200)
    expect(await stored()).toBe('EDIT1')
    const repeated = await edit(second.payment_id, 'transfer', 'EDIT1')
    expect(repeated.body).toMatchObject({ errors: [{ path: 'bank_reference' }] })
    const cash = await edit(first.payment_id, 'cash', 'EDIT2')
    expect(cash.body).toMatchObject({ errors: [{ path: 'bank_reference' }] })
    expect((await edit(first.payment_id, 'cash', '')).status).toBe(200)
    expect(await stored()).toBe('')
  })

  it('is refused for the same pay type, a requested void, a closed day, an ended application and another branch', async () => {
    const { app, payment_id } = await withReceipt()
    const refused = async (as?: string) =>
      (await desk.editPayType(payment_id, 'transfer', as)).body.code
    expect((await desk.editPayType(payment_id, 'cash')).body.code).toBe('STATE')
    expect(await refused('cashier.bpi')).toBe('NOT_FOUND')
    expect(await refused('registrar.kkn')).toBe('FORBIDDEN')
    await desk.requestVoid(payment_id)
    expect(await refused()).toBe('STATE')
    await desk.decideVoid(payment_id, 'reject')
    await desk.close(test.school.branch.KKN)
    expect(await refused()).toBe('STATE')
    await desk.refund(app, 100)
    expect(await refused()).toBe('STATE')
  })

  it('is refused for a refund', async () => {
    const { app } = await withReceipt()
    await desk.refund(app, 100)
    const [refund] = (await desk.detail(app)).refunds
    const id = refund?.payment_id ?? 0
    for (const answer of [
      await desk.editPayType(id, 'transfer'),
      await desk.requestVoid(id),
      await desk.decideVoid(id, 'approve'),
    ]) {
      expect(answer.status).toBe(404)
    }
  })
})

describe('voiding a receipt', () => {
  it('is requested by one employee and approved by another, keeps the number and restores the balance', async () => {
    const app = await desk.register({ paid: [120_000, 15_000] })
    const payment_id = app.payments[0]?.payment_id ?? 0
    expect((await desk.requestVoid(payment_id)).body.message).toBe(
      'ส่งคำขอลบรายการชำระเงินแล้ว รอการอนุมัติ',
    )
    expect(await desk.detail(app)).toMatchObject({
      status: 'paid',
      payments: [{ status: 'delete_requested' }],
      requests: [{ kind: 'void', state: 'waiting', note: 'พิมพ์ผิด', payment_id }],
    })
    const before = (await history()).total
    expect((await desk.decideVoid(payment_id, 'approve')).body.message).toBe('อนุมัติเรียบร้อยแล้ว')
    expect(await desk.detail(app)).toMatchObject({
      status: 'outstanding',
      paid: 0,
      balance: 135_000,
      payments: [{ status: 'deleted', payment_code: app.payments[0]?.payment_code }],
      course: [{ paid: 0, payment_id: null }],
    })
    expect((await history()).total?.cash).toBe((before?.cash ?? 0) - 135_000)
    // The next receipt has the next number, not the voided one's.
    const { payments } = (await desk.pay(app, [[0, 100]])).data
    expect(payments[0]?.payment_code).not.toBe(app.payments[0]?.payment_code)
  })

  it('changes nothing when rejected, and may be requested again', async () => {
    const { app, payment_id } = await withReceipt()
    await desk.requestVoid(payment_id)
    expect((await desk.requestVoid(payment_id)).body.code).toBe('STATE')
    await desk.decideVoid(payment_id, 'reject')
    expect(await desk.detail(app)).toMatchObject({ paid: 20_000, payments: [{ status: 'normal' }] })
    expect((await desk.decideVoid(payment_id, 'approve')).body.code).toBe('STATE')
    expect((await desk.requestVoid(payment_id)).status).toBe(200)
  })

  it('cannot be decided by the requester, unless their role may decide its own requests', async () => {
    const { app, payment_id } = await withReceipt()
    await desk.requestVoid(payment_id, 'manager.kkn')
    const own = await desk.decideVoid(payment_id, 'approve', 'manager.kkn')
    expect([own.status, own.body]).toMatchObject([
      403,
      { code: 'SAME_USER', message: 'ผู้ส่งตรวจสอบไม่สามารถอนุมัติรายการของตนเองได้' },
    ])
    expect((await desk.detail(app)).paid).toBe(20_000)
    expect((await desk.decideVoid(payment_id, 'approve', 'cashier.kkn')).status).toBe(403)
    expect((await desk.decideVoid(payment_id, 'reject', 'owner')).status).toBe(200)
    await desk.requestVoid(payment_id, 'admin')
    expect((await desk.decideVoid(payment_id, 'approve', 'admin')).status).toBe(200)
  })

  it('is refused in another branch and for a closed day, whose close lets the request lapse', async () => {
    const { app, payment_id } = await withReceipt()
    expect((await desk.requestVoid(payment_id, 'cashier.bpi')).status).toBe(404)
    await desk.requestVoid(payment_id)
    expect((await desk.decideVoid(payment_id, 'approve', 'manager.bpi')).status).toBe(404)
    await desk.close(test.school.branch.KKN)
    expect((await desk.decideVoid(payment_id, 'approve')).body.code).toBe('STATE')
    expect((await desk.decideVoid(payment_id, 'reject')).body.code).toBe('STATE')
    expect(await desk.detail(app)).toMatchObject({
      payments: [{ status: 'normal', closed: true }],
      requests: [{ state: 'lapsed', end_note: expect.stringMatching(/^ปิดยอดประจำวัน DC-KKN-/) }],
    })
    expect((await desk.requestVoid(payment_id)).body).toMatchObject({
      code: 'STATE',
      message: 'ใบเสร็จนี้ปิดยอดประจำวันแล้ว แก้ไขไม่ได้ กรุณาใช้การคืนเงิน',
    })
    expect((await desk.detail(app)).paid).toBe(20_000)
  })
})

describe('the lists of payments and balances', () => {
  it('show movements with totals that subtract refunds and exclude voided receipts', async () => {
    test.clock.set('2026-12-01T03:00:00Z')
    const today = { start: '2026-12-01', end: '2026-12-01' }
    const { app } = await withReceipt()
    await desk.pay(app, [[1, 5000, 'transfer']])
    const voided = await withReceipt()
    await desk.cancel(voided.app)
    await desk.refund(app, 1000)
    const { data, meta, total } = await history(today)
    expect(total).toEqual({ cash: 19_000, banktransfer: 5000 })
    expect(meta.total).toBe(4)
    expect(data.map(({ paid, refund, status }) => [paid, refund, status])).toEqual([
      [-1000, true, 'normal'],
      [20_000, false, 'deleted'],
      [5000, false, 'normal'],
      [20_000, false, 'normal'],
    ])
    expect(data[3]?.lines).toBe('ทบทวนการขับรถยนต์')
    expect((await history({ ...today, category: 'transfer' })).total?.cash).toBe(0)
    const [refund] = data
    const found = await history({ ...today, text: refund?.payment_code ?? '' })
    expect([found.meta.total, found.total]).toEqual([1, { cash: -1000, banktransfer: 0 }])
    test.clock.set('2026-11-21T03:00:00Z')
  })

  it('show the note of a receipt', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    const pay = { line_id: app.lines[1] ?? 0, paid: satang(5000), pay_type: 'cash' as const }
    const input = { application_id: app.application_id, lines: [pay], note: 'ผู้ปกครองชำระแทน' }
    expect((await test.call(application.paybalance, input, 'cashier.kkn')).status).toBe(200)
    const { data } = await history({ text: app.code })
    expect(data.map(({ paid, note }) => [paid, note])).toContainEqual([5000, 'ผู้ปกครองชำระแทน'])
  })

  it('find a movement by number, application and customer, also after a change of the name', async () => {
    const person = customerInput({ fname: 'พิมพ์ชนก', sname: 'ศรีสวัสดิ์', phone_1: '0866001234' })
    const app = await desk.register({ customer: person, paid: [20_000, 0] })
    const code = app.payments[0]?.payment_code ?? ''
    const isFound = async (text: string) =>
      (await history({ text })).data.some(({ payment_code }) => payment_code === code)
    for (const text of [
      code,
      app.code,
      code.slice(-7),
      person.idcard,
      '086600',
      '1234',
      'พิมพ์',
      'ศร',
    ]) {
      expect([text, await isFound(text)]).toEqual([text, true])
    }
    for (const text of [person.idcard.slice(3), 'พรรณ', 'ฮฮ'])
      expect([text, await isFound(text)]).toEqual([text, false])

    const stored = (await test.call(customer.check, { idcard: person.idcard }, 'registrar.kkn'))
      .data
    const { customer_id = 0, version = 0 } = stored ?? {}
    const { idcard: _, passport: __, ...fields } = person
    await test.call(
      customer.updateprofile,
      { ...fields, fname: 'พรรณ', customer_id, version },
      'registrar.kkn',
    )
    expect(await isFound('พรรณ')).toBe(true)
    expect(await isFound('พิมพ์')).toBe(false)
  })

  it('show the age of a balance and the payments received for it', async () => {
    test.clock.set('2027-03-01T03:00:00Z')
    const app = await desk.register({ paid: [20_000, 0] })
    await desk.pay(app, [[1, 5000, 'transfer']])
    test.clock.set('2027-04-05T03:00:00Z')
    for (const endpoint of [payment.owed, payment.overdue]) {
      const registeredOn = day('2027-03-01')
      const query = { start: registeredOn, end: registeredOn, status: 'outstanding' }
      const { data, total } = (await test.call(endpoint, query, 'manager.kkn')).answer
      const byLabel = { ...query, status: 'ค้างชำระ' }
      expect((await test.call(endpoint, byLabel, 'manager.kkn')).answer).toMatchObject({
        data,
        total,
      })
      const paid = { ...query, status: 'ชำระครบแล้ว' }
      expect((await test.call(endpoint, paid, 'manager.kkn')).answer.data).toEqual([])
      expect(data).toMatchObject([{ age: 35, bucket: '31-60', balance: 110_000 }])
      expect(total).toEqual({
        net: 135_000,
        paid: 25_000,
        balance: 110_000,
        written_off: 0,
        cash: 20_000,
        banktransfer: 5000,
      })
    }
    test.clock.set('2026-11-21T03:00:00Z')
  })
})

describe('the lists of balances to be paid', () => {
  const listed = async (endpoint: typeof payment.owed, query: object) => {
    const { data, total, meta } = (await test.call(endpoint, query, 'manager.kkn')).answer
    return { codes: data.map(({ application_code }) => application_code), total, count: meta.total }
  }

  it.each([
    ['pay-balance', payment.owed],
    ['overdue', payment.overdue],
  ])(
    '%s omit applications that owe only for lines of an open refund request',
    async (_, endpoint) => {
      const before = await listed(endpoint, {})
      // In the first application both lines owe money; in the second one only the lesson, whose
      // refund is requested.
      const both = await desk.register({ paid: [20_000, 0] })
      const only = await desk.register({ paid: [20_000, 15_000] })
      const requests = await Promise.all(
        [both, only].map(async (app) => {
          const answer = await desk.requestRefund(app, 20_000, undefined, 'cash', [[0, 20_000]])
          return answer.data.request_id
        }),
      )
      for (const query of [{}, { category: 'no_day' }, { perPage: 1, sort: 'balance' }]) {
        const { codes, count, total } = await listed(endpoint, query)
        expect(codes).not.toContain(only.code)
        expect(count).toBe(before.count + 1)
        expect(total).toMatchObject({
          balance: (before.total?.balance ?? 0) + 115_000,
          paid: (before.total?.paid ?? 0) + 20_000,
          cash: (before.total?.cash ?? 0) + 20_000,
        })
      }
      expect((await listed(endpoint, { text: only.code })).codes).toEqual([])
      expect((await listed(endpoint, { text: both.code })).codes).toEqual([both.code])
      await Promise.all(requests.map((request_id) => desk.withdraw(request_id)))
      expect((await listed(endpoint, { text: only.code })).codes).toEqual([only.code])
      expect((await listed(endpoint, {})).count).toBe(before.count + 2)
    },
  )
})

describe('printing a receipt', () => {
  it('counts each print, also of a voided receipt', async () => {
    const { payment_id } = await withReceipt()
    const print = () => test.call(payment.pdf, { payment_id }, 'registrar.kkn')
    await print()
    await desk.requestVoid(payment_id)
    await desk.decideVoid(payment_id, 'approve')
    expect((await print()).status).toBe(200)
    const { prints } = await test.db
      .selectFrom('issued_document')
      .select('prints')
      .where('payment_id', '=', payment_id)
      .executeTakeFirstOrThrow()
    expect(prints).toBe(3)
  })

  it('returns a PromptPay code only for a branch with a PromptPay id', async () => {
    const { KKN, BPI } = test.school.branch
    const qr = (branch_id: number, as: string, application_id?: number) => {
      const input = { branch_id, amount: satang(100) }
      return test.call(
        payment.promptpay,
        application_id === undefined ? input : { ...input, application_id },
        as,
      )
    }
    expect((await qr(KKN, 'registrar.kkn')).data.path).toMatch(/^M/i)
    const none = await qr(BPI, 'registrar.bpi')
    expect(none).toMatchObject({
      status: 400,
      body: { code: 'NO_PROMPTPAY', message: 'สาขานี้ยังไม่ได้ตั้งค่าพร้อมเพย์' },
    })
    expect((await qr(KKN, 'registrar.bpi')).status).toBe(404)
    const own = await desk.register({ as: 'registrar.kkn' })
    expect((await qr(KKN, 'registrar.kkn', own.application_id)).status).toBe(200)
    const other = await desk.register({ as: 'registrar.bpi' })
    expect((await qr(KKN, 'admin', other.application_id)).status).toBe(404)
    for (const amount of [0, -1, 1.001]) {
      const wire = { branch_id: KKN, amount }
      const headers = await bearerOf(test, 'registrar.kkn')
      expect(await sendWire(test, payment.promptpay, wire, headers)).toMatchObject({ status: 400 })
    }
  })

  it('returns to the registration screen whether the branch has a PromptPay id', async () => {
    const { KKN, BPI } = test.school.branch
    const has = async (branch?: number) =>
      (
        await test.call(
          screens.register,
          branch === undefined ? {} : { branch: String(branch) },
          'admin',
        )
      ).data.promptpay
    expect([await has(KKN), await has(BPI)]).toEqual([true, false])
  })
})
