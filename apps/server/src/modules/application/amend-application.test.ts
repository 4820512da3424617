import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { request } from '@khapdee/contract/entities/request'
import { approval } from '@khapdee/contract/entities/approval'
import { requiredDocument } from '@khapdee/contract/entities/required-document'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { checkInvariants } from '../../db/invariants.ts'
import { applicationInput, lineInput, vehicleInput } from '../../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { setValidity } from '../../../test/make/exam-right.ts'
import { type MoneyDesk, type Registered, moneyDesk, unpaidLine } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
})
afterAll(() => test.close())

const car = (values: Parameters<typeof unpaidLine>[1] = {}) => ({
  course_id: test.school.course.car,
  ...unpaidLine(600_000, values),
})
const lesson = () => ({ course_id: test.school.course.lesson, ...unpaidLine(120_000) })
const motorcycle = () => ({ course_id: test.school.course.motorcycle, ...unpaidLine(250_000) })
const medical = () => ({ other_fee_id: test.school.otherFee.medical, ...unpaidLine(20_000) })
const usesOf = async (code: string) =>
  (
    await test.db
      .selectFrom('promotion')
      .select('usage')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).usage
const rightsOf = async ({ application_id }: Registered) =>
  (
    await test.db
      .selectFrom('exam_right')
      .select(['kind', 'licence_type', 'disabled_at'])
      .where('application_id', '=', application_id)
      .orderBy('right_id')
      .execute()
  ).map(({ kind, licence_type, disabled_at }) =>
    [licence_type, kind, disabled_at === null ? '' : 'disabled'].join(' ').trim(),
  )
/** Sets the price of the medical certificate to that of `medical()`. */
const setMedicalPrice = async () => {
  await test.db
    .updateTable('other_fee')
    .set({ price: 20_000 })
    .where('other_fee_id', '=', test.school.otherFee.medical)
    .execute()
}

/** The ids of the rights of an application, theory first. */
const rightIdsOf = async ({ application_id }: Registered) =>
  (
    await test.db
      .selectFrom('exam_right')
      .select('right_id')
      .where('application_id', '=', application_id)
      .orderBy('kind', 'desc')
      .execute()
  ).map(({ right_id }) => right_id)

describe('Adds the names of {@link aliasesOf} to the answers of a use case; each endpoint sends those that it declares.', () => {
  beforeAll(setMedicalPrice)

  it('keeps the number, raises the revision, reopens a paid application and names the lines', async () => {
    const app = await desk.register({ paid: [120_000, 15_000] })
    const { status, data, body } = await desk.amend(app, {
      add: { other_fee: [medical()] },
      note: 'ขอใบรับรองแพทย์',
    })
    expect([status, data, body.message]).toEqual([
      200,
      { application_id: app.application_id, revision: 1, balance: 20_000 },
      'แก้ไขรายการในใบสมัครเรียบร้อยแล้ว (แก้ไขครั้งที่ 1)',
    ])
    expect(await desk.detail(app)).toMatchObject({
      application_code: app.code,
      status: 'outstanding',
      total: 155_000,
      net: 155_000,
      paid: 135_000,
      balance: 20_000,
      revision: 1,
      other_fee: [{ balance: 0 }, { paid: 0, balance: 20_000, pay_type: null }],
      amendments: [
        {
          revision: 1,
          added: [{ name: 'ค่าใบรับรองแพทย์', net: 20_000 }],
          removed: [],
          replaced: [],
          note: 'ขอใบรับรองแพทย์',
          user: expect.stringContaining('เจ้าหน้าที่ทะเบียน'),
        },
      ],
      can: { amend: true, update: true },
    })
    const [row] = await test.db
      .selectFrom('application')
      .select('course_name')
      .where('application_id', '=', app.application_id)
      .execute()
    expect(row?.course_name).toContain('ใบรับรองแพทย์')
  })

  it('removes unpaid lines, gives back their promotion use and disables their rights', async () => {
    const before = await usesOf('TEN')
    const app = await desk.register({
      course: [
        { course_id: test.school.course.car, ...lineInput(600_000, { promotion_code: 'TEN' }) },
      ],
      paid: [0, 15_000],
    })
    expect(await usesOf('TEN')).toBe(before + 1)
    expect((await desk.amend(app, { remove: [0] })).data).toMatchObject({ balance: 0 })
    expect(await usesOf('TEN')).toBe(before)
    expect(await rightsOf(app)).toEqual(['car theory disabled', 'car practice disabled'])
    expect(await desk.detail(app)).toMatchObject({
      status: 'paid',
      total: 15_000,
      discount: 0,
      course: [],
      exam_rights: [],
      amendments: [{ removed: [{ name: 'รถยนต์ พร้อมสอบ', net: 540_000 }] }],
    })
  })

  it('prices new lines today, with promotion and exam rights, and keeps the prices of the others', async () => {
    const app = await desk.register()
    await test.db
      .updateTable('course')
      .set({ price: 130_000 })
      .where('course_id', '=', test.school.course.lesson)
      .execute()
    const stale = await desk.amend(app, { add: { course: [lesson()] } })
    expect(stale.body).toMatchObject({
      code: 'PRICE_CHANGED',
      errors: [{ path: 'add.course.0.cost' }],
    })
    await test.db
      .updateTable('course')
      .set({ price: 120_000 })
      .where('course_id', '=', test.school.course.lesson)
      .execute()
    const before = await usesOf('TEN')
    await desk.amend(app, { add: { course: [car({ promotion_code: 'TEN' })] } })
    expect(await usesOf('TEN')).toBe(before + 1)
    expect(await rightsOf(app)).toEqual(['car theory', 'car practice'])
    expect(await desk.detail(app)).toMatchObject({
      net: 135_000 + 540_000,
      discount: 60_000,
      course: [{ cost: 120_000 }, { promotion_code: 'TEN', net: 540_000 }],
    })
    // The promotion ONCE has a single use, which moves from the removed line to the new one.
    const once = await desk.register({
      course: [
        { course_id: test.school.course.car, ...lineInput(600_000, { promotion_code: 'ONCE' }) },
      ],
    })
    const again = await desk.amend(once, {
      remove: [0],
      add: { course: [car({ promotion_code: 'ONCE' })] },
    })
    expect([again.status, await usesOf('ONCE')]).toEqual([200, 1])
    const used = await desk.amend(app, { add: { course: [car({ promotion_code: 'ONCE' })] } })
    expect(used.body).toMatchObject({
      code: 'PROMO_USED_UP',
      errors: [{ path: 'add.course.0.promotion_code' }],
    })
  })

  it('is refused with an error at the wrong field, and changes nothing', async () => {
    const app = await desk.register({ paid: [10_000, 0] })
    const before = await desk.detail(app)
    const refused = async (change: Parameters<MoneyDesk['amend']>[1], as?: string) => {
      const { status, body } = await desk.amend(app, change, as)
      return [status, body.code, body.errors?.[0]?.path ?? '']
    }
    expect(await refused({})).toEqual([400, 'VALIDATION', 'add'])
    expect(await refused({ remove: [0] })).toEqual([400, 'VALIDATION', 'remove.0'])
    expect(await refused({ remove: [1, 1] })).toEqual([400, 'VALIDATION', 'remove.1'])
    expect(await refused({ remove: [9] })).toEqual([404, 'NOT_FOUND', ''])
    expect(await refused({ remove: [1] }, 'registrar.bpi')).toEqual([404, 'NOT_FOUND', ''])
    expect(await refused({ remove: [1] }, 'accountant')).toEqual([403, 'FORBIDDEN', ''])
    expect(await refused({ remove: [1], version: before.version - 1 })).toEqual([
      409,
      'CONFLICT',
      '',
    ])
    expect(await refused({ vehicle: vehicleInput() })).toEqual([400, 'VALIDATION', 'vehicle'])
    const ofBpi = { course_id: test.school.course.ofBpi, ...unpaidLine(100_000) }
    expect(await refused({ add: { course: [ofBpi] } })).toEqual([
      400,
      'VALIDATION',
      'add.course.0.course_id',
    ])
    const copy = { request_fee_id: test.school.requestFee.copy, ...unpaidLine(2000) }
    expect(await refused({ add: { request_fee: [copy] } })).toEqual([
      400,
      'VALIDATION',
      'add.request_fee.0.request_fee_id',
    ])
    expect(await desk.detail(app)).toEqual(before)
    const young = await desk.register({
      customer: customerInput({ birthday: '2012-01-01' as never }),
    })
    expect((await desk.amend(young, { add: { course: [car()] } })).body).toMatchObject({
      message: 'ผู้สมัครต้องมีอายุไม่ต่ำกว่า 18 ปีบริบูรณ์',
      errors: [{ path: 'add.course.0.course_id' }],
    })
    const both = await desk.register()
    expect((await desk.amend(both, { remove: [0, 1] })).body.message).toContain('อย่างน้อย 1 รายการ')
  })

  it('needs a reason to remove or to replace a line, but not to add one', async () => {
    const app = await desk.register()
    const version = (await desk.detail(app)).version
    for (const change of [{ remove: [1] }, { replace: [[0, motorcycle()]] }] as const) {
      for (const note of ['', '   ']) {
        expect((await desk.amend(app, { ...change, note })).body).toMatchObject({
          code: 'VALIDATION',
          errors: [{ path: 'note', message: 'กรุณาระบุเหตุผลการแก้ไข' }],
        })
      }
    }
    expect((await desk.detail(app)).version).toBe(version)
    expect((await desk.amend(app, { add: { other_fee: [medical()] }, note: '' })).status).toBe(200)
    expect((await desk.amend(app, { remove: [1], note: 'ซื้อเกิน' })).status).toBe(200)
    expect((await desk.detail(app)).amendments).toMatchObject([{ note: '' }, { note: 'ซื้อเกิน' }])
  })

  it('is refused for more than a hundred lines, and for ended applications', async () => {
    const app = await desk.register()
    const books = Array.from({ length: 40 }, medical)
    expect((await desk.amend(app, { add: { other_fee: books } })).status).toBe(200)
    expect((await desk.amend(app, { add: { other_fee: books } })).status).toBe(200)
    const over = await desk.amend(app, { add: { other_fee: books.slice(0, 19) } })
    expect(over.body.message).toBe('ใบสมัครหนึ่งใบมีได้ไม่เกิน 100 รายการ')
    await desk.cancel(app)
    expect((await desk.amend(app, { add: { other_fee: [medical()] } })).body.code).toBe('STATE')
    expect((await desk.detail(app)).can).toMatchObject({ amend: false, update: false })
    const refunded = await desk.register({ paid: [1000, 0] })
    await desk.refund(refunded, 1000)
    const ended = await desk.amend(refunded, { add: { other_fee: [medical()] } })
    expect(ended.body.code).toBe('STATE')
  })
})

describe('a line that was removed or replaced', () => {
  it('can be neither paid nor refunded, and the answer is 409 with the reason', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    await desk.amend(app, { remove: [1], replace: [[0, motorcycle()]] })
    const answers = [
      await desk.pay(app, [[1, 100]]),
      await desk.pay(app, [[0, 100]]),
      await desk.refund(app, 100, 'manager.kkn', 'cash', [[0, 100]]),
      await desk.requestRefund(app, 100, 'cashier.kkn', 'cash', [[0, 100]]),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code, body.message]).toEqual([
        409,
        'STATE',
        'รายการนี้ถูกนำออกหรือเปลี่ยนหลักสูตรแล้ว กรุณาตรวจสอบรายการล่าสุด',
      ])
    }
    expect((await desk.detail(app)).paid).toBe(50_000)
  })
})

describe('a change of course', () => {
  const moves = (app: Registered) =>
    test.db
      .selectFrom('payment')
      .select(['payment_code', 'paid', 'status', 'closing_id'])
      .where('application_id', '=', app.application_id)
      .where('kind', '=', 'moved')
      .execute()

  it('moves what was paid to the new course without money, and keeps closed days', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    await desk.close(test.school.branch.KKN)
    const amended = await desk.amend(app, {
      replace: [[0, motorcycle()]],
      note: 'เปลี่ยนเป็นรถจักรยานยนต์',
    })
    expect(amended.data).toMatchObject({ revision: 1, balance: 250_000 - 50_000 + 15_000 })
    expect(await desk.detail(app)).toMatchObject({
      status: 'outstanding',
      total: 265_000,
      paid: 50_000,
      course: [{ course_name: 'รถจักรยานยนต์ พร้อมสอบ', paid: 50_000, pay_type: 'cash' }],
      payments: [{ closed: true, can: { edit_pay_type: false, request_delete: false } }],
      amendments: [
        {
          added: [],
          removed: [],
          replaced: [
            {
              from: 'ทบทวนการขับรถยนต์',
              to: 'รถจักรยานยนต์ พร้อมสอบ',
              net: 250_000,
              moved: 50_000,
            },
          ],
        },
      ],
    })
    expect(await rightsOf(app)).toEqual(['motorcycle theory', 'motorcycle practice'])
    expect(await moves(app)).toEqual([
      { payment_code: `${app.code}/1`, paid: 0, status: 'normal', closing_id: null },
    ])
    // The payment of kind `moved` is in no list, and is not enough for a day close.
    expect((await desk.close(test.school.branch.KKN)).body.code).toBe('STATE')
  })

  it('requires that an amount above the new price is refunded first; the rest then moves to the new course', async () => {
    const app = await desk.register({
      course: [
        { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(300_000) }) },
      ],
      other_fee: [],
    })
    const excess = await desk.amend(app, { replace: [[0, motorcycle()]] })
    expect([excess.status, excess.body]).toMatchObject([
      400,
      {
        code: 'REFUND_FIRST',
        message: 'ชำระแล้วเกินราคาหลักสูตรใหม่ 500.00 บาท กรุณาคืนเงินส่วนเกินก่อน',
        errors: [{ path: 'replace.0.by.course_id' }],
      },
    ])
    await desk.refund(app, 50_000)
    expect(await desk.detail(app)).toMatchObject({
      status: 'partial_refund',
      mode: 'refund',
      can: { amend: true },
    })
    expect((await desk.amend(app, { replace: [[0, motorcycle()]] })).status).toBe(200)
    expect(await desk.detail(app)).toMatchObject({
      status: 'paid',
      mode: '',
      end_note: '',
      paid: 250_000,
      written_off: 600_000,
      course: [
        { status: 'refunded', paid: 0 },
        { status: 'open', paid: 250_000 },
      ],
    })
    expect((await desk.cancel(app)).body.code).toBe('STATE')
    // The refund names the receipt whose money was moved.
    const refunded = await desk.refund(app, 10_000, 'admin')
    const { snapshot } = await test.db
      .selectFrom('issued_document')
      .select('snapshot')
      .where('number', '=', refunded.data.refund_code)
      .executeTakeFirstOrThrow()
    expect(snapshot).toMatchObject({ receipts: [app.payments[0]?.payment_code] })
  })

  it('keeps pay types and latest receipt of the paid amounts, also after a second change', async () => {
    const payments = [
      { pay_type: 'cash' as const, paid: satang(30_000) },
      { pay_type: 'transfer' as const, paid: satang(20_000) },
    ]
    const app = await desk.register({
      course: [{ course_id: test.school.course.lesson, ...lineInput(120_000, { payments }) }],
    })
    const paidInBoth = {
      paid: 50_000,
      pay_type: 'transfer',
      pay_types: ['cash', 'transfer'],
      payment_id: Math.max(...app.payments.map(({ payment_id }) => payment_id)),
    }
    const first = app.lines[0]
    expect((await desk.detail(app)).course).toMatchObject([{ ...paidInBoth, replaced_lines: [] }])
    await desk.amend(app, { replace: [[0, motorcycle()]] })
    const [moved] = (await desk.detail(app)).course
    expect(moved).toMatchObject({ ...paidInBoth, replaced_lines: [first] })
    await desk.amend({ ...app, lines: [moved?.line_id ?? 0] }, { replace: [[0, lesson()]] })
    expect((await desk.detail(app)).course).toMatchObject([
      { ...paidInBoth, replaced_lines: [first, moved?.line_id] },
    ])
    expect((await desk.cancel(app)).status).toBe(200)
    expect((await desk.detail(app)).course).toMatchObject([
      { paid: 0, pay_types: [], payment_id: null },
    ])
  })

  it('allows receipts of replaced lines to change pay type and to be voided, and the moved money changes with them', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    const receipt = app.payments[0]?.payment_id ?? 0
    await desk.pay(app, [[0, 20_000, 'transfer']])
    await desk.amend(app, { replace: [[0, motorcycle()]] })
    const state = async () => {
      const { paid, balance, course, payments } = await desk.detail(app)
      return {
        paid,
        balance,
        course: course.map((line) => [line.paid, line.pay_type]),
        statuses: payments.map(({ status }) => status),
      }
    }
    const before = await state()
    expect(before.course).toEqual([[70_000, 'transfer']])
    expect((await desk.detail(app)).payments).toMatchObject([
      { can: { edit_pay_type: true, request_delete: true } },
      { can: { edit_pay_type: true, request_delete: true } },
    ])
    const later = (await desk.detail(app)).payments[1]?.payment_id ?? 0
    expect((await desk.editPayType(later, 'cash')).status).toBe(200)
    expect((await state()).course).toEqual([[70_000, 'cash']])

    expect((await desk.requestVoid(receipt)).status).toBe(200)
    expect((await desk.decideVoid(receipt, 'approve')).status).toBe(200)
    expect(await state()).toEqual({
      paid: 20_000,
      balance: before.balance + 50_000,
      course: [[20_000, 'cash']],
      statuses: ['deleted', 'normal'],
    })
    expect((await moves(app)).map(({ status }) => status)).toEqual(['normal'])

    expect((await desk.requestVoid(later)).status).toBe(200)
    expect((await desk.decideVoid(later, 'approve')).status).toBe(200)
    expect(await state()).toMatchObject({ paid: 0, course: [[0, null]] })
    expect((await moves(app)).map(({ status }) => status)).toEqual(['deleted'])
    const broken = (await checkInvariants(test.db)).filter(({ violations }) => violations > 0)
    expect(broken).toEqual([])
  })

  it('keeps a receipt unchanged when its money was moved through a line that was refunded', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    const receipt = app.payments[0]?.payment_id ?? 0
    await desk.refund(app, 10_000, 'admin', 'cash', [[0, 10_000]])
    expect((await desk.amend(app, { replace: [[0, motorcycle()]] })).status).toBe(200)
    expect((await desk.editPayType(receipt, 'transfer')).body.code).toBe('STATE')
    expect((await desk.requestVoid(receipt)).body.code).toBe('STATE')
    expect((await desk.detail(app)).payments).toMatchObject([
      { can: { edit_pay_type: false, request_delete: false } },
    ])
  })

  it('reverses all payments by a cancellation after two changes of course', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    await desk.amend(app, { replace: [[0, motorcycle()]] })
    // A second change of course moves the money to the third course.
    const [, second] = await test.db
      .selectFrom('application_line')
      .select('line_id')
      .where('application_id', '=', app.application_id)
      .where('kind', '=', 'course')
      .orderBy('position')
      .execute()
    const next = { ...app, lines: [second?.line_id ?? 0] }
    expect((await desk.amend(next, { replace: [[0, lesson()]] })).data.revision).toBe(2)
    expect(await desk.detail(app)).toMatchObject({
      net: 135_000,
      course: [{ course_name: 'ทบทวนการขับรถยนต์', paid: 50_000 }],
    })
    expect((await desk.cancel(app)).status).toBe(200)
    expect((await moves(app)).map(({ status }) => status)).toEqual(['deleted', 'deleted'])
    expect(await desk.detail(app)).toMatchObject({ status: 'cancelled', paid: 0 })
  })

  it('is refused for the same course, and for a line that ended without a refund', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    expect((await desk.amend(app, { replace: [[0, lesson()]] })).body).toMatchObject({
      errors: [{ path: 'replace.0.by.course_id', message: 'กรุณาเลือกหลักสูตรอื่น' }],
    })
    await desk.end(app, [0])
    expect((await desk.amend(app, { replace: [[0, motorcycle()]] })).body).toMatchObject({
      errors: [{ path: 'replace.0.line_id', message: 'รายการนี้เปลี่ยนหลักสูตรไม่ได้' }],
    })
  })

  it('does not extend exam rights', async () => {
    const app = await desk.register({ course: [{ ...car(), paid: satang(100_000) }] })
    const rights = test.db
      .selectFrom('exam_right')
      .select(['valid_from', 'permission_date'])
      .distinct()
      .where('application_id', '=', app.application_id)
      .where('disabled_at', 'is', null)
    const expired = { valid_from: day('2024-01-01'), permission_date: day('2024-03-31') }
    await setValidity(test, await rightIdsOf(app), expired)
    expect((await desk.amend(app, { replace: [[0, motorcycle()]] })).status).toBe(200)
    expect(await rights.execute()).toEqual([{ ...expired, valid_from: '2024-03-31' }])
  })

  it('keeps the last day of each kind of exam', async () => {
    const app = await desk.register({ course: [{ ...car(), paid: satang(100_000) }] })
    const [theory = 0, practice = 0] = await rightIdsOf(app)
    const [late, early] = [addDays(test.clock.today(), 180), addDays(test.clock.today(), 5)]
    await setValidity(test, [theory], { permission_date: late })
    await setValidity(test, [practice], { permission_date: early })
    expect((await desk.amend(app, { replace: [[0, motorcycle()]] })).status).toBe(200)
    const granted = await test.db
      .selectFrom('exam_right')
      .select(['kind', 'permission_date'])
      .where('application_id', '=', app.application_id)
      .where('disabled_at', 'is', null)
      .orderBy('kind')
      .execute()
    expect(granted).toEqual([
      { kind: 'practice', permission_date: early },
      { kind: 'theory', permission_date: late },
    ])
  })

  it('is refused while the staff has suspended a right of the course, and so is its removal', async () => {
    const app = await desk.register({
      course: [car(), lesson()].map((line) => ({ ...line, paid: satang(0) })),
    })
    const [right_id = 0] = await rightIdsOf(app)
    await test.call(examRight.disable, { right_id, note: 'เอกสารปลอม' }, 'manager.kkn')
    for (const change of [{ replace: [[0, motorcycle()]] }, { remove: [0] }] as const) {
      expect((await desk.amend(app, change)).body.code).toBe('STATE')
    }
    await test.call(examRight.enable, { right_id, note: 'ตรวจสอบแล้ว' }, 'manager.kkn')
    expect((await desk.amend(app, { replace: [[0, motorcycle()]] })).status).toBe(200)
  })

  it('refuses an exam day after the last day of the rights that pass to the new course', async () => {
    const app = await desk.register({ course: [{ ...car(), paid: satang(100_000) }] })
    const last = addDays(test.clock.today(), 10)
    await setValidity(test, await rightIdsOf(app), { permission_date: last })
    const replaceFor = (exam_date: Day) =>
      desk.amend(app, { replace: [[0, { ...motorcycle(), exam_date }]] })
    expect(await replaceFor(addDays(last, 1))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'replace.0.by.exam_date' }] },
    })
    expect((await replaceFor(last)).status).toBe(200)
  })

  it('is refused for a line of an open refund request, and so is a removal', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    expect((await desk.requestRefund(app, 50_000)).status).toBe(200)
    for (const change of [{ replace: [[0, motorcycle()]] }, { remove: [1] }] as const) {
      expect((await desk.amend(app, change)).body.code).toBe('REFUND_PENDING')
    }
  })

  it('is refused for a fee, for a line whose void request waits, and for a used right', async () => {
    const app = await desk.register({ paid: [50_000, 0] })
    expect((await desk.amend(app, { replace: [[1, lesson()]] })).body).toMatchObject({
      errors: [{ path: 'replace.0.line_id', message: 'รายการนี้เปลี่ยนหลักสูตรไม่ได้' }],
    })
    await desk.requestVoid(app.payments[0]?.payment_id ?? 0)
    expect((await desk.amend(app, { replace: [[0, motorcycle()]] })).body.code).toBe('STATE')
    const examined = await desk.register({
      course: [{ ...lineInput(600_000), course_id: test.school.course.car }],
    })
    await test.db
      .updateTable('exam_right')
      .set({ used_at: new Date().toISOString() })
      .where('application_id', '=', examined.application_id)
      .where('kind', '=', 'theory')
      .execute()
    for (const change of [{ replace: [[0, motorcycle()]] }, { remove: [0] }] as const) {
      expect((await desk.amend(examined, change)).body.code).toBe('EXAM_SAT')
    }
  })
})

it('leaves lines of an open refund request as they are, and changes others', async () => {
  const app = await desk.register({ paid: [50_000, 0] })
  await desk.requestRefund(app, 1000, 'cashier.kkn', 'cash', [[0, 1000]])
  expect((await desk.amend(app, { replace: [[0, motorcycle()]] })).body.code).toBe('REFUND_PENDING')
  expect((await desk.amend(app, { remove: [1] })).status).toBe(200)
})

describe('the customer, the vehicle, the note and the documents', () => {
  it('changes the customer only while no receipt exists', async () => {
    const other = await makeCustomer(test.db, test.school.branch.KKN, { birthday: '1990-05-05' })
    await test.db
      .insertInto('document_type')
      .values({ name: 'รูปถ่าย', course_id: test.school.course.car })
      .execute()
    const app = await desk.register({
      course: [{ ...lineInput(600_000), course_id: test.school.course.car }],
    })
    const {
      customer: { name: former },
      documents: [photo],
    } = await desk.detail(app)
    const { application_document_id = 0 } = photo ?? {}
    await test.call(requiredDocument.tick, { application_document_id }, 'registrar.kkn')
    const { customer_id } = other
    expect((await desk.amend(app, { customer_id, note: ' ' })).body).toMatchObject({
      errors: [{ path: 'note', message: 'กรุณาระบุเหตุผลการแก้ไข' }],
    })
    expect(await desk.detail(app)).toMatchObject({ customer: { name: former }, revision: 0 })
    expect((await desk.amend(app, { customer_id })).status).toBe(200)
    expect(await desk.detail(app)).toMatchObject({
      customer: { customer_id },
      amendments: [{ customer_before: former }],
    })
    expect((await desk.detail(app)).documents).toMatchObject([{ name: 'รูปถ่าย', ticked_at: null }])
    const young = await makeCustomer(test.db, test.school.branch.KKN, { birthday: '2012-05-05' })
    expect((await desk.amend(app, { customer_id: young.customer_id })).body).toMatchObject({
      errors: [{ path: 'customer_id' }],
    })
    const paid = await desk.register({ paid: [1000, 0] })
    expect((await desk.amend(paid, { customer_id })).body).toMatchObject({
      message: 'ใบสมัครนี้ออกใบเสร็จแล้ว เปลี่ยนผู้สมัครไม่ได้',
      errors: [{ path: 'customer_id' }],
    })
  })

  it('finds a customer of another branch by the complete ID number only', async () => {
    const other = await makeCustomer(test.db, test.school.branch.BPI)
    const app = await desk.register()
    const { customer_id, idcard } = other
    const change = (number: object) => desk.amend(app, { customer_id, ...number })
    expect((await change({})).status).toBe(404)
    expect((await change({ idcard: idcard?.slice(0, 12) })).status).toBe(404)
    expect((await change({ passport: idcard })).status).toBe(404)
    expect((await desk.detail(app)).revision).toBe(0)
    expect((await change({ idcard })).status).toBe(200)
    expect((await desk.detail(app)).customer.customer_id).toBe(customer_id)
    // From then on the customer is visible to the branch, which no longer needs the ID number.
    expect((await desk.amend(await desk.register(), { customer_id })).status).toBe(200)
  })

  it('corrects the vehicle of a vehicle check', async () => {
    const input = applicationInput(test.school, {
      type: 'vehicle_check',
      vehicle: vehicleInput({ plate: '1กข 1234' }),
      course: [],
      other_fee: [{ other_fee_id: test.school.otherFee.book, ...lineInput(15_000) }],
    })
    const created = await test.call(application.create, input, 'registrar.kkn')
    const { application_id, application_code: code } = created.data
    const app = { application_id, code, lines: [], payments: [] }
    const vehicle = vehicleInput({ plate: '2กค 99', mileage: 1200 })
    expect((await desk.amend(app, { vehicle, note: '' })).body).toMatchObject({
      errors: [{ path: 'note', message: 'กรุณาระบุเหตุผลการแก้ไข' }],
    })
    expect(await desk.detail(app)).toMatchObject({ vehicle: { plate: '1กข 1234' }, revision: 0 })
    expect((await desk.amend(app, { vehicle })).status).toBe(200)
    expect(await desk.detail(app)).toMatchObject({
      vehicle: { plate: '2กค 99', mileage: 1200 },
      amendments: [{ vehicle_before: '1กข 1234 ขอนแก่น' }],
    })
    expect((await desk.amend(app, { vehicle })).body.message).toContain('ยังไม่มีการแก้ไข')
  })

  it('changes the note of an open application, not of a stale or ended one', async () => {
    const app = await desk.register()
    const { application_id } = app
    const change = (version: number, note: string, key: string = randomUUID()) =>
      test.call(application.update, { application_id, version, note }, 'cashier.kkn', {
        'idempotency-key': key,
      })
    const { version } = await desk.detail(app)
    const key = randomUUID()
    expect((await change(version, 'ขอเรียนวันหยุด', key)).data.version).toBe(version + 1)
    // The answer was lost, and the same user saves again.
    expect(await change(version, 'ขอเรียนวันหยุด', key)).toMatchObject({
      status: 200,
      data: { version: version + 1 },
    })
    expect(await desk.detail(app)).toMatchObject({ note: 'ขอเรียนวันหยุด', revision: 0 })
    expect((await change(version, 'อื่น')).status).toBe(409)
    await desk.cancel(app)
    expect((await change((await desk.detail(app)).version, 'อื่น')).body).toMatchObject({
      code: 'STATE',
      message: 'ใบสมัครนี้ยกเลิกแล้ว',
    })
  })

  it('requires the documents of added lines, and no longer those of removed ones', async () => {
    const { course, otherFee } = test.school
    const createType = (values: object) =>
      test.db
        .insertInto('document_type')
        .values({ name: '', ...values })
        .execute()
    await createType({ name: 'สำเนาบัตรประชาชน', condition: 'everyone' })
    await createType({ name: 'สำเนาใบขับขี่', course_id: course.motorcycle })
    await createType({ name: 'ใบสั่งแพทย์', other_fee_id: otherFee.medical })
    const app = await desk.register({
      course: [{ ...lineInput(250_000), course_id: course.motorcycle }],
    })
    const names = async () => (await desk.detail(app)).documents.map(({ name }) => name).toSorted()
    expect(await names()).toEqual(['สำเนาบัตรประชาชน', 'สำเนาใบขับขี่'])
    await desk.amend(app, { remove: [0], add: { other_fee: [medical()], course: [lesson()] } })
    expect(await names()).toEqual(['สำเนาบัตรประชาชน', 'ใบสั่งแพทย์'])
    // A document type that was renamed afterwards is still required, once and with its former name.
    await test.db
      .updateTable('document_type')
      .set({ name: 'สำเนาบัตรประจำตัวประชาชน' })
      .where('name', '=', 'สำเนาบัตรประชาชน')
      .execute()
    await desk.amend(app, { add: { course: [motorcycle()] } })
    expect(await names()).toEqual(['สำเนาบัตรประชาชน', 'สำเนาใบขับขี่', 'ใบสั่งแพทย์'].toSorted())
  })
})

describe('a request fee', () => {
  it('is not decided by a user who amended it, and cannot be amended after the decision', async () => {
    const fee = { request_fee_id: test.school.requestFee.copy, ...unpaidLine(2000) }
    const line = { ...fee, ...lineInput(2000) }
    const input = {
      customer: customerInput(),
      request_fee: [line],
      bank_reference: '',
      due_date: null,
      note: '',
    }
    const created = await test.call(request.create, input, 'registrar.kkn')
    const { application_id, application_code: code } = created.data
    const app = { application_id, code, lines: [], payments: [] }
    const countWaiting = async () => (await test.call(approval.count, {}, 'manager.kkn')).data
    const before = await countWaiting()
    expect((await desk.amend(app, { add: { request_fee: [fee] } }, 'manager.kkn')).status).toBe(200)
    expect(await countWaiting()).not.toEqual(before)
    const decide = (as: string) =>
      test.call(request.approve, { application_id, decision: 'approve', note: '' }, as)
    expect((await decide('manager.kkn')).body.code).toBe('SAME_USER')
    const { data } = await test.call(request.get, { application_id }, 'manager.kkn')
    expect([data.can.approve, data.can.amend]).toEqual([false, true])
    expect((await decide('owner')).status).toBe(200)
    const decided = await desk.amend(app, { add: { request_fee: [fee] } })
    expect(decided.body).toMatchObject({ code: 'STATE' })
  })
})
