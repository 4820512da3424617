import { application } from '@khapdee/contract/entities/application'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

const usage = async () =>
  (
    await test.db
      .selectFrom('promotion')
      .select('usage')
      .where('code', '=', 'TEN')
      .executeTakeFirstOrThrow()
  ).usage

/** Registers the car course with 10 % discount, which grants two exam rights. */
const registerCar = (paid: number) =>
  desk.register({
    course: [
      {
        course_id: test.school.course.car,
        ...lineInput(600_000, { promotion_code: 'TEN', paid: satang(paid) }),
      },
    ],
    other_fee: [],
  })

const activeRights = async (application_id: number) =>
  (
    await test.db
      .selectFrom('exam_right')
      .select('right_id')
      .where('application_id', '=', application_id)
      .where('disabled_at', 'is', null)
      .execute()
  ).length

describe('a refund', () => {
  it('of the full amount returns the money, keeps the promotion use and disables the rights', async () => {
    const before = await usage()
    const app = await registerCar(540_000)
    expect([await usage(), await activeRights(app.application_id)]).toEqual([before + 1, 2])

    const { data } = await desk.refund(app, 540_000)
    expect(data.refund_code).toMatch(/^RF-KKN-6911-\d{4}$/)
    expect([await usage(), await activeRights(app.application_id)]).toEqual([before + 1, 0])
    const ended = await desk.detail(app)
    expect(ended).toMatchObject({
      status: 'refunded',
      mode: 'refund',
      end_note: 'ย้ายที่อยู่',
      paid: 0,
      balance: 0,
      payments: [{ status: 'normal', paid: 540_000 }],
      refunds: [{ payment_code: data.refund_code, value: 540_000, note: 'ย้ายที่อยู่' }],
      can: { pay: false, refund: false, delete: false, print: true },
    })
    expect(ended.payments[0]?.can).toEqual({
      edit_pay_type: false,
      request_delete: false,
      decide_delete: false,
      approve_delete: false,
      print: true,
      save_slip: false,
    })
  })

  it('of a part of the payments ends the application and keeps the promotion use', async () => {
    const before = await usage()
    const app = await registerCar(100_000)
    await desk.refund(app, 40_000, 'manager.kkn', 'transfer')
    expect(await desk.detail(app)).toMatchObject({
      status: 'partial_refund',
      paid: 60_000,
      balance: 0,
      written_off: 480_000,
      course: [{ status: 'refunded', paid: 60_000, balance: 0 }],
      refunds: [{ payee_account: '1234567890', payee_bank: '004' }],
    })
    expect([await usage(), await activeRights(app.application_id)]).toEqual([before + 1, 0])
  })

  it('of one line ends that line and its rights, and the other lines stay open', async () => {
    const before = await usage()
    const app = await desk.register({
      course: [
        {
          course_id: test.school.course.car,
          ...lineInput(600_000, { promotion_code: 'TEN', paid: satang(100_000) }),
        },
      ],
      other_fee: [
        {
          other_fee_id: test.school.otherFee.book,
          ...lineInput(15_000, { paid: satang(5000) }),
        },
      ],
    })
    const refunded = await desk.refund(app, 60_000, 'manager.kkn', 'cash', [[0, 60_000]])
    const number = refunded.data.refund_code
    const [car = 0] = app.lines
    expect(await desk.detail(app)).toMatchObject({
      status: 'outstanding',
      mode: '',
      end_note: '',
      net: 555_000,
      paid: 45_000,
      written_off: 500_000,
      balance: 10_000,
      course: [{ status: 'refunded', end_note: 'ย้ายที่อยู่', paid: 40_000, balance: 0 }],
      other_fee: [{ status: 'open', end_note: '', paid: 5000, balance: 10_000 }],
      refunds: [{ payment_code: number, value: 60_000, lines: [{ line_id: car, value: 60_000 }] }],
      can: { pay: true, refund: true, delete: false },
    })
    expect([await usage(), await activeRights(app.application_id)]).toEqual([before + 1, 0])

    expect((await desk.pay(app, [[0, 100]])).body.code).toBe('OVERPAY')
    expect((await desk.pay(app, [[1, 10_000]])).status).toBe(200)
    expect(await desk.detail(app)).toMatchObject({ status: 'paid', balance: 0 })
    const [receipt, laterReceipt] = (await desk.detail(app)).payments
    expect(receipt?.can).toMatchObject({ edit_pay_type: false, request_delete: false })
    expect(laterReceipt?.can.request_delete).toBe(true)
    for (const refused of [
      await desk.requestVoid(receipt?.payment_id ?? 0),
      await desk.editPayType(receipt?.payment_id ?? 0, 'transfer'),
      await desk.cancel(app),
    ]) {
      expect(refused.body.code).toBe('STATE')
    }
    expect((await desk.requestVoid(laterReceipt?.payment_id ?? 0)).status).toBe(200)
  })

  it('may later pay back money that was kept, and ends the application with its last open line', async () => {
    const app = await desk.register({ paid: [100_000, 15_000] })
    await desk.refund(app, 60_000, 'manager.kkn', 'cash', [[0, 60_000]])
    await desk.refund(app, 15_000, 'manager.kkn', 'cash', [[1, 15_000]])
    expect(await desk.detail(app)).toMatchObject({
      status: 'partial_refund',
      mode: 'refund',
      end_note: 'ย้ายที่อยู่',
      paid: 40_000,
      can: { refund: true, pay: false },
    })
    expect((await desk.refund(app, 40_001)).body.code).toBe('REFUND_MAX')
    await desk.refund(app, 10_000)
    await desk.refund(app, 30_000, 'manager.kkn', 'cash', [[0, 30_000]])
    const ended = await desk.detail(app)
    expect(ended).toMatchObject({ status: 'refunded', paid: 0, can: { refund: false } })
    expect(ended.refunds.map(({ value }) => value)).toEqual([60_000, 15_000, 10_000, 30_000])
    const { application_id } = app
    const [first] = ended.refunds
    const print = (payment_id?: number) =>
      test.call(request.refundpdf, { application_id, payment_id }, 'registrar.kkn')
    expect((await print()).status).toBe(200)
    expect((await print(first?.payment_id)).data.pdf).toContain(first?.payment_code)
    const other = await desk.register({ paid: [100, 0] })
    expect((await print(other.payments[0]?.payment_id)).status).toBe(404)
  })

  it('of single lines is refused with a message at the wrong field', async () => {
    const other = await desk.register()
    const registered = await desk.register({ paid: [20_000, 0] })
    const app = { ...registered, lines: [...registered.lines, ...other.lines] }
    const refused = async (value: number, parts: [number, number][]) => {
      const { body } = await desk.refund(app, value, 'manager.kkn', 'cash', parts)
      return [
        body.code,
        body.errors?.map((error: { path: string; message: string }) => [error.path, error.message]),
      ]
    }
    expect(await refused(300, [[0, 200]])).toEqual([
      'VALIDATION',
      [['value', 'จำนวนเงินคืนไม่เท่ากับผลรวมของรายการ']],
    ])
    expect(await refused(20_001, [[0, 20_001]])).toEqual([
      'REFUND_MAX',
      [['lines.0.value', 'จำนวนเงินคืนต้องไม่เกินยอดที่ชำระแล้ว (200.00 บาท)']],
    ])
    expect(
      await refused(200, [
        [0, 100],
        [0, 100],
      ]),
    ).toEqual(['VALIDATION', [['lines.1.line_id', 'รายการนี้ซ้ำกัน']]])
    expect((await refused(200, [[2, 200]]))[0]).toBe('NOT_FOUND')
    expect(await desk.detail(app)).toMatchObject({ status: 'outstanding', refunds: [] })
    await desk.refund(app, 200, 'manager.kkn', 'cash', [
      [0, 200],
      [1, 0],
    ])
    expect(await desk.detail(app)).toMatchObject({
      status: 'partial_refund',
      course: [{ status: 'refunded' }],
      other_fee: [{ status: 'ended' }],
    })
    const again = [
      [0, 100],
      [1, 0],
    ] as [number, number][]
    expect(await refused(100, again)).toEqual([
      'VALIDATION',
      [['lines.1.value', 'จำนวนเงินต้องมากกว่า 0']],
    ])
  })

  it('by transfer requires the account of the payee', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    const { application_id } = app
    const input = { application_id, value: satang(100), note: 'ย้าย', pay_type: 'transfer' as const }
    const { body } = await test.call(application.refund, input, 'manager.kkn')
    expect(body.errors).toEqual([
      { path: 'payee_bank', message: 'กรุณาเลือกธนาคาร' },
      { path: 'payee_account', message: 'กรุณากรอกเลขที่บัญชี' },
      { path: 'payee_name', message: 'กรุณากรอกชื่อบัญชี' },
    ])
  })

  it('has a document with its receipts, the account and the amounts', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    const paid = await desk.pay(app, [[1, 5000, 'transfer']])
    const { refund_code } = (await desk.refund(app, 100, 'manager.kkn', 'transfer', [[0, 100]]))
      .data
    const { snapshot } = await test.db
      .selectFrom('issued_document')
      .select('snapshot')
      .where('number', '=', refund_code)
      .executeTakeFirstOrThrow()
    expect(snapshot).toMatchObject({
      receipts: [app.payments[0]?.payment_code],
      account: { bank: 'ธนาคารกสิกรไทย', account: '1234567890', name: 'นางสาวสมหญิง ใจดี' },
      lines: [{ paid: 20_000, refunded: 100 }],
      paid_before: 20_000,
      kept: 19_900,
    })
    expect(JSON.stringify(snapshot)).not.toContain(paid.data.payments[0]?.payment_code)
  })

  it('can be printed again, and is not found for an application without a refund', async () => {
    const app = await desk.register({ paid: [100, 0] })
    await desk.refund(app, 100)
    const { application_id } = app
    const link = (await test.call(request.refundpdf, { application_id }, 'registrar.kkn')).data.pdf
    expect(link).toMatch(/\/RF-KKN-6911-\d{4}\.pdf$/)
    const unpaid = await desk.register()
    const none = { application_id: unpaid.application_id }
    expect((await test.call(request.refundpdf, none, 'registrar.kkn')).status).toBe(404)
  })

  it('lets void requests lapse', async () => {
    const app = await desk.register({ paid: [100, 0] })
    const payment_id = app.payments[0]?.payment_id ?? 0
    await desk.requestVoid(payment_id)
    await desk.refund(app, 100)
    expect((await desk.detail(app)).payments).toMatchObject([{ status: 'normal' }])
    expect((await desk.decideVoid(payment_id, 'approve')).body.code).toBe('STATE')
  })

  it('is refused above the paid amount, without a reason, a second time, and in another branch', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    const message = 'จำนวนเงินคืนต้องไม่เกินยอดที่ชำระแล้ว (200.00 บาท)'
    const above = await desk.refund(app, 20_001)
    expect([above.status, above.body]).toMatchObject([
      400,
      { code: 'REFUND_MAX', message, errors: [{ path: 'value', message }] },
    ])
    const withoutReason = await sendWire(
      test,
      application.refund,
      { application_id: app.application_id, value: 1, note: '  ' },
      await bearerOf(test, 'manager.kkn'),
    )
    expect(withoutReason.body.errors).toMatchObject([
      { path: 'note', message: 'กรุณาระบุเหตุผลการคืนเงิน' },
    ])
    expect((await desk.refund(app, 100, 'manager.bpi')).status).toBe(404)
    expect((await desk.refund(app, 100, 'cashier.kkn')).status).toBe(403)
    expect(await desk.detail(app)).toMatchObject({ status: 'outstanding', paid: 20_000 })
    await desk.refund(app, 20_000)
    expect((await desk.refund(app, 100)).body.code).toBe('STATE')
    expect((await desk.refund(await desk.register(), 1)).body.code).toBe('REFUND_MAX')
  })
})

describe('a cancellation', () => {
  it('of an unpaid application releases the promotion and disables the rights', async () => {
    const before = await usage()
    const app = await registerCar(0)
    expect((await desk.cancel(app, 'registrar.kkn')).body.message).toBe('ยกเลิกใบสมัครเรียบร้อยแล้ว')
    expect(await desk.detail(app)).toMatchObject({
      status: 'cancelled',
      mode: 'delete',
      end_note: 'ลงผิด',
      balance: 0,
    })
    expect([await usage(), await activeRights(app.application_id)]).toEqual([before, 0])
    expect((await desk.cancel(app)).body.code).toBe('STATE')
  })

  it('voids the payments, which requires the permission, and keeps their numbers', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    await desk.pay(app, [[1, 5000, 'transfer']])
    const codes = (await desk.detail(app)).payments.map((payment) => payment.payment_code)
    expect((await desk.cancel(app, 'registrar.kkn')).status).toBe(403)
    expect((await desk.detail(app)).paid).toBe(25_000)
    await desk.cancel(app)
    const ended = await desk.detail(app)
    expect(ended).toMatchObject({ status: 'cancelled', paid: 0, course: [{ paid: 0 }] })
    expect(ended.payments.map((payment) => payment.payment_code)).toEqual(codes)
    expect(ended.payments.map((payment) => payment.status)).toEqual(['deleted', 'deleted'])
  })

  it('is refused for payments of a closed day, which can only be refunded', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    await desk.close(test.school.branch.KKN)
    const shown = await desk.detail(app)
    expect(shown.payments[0]?.closed).toBe(true)
    expect(shown.can).toMatchObject({ delete: false, refund: true })
    expect((await desk.cancel(app)).body).toMatchObject({
      code: 'STATE',
      message: 'มีใบเสร็จที่ปิดยอดประจำวันแล้ว ยกเลิกไม่ได้ กรุณาใช้การคืนเงิน',
    })
    expect((await desk.refund(app, 20_000)).status).toBe(200)
  })

  it('requires a reason and an application of the caller’s branch', async () => {
    const app = await desk.register()
    const withoutReason = await sendWire(
      test,
      application.delete,
      { application_id: app.application_id, note: '' },
      await bearerOf(test, 'manager.kkn'),
    )
    expect(withoutReason.body.errors).toMatchObject([{ path: 'note' }])
    expect((await desk.cancel(app, 'manager.bpi')).status).toBe(404)
  })
})

describe('ending lines without a refund', () => {
  const end = (
    app: Registered,
    input: { version?: number; lines?: number[] },
    as = 'manager.kkn',
  ) =>
    test.call(
      application.end,
      { application_id: app.application_id, version: 1, note: 'ไม่มาเรียน', ...input },
      as,
    )

  it('of one line keeps what was paid, writes off what is owed and ends its rights', async () => {
    const before = await usage()
    const app = await registerCar(100_000)
    const other = await desk.register({ paid: [20_000, 0] })
    const [lesson = 0, fee = 0] = other.lines
    expect((await end(other, { lines: [lesson] })).data.balance).toBe(15_000)
    expect(await desk.detail(other)).toMatchObject({
      status: 'outstanding',
      mode: '',
      paid: 20_000,
      written_off: 100_000,
      course: [{ status: 'ended', end_note: 'ไม่มาเรียน', paid: 20_000 }],
      other_fee: [{ status: 'open', balance: 15_000 }],
      refunds: [],
    })
    expect((await desk.cancel(other)).body.code).toBe('STATE')
    expect((await end(other, { version: 2, lines: [lesson] })).body.code).toBe('STATE')
    expect((await end(other, { version: 2, lines: [fee, fee] })).body.code).toBe('VALIDATION')

    expect((await end(app, {})).status).toBe(200)
    expect(await desk.detail(app)).toMatchObject({
      status: 'ended',
      mode: 'end',
      end_note: 'ไม่มาเรียน',
      paid: 100_000,
      balance: 0,
      can: { pay: false, refund: true, end: false, delete: false },
    })
    expect([await usage(), await activeRights(app.application_id)]).toEqual([before + 1, 0])
    await desk.refund(app, 100_000)
    expect((await desk.detail(app)).status).toBe('refunded')
  })

  it('is refused with a stale version, without permission, in another branch and for another line', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    const [line = 0] = (await desk.register()).lines
    await desk.pay(app, [[1, 100]])
    expect((await end(app, {})).body.code).toBe('CONFLICT')
    expect((await end(app, { version: 2 }, 'cashier.kkn')).status).toBe(403)
    expect((await end(app, { version: 2 }, 'manager.bpi')).status).toBe(404)
    expect((await end(app, { version: 2, lines: [line] })).status).toBe(404)
    expect((await desk.detail(app)).status).toBe('outstanding')
  })

  it('lets the requested voids of its receipts lapse', async () => {
    const app = await desk.register({ paid: [20_000, 0] })
    await desk.requestVoid(app.payments[0]?.payment_id ?? 0)
    const { version } = await desk.detail(app)
    expect((await end(app, { version })).status).toBe(200)
    expect((await desk.detail(app)).payments).toMatchObject([{ status: 'normal' }])
  })
})

describe('a refund or cancellation by the user who requested a void', () => {
  const message =
    'คุณรับเงินหรือมีคำขอของใบสมัครนี้ จึงคืนเงินหรือยกเลิกใบสมัครเองไม่ได้ กรุณาส่งคำขอคืนเงินให้ผู้มีสิทธิ์คนอื่นพิจารณา'

  /** An application with a receipt of 200 baht whose void the user has requested. */
  async function requestedBy(as: string) {
    const app = await desk.register({ paid: [20_000, 0] })
    const payment_id = app.payments[0]?.payment_id ?? 0
    await desk.requestVoid(payment_id, as)
    return { app, payment_id }
  }
  const attempts = {
    refunded: (app: Registered, as?: string) => desk.refund(app, 20_000, as),
    cancelled: (app: Registered, as?: string) => desk.cancel(app, as),
  }

  it.each(Object.entries(attempts))(
    'is refused while the request waits and after its rejection, and allowed to others (%s)',
    async (status, attempt) => {
      const { app, payment_id } = await requestedBy('manager.kkn')
      const waiting = await attempt(app)
      expect([waiting.status, waiting.body]).toMatchObject([403, { code: 'SAME_USER', message }])
      await desk.decideVoid(payment_id, 'reject', 'owner')
      expect((await attempt(app)).body.code).toBe('SAME_USER')
      expect(await desk.detail(app)).toMatchObject({ status: 'outstanding', paid: 20_000 })
      const seen = await test.call(
        application.get,
        { application_id: app.application_id },
        'manager.kkn',
      )
      expect(seen.data.can).toMatchObject({ refund: false, delete: false })
      expect((await desk.detail(app)).can).toMatchObject({ refund: true, delete: true })
      expect((await attempt(app, 'admin')).status).toBe(200)
      expect((await desk.detail(app)).status).toBe(status)
    },
  )

  it('is allowed to a role that may decide its own requests, and after another user has voided the receipt', async () => {
    for (const attempt of Object.values(attempts)) {
      const { app } = await requestedBy('admin')
      expect((await attempt(app, 'admin')).status).toBe(200)
    }
    const { app, payment_id } = await requestedBy('manager.kkn')
    await desk.decideVoid(payment_id, 'approve', 'admin')
    expect((await desk.cancel(app)).status).toBe(200)
  })
})
