import { application } from '@khapdee/contract/entities/application'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, instantInBangkok } from '@khapdee/domain/thai-date'
import type { Weekday } from '@khapdee/domain/employee'
import { weekdayNameOf } from '@khapdee/domain/timetable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { createSession, insertSession, seatRight } from '../../../test/make/exam-session.ts'
import { moneyDesk } from '../../../test/make/money.ts'
import { makeHoliday, removeHolidays } from '../../../test/make/holiday.ts'

let test: TestApp
let KKN: number
let today: Day

beforeAll(async () => {
  test = await startApp()
  KKN = test.school.branch.KKN
  today = test.clock.today()
  await removeHolidays(test.db)
})
afterAll(() => test.close())

const manager = 'manager.kkn'
const cashier = 'cashier.kkn'
const price = 600_000
const afterSeconds = (seconds: number) =>
  new Date(test.clock.now().getTime() + seconds * 1000).toISOString()
let used = 0
/** A separate day for each test, within the rights. */
const freshDay = () => addDays(today, 3 + ++used * 2)

const list = async (query: { page?: number; perPage?: number } = {}, as = manager) =>
  test.call(examSession.worklist, { page: 1, perPage: 100, ...query }, as)
const itemOf = async (right_id: number) =>
  (await list()).data.find((item) => item.right_id === right_id)
const dismiss = (right_id: number, as = manager) =>
  test.call(examBooking.dismiss, { right_id, note: 'โทรแจ้งแล้ว' }, as)

/** The theory and practice rights of a new customer whose course is paid, with an exam day if given. */
async function rightsOf(line: { exam_date?: Day; exam_session_id?: number; paid?: number } = {}) {
  const { paid = price, ...more } = line
  const course = [
    { course_id: test.school.course.car, ...lineInput(price, { paid: satang(paid), ...more }) },
  ]
  const input = applicationInput(test.school, {
    customer: customerInput(),
    course,
    other_fee: [],
  })
  const { application_id, application_code } = (await test.call(application.create, input, cashier))
    .data
  const { data } = await test.call(examRight.gettable, { application_id }, manager)
  const [theory, practice] = data
  if (theory === undefined || practice === undefined) throw new Error('the course has two exams')
  return { application_id, application_code, theory, practice }
}

const requireSessions = (exam_requires_session: boolean) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify({ exam_requires_session }) })
    .where('branch_id', '=', KKN)
    .execute()

describe('a wished exam day that the settling payment could not book', () => {
  const refused = async () => {
    const day = freshDay()
    const session = await insertSession(test, day)
    const desk = moneyDesk(test)
    const course = [
      {
        course_id: test.school.course.car,
        ...lineInput(price, { paid: satang(0), exam_date: day, exam_session_id: session }),
      },
    ]
    const app = await desk.register({ course, other_fee: [], as: cashier })
    await rightsOf({ exam_date: day })
    const { data } = await desk.pay(app, [[0, price]], cashier)
    expect(data).toMatchObject({ balance: 0, exam: { code: 'SESSION_FULL' } })
    const { data: rights } = await test.call(
      examRight.gettable,
      { application_id: app.application_id },
      manager,
    )
    return { day, right_id: rights[0]?.right_id ?? 0 }
  }

  it('is on the worklist with the reason, until the right is booked', async () => {
    const { day, right_id } = await refused()
    expect(await itemOf(right_id)).toMatchObject({
      reason: 'wish',
      exam_id: null,
      exam_date: day,
      note: expect.stringContaining('เต็ม'),
      can: { dismiss: true },
    })
    expect((await list({}, 'manager.bpi')).data).toEqual([])
    const other = freshDay()
    await insertSession(test, other)
    const booked = await test.call(examBooking.book, { right_id, exam_date: other }, cashier)
    expect(booked.status).toBe(200)
    expect(await itemOf(right_id)).toBeUndefined()
  })

  it('leaves the worklist when it is dismissed with a reason, which the ledger keeps', async () => {
    const { right_id } = await refused()
    expect((await dismiss(right_id, 'examiner.kkn')).status).toBe(403)
    expect((await dismiss(right_id, 'manager.bpi')).status).toBe(404)
    expect((await dismiss(right_id, cashier)).status).toBe(200)
    expect(await itemOf(right_id)).toBeUndefined()
    expect((await dismiss(right_id)).body).toMatchObject({ code: 'STATE' })
    const { detail } = await test.db
      .selectFrom('exam_right_event')
      .select('detail')
      .where('right_id', '=', right_id)
      .where('event', '=', 'dismissed')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ note: 'โทรแจ้งแล้ว' })
  })
})

describe('a practice booking', () => {
  const morning = { start_time: '09:00', end_time: '11:00' }
  const practiceAt = (date: Day, start_time: string, end_time: string) =>
    createSession(test, { date, kind: 'practice', start_time, end_time })

  it('of the same day must begin after the theory exam has ended', async () => {
    const date = freshDay()
    const { theory, practice } = await rightsOf()
    const first = await createSession(test, { date, ...morning })
    const early = await practiceAt(date, '08:00', '09:00')
    const late = await practiceAt(date, '11:00', '12:00')
    await seatRight(test, theory.right_id, first)
    const book = (exam_session_id: number) =>
      test.call(
        examBooking.book,
        { right_id: practice.right_id, exam_date: date, exam_session_id },
        cashier,
      )
    expect((await book(early)).body).toMatchObject({ code: 'THEORY_FIRST' })
    expect((await book(late)).status).toBe(200)
    expect(await itemOf(practice.right_id)).toBeUndefined()
  })

  it('is on the worklist after a failed theory exam, until a user allows it with a reason', async () => {
    const { theory, practice } = await rightsOf()
    const held = await insertSession(test, today, { start: '00:00', end: '00:01' })
    const { exam_id } = await seatRight(test, theory.right_id, held)
    const date = freshDay()
    const later = await practiceAt(date, '09:00', '10:00')
    await seatRight(test, practice.right_id, later)
    expect(await itemOf(practice.right_id)).toBeUndefined()
    const result = { exam_id, result: 'fail' as const, score: 10 }
    expect((await test.call(examBooking.result, result, manager)).status).toBe(200)
    expect(await itemOf(practice.right_id)).toMatchObject({ reason: 'theory', exam_date: date })
    const seen = (await list({}, cashier)).data.find((r) => r.right_id === practice.right_id)
    expect(seen?.can.dismiss).toBe(false)
    expect((await dismiss(practice.right_id, cashier)).status).toBe(403)
    expect((await dismiss(practice.right_id)).status).toBe(200)
    expect(await itemOf(practice.right_id)).toBeUndefined()
  })
})

describe('a booking without a session', () => {
  it('is offered to a session that is created for its day, and is put into it by one call', async () => {
    await requireSessions(false)
    const date = freshDay()
    const { theory } = await rightsOf()
    const { right_id } = theory
    const booked = await test.call(examBooking.book, { right_id, exam_date: date }, cashier)
    const { exam_id } = booked.data
    const motorcycle = await createSession(test, { date, licence_types: ['motorcycle'] })
    const { data: other } = await test.call(
      examSession.get,
      { exam_session_id: motorcycle },
      manager,
    )
    expect(other.unseated).toEqual([])
    const created = await test.call(
      examSession.create,
      examSession.create.input.parse({
        branch_id: KKN,
        kind: 'theory',
        licence_types: ['car'],
        date,
        start_time: '13:00',
        end_time: '14:00',
        capacity: 1,
      }),
      manager,
    )
    const [exam_session_id = 0] = created.data.exam_session_ids
    expect(created.data.unseated).toMatchObject([{ exam_session_id, exam_id }])
    expect(created.body).toMatchObject({ message: expect.stringContaining('ยังไม่มีรอบ 1 คน') })
    const admit = (id: number, ids: number[], as = cashier) =>
      test.call(examSession.admit, { exam_session_id: id, exam_ids: ids }, as)
    expect((await admit(motorcycle, [exam_id])).body).toMatchObject({
      code: 'STATE',
      errors: [{ path: 'exam_ids.0' }],
    })
    expect((await admit(exam_session_id, [exam_id], 'cashier.bpi')).status).toBe(404)
    // A late candidate is still put in, until half an hour after the start.
    const start = test.clock.now().toISOString()
    const unseatedAt = async (time: string) => {
      test.clock.set(instantInBangkok(date, time))
      const { data } = await test.call(examSession.get, { exam_session_id }, manager)
      test.clock.set(start)
      return data.unseated.length
    }
    expect([await unseatedAt('13:29'), await unseatedAt('13:31')]).toEqual([1, 0])
    expect((await admit(exam_session_id, [exam_id])).status).toBe(200)
    const { data } = await test.call(examSession.get, { exam_session_id }, manager)
    expect(data).toMatchObject({ unseated: [], candidates: [{ exam_id }] })
    expect((await admit(exam_session_id, [exam_id])).status).toBe(409)
    const moves = await test.db
      .selectFrom('exam_right_event')
      .select('detail')
      .where('right_id', '=', right_id)
      .where('event', '=', 'moved')
      .execute()
    expect(moves).toHaveLength(1)
    expect(moves[0]?.detail).not.toHaveProperty('counted')
  })

  it('is on the worklist while its branch is closed on its day, and is then moved without counting a move', async () => {
    await requireSessions(false)
    const date = freshDay()
    const { theory, practice } = await rightsOf()
    const { right_id } = theory
    const booked = await test.call(examBooking.book, { right_id, exam_date: date }, cashier)
    expect(await itemOf(right_id)).toBeUndefined()
    await makeHoliday(test.db, date, 'วันหยุดเพิ่ม')
    const changeHoliday = (updatedAt: string) =>
      test.db.updateTable('holiday').set({ updatedAt }).where('day', '=', date).execute()
    await changeHoliday(afterSeconds(0))
    expect(await itemOf(right_id)).toMatchObject({
      reason: 'closed_day',
      exam_date: date,
      note: 'วันหยุดเพิ่ม',
      can: { dismiss: true },
    })
    expect((await list({}, 'manager.bpi')).data).toEqual([])
    const { exam_id } = booked.data
    const moved = await test.call(
      examBooking.changeDate,
      { exam_id, exam_date: freshDay(), note: '', override_reason: '' },
      cashier,
    )
    expect(moved.status).toBe(200)
    expect(await itemOf(right_id)).toBeUndefined()
    const { detail } = await test.db
      .selectFrom('exam_right_event')
      .select('detail')
      .where('right_id', '=', right_id)
      .where('event', '=', 'moved')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ counted: false })
    // Only users who may override accept the closed day; a later change of the holiday needs that again.
    const accepted = await test.call(
      examBooking.book,
      { right_id: practice.right_id, exam_date: date, override_reason: 'เปิดพิเศษ' },
      manager,
    )
    expect(accepted.status).toBe(200)
    expect(await itemOf(practice.right_id)).toBeUndefined()
    await changeHoliday(afterSeconds(1))
    expect(await itemOf(practice.right_id)).toMatchObject({ reason: 'closed_day' })
    expect((await dismiss(practice.right_id, cashier)).status).toBe(403)
    test.clock.set(afterSeconds(2))
    expect((await dismiss(practice.right_id)).status).toBe(200)
    expect(await itemOf(practice.right_id)).toBeUndefined()
  })

  it('is on the worklist while its branch has no opening hours on its weekday', async () => {
    await requireSessions(false)
    const date = freshDay()
    const { theory } = await rightsOf()
    const { right_id } = theory
    await test.call(examBooking.book, { right_id, exam_date: date }, cashier)
    const open = (weekday: Weekday) =>
      test.db
        .updateTable('branch')
        .set({
          settings: JSON.stringify({
            opening_hours: [{ weekday, opens: '08:00', closes: '17:00' }],
          }),
        })
        .where('branch_id', '=', KKN)
        .execute()
    await open(weekdayNameOf(date))
    expect(await itemOf(right_id)).toBeUndefined()
    await open(weekdayNameOf(addDays(date, 1)))
    expect(await itemOf(right_id)).toMatchObject({ reason: 'closed_day', note: '' })
    await requireSessions(false)
  })

  it('is not put in while a refund is requested or the balance is owed', async () => {
    const settings = { exam_requires_session: false, exam_requires_full_payment: false }
    const set = (values: object) =>
      test.db
        .updateTable('branch')
        .set({ settings: JSON.stringify(values) })
        .where('branch_id', '=', KKN)
        .execute()
    const desk = moneyDesk(test)
    const date = freshDay()
    const booked = async (paid: number) => {
      const line = lineInput(price, { paid: satang(paid) })
      const course = [{ course_id: test.school.course.car, ...line }]
      const app = await desk.register({ course, other_fee: [], as: cashier })
      const { application_id } = app
      const { data } = await test.call(examRight.gettable, { application_id }, manager)
      const right_id = data.find(({ kind }) => kind === 'theory')?.right_id ?? 0
      const { exam_id } = (
        await test.call(examBooking.book, { right_id, exam_date: date }, cashier)
      ).data
      return { app, exam_id }
    }
    await set(settings)
    const frozen = await booked(price)
    const owing = await booked(100_000)
    await set({ ...settings, exam_requires_full_payment: true })
    await desk.requestRefund(frozen.app, 100_000)
    const exam_session_id = await insertSession(test, date, { capacity: 5 })
    const admit = async (...exam_ids: number[]) =>
      (await test.call(examSession.admit, { exam_session_id, exam_ids }, cashier)).body
    expect(await admit(frozen.exam_id)).toMatchObject({
      code: 'REFUND_PENDING',
      errors: [{ path: 'exam_ids.0', message: expect.stringContaining('คำขอคืนเงิน') }],
    })
    expect(await admit(owing.exam_id)).toMatchObject({
      code: 'BALANCE_FIRST',
      errors: [{ path: 'exam_ids.0', message: expect.stringContaining('ค้างชำระ 5,000') }],
    })
    await requireSessions(false)
  })

  it('is on the worklist when its day has passed, and the registrar moves or cancels it without counting a move', async () => {
    await requireSessions(false)
    const { theory } = await rightsOf()
    const { right_id } = theory
    const booked = await test.call(
      examBooking.book,
      { right_id, exam_date: freshDay() },
      'registrar.kkn',
    )
    const { exam_id } = booked.data
    await test.db
      .updateTable('exam')
      .set({ exam_date: addDays(today, -2) })
      .where('exam_id', '=', exam_id)
      .execute()
    expect(await itemOf(right_id)).toMatchObject({ reason: 'no_session', exam_id })
    const moved = await test.call(
      examBooking.changeDate,
      { exam_id, exam_date: freshDay(), note: '', override_reason: '' },
      'registrar.kkn',
    )
    expect(moved.status).toBe(200)
    expect(await itemOf(right_id)).toBeUndefined()
    const { data } = await test.call(examBooking.slots, { right_id }, 'registrar.kkn')
    expect(data.move_problem).toBeNull()
    const counted = await test.db
      .selectFrom('exam_right_event')
      .select('detail')
      .where('right_id', '=', right_id)
      .where('event', '=', 'moved')
      .execute()
    expect(counted).toMatchObject([{ detail: { counted: false } }])
  })
})
