import { randomUUID } from 'node:crypto'
import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { certificate } from '@khapdee/contract/entities/certificate'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import type { ExamFeeRule } from '@khapdee/domain/exam-fees'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, formatDay, instantInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { setValidity } from '../../../test/make/exam-right.ts'
import { insertSession, joinBegunSession } from '../../../test/make/exam-session.ts'
import { fullSession } from '../../../test/make/exam-waiting.ts'
import { makeOtherFee, soldFee } from '../../../test/make/fee.ts'
import {
  type MoneyDesk,
  type Registered,
  moneyDesk,
  registeredOf,
} from '../../../test/make/money.ts'
import { makeHoliday, removeHolidays } from '../../../test/make/holiday.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
let nextDay: () => Day
const fees = { retake: 0, practice: 0, extend: 0, move: 0, noShow: 0 }

const cashier = 'cashier.kkn'

beforeAll(async () => {
  test = await startApp()
  await removeHolidays(test.db)
  desk = moneyDesk(test)
  today = test.clock.today()
  let n = 10
  nextDay = () => addDays(today, ++n)
  const make = async (name: string, exam_use: string, price: number) =>
    (await makeOtherFee(test.db, { name, kind: 'exam', exam_use, price })).other_fee_id
  fees.retake = await make('ค่าสอบแก้ตัว', 'retake', 20_000)
  fees.practice = await make('ค่าสอบแก้ตัวภาคปฏิบัติ', 'retake', 20_000)
  fees.noShow = await make('ค่าขาดสอบ', 'retake', 30_000)
  fees.extend = await make('ค่าต่ออายุสิทธิ์สอบ', 'extend', 50_000)
  fees.move = await make('ค่าเลื่อนวันสอบ', 'move', 10_000)
  const theory = { kind: 'theory', licence_type: 'any' } as const
  const exam_fees: ExamFeeRule[] = [
    { purpose: 'retake', ...theory, other_fee_id: fees.retake },
    { purpose: 'retake', kind: 'practice', licence_type: 'any', other_fee_id: fees.practice },
    { purpose: 'no_show', ...theory, other_fee_id: fees.noShow },
    { purpose: 'extend', ...theory, other_fee_id: fees.extend },
    { purpose: 'move', ...theory, other_fee_id: fees.move },
  ]
  await test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify({ exam_fees, exam_no_show: 'fee' }) })
    .where('branch_id', '=', test.school.branch.KKN)
    .execute()
})
afterAll(() => test.close())

const coursePrice = 600_000

/** Registers the car course, paid in full, and returns its rights. */
async function grant(paid = coursePrice) {
  const app = await desk.register({
    course: [
      { course_id: test.school.course.car, ...lineInput(coursePrice, { paid: satang(paid) }) },
    ],
    other_fee: [],
    as: cashier,
  })
  return { app, ...(await rightsOf(app)) }
}

async function rightsOf({ application_id }: { application_id: number | null }) {
  const { data } = await test.call(
    examRight.gettable,
    { application_id: application_id ?? 0 },
    'manager.kkn',
  )
  const find = (kind: string) => {
    const right = data.find((row) => row.kind === kind)
    if (right === undefined) throw new Error(`no ${kind} right`)
    return right
  }
  return { theory: find('theory'), practice: find('practice') }
}

/** A right with an exam that has the result. */
async function sat(result: 'fail' | 'absent' = 'fail') {
  const granted = await grant()
  const { right_id } = granted.theory
  const { exam_id } = (await test.call(examBooking.book, { right_id, exam_date: today }, cashier))
    .data
  await test.db
    .updateTable('exam')
    .set({ exam_date: today })
    .where('exam_id', '=', exam_id)
    .execute()
  await joinBegunSession(test, exam_id)
  expect((await test.call(examBooking.result, { exam_id, result }, 'manager.kkn')).status).toBe(200)
  return { ...granted, right_id, exam_id }
}

const retake = (
  right_id: number,
  exam_date: Day,
  fee = soldFee(fees.retake, 20_000),
  more: Partial<InputOf<typeof examBooking.retake>> = {},
) => test.call(examBooking.retake, { right_id, exam_date, fee, ...more }, cashier)

const proposed = async (right_id: number) =>
  (await test.call(examBooking.fees, { right_id }, cashier)).data

const worklist = async () =>
  (await test.call(examSession.worklist, { page: 1, perPage: 100 }, 'manager.kkn')).data

const eventsOf = async (app: Registered) =>
  (await rightsOf(app)).theory.events?.map(({ event }) => event)

describe('the fee of a retake', () => {
  it('is proposed after a fail, sold and paid with the booking, in one call', async () => {
    const { right_id, app } = await sat()
    expect((await proposed(right_id)).booking).toEqual({
      purpose: 'retake',
      other_fee_id: fees.retake,
      name: 'ค่าสอบแก้ตัว',
      price: 20_000,
    })
    const day = nextDay()
    const exam_session_id = await insertSession(test, day)
    const { data } = await retake(right_id, day, undefined, { exam_session_id })
    expect(data.application.payments).toHaveLength(1)
    const { theory } = await rightsOf(app)
    expect(theory).toMatchObject({ exam_id: data.exam_id, booking: { exam_session_id } })
    expect(theory.permission_date).toBe(addDays(today, 90))
    const sold = await desk.detail({ ...app, ...data.application })
    expect(sold).toMatchObject({ type: 'exam', status: 'paid', balance: 0 })
    expect(sold.other_fee[0]).toMatchObject({
      other_fee_id: fees.retake,
      exam_date: day,
      permission_date: null,
      right: { right_id, kind: 'theory', licence_type: 'car' },
    })
    // It pays for this booking, so that no fee is proposed while the booking exists.
    expect((await proposed(right_id)).booking).toBeNull()
  })

  it('that is owed books nothing until it is paid', async () => {
    const { right_id, app } = await sat()
    const day = nextDay()
    const exam_session_id = await insertSession(test, day)
    const { data, body } = await retake(right_id, day, soldFee(fees.retake, 20_000, 5_000), {
      exam_session_id,
    })
    expect(data.exam_id).toBeNull()
    expect(body.message).toContain('จะจองวันสอบเมื่อชำระครบ')
    const owing = (await rightsOf(app)).theory
    expect(owing).toMatchObject({ exam_id: null, balance: 15_000, can: { book: false } })
    const { application_id, application_code } = data.application
    expect(owing.owing).toEqual([
      { application_id, type: 'exam', application_code, balance: 15_000, payable: true },
    ])
    const examiner = { right_id, page: 1, perPage: 10 }
    expect((await test.call(examRight.gettable, examiner, 'examiner.kkn')).data[0]).toMatchObject({
      balance: null,
      owing: [],
    })
    expect(owing.reason).toContain('150')
    const early = await test.call(examBooking.book, { right_id, exam_date: day }, cashier)
    expect(early.body.code).toBe('BALANCE_FIRST')
    const fee = await registeredOf(test, data.application.application_id)
    const paid = await desk.pay(fee, [[0, 15_000]], cashier)
    expect(paid.data.exam).toMatchObject({ code: 'BOOKED' })
    expect((await rightsOf(app)).theory).toMatchObject({
      balance: 0,
      booking: { exam_date: day, exam_session_id },
    })
  })

  it('cancels only its booking when its application ends, and keeps the right', async () => {
    for (const end of [
      (fee: Registered) => desk.refund(fee, 20_000, 'manager.kkn'),
      (fee: Registered) => desk.end(fee),
      (fee: Registered) => desk.cancel(fee, 'manager.kkn'),
    ]) {
      const { right_id, app } = await sat()
      const { data } = await retake(right_id, nextDay())
      const fee = await registeredOf(test, data.application.application_id)
      expect((await end(fee)).status).toBe(200)
      const { theory } = await rightsOf(app)
      expect(theory).toMatchObject({ exam_id: null, status: 'active', can: { book: true } })
      expect((await proposed(right_id)).booking).toMatchObject({ other_fee_id: fees.retake })
    }
  })

  it('is not cancelled once its exam was sat', async () => {
    const { right_id } = await sat()
    const { data } = await retake(right_id, nextDay())
    const exam_id = data.exam_id ?? 0
    await test.db
      .updateTable('exam')
      .set({ exam_date: today })
      .where('exam_id', '=', exam_id)
      .execute()
    await joinBegunSession(test, exam_id)
    await test.call(examBooking.result, { exam_id, result: 'fail' }, 'manager.kkn')
    const fee = await registeredOf(test, data.application.application_id)
    expect((await desk.cancel(fee, 'manager.kkn')).body.code).toBe('EXAM_SAT')
  })

  it('is waived only by users with the permission to override, who give a reason', async () => {
    const { right_id } = await sat()
    const book = (override_reason: string, as: string) =>
      test.call(examBooking.book, { right_id, exam_date: nextDay(), override_reason }, as)
    expect((await book('', cashier)).body.code).toBe('FEE_DUE')
    expect((await book('ลูกค้าประจำ', cashier)).body.code).toBe('FEE_DUE')
    expect((await book('', 'manager.kkn')).body).toMatchObject({
      code: 'FEE_DUE',
      message: 'ต้องชำระค่าสอบแก้ตัว 200.00 บาท',
    })
    expect((await book('ลูกค้าประจำ', 'manager.kkn')).status).toBe(200)
  })

  it('pays for the next booking when the first one is cancelled', async () => {
    const { right_id } = await sat()
    const { exam_id } = (await retake(right_id, nextDay())).data
    await test.call(examBooking.cancel, { exam_id: exam_id ?? 0, note: 'ติดธุระ' }, cashier)
    expect((await proposed(right_id)).booking).toBeNull()
    const again = await test.call(examBooking.book, { right_id, exam_date: nextDay() }, cashier)
    expect(again.status).toBe(200)
    const { fee_line_id } = await test.db
      .selectFrom('exam')
      .select('fee_line_id')
      .where('exam_id', '=', again.data.exam_id)
      .executeTakeFirstOrThrow()
    expect(fee_line_id).not.toBeNull()
  })

  it('is due before an offered seat is accepted', async () => {
    const { right_id } = await sat()
    const { exam_session_id, seated } = await fullSession(test, { day: nextDay() })
    const as = 'registrar.kkn'
    const { exam_waiting_id } = (
      await test.call(examWaiting.join, { exam_session_id, right_id }, as)
    ).data
    const cancelled = { exam_id: seated[0]?.exam_id ?? 0, note: 'ติดธุระ' }
    expect((await test.call(examBooking.cancel, cancelled, as)).status).toBe(200)
    const accept = () => test.call(examWaiting.accept, { exam_waiting_id }, cashier)
    expect((await accept()).body.code).toBe('FEE_DUE')

    const paid = (await retake(right_id, nextDay())).data
    const given = { exam_id: paid.exam_id ?? 0, note: 'รอรอบที่ต้องการ' }
    expect((await test.call(examBooking.cancel, given, cashier)).status).toBe(200)
    expect(await accept()).toMatchObject({ status: 200, data: { exam_session_id } })
  })

  it('is refused with the fee of another use, another price, or within the retake gap', async () => {
    const { right_id } = await sat()
    const wrongUse = await retake(right_id, nextDay(), soldFee(fees.move, 10_000))
    expect(wrongUse.body.errors?.[0]?.path).toBe('fee.other_fee_id')
    const oldPrice = await retake(right_id, nextDay(), soldFee(fees.retake, 15_000))
    expect(oldPrice.body).toMatchObject({
      code: 'PRICE_CHANGED',
      errors: [{ path: 'fee.cost' }],
    })
    expect((await retake(right_id, today)).body.code).toBe('RETAKE_GAP')
  })

  it('is not sold for a day without sessions on which the branch is closed', async () => {
    const { right_id } = await sat()
    const day = addDays(today, 80)
    await makeHoliday(test.db, day)
    for (const fee of [soldFee(fees.retake, 20_000), soldFee(fees.retake, 20_000, 5_000)]) {
      expect((await retake(right_id, day, fee)).body.code).toBe('OUTSIDE_WORKING_TIME')
    }
    expect((await proposed(right_id)).booking).toMatchObject({ other_fee_id: fees.retake })
    await insertSession(test, day)
    expect((await retake(right_id, day)).status).toBe(200)
  })

  it('of a practice exam records a theory exam that was passed elsewhere, also while it is owed', async () => {
    for (const paid of [20_000, 0]) {
      const { app, practice } = await grant()
      const { right_id } = practice
      const first = await test.call(
        examBooking.book,
        { right_id, exam_date: today, override_reason: 'สอบทฤษฎีแล้ว' },
        'manager.kkn',
      )
      const { exam_id } = first.data
      await joinBegunSession(test, exam_id)
      await test.call(
        examBooking.result,
        { exam_id, result: 'fail', score: 0, override_reason: 'สอบทฤษฎีแล้ว' },
        'manager.kkn',
      )
      const fee = soldFee(fees.practice, 20_000, paid)
      expect((await retake(right_id, nextDay(), fee)).body.code).toBe('THEORY_FIRST')
      const theory_passed_on = addDays(today, -9)
      const tomorrow = { theory_passed_on: addDays(today, 1) }
      expect((await retake(right_id, nextDay(), fee, tomorrow)).body.errors?.[0]?.path).toBe(
        'theory_passed_on',
      )
      const { status, data } = await retake(right_id, nextDay(), fee, { theory_passed_on })
      expect({ status, isBooked: data.exam_id !== null }).toEqual({
        status: 200,
        isBooked: paid > 0,
      })
      expect((await rightsOf(app)).practice.events).toContainEqual(
        expect.objectContaining({ event: 'theory_recorded', exam_date: theory_passed_on }),
      )
    }
  })

  it('is paid once when two clerks sell it at once', async () => {
    const { right_id } = await sat()
    const day = nextDay()
    const answers = await Promise.all([retake(right_id, day), retake(right_id, day)])
    expect(answers.map(({ body }) => body.code ?? 'ok').toSorted()).toEqual([
      'ALREADY_BOOKED',
      'ok',
    ])
  })
})

it('proposes the fee of a missed exam after an absence', async () => {
  const { right_id } = await sat('absent')
  expect((await proposed(right_id)).booking).toMatchObject({ other_fee_id: fees.noShow })
})

/** A paid retake in a session from 13:00 to 15:00; the clock is in the morning of that day. */
async function retakeOfDay() {
  const granted = await sat()
  const day = nextDay()
  const exam_session_id = await insertSession(test, day)
  const { data } = await retake(granted.right_id, day, undefined, { exam_session_id })
  const exam_id = data.exam_id ?? 0
  test.clock.set(instantInBangkok(day, '10:00'))
  const fee = await registeredOf(test, data.application.application_id)
  const [payment] = data.application.payments
  return { ...granted, day, exam_id, exam_session_id, fee, payment_id: payment?.payment_id ?? 0 }
}

const checkIn = (exam_id: number, override_reason = '') =>
  test.call(examDay.checkIn, { nonce: randomUUID(), exam_id, override_reason }, 'manager.kkn')

const textOf = async (link: string) =>
  readPdf((await test.raw('GET', link)).bytes)
    .map(({ text }) => text.replaceAll(/\s+/g, ' '))
    .join(' ')

describe('a retake fee whose receipt is voided', () => {
  afterEach(() => test.clock.set(instantInBangkok(today, '10:00')))

  it('is shown as owed on the worklist, and on a booking together with the application that owes it', async () => {
    const { exam_id, right_id, payment_id, fee } = await retakeOfDay()
    await desk.requestVoid(payment_id)
    await desk.decideVoid(payment_id, 'approve')
    const booking = (await test.call(examBooking.get, { exam_id }, cashier)).data
    expect(booking.owing).toMatchObject([{ application_id: fee.application_id, balance: 20_000 }])
    await sql`update exam set displaced_from = exam_session_id, exam_session_id = null
      where exam_id = ${exam_id}`.execute(test.db)
    await sql`delete from occupancy where exam_id = ${exam_id}`.execute(test.db)
    const { data } = await test.call(examSession.worklist, { page: 1, perPage: 100 }, cashier)
    expect(data.find((item) => item.right_id === right_id)).toMatchObject({
      reason: 'displaced',
      balance: 20_000,
    })
  })

  it('keeps the seat, is shown as owed everywhere, and refuses the check-in and the certificate', async () => {
    const { app, day, exam_id, exam_session_id, right_id, payment_id } = await retakeOfDay()
    await desk.requestVoid(payment_id)
    expect((await desk.decideVoid(payment_id, 'approve')).status).toBe(200)

    const { theory } = await rightsOf(app)
    expect(theory).toMatchObject({ exam_id, balance: 20_000 })
    const refused = await checkIn(exam_id)
    expect(refused.body).toMatchObject({ code: 'UNPAID' })
    expect(refused.body.message).toContain('ค้างชำระ 200.00 บาท')
    const stations = (await test.call(examDay.get, {}, 'manager.kkn')).data.stations
    expect(stations.flatMap(({ candidates }) => candidates)).toContainEqual(
      expect.objectContaining({ exam_id, unpaid: true }),
    )
    const session = (await test.call(examSession.get, { exam_session_id }, 'manager.kkn')).data
    expect(session.candidates).toMatchObject([{ exam_id, balance: 20_000 }])
    const slip = (await test.call(examDocument.slip, { exam_id }, cashier)).data
    expect(await textOf(slip.pdf)).toContain('ค้างชำระ 200.00 บาท')
    const roster = (await test.call(examDocument.roster, { exam_session_id }, 'manager.kkn')).data
    expect(await textOf(roster.pdf)).toContain('ค้างชำระ')

    test.clock.set(instantInBangkok(day, '13:05'))
    const override_reason = 'ชำระพรุ่งนี้'
    const pass = { exam_id, result: 'pass', score: 48, override_reason } as const
    expect((await test.call(examBooking.result, pass, 'manager.kkn')).status).toBe(200)
    await sql`update exam_right set used_at = now() where line_id = ${theory.line_id}`.execute(
      test.db,
    )
    const booking = (await test.call(examBooking.get, { exam_id }, 'manager.kkn')).data
    expect(booking.can.certify).toBe(false)
    const issued = await test.call(certificate.issue, { right_id }, 'manager.kkn')
    expect(issued.body).toMatchObject({ code: 'BALANCE_FIRST' })
    expect(issued.body.message).toContain('ค้างชำระ 200.00 บาท')
  })
})

describe('a requested refund of a retake fee', () => {
  afterEach(() => test.clock.set(instantInBangkok(today, '10:00')))

  it('freezes booking, check-in, results, closing and the certificate', async () => {
    const { app, day, exam_id, exam_session_id, right_id, fee } = await retakeOfDay()
    const { request_id } = (await desk.requestRefund(fee, 20_000)).data
    const codes = {
      move: (
        await test.call(examBooking.changeDate, { exam_id, exam_date: nextDay() }, 'manager.kkn')
      ).body.code,
      checkIn: (await checkIn(exam_id, 'อนุโลม')).body.code,
    }
    expect(codes).toEqual({ move: 'REFUND_PENDING', checkIn: 'REFUND_PENDING' })
    test.clock.set(instantInBangkok(day, '15:30'))
    const mark = () => test.call(examBooking.result, { exam_id, result: 'fail' }, 'manager.kkn')
    expect((await mark()).body.code).toBe('REFUND_PENDING')
    const close = { exam_session_id, version: 1 }
    const closed = await test.call(examSession.close, close, 'manager.kkn')
    expect(closed.body.code).toBe('REFUND_PENDING')
    expect((await test.call(examBooking.get, { exam_id }, 'manager.kkn')).data.can.mark).toBe(false)

    const { theory } = await rightsOf(app)
    await sql`update exam_right set used_at = now() where line_id = ${theory.line_id}`.execute(
      test.db,
    )
    const issued = await test.call(certificate.issue, { right_id }, 'manager.kkn')
    expect(issued.body.code).toBe('REFUND_PENDING')
    await sql`update exam_right set used_at = null where line_id = ${theory.line_id}`.execute(
      test.db,
    )
    expect((await desk.withdraw(request_id)).status).toBe(200)
    expect((await mark()).status).toBe(200)
  })
})

describe('the fee of an extension', () => {
  const extend = (input: Partial<InputOf<typeof examRight.extend>>, as = cashier) =>
    test.call(examRight.extend, { note: 'ลาป่วย', ...input }, as)

  it('is required of users who may not extend free of charge', async () => {
    const { theory } = await grant()
    const { right_id } = theory
    expect((await extend({ right_id, days: 30 })).status).toBe(403)
    const { data } = await extend({ right_id, days: 30, fee: soldFee(fees.extend, 50_000) })
    expect(data.permission_date).toBe(addDays(today, 120))
    expect(data.application?.payments).toHaveLength(1)
    expect((await extend({ right_id, days: 30 }, 'manager.kkn')).data).toEqual({
      right_id,
      permission_date: addDays(today, 150),
      application: null,
    })
  })

  it('that is owed extends the right when it is paid, from the later of that day and the last day', async () => {
    const { theory, app } = await grant()
    const { right_id } = theory
    const last = addDays(today, -5)
    await setValidity(test, [right_id], { valid_from: addDays(today, -95), permission_date: last })
    const { data } = await extend({ right_id, days: 30, fee: soldFee(fees.extend, 50_000, 0) })
    expect(data.permission_date).toBe(last)
    const fee = await registeredOf(test, data.application?.application_id ?? 0)
    const paid = await desk.pay(fee, [[0, 50_000]], cashier)
    expect(paid.body.message).toContain(`ต่ออายุสิทธิ์สอบถึง ${formatDay(addDays(today, 30))}`)
    const extended = (await rightsOf(app)).theory
    expect(extended).toMatchObject({ status: 'active', permission_date: addDays(today, 30) })
    expect(extended.events?.at(-1)).toMatchObject({ event: 'extended', note: 'ลาป่วย' })
  })

  it('extends nothing when its application is cancelled before', async () => {
    const { theory, app } = await grant()
    const { data } = await extend({
      right_id: theory.right_id,
      days: 30,
      fee: soldFee(fees.extend, 50_000, 0),
    })
    const fee = await registeredOf(test, data.application?.application_id ?? 0)
    expect((await desk.cancel(fee, 'manager.kkn')).status).toBe(200)
    expect(await eventsOf(app)).toEqual(['granted'])
  })

  it.each([
    ['refunded', (fee: Registered) => desk.refund(fee, 50_000, 'manager.kkn')],
    ['ended', (fee: Registered) => desk.end(fee)],
    ['cancelled', (fee: Registered) => desk.cancel(fee, 'manager.kkn')],
  ])(
    'withdraws its days when it is %s, and lists the bookings after the last day',
    async (_, end) => {
      const { theory, app } = await grant()
      const { right_id } = theory
      const { data } = await extend({ right_id, days: 30, fee: soldFee(fees.extend, 50_000) })
      await extend({ right_id, days: 10 }, 'manager.kkn')
      const exam_date = addDays(today, 125)
      const booked = await test.call(examBooking.book, { right_id, exam_date }, cashier)
      expect(booked.status).toBe(200)
      expect(await worklist()).not.toContainEqual(expect.objectContaining({ right_id }))
      const fee = await registeredOf(test, data.application?.application_id ?? 0)
      expect((await end(fee)).status).toBe(200)
      const shortened = (await rightsOf(app)).theory
      // The days of the free extension stay, and so does the booking.
      expect(shortened).toMatchObject({
        permission_date: addDays(today, 100),
        booking: { exam_date },
      })
      expect(shortened.events?.at(-1)).toMatchObject({
        event: 'shortened',
        permission_date: addDays(today, 100),
      })
      expect(await worklist()).toContainEqual(
        expect.objectContaining({ right_id, exam_date, reason: 'after_right' }),
      )
    },
  )

  it('of an expired right leaves today as the last day when its application is cancelled', async () => {
    const { theory, app } = await grant()
    const { right_id } = theory
    const last = addDays(today, -5)
    await setValidity(test, [right_id], { valid_from: addDays(today, -95), permission_date: last })
    const { data } = await extend({ right_id, days: 30, fee: soldFee(fees.extend, 50_000) })
    await desk.end(await registeredOf(test, data.application?.application_id ?? 0))
    expect((await rightsOf(app)).theory).toMatchObject({
      permission_date: today,
      status: 'expiring',
    })
  })

  it('needs a key, like every call that moves money', async () => {
    const { theory } = await grant()
    const { accessToken } = await test.login(cashier)
    const { status, body } = await test.raw(
      'POST',
      'exam/extend',
      {
        right_id: theory.right_id,
        days: 1,
        note: 'ลาป่วย',
        fee: { other_fee_id: fees.extend, cost: 500, paid: 500, pay_type: 'cash' },
      },
      { authorization: `Bearer ${accessToken}` },
    )
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'IDEMPOTENCY_KEY' })
  })
})

describe('the fee of a late move', () => {
  it("is proposed with less than three working days' notice, and sold with the move", async () => {
    const { theory } = await grant()
    const { right_id } = theory
    const { exam_id } = (
      await test.call(examBooking.book, { right_id, exam_date: addDays(today, 1) }, cashier)
    ).data
    expect((await proposed(right_id)).move).toMatchObject({ other_fee_id: fees.move })
    const far = addDays(today, 40)
    const { data } = await test.call(
      examBooking.changeDate,
      { exam_id, exam_date: far, fee: soldFee(fees.move, 10_000) },
      cashier,
    )
    expect(data).toMatchObject({ exam_id, exam_date: far })
    expect(data.application?.payments).toHaveLength(1)
    expect((await proposed(right_id)).move).toBeNull()
    // It is used, and pays for no other late move.
    const back = { exam_id, exam_date: addDays(today, 2) }
    expect((await test.call(examBooking.changeDate, back, cashier)).status).toBe(200)
    expect((await proposed(right_id)).move).toMatchObject({ other_fee_id: fees.move })
  })

  it('pays for one late move when it was sold in advance', async () => {
    const { right_id } = (await grant()).theory
    const near = addDays(today, 1)
    const { exam_id } = (await test.call(examBooking.book, { right_id, exam_date: near }, cashier))
      .data
    const { customer_id } = await test.db
      .selectFrom('exam_right')
      .select('customer_id')
      .where('right_id', '=', right_id)
      .executeTakeFirstOrThrow()
    const sold = await test.call(
      application.create,
      applicationInput(test.school, {
        type: 'exam',
        customer: { ...customerInput(), customer_id, idcard: '' },
        course: [],
        other_fee: [
          { other_fee_id: fees.move, ...lineInput(10_000, { paid: satang(10_000) }), right_id },
        ],
      }),
      cashier,
    )
    expect(sold.status).toBe(200)
    expect((await proposed(right_id)).move).toBeNull()
    const move = (exam_date: Day) =>
      test.call(examBooking.changeDate, { exam_id, exam_date }, cashier)
    expect((await move(addDays(today, 2))).status).toBe(200)
    expect((await move(addDays(today, 1))).body.code).toBe('FEE_DUE')
  })

  it('is waived only by users with the permission to override, who give a reason, also by cancelling and booking again', async () => {
    const { right_id } = (await grant()).theory
    const near = { right_id, exam_date: addDays(today, 1) }
    const { exam_id } = (await test.call(examBooking.book, near, cashier)).data
    const move = (override_reason: string, as: string) =>
      test.call(
        examBooking.changeDate,
        { exam_id, exam_date: addDays(today, 41), override_reason },
        as,
      )
    const cancel = (as: string) => test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, as)
    expect((await move('', 'manager.kkn')).body).toMatchObject({
      code: 'FEE_DUE',
      message: 'ต้องชำระค่าเลื่อนวันสอบ 100.00 บาท',
    })
    expect((await move('ป่วย', cashier)).body.code).toBe('FEE_DUE')
    expect((await cancel(cashier)).body.code).toBe('FEE_DUE')
    // It is not offered to callers who would be refused; callers who may override get the
    // information that a reason is required.
    const offered = async (as: string) => {
      const rights = await test.call(examRight.gettable, { right_id }, as)
      const bookings = await test.call(
        examBooking.gettable,
        { start: near.exam_date, end: near.exam_date, perPage: 100 },
        as,
      )
      const row = bookings.answer.data.find((booking) => booking.exam_id === exam_id)
      const fee = await test.call(examBooking.fees, { right_id }, as)
      const { code, can_override } = fee.data.cancel_problem ?? {}
      return [rights.answer.data[0]?.can.cancel, row?.can.cancel, code, can_override]
    }
    expect(await offered(cashier)).toEqual([false, false, 'FEE_DUE', false])
    expect(await offered('manager.kkn')).toEqual([true, true, 'FEE_DUE', true])
    expect((await cancel('manager.kkn')).status).toBe(200)
    const again = await test.call(examBooking.book, near, cashier)
    const moved = await test.call(
      examBooking.changeDate,
      {
        exam_id: again.data.exam_id,
        exam_date: addDays(today, 41),
        override_reason: 'ป่วย มีใบรับรองแพทย์',
      },
      'manager.kkn',
    )
    expect(moved.status).toBe(200)
    const { rows } = await sql<{ detail: object }>`select detail from exam_right_event
      where right_id = ${right_id} and event = 'moved'`.execute(test.db)
    expect(JSON.stringify(rows)).toContain('ป่วย มีใบรับรองแพทย์')
  })

  it('is not proposed for a booking whose day has passed without a session', async () => {
    const { theory } = await grant()
    const { right_id } = theory
    const booked = { right_id, exam_date: addDays(today, 1) }
    const { exam_id } = (await test.call(examBooking.book, booked, cashier)).data
    await test.db
      .updateTable('exam')
      .set({ exam_date: addDays(today, -2) })
      .where('exam_id', '=', exam_id)
      .execute()
    expect((await proposed(right_id)).move).toBeNull()
  })
})

describe('a fee at registration', () => {
  it('refers to a right of the same customer, and grants none', async () => {
    const { right_id, theory } = await sat()
    const { customer_id } = theory
    const create = (line: Partial<InputOf<typeof application.create>['other_fee'][number]>) =>
      test.call(
        application.create,
        applicationInput(test.school, {
          type: 'exam',
          customer: { ...customerInput(), customer_id, idcard: '' },
          course: [],
          other_fee: [
            { other_fee_id: fees.retake, ...lineInput(20_000, { paid: satang(20_000) }), ...line },
          ],
        }),
        cashier,
      )
    const unnamed = await create({})
    expect(unnamed.body.errors?.[0]).toEqual({
      path: 'other_fee.0.right_id',
      message: 'กรุณาเลือกสิทธิ์สอบ',
    })
    const other = await grant()
    const foreign = await create({ right_id: other.theory.right_id })
    expect(foreign.body.errors?.[0]?.path).toBe('other_fee.0.right_id')
    const practice = (await rightsOf({ application_id: theory.application_id })).practice
    expect((await create({ right_id: practice.right_id })).body.errors?.[0]?.message).toContain(
      'ไม่ใช่ของ',
    )
    const day = nextDay()
    const sold = await create({ right_id, exam_date: day })
    expect(sold.body.message).toContain(`จองสอบ ${formatDay(day)}`)
    const granted = await test.db
      .selectFrom('exam_right')
      .select('right_id')
      .where('application_id', '=', sold.data.application_id)
      .execute()
    expect(granted).toEqual([])
    expect(
      (await rightsOf({ application_id: theory.application_id })).theory.booking,
    ).toMatchObject({ exam_date: day })
  })

  it('needs no right for a customer without rights, and accepts none of another branch', async () => {
    const { theory } = await grant()
    const sold = await test.call(
      application.create,
      applicationInput(test.school, {
        type: 'exam',
        course: [],
        other_fee: [{ other_fee_id: fees.retake, ...lineInput(20_000) }],
      }),
      cashier,
    )
    expect(sold.status).toBe(200)
    const foreign = await test.call(
      application.create,
      applicationInput(test.school, {
        type: 'exam',
        course: [],
        other_fee: [{ other_fee_id: fees.retake, ...lineInput(20_000), right_id: theory.right_id }],
      }),
      'cashier.bpi',
    )
    expect(foreign.status).toBe(404)
  })
})
