import type { InputOf } from '@khapdee/contract/endpoint'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, formatDay } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { setValidity } from '../../../test/make/exam-right.ts'
import { insertSession } from '../../../test/make/exam-session.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../../test/make/money.ts'
import { makeHoliday, removeHolidays } from '../../../test/make/holiday.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
/** A different day for each test, so that no test offers the sessions of another. */
let nextDay: () => Day

beforeAll(async () => {
  test = await startApp()
  await removeHolidays(test.db)
  desk = moneyDesk(test)
  today = test.clock.today()
  let n = 3
  nextDay = () => addDays(today, ++n)
})
afterAll(() => test.close())

const coursePrice = 600_000

/** Registers the car course, which grants a theory and a practice right; paid in full by default. */
const registerCar = (paid = coursePrice, fname?: string) =>
  desk.register({
    course: [
      { course_id: test.school.course.car, ...lineInput(coursePrice, { paid: satang(paid) }) },
    ],
    other_fee: [],
    as: 'cashier.kkn',
    ...(fname !== undefined && { customer: customerInput({ fname }) }),
  })

/** The theory and the practice right of an application. */
async function rightsOf({ application_id }: Registered) {
  const { data } = await test.call(examRight.gettable, { application_id }, 'manager.kkn')
  const find = (kind: string) => {
    const right = data.find((row) => row.kind === kind)
    if (right === undefined) throw new Error(`no ${kind} right`)
    return right
  }
  return { theory: find('theory'), practice: find('practice') }
}

const book = (
  right_id: number,
  exam_date: Day,
  more: Partial<InputOf<typeof examBooking.book>> = {},
  as = 'registrar.kkn',
) => test.call(examBooking.book, { right_id, exam_date, ...more }, as)

const move = (
  exam_id: number,
  exam_date: Day,
  more: Partial<InputOf<typeof examBooking.changeDate>> = {},
  as = 'registrar.kkn',
) => test.call(examBooking.changeDate, { exam_id, exam_date, ...more }, as)

const cancel = (exam_id: number, as = 'registrar.kkn') =>
  test.call(examBooking.cancel, { exam_id, note: 'ผู้สมัครขอยกเลิก' }, as)

/** A paid right, booked on a day. */
async function booked(day: Day, more: Partial<InputOf<typeof examBooking.book>> = {}) {
  const app = await registerCar()
  const { theory, practice } = await rightsOf(app)
  const { exam_id } = (await book(theory.right_id, day, more)).data
  return { app, theory, practice, exam_id }
}

const listed = async (query: Partial<InputOf<typeof examBooking.gettable>>, as = 'manager.kkn') =>
  (await test.call(examBooking.gettable, { perPage: 100, ...query }, as)).data

/** Runs a task with other settings of the branch. */
async function withSettings(changes: Record<string, unknown>, task: () => Promise<void>) {
  const branch_id = test.school.branch.KKN
  const found = await test.db
    .selectFrom('branch')
    .select('settings')
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  const stored = found.settings as object
  const set = (settings: object) =>
    test.db
      .updateTable('branch')
      .set({ settings: JSON.stringify(settings) })
      .where('branch_id', '=', branch_id)
      .execute()
  await set({ ...stored, ...changes })
  try {
    await task()
  } finally {
    await set(stored)
  }
}

describe('booking an exam', () => {
  it('takes the only session of the day, and shows it in the list, in the right and on the line', async () => {
    const day = nextDay()
    const session = await insertSession(test, day)
    const { app, theory, exam_id } = await booked(day)
    const [row] = await listed({ exam_session_id: session })
    expect(row).toMatchObject({
      exam_id,
      right_id: theory.right_id,
      exam_date: day,
      session: `สอบภาคทฤษฎี ${formatDay(day)} 13:00`,
      application_code: app.code,
      status: 'waiting',
      balance: 0,
      can: { move: true, cancel: true },
    })
    const { theory: after } = await rightsOf(app)
    expect(after).toMatchObject({ exam_id, exam_date: day })
    expect(after.events?.at(-1)).toMatchObject({ event: 'booked' })
  })

  it('refuses a closed day without a session, unless it is overridden', async () => {
    const day = addDays(today, 61)
    await makeHoliday(test.db, day)
    const { theory } = await rightsOf(await registerCar())
    const refused = await book(theory.right_id, day)
    expect(refused.body).toMatchObject({
      code: 'OUTSIDE_WORKING_TIME',
      message: expect.stringContaining('วันหยุดพิเศษ'),
    })
    const input = { right_id: theory.right_id, exam_date: day, override_reason: 'สนามสอบเปิดพิเศษ' }
    expect((await test.call(examBooking.book, input, 'registrar.kkn')).body.code).toBe(
      'OUTSIDE_WORKING_TIME',
    )
    const { exam_id } = (await test.call(examBooking.book, input, 'manager.kkn')).data
    const { theory: other } = await rightsOf(await registerCar())
    const open = (await book(other.right_id, addDays(day, 1))).data
    expect((await move(open.exam_id, day)).body.code).toBe('OUTSIDE_WORKING_TIME')
    // A session of the day was accepted when it was planned.
    await insertSession(test, day, { capacity: 2 })
    expect((await move(open.exam_id, day)).status).toBe(200)
    expect(exam_id).toBeGreaterThan(0)
  })

  it('books the day alone when it has no session, unless the branch needs sessions', async () => {
    const day = nextDay()
    const { exam_id } = await booked(day)
    expect(
      (await listed({ start: day, end: day })).find((row) => row.exam_id === exam_id),
    ).toMatchObject({ exam_session_id: null, session: '' })
    await withSettings({ exam_requires_session: true }, async () => {
      const { theory } = await rightsOf(await registerCar())
      expect((await book(theory.right_id, day)).body.code).toBe('NO_SESSION')
    })
  })

  it('requires a choice when several sessions of the day have free seats, and otherwise takes the one that has', async () => {
    const day = nextDay()
    const morning = await insertSession(test, day, { start: '09:00', end: '11:00' })
    const afternoon = await insertSession(test, day)
    const first = await rightsOf(await registerCar())
    const choice = await book(first.theory.right_id, day)
    expect(choice.body).toMatchObject({
      code: 'CHOOSE_SESSION',
      message: 'วันนี้มีหลายรอบสอบ กรุณาเลือกรอบ: 09:00 น. ว่าง 1 ที่ · 13:00 น. ว่าง 1 ที่',
    })
    await book(first.theory.right_id, day, { exam_session_id: morning })
    const second = await rightsOf(await registerCar())
    await book(second.theory.right_id, day)
    expect((await listed({ exam_session_id: afternoon }))[0]?.right_id).toBe(second.theory.right_id)
    const third = await rightsOf(await registerCar())
    expect((await book(third.theory.right_id, day)).body.code).toBe('SESSION_FULL')
    expect((await book(third.theory.right_id, day, { exam_session_id: morning })).body.code).toBe(
      'SESSION_FULL',
    )
  })

  it('ignores sessions of other kinds, licence types and branches', async () => {
    const day = nextDay()
    await insertSession(test, day, { kind: 'practice' })
    await insertSession(test, day, { licence_types: ['motorcycle'] })
    const other = await insertSession(test, day, { branch_id: test.school.branch.BPI })
    const { theory } = await rightsOf(await registerCar())
    expect((await book(theory.right_id, day, { exam_session_id: other })).status).toBe(404)
    const { exam_id } = (await book(theory.right_id, day)).data
    expect(
      (await listed({ start: day, end: day })).find((row) => row.exam_id === exam_id)?.session,
    ).toBe('')
  })

  it('is refused with a balance, which the message states, unless the branch allows it', async () => {
    const day = nextDay()
    const { theory } = await rightsOf(await registerCar(100_000))
    expect((await book(theory.right_id, day)).body).toMatchObject({
      code: 'BALANCE_FIRST',
      message: 'กรุณาชำระยอดค้างก่อนดำเนินการ (ค้างชำระ 5,000.00 บาท)',
    })
    await withSettings({ exam_requires_full_payment: false }, async () => {
      expect((await book(theory.right_id, day)).status).toBe(200)
    })
  })

  it('is refused while a refund is requested, for a disabled right, a second time, and outside the right', async () => {
    const day = nextDay()
    const app = await registerCar()
    const { theory } = await rightsOf(app)
    const request = await desk.requestRefund(app, coursePrice)
    expect((await book(theory.right_id, day)).body.code).toBe('REFUND_PENDING')
    await desk.withdraw(request.data.request_id)
    await test.call(examRight.disable, { right_id: theory.right_id, note: 'ทดสอบ' }, 'manager.kkn')
    expect((await book(theory.right_id, day)).body.code).toBe('RIGHT_DISABLED')
    await test.call(examRight.enable, { right_id: theory.right_id, note: 'ทดสอบ' }, 'manager.kkn')
    expect((await book(theory.right_id, addDays(today, -1))).body.code).toBe('PAST_DAY')
    expect((await book(theory.right_id, addDays(today, 400))).body.code).toBe('RIGHT_EXPIRED')
    expect((await book(theory.right_id, day)).status).toBe(200)
    expect((await book(theory.right_id, day)).body.code).toBe('ALREADY_BOOKED')
  })

  it('allows practice after a booked theory exam, or one that was passed elsewhere', async () => {
    const day = nextDay()
    const { theory, practice } = await rightsOf(await registerCar())
    expect((await book(practice.right_id, day)).body.code).toBe('THEORY_FIRST')
    await book(theory.right_id, day)
    expect((await book(practice.right_id, addDays(day, -1))).body.code).toBe('THEORY_FIRST')
    expect((await book(practice.right_id, addDays(day, 1))).status).toBe(200)

    const other = await rightsOf(await registerCar())
    const future = { theory_passed_on: addDays(today, 1) }
    expect((await book(other.practice.right_id, day, future)).status).toBe(400)
    const passed = { theory_passed_on: addDays(today, -9) }
    expect((await book(other.practice.right_id, day, passed)).status).toBe(200)
  })

  it('allows users with the permission to override the order of theory and practice, with a reason', async () => {
    const day = nextDay()
    const { practice } = await rightsOf(await registerCar())
    const reason = { override_reason: 'สอบทฤษฎีที่ขนส่งแล้ว' }
    expect((await book(practice.right_id, day, reason)).body.code).toBe('THEORY_FIRST')
    expect((await book(practice.right_id, day, {}, 'manager.kkn')).body.code).toBe('THEORY_FIRST')
    expect((await book(practice.right_id, day, reason, 'manager.kkn')).status).toBe(200)
  })

  it('does not find the rights of other branches', async () => {
    const { theory } = await rightsOf(await registerCar())
    expect((await book(theory.right_id, nextDay(), {}, 'registrar.bpi')).status).toBe(404)
  })

  it('never overbooks the last seat, whichever call comes first', { timeout: raceTimeoutMs }, () =>
    inRounds(async (n) => {
      const day = addDays(today, 65 + (n % 20))
      const exam_session_id = await insertSession(test, day)
      const [one, other] = await Promise.all(
        [registerCar(), registerCar()].map(async (app) => rightsOf(await app)),
      )
      const outcome = await race(
        book(one?.theory.right_id ?? 0, day, { exam_session_id }),
        book(other?.theory.right_id ?? 0, day, { exam_session_id }),
      )
      expect(outcome.split(' ').toSorted()).toEqual(['SESSION_FULL', 'ok'])
    }),
  )
})

describe('moving an exam', () => {
  it('frees the seat, keeps the booking, and is counted', async () => {
    const [day, later] = [nextDay(), nextDay()]
    const from = await insertSession(test, day)
    const to = await insertSession(test, later)
    const { exam_id, app, theory } = await booked(day)
    const moved = await move(exam_id, later, { note: 'ติดธุระ' })
    expect(moved.data).toEqual({
      exam_id,
      exam_date: later,
      exam_session_id: to,
      application: null,
    })
    expect(await listed({ exam_session_id: from })).toEqual([])
    expect((await rightsOf(app)).theory).toMatchObject({ exam_id, exam_date: later })
    const other = await rightsOf(await registerCar())
    expect((await book(other.theory.right_id, day)).status).toBe(200)
    expect((await rightsOf(app)).theory.events?.at(-1)).toMatchObject({
      event: 'moved',
      session: `สอบภาคทฤษฎี ${formatDay(day)} 13:00 → สอบภาคทฤษฎี ${formatDay(later)} 13:00`,
      note: 'ติดธุระ',
    })
    expect((await rightsOf(app)).theory.events?.at(-2)).toMatchObject({
      event: 'booked',
      session: `สอบภาคทฤษฎี ${formatDay(day)} 13:00`,
    })
    expect(theory.right_id).toBeGreaterThan(0)
  })

  it('is refused after the allowed number of moves, unless it is overridden', async () => {
    const { exam_id } = await booked(nextDay())
    for (let n = 0; n < 3; n++) expect((await move(exam_id, nextDay())).status).toBe(200)
    expect((await move(exam_id, nextDay())).body.code).toBe('MOVES_USED_UP')
    const reason = { override_reason: 'ป่วย มีใบรับรองแพทย์' }
    expect((await move(exam_id, nextDay(), reason, 'manager.kkn')).status).toBe(200)
  })

  it('is not circumvented by cancelling and booking again', async () => {
    const { exam_id, theory } = await booked(nextDay())
    expect((await move(exam_id, nextDay())).status).toBe(200)
    let present = exam_id
    for (let n = 0; n < 2; n++) {
      expect((await cancel(present)).status).toBe(200)
      present = (await book(theory.right_id, nextDay())).data.exam_id
    }
    expect((await move(present, nextDay())).body.code).toBe('MOVES_USED_UP')
    expect((await cancel(present)).status).toBe(200)
    expect((await book(theory.right_id, nextDay())).body.code).toBe('MOVES_USED_UP')
    const { data: offer } = await test.call(
      examBooking.slots,
      { right_id: theory.right_id },
      'registrar.kkn',
    )
    expect(offer.move_problem).toMatchObject({ code: 'MOVES_USED_UP', can_override: false })
    const reason = { override_reason: 'ป่วย มีใบรับรองแพทย์' }
    expect((await book(theory.right_id, nextDay(), reason, 'manager.kkn')).status).toBe(200)
  })

  it('is not offered for a past booking of a right that has expired', async () => {
    const { app, theory } = await booked(nextDay())
    const past = addDays(today, -2)
    await setValidity(test, [theory.right_id], { valid_from: past, permission_date: past })
    await test.db
      .updateTable('exam')
      .set({ exam_date: past })
      .where('right_id', '=', theory.right_id)
      .execute()
    expect((await rightsOf(app)).theory.can).toMatchObject({ move: false, cancel: true })
    const [row] = await listed({ start: past, end: past })
    // Without a session it has no exam whose result could be recorded.
    expect(row?.can).toMatchObject({ move: false, cancel: true, mark: false })
  })

  it('is refused within the notice of the branch', async () => {
    const day = addDays(today, 2)
    await insertSession(test, day, { start: '13:00' })
    const { exam_id } = await booked(day)
    await withSettings({ exam_move_notice_hours: 72 }, async () => {
      expect((await move(exam_id, nextDay())).body.code).toBe('MOVE_TOO_LATE')
      // Nor can it be cancelled in order to be booked again.
      expect((await cancel(exam_id)).body.code).toBe('MOVE_TOO_LATE')
      const [row] = await listed({ start: day, end: day }, 'registrar.kkn')
      expect(row?.can).toMatchObject({ cancel: false })
    })
    const [row] = await listed({ start: day, end: day }, 'registrar.kkn')
    expect(row?.can).toMatchObject({ cancel: true })
    expect((await move(exam_id, nextDay())).status).toBe(200)
  })

  it('joins a session of the same day without being counted', async () => {
    const day = nextDay()
    const { exam_id, app } = await booked(day)
    expect((await move(exam_id, day)).body.code).toBe('STATE')
    const exam_session_id = await insertSession(test, day)
    expect((await move(exam_id, day, { exam_session_id })).status).toBe(200)
    for (let n = 0; n < 3; n++) expect((await move(exam_id, nextDay())).status).toBe(200)
    expect((await rightsOf(app)).theory.exam_id).toBe(exam_id)
  })

  it('does not let a customer take two exams at a time', async () => {
    const day = nextDay()
    await insertSession(test, day, { start: '13:00', end: '15:00' })
    const practical = await insertSession(test, day, {
      kind: 'practice',
      start: '14:00',
      end: '16:00',
    })
    const { practice, app } = await booked(day)
    const wanted = { exam_session_id: practical, override_reason: 'ผู้จัดการอนุญาต' }
    const overlapping = await book(practice.right_id, day, wanted, 'manager.kkn')
    expect(overlapping.body.code).toBe('NOT_FREE')
    expect(overlapping.body.message).toContain(`สอบภาคทฤษฎี ${formatDay(day)} 13:00 – 15:00 น.`)
    expect((await rightsOf(app)).practice.exam_id).toBeNull()
  })
})

describe('a booking ends', () => {
  it('when it is cancelled, and the right can be booked again', async () => {
    const day = nextDay()
    const session = await insertSession(test, day)
    const { exam_id, theory } = await booked(day)
    expect((await cancel(exam_id)).status).toBe(200)
    expect((await cancel(exam_id)).body.code).toBe('STATE')
    expect(await listed({ exam_session_id: session })).toEqual([])
    const [row] = await listed({ exam_session_id: session, status: 'cancelled' })
    expect(row).toMatchObject({ exam_id, status: 'cancelled', note: 'ผู้สมัครขอยกเลิก' })
    expect((await book(theory.right_id, day)).status).toBe(200)
  })

  it('when its line is refunded, ended or cancelled, or its right disabled', async () => {
    const ways = [
      ({ app }: { app: Registered }) => desk.refund(app, coursePrice, 'manager.kkn'),
      ({ app }: { app: Registered }) => desk.end(app),
      ({ app }: { app: Registered }) => desk.cancel(app, 'manager.kkn'),
      ({ theory }: { theory: { right_id: number } }) =>
        test.call(examRight.disable, { right_id: theory.right_id, note: 'ทดสอบ' }, 'manager.kkn'),
    ]
    for (const end of ways) {
      const day = nextDay()
      const session = await insertSession(test, day)
      const booking = await booked(day)
      expect((await end(booking)).status).toBe(200)
      expect(await listed({ exam_session_id: session })).toEqual([])
      const other = await rightsOf(await registerCar())
      expect((await book(other.theory.right_id, day)).status).toBe(200)
    }
  })

  it('never while the candidate is checked in; and a line whose exam was sat cannot be cancelled', async () => {
    const { app, exam_id } = await booked(nextDay())
    const setExam = (values: object) =>
      test.db.updateTable('exam').set(values).where('exam_id', '=', exam_id).execute()
    const user = await test.db
      .selectFrom('app_user')
      .select('user_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const at = test.clock.now().toISOString()
    await setExam({ checked_in_at: at, checked_in_by: user.user_id })
    expect((await desk.end(app)).body.code).toBe('EXAM_RUNNING')
    expect((await cancel(exam_id)).body.code).toBe('EXAM_RUNNING')
    await setExam({ result: 'fail', result_at: at, result_by: user.user_id })
    expect((await desk.cancel(app, 'manager.kkn')).body.code).toBe('EXAM_SAT')
    expect((await desk.end(app)).status).toBe(200)
  })
})

describe('the list of exams', () => {
  it('shows today by default, and the past 30 days as history', async () => {
    const { exam_id } = await booked(today)
    const { exam_id: later } = await booked(nextDay())
    const ids = async (query: Parameters<typeof listed>[0]) =>
      (await listed(query)).map((row) => row.exam_id)
    expect(await ids({})).toContain(exam_id)
    expect(await ids({})).not.toContain(later)
    expect(await ids({ scope: 'history' })).not.toContain(exam_id)
    await test.db
      .updateTable('exam')
      .set({ exam_date: addDays(today, -30), result: 'unknown' })
      .where('exam_id', '=', exam_id)
      .execute()
    expect(await ids({ scope: 'history' })).toContain(exam_id)
    await test.db
      .updateTable('exam')
      .set({ exam_date: addDays(today, -31) })
      .where('exam_id', '=', exam_id)
      .execute()
    expect(await ids({ scope: 'history' })).not.toContain(exam_id)
    const all = await ids({ scope: 'all' })
    expect(all).toEqual(expect.arrayContaining([exam_id, later]))
    expect(all.indexOf(later)).toBeLessThan(all.indexOf(exam_id))
  })

  it('is limited to the own branches, and shows balances only to those who may see applications', async () => {
    const day = nextDay()
    await booked(day)
    expect(await listed({ start: day }, 'manager.bpi')).toEqual([])
    expect((await listed({ start: day }, 'examiner.kkn'))[0]?.balance).toBeNull()
  })

  it.each([
    { status: 'constructor' },
    { category: 'toString' },
    { type: '__proto__' },
    { sort: 'customer' },
  ])('refuses the unknown filter or order %j', async (query) => {
    expect((await test.call(examBooking.gettable, query as never, 'manager.kkn')).status).toBe(400)
  })

  it('includes the first day after the retake gap of a failed exam', async () => {
    const { theory, exam_id } = await booked(today)
    const user = await test.db
      .selectFrom('app_user')
      .select('user_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await test.db
      .updateTable('exam')
      .set({ result: 'fail', result_at: test.clock.now().toISOString(), result_by: user.user_id })
      .where('exam_id', '=', exam_id)
      .execute()
    expect((await book(theory.right_id, today)).body).toMatchObject({
      code: 'RETAKE_GAP',
      message: `สอบแก้ตัวได้ตั้งแต่ ${formatDay(addDays(today, 1))}`,
    })
    // The next day is no working day, so that the gap ends a day later.
    const { holiday_id } = await test.db
      .insertInto('holiday')
      .values({ day: addDays(today, 1), name: 'วันหยุด', branch_id: test.school.branch.KKN })
      .returning('holiday_id')
      .executeTakeFirstOrThrow()
    expect((await book(theory.right_id, addDays(today, 1))).body.code).toBe('RETAKE_GAP')
    await test.db.deleteFrom('holiday').where('holiday_id', '=', holiday_id).execute()
    await setValidity(test, [theory.right_id], { permission_date: addDays(today, 5) })
    expect((await book(theory.right_id, addDays(today, 1))).status).toBe(200)
  })
})
