/** Rights, and fees that refer to them, after lines end, are replaced or are corrected. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { makeCourse } from '../../../test/make/course.ts'
import { joinBegunSession } from '../../../test/make/exam-session.ts'
import { makeOtherFee, soldFee } from '../../../test/make/fee.ts'
import {
  type MoneyDesk,
  type Registered,
  moneyDesk,
  registeredOf,
  unpaidLine,
} from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
const fees = { retake: 0, extend: 0, other: 0 }

const cashier = 'cashier.kkn'
const manager = 'manager.kkn'
const coursePrice = 600_000
const retakePrice = 20_000
const extendPrice = 50_000

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
  const make = async (name: string, exam_use: string | null, price: number) =>
    (await makeOtherFee(test.db, { name, kind: 'exam', exam_use, price })).other_fee_id
  fees.retake = await make('ค่าสอบแก้ตัว', 'retake', retakePrice)
  fees.extend = await make('ค่าต่ออายุสิทธิ์สอบ', 'extend', extendPrice)
  fees.other = test.school.otherFee.book
})
afterAll(() => test.close())

/** Registers the car course, by default paid in full. */
async function grant(paid = coursePrice) {
  const app = await desk.register({
    course: [
      { course_id: test.school.course.car, ...lineInput(coursePrice, { paid: satang(paid) }) },
    ],
    other_fee: [],
    as: cashier,
  })
  const theory = await theoryOf(app)
  return { app, right_id: theory.right_id, customer_id: theory.customer_id }
}

/** The latest right for the theory exam that the application granted. */
async function theoryOf({ application_id }: Pick<Registered, 'application_id'>) {
  const { data } = await test.call(examRight.gettable, { application_id }, manager)
  const [theory] = data
    .filter(({ kind }) => kind === 'theory')
    .toSorted((a, b) => b.right_id - a.right_id)
  if (theory === undefined) throw new Error('no right')
  return theory
}

const lastEvent = async (app: Registered) => (await theoryOf(app)).events?.at(-1)

const versionOf = async (right_id: number) =>
  (
    await test.db
      .selectFrom('exam_right')
      .select('version')
      .where('right_id', '=', right_id)
      .executeTakeFirstOrThrow()
  ).version

/** A right whose exam of today has a result. */
async function sat(result: 'pass' | 'fail' = 'fail') {
  const granted = await grant()
  const { right_id } = granted
  const { exam_id } = (await test.call(examBooking.book, { right_id, exam_date: today }, cashier))
    .data
  await joinBegunSession(test, exam_id)
  const score = result === 'pass' ? 47 : null
  const { status } = await test.call(examBooking.result, { exam_id, result, score }, manager)
  expect(status).toBe(200)
  return { ...granted, exam_id }
}

/** The first day after the retake gap. */
const later = () => addDays(today, 20)

const retake = (right_id: number, more: Partial<InputOf<typeof examBooking.retake>> = {}) =>
  test.call(
    examBooking.retake,
    { right_id, exam_date: later(), fee: soldFee(fees.retake, retakePrice), ...more },
    cashier,
  )

const extend = (
  right_id: number,
  more: Partial<InputOf<typeof examRight.extend>> = {},
  as = cashier,
) =>
  test.call(
    examRight.extend,
    { right_id, days: 30, note: 'ลาป่วย', fee: soldFee(fees.extend, extendPrice), ...more },
    as,
  )

/** Registers fees for rights of a customer as one application. */
const sell = (
  customer_id: number,
  lines: readonly Partial<InputOf<typeof application.create>['other_fee'][number]>[],
) =>
  test.call(
    application.create,
    applicationInput(test.school, {
      type: 'exam',
      customer: { ...customerInput(), customer_id, idcard: '' },
      course: [],
      other_fee: lines.map((line) => ({
        other_fee_id: fees.retake,
        ...lineInput(retakePrice),
        ...line,
      })),
    }),
    cashier,
  )

const disable = (right_id: number) =>
  test.call(examRight.disable, { right_id, note: 'เอกสารปลอม' }, manager)
const enable = (right_id: number) =>
  test.call(examRight.enable, { right_id, note: 'ตรวจแล้ว' }, manager)

const setSettings = (settings: Partial<BranchSettings>) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify(settings) })
    .where('branch_id', '=', test.school.branch.KKN)
    .execute()

describe('a pass whose line has ended', () => {
  it.each([
    ['refunded', (app: Registered) => desk.refund(app, coursePrice)],
    ['ended', (app: Registered) => desk.end(app)],
  ])('that is corrected leaves no usable right when it was %s', async (_, end) => {
    const { app, right_id, exam_id } = await sat('pass')
    expect((await end(app)).status).toBe(200)
    const correct = (result: 'pass' | 'fail') =>
      test.call(
        examBooking.result,
        { exam_id, result, score: result === 'pass' ? 47 : null, note: 'กรอกผิดคน' },
        manager,
      )
    expect((await correct('fail')).status).toBe(200)
    expect(await theoryOf(app)).toMatchObject({ status: 'disabled', can: { book: false } })
    expect(await lastEvent(app)).toMatchObject({ event: 'disabled', note: 'รายการสิ้นสุด' })
    const booked = await test.call(examBooking.book, { right_id, exam_date: later() }, cashier)
    expect(booked.body.code).toBe('RIGHT_DISABLED')
    // The correction can itself be corrected.
    expect((await correct('pass')).status).toBe(200)
    expect((await theoryOf(app)).status).toBe('used')
  })

  it('neither books nor extends a right that was corrected after its line had ended', async () => {
    const { app, right_id } = await grant()
    await desk.end(app)
    const setDisabled = (disabled_at: string | null) =>
      test.db
        .updateTable('exam_right')
        .set({ disabled_at })
        .where('right_id', '=', right_id)
        .execute()
    // The state in which earlier versions of the program left such rights.
    await setDisabled(null)
    const booked = await test.call(examBooking.book, { right_id, exam_date: later() }, cashier)
    expect(booked.body.code).toBe('RIGHT_DISABLED')
    const extended = await extend(right_id, { fee: undefined }, manager)
    expect(extended.body).toMatchObject({
      code: 'STATE',
      message: 'รายการที่ให้สิทธิ์สอบนี้สิ้นสุดแล้ว ต่ออายุไม่ได้',
    })
    await setDisabled(test.clock.now().toISOString())
  })
})

describe('a change of course', () => {
  it('keeps fees of the replaced right with the new one, whose days a refund of these fees withdraws', async () => {
    const { app, right_id } = await grant()
    const fee = await registeredOf(
      test,
      (await extend(right_id)).data.application?.application_id ?? 0,
    )
    const { course_id } = await makeCourse(test.db, {
      price: coursePrice,
      exams: JSON.stringify([
        { kind: 'theory', licence_type: 'car' },
        { kind: 'practice', licence_type: 'car' },
      ]),
    })
    const changed = await desk.amend(app, {
      replace: [[0, { course_id, ...unpaidLine(coursePrice) }]],
    })
    expect(changed.status).toBe(200)
    const replaced = await theoryOf(app)
    expect(replaced).toMatchObject({ permission_date: addDays(today, 120) })
    expect(replaced.right_id).not.toBe(right_id)
    expect((await desk.refund(fee, extendPrice)).status).toBe(200)
    expect((await theoryOf(app)).permission_date).toBe(addDays(today, 90))
  })
})

describe('a partial refund after which nothing is owed for the rest', () => {
  it.each(['directly', 'by request'])(
    'books and extends the rights of the paid fees, %s',
    async (how) => {
      const { app, right_id, customer_id } = await sat()
      const { data } = await sell(customer_id, [
        {
          right_id,
          ...lineInput(retakePrice, { paid: satang(retakePrice), exam_date: later() }),
        },
        {
          other_fee_id: fees.extend,
          right_id,
          ...lineInput(extendPrice, { paid: satang(extendPrice) }),
        },
        { other_fee_id: fees.other, ...lineInput(15_000, { paid: satang(5_000) }) },
      ])
      const fee = await registeredOf(test, data.application_id)
      expect(await theoryOf(app)).toMatchObject({
        exam_id: null,
        permission_date: addDays(today, 90),
      })
      const refund = async () => {
        if (how === 'directly') return desk.refund(fee, 5_000, manager, 'cash', [[2, 5_000]])
        const { request_id } = (await desk.requestRefund(fee, 5_000, cashier, 'cash', [[2, 5_000]]))
          .data
        await desk.decideRefund(request_id, 'approve')
        return desk.payOut(request_id)
      }
      const { status, body } = await refund()
      expect(status).toBe(200)
      expect(body.message).toContain('ต่ออายุสิทธิ์สอบถึง')
      expect(body.message).toContain('จองสอบ')
      expect(await theoryOf(app)).toMatchObject({
        permission_date: addDays(today, 180),
        booking: { exam_date: later() },
      })
    },
  )
})

describe('a second fee for a right', () => {
  it('is refused while the retake fee that was sold before is unused', async () => {
    const { right_id, customer_id } = await sat()
    const unpaid = soldFee(fees.retake, retakePrice, 0)
    expect((await retake(right_id, { fee: unpaid })).status).toBe(200)
    expect((await retake(right_id, { fee: unpaid })).body.code).toBe('RETAKE_SOLD')
    expect((await sell(customer_id, [{ right_id }])).body).toMatchObject({
      code: 'RETAKE_SOLD',
      errors: [{ path: 'other_fee.0.right_id' }],
    })
  })

  it.each([
    ['retake', () => ({})],
    ['extension', () => ({ other_fee_id: fees.extend, ...lineInput(extendPrice) })],
  ])('is refused in the same application: %s', async (_, line) => {
    const { right_id, customer_id } = await sat()
    const sold = await sell(customer_id, [
      { right_id, ...line() },
      { right_id, ...line() },
    ])
    expect(sold.body.errors?.[0]).toEqual({
      path: 'other_fee.1.right_id',
      message: 'มีค่าธรรมเนียมของสิทธิ์สอบนี้ในใบสมัครนี้แล้ว',
    })
  })

  it('is refused for a version of the right before the first fee', async () => {
    const { right_id } = await grant()
    const version = await versionOf(right_id)
    const fee = soldFee(fees.extend, extendPrice, 0)
    expect((await extend(right_id, { version, fee })).status).toBe(200)
    expect((await extend(right_id, { version, fee })).body.code).toBe('CONFLICT')
  })
})

describe('a fee that is paid while its right cannot be used', () => {
  it('extends the right when it is enabled, and reports why its wished exam could not be booked', async () => {
    const { app, right_id, customer_id } = await sat()
    const { data } = await sell(customer_id, [
      { right_id, ...lineInput(retakePrice, { exam_date: later() }) },
      { other_fee_id: fees.extend, right_id, ...lineInput(extendPrice) },
    ])
    const fee = await registeredOf(test, data.application_id)
    expect((await disable(right_id)).status).toBe(200)
    const paid = await desk.pay(
      fee,
      [
        [0, retakePrice],
        [1, extendPrice],
      ],
      cashier,
    )
    expect(paid.data.exam?.code).toBe('RIGHT_DISABLED')
    expect(paid.body.message).toContain('ยังไม่ได้จอง')
    expect((await theoryOf(app)).permission_date).toBe(addDays(today, 90))
    const enabled = await enable(right_id)
    expect(enabled.body.message).toContain('ต่ออายุสิทธิ์สอบถึง')
    expect((await theoryOf(app)).permission_date).toBe(addDays(today, 180))
    expect(await lastEvent(app)).toMatchObject({ event: 'extended' })
  })

  it('does not extend the right before it is paid', async () => {
    const { app, right_id } = await grant()
    await extend(right_id, { fee: soldFee(fees.extend, extendPrice, 0) })
    await disable(right_id)
    expect((await enable(right_id)).status).toBe(200)
    expect((await theoryOf(app)).permission_date).toBe(addDays(today, 90))
  })
})

it('prevents a change of the customer of an application while fees of another one are paid for its rights', async () => {
  const { app, right_id } = await grant(0)
  const sold = await extend(right_id)
  const { customer_id } = await makeCustomer(test.db, test.school.branch.KKN)
  const refused = await desk.amend(app, { customer_id })
  expect(refused.body.errors?.[0]).toMatchObject({
    path: 'customer_id',
    message: expect.stringContaining(sold.data.application?.application_code ?? 'no code'),
  })
  await desk.end(await registeredOf(test, sold.data.application?.application_id ?? 0))
  expect((await desk.amend(app, { customer_id })).status).toBe(200)
})

describe('the fee of an extension', () => {
  it('pays for at most the days of the branch, unless extensions may be free', async () => {
    const { right_id } = await grant()
    await setSettings({ exam_extend_days: 60 })
    const message = 'ต่ออายุสิทธิ์สอบได้ครั้งละไม่เกิน 60 วัน'
    expect((await extend(right_id, { days: 61 })).body.errors).toEqual([{ path: 'days', message }])
    const permission_date = addDays(today, 151)
    const untilDay = await extend(right_id, { days: undefined, permission_date })
    expect(untilDay.body.errors).toEqual([{ path: 'permission_date', message }])
    expect((await extend(right_id, { days: 60 })).status).toBe(200)
    expect((await extend(right_id, { days: 61 }, manager)).status).toBe(200)
    await setSettings({})
  })

  it('is refused while a refund of the application that granted the right is requested', async () => {
    const { app, right_id, customer_id } = await grant()
    await desk.requestRefund(app, coursePrice)
    expect((await extend(right_id)).body.code).toBe('REFUND_PENDING')
    const sold = await sell(customer_id, [
      { other_fee_id: fees.extend, right_id, ...lineInput(extendPrice) },
    ])
    expect(sold.body).toMatchObject({
      code: 'REFUND_PENDING',
      errors: [{ path: 'other_fee.0.right_id' }],
    })
  })
})

it('refuses to override rules for a retake that must be paid first', async () => {
  const { right_id } = await sat()
  const sellNow = (paid: number) =>
    test.call(
      examBooking.retake,
      {
        right_id,
        exam_date: today,
        fee: soldFee(fees.retake, retakePrice, paid),
        override_reason: 'ไปต่างประเทศ',
      },
      manager,
    )
  expect((await sellNow(0)).body.errors).toMatchObject([{ path: 'override_reason' }])
  expect((await sellNow(retakePrice)).data.exam_id).not.toBeNull()
})
