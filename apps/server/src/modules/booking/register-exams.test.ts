import { application } from '@khapdee/contract/entities/application'
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { insertSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { type MoneyDesk, type Registered, moneyDesk, unpaidLine } from '../../../test/make/money.ts'
import { makeHoliday, removeHolidays } from '../../../test/make/holiday.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
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

const price = 600_000

const courseLine = (
  exam_date: Day,
  { paid = price, exam_session_id = null as number | null } = {},
) => ({
  course_id: test.school.course.car,
  ...lineInput(price, { paid: satang(paid), exam_date, exam_session_id }),
})

const registered = (exam_date: Day, more: Parameters<typeof courseLine>[1] = {}) =>
  desk.register({ course: [courseLine(exam_date, more)], other_fee: [], as: 'cashier.kkn' })

const registeredAs = async (exam_date: Day, exam_session_id: number, customer_id: number) => {
  const customer = { ...customerInput({ idcard: '' }), customer_id }
  const course = [courseLine(exam_date, { exam_session_id })]
  const input = applicationInput(test.school, { customer, course })
  return (await test.call(application.create, input, 'cashier.kkn')).data
}

const customerOf = ({ application_id }: { application_id: number }) =>
  test.db
    .selectFrom('application')
    .innerJoin('customer', 'customer.customer_id', 'application.customer_id')
    .select(['customer.customer_id', 'customer.version'])
    .where('application_id', '=', application_id)
    .executeTakeFirstOrThrow()

/** The answer to a registration. */
const register = (exam_date: Day, more: Parameters<typeof courseLine>[1] = {}) =>
  test.call(
    application.create,
    applicationInput(test.school, { course: [courseLine(exam_date, more)], other_fee: [] }),
    'cashier.kkn',
  )

const rights = async ({ application_id }: { application_id: number }) =>
  (await test.call(examRight.gettable, { application_id }, 'manager.kkn')).data
const candidates = async (exam_session_id: number) =>
  (await test.call(examBooking.gettable, { exam_session_id }, 'manager.kkn')).data

const setSettings = (settings: Partial<BranchSettings>) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify(settings) })
    .where('branch_id', '=', test.school.branch.KKN)
    .execute()
const setFullPayment = (exam_requires_full_payment: boolean) =>
  setSettings({ exam_requires_full_payment })

const settle = (app: Registered, paid = price) => desk.pay(app, [[0, paid]], 'cashier.kkn')

describe('a registration with an exam day', () => {
  it('books the theory exam in the session of the day when it is paid', async () => {
    const day = nextDay()
    const session = await insertSession(test, day)
    const app = await registered(day)
    const [theory, practice] = await rights(app)
    expect(theory).toMatchObject({ kind: 'theory', exam_date: day })
    expect(theory?.exam_id).not.toBeNull()
    expect(theory?.events?.map(({ event }) => event)).toEqual(['granted', 'booked'])
    expect(practice?.exam_id).toBeNull()
    expect(await candidates(session)).toMatchObject([{ application_code: app.code }])
  })

  it('is refused as a whole, at its line, when the session is full', async () => {
    const day = nextDay()
    await insertSession(test, day)
    await registered(day)
    const { body } = await register(day)
    expect(body).toMatchObject({
      code: 'SESSION_FULL',
      errors: [{ path: 'course.0.exam_date' }],
    })
  })

  it('is refused at its line on a day without sessions on which the branch is closed, paid or not', async () => {
    const day = nextDay()
    await makeHoliday(test.db, day)
    for (const paid of [price, 0]) {
      expect((await register(day, { paid })).body).toMatchObject({
        code: 'OUTSIDE_WORKING_TIME',
        errors: [{ path: 'course.0.exam_date', message: expect.stringContaining('วันหยุดพิเศษ') }],
      })
    }
    await insertSession(test, day, { capacity: 2 })
    expect((await register(day)).status).toBe(200)
  })

  it('is refused at its line on a day without sessions where a booking needs one, paid or not', async () => {
    const day = nextDay()
    await setSettings({ exam_requires_session: true })
    for (const paid of [price, 0]) {
      expect((await register(day, { paid })).body).toMatchObject({
        code: 'NO_SESSION',
        errors: [{ path: 'course.0.exam_date', message: expect.stringContaining('ไม่มีรอบสอบ') }],
      })
    }
    await insertSession(test, day, { capacity: 2 })
    expect((await register(day, { paid: 0 })).status).toBe(200)
    await setSettings({})
  })

  it('asks for the session when the day has several', async () => {
    const day = nextDay()
    const morning = await insertSession(test, day, { start: '09:00', end: '11:00' })
    await insertSession(test, day)
    expect((await register(day)).body.code).toBe('CHOOSE_SESSION')
    await registered(day, { exam_session_id: morning })
    expect(await candidates(morning)).toHaveLength(1)
    const other = await insertSession(test, nextDay(), { branch_id: test.school.branch.BPI })
    expect((await register(day, { exam_session_id: other })).status).toBe(404)
  })

  it('keeps the exam day as a wish while a balance is due, and the last payment books it', async () => {
    const day = nextDay()
    const session = await insertSession(test, day)
    const app = await registered(day, { paid: 100_000, exam_session_id: session })
    expect((await rights(app))[0]).toMatchObject({ exam_id: null, exam_date: day })
    expect((await desk.pay(app, [[0, 100_000]], 'cashier.kkn')).data.exam).toBeUndefined()
    const { data } = await settle(app, 400_000)
    expect(data.exam?.code).toBe('BOOKED')
    expect(await candidates(session)).toMatchObject([{ application_code: app.code, balance: 0 }])
  })

  it('is paid although its wished exam day cannot be booked, and the answer gives the reason', async () => {
    const day = nextDay()
    const session = await insertSession(test, day)
    const app = await registered(day, { paid: 0, exam_session_id: session })
    await registered(day)
    const { data } = await settle(app)
    expect(data).toMatchObject({ balance: 0, exam: { code: 'SESSION_FULL' } })
    expect((await rights(app))[0]).toMatchObject({ exam_id: null, exam_date: day })
  })

  it('is paid without a booking when its day has become a holiday meanwhile', async () => {
    const day = nextDay()
    const app = await registered(day, { paid: 0 })
    await makeHoliday(test.db, day)
    const { exam } = (await settle(app)).data
    expect(exam).toMatchObject({
      code: 'OUTSIDE_WORKING_TIME',
      message: expect.stringContaining('วันหยุดพิเศษ'),
    })
    const [theory] = await rights(app)
    expect(theory?.exam_id).toBeNull()
  })

  it('is refused when the customer has another exam at the time; a wished exam day is then paid without a seat', async () => {
    const day = nextDay()
    await insertSession(test, day)
    const customer = customerInput()
    await test.call(
      application.create,
      applicationInput(test.school, { customer, course: [courseLine(day)] }),
      'cashier.kkn',
    )
    const overlapping = { start: '14:00', end: '16:00', licence_types: ['any' as const] }
    const exam_session_id = await insertSession(test, day, overlapping)
    const again = (paid: number) =>
      applicationInput(test.school, {
        customer,
        course: [courseLine(day, { exam_session_id, paid })],
      })
    const refused = await test.call(application.create, again(price), 'cashier.kkn')
    expect(refused.body).toMatchObject({
      code: 'NOT_FREE',
      errors: [{ path: 'course.0.exam_date' }],
    })
    const wish = (await test.call(application.create, again(0), 'cashier.kkn')).data
    const lines = await test.db
      .selectFrom('application_line')
      .select('line_id')
      .where('application_id', '=', wish.application_id)
      .execute()
    const app = { ...wish, code: wish.application_code, lines: lines.map(({ line_id }) => line_id) }
    expect((await settle(app)).data).toMatchObject({ balance: 0, exam: { code: 'NOT_FREE' } })
    expect(await candidates(exam_session_id)).toEqual([])
  })

  it(
    'never overbooks the last seat: registration, booking and payment at once',
    { timeout: raceTimeoutMs },
    () =>
      inRounds(async (n) => {
        const day = addDays(today, 65 + (n % 20))
        const exam_session_id = await insertSession(test, day)
        const [wishing, waiting] = await Promise.all([
          registered(day, { paid: 0, exam_session_id }),
          desk.register({
            course: [courseLine(day)].map((line) => ({ ...line, exam_date: null })),
            other_fee: [],
            as: 'cashier.kkn',
          }),
        ])
        const [theory] = await rights(waiting)
        const [, , paid] = await Promise.all([
          race(register(day, { exam_session_id })),
          race(
            test.call(
              examBooking.book,
              { right_id: theory?.right_id ?? 0, exam_date: day, exam_session_id },
              'registrar.kkn',
            ),
          ),
          settle(wishing),
        ])
        expect(paid.status).toBe(200)
        expect(await candidates(exam_session_id)).toHaveLength(1)
      }),
  )
})

describe('an amendment that adds a course with an exam day', () => {
  it('books the exam day where no full payment is required, and otherwise keeps it as a wish', async () => {
    const day = nextDay()
    const session = await insertSession(test, day)
    const car = test.school.course.car
    const add = { course: [{ course_id: car, ...unpaidLine(price, { exam_date: day }) }] }
    const app = await desk.register({ as: 'cashier.kkn' })
    await desk.amend(app, { add })
    expect((await rights(app))[0]).toMatchObject({ exam_id: null, exam_date: day })
    expect(await candidates(session)).toEqual([])
    await setFullPayment(false)
    const booked = await desk.register({ as: 'cashier.kkn' })
    await desk.amend(booked, { add })
    expect(await candidates(session)).toMatchObject([{ application_code: booked.code }])
    const refused = await desk.register({ as: 'cashier.kkn' })
    expect((await desk.amend(refused, { add })).body).toMatchObject({
      code: 'SESSION_FULL',
      errors: [{ path: 'add.course.0.exam_date' }],
    })
    const closed = nextDay()
    await makeHoliday(test.db, closed)
    const addClosed = { course: [{ course_id: car, ...unpaidLine(price, { exam_date: closed }) }] }
    expect((await desk.amend(refused, { add: addClosed })).body).toMatchObject({
      code: 'OUTSIDE_WORKING_TIME',
      errors: [{ path: 'add.course.0.exam_date' }],
    })
    expect(await rights(refused)).toEqual([])
    await setFullPayment(true)
  })
})

describe('two records of one customer', () => {
  /** Two records of one person, each booked in one of two sessions at the same time, and the call that merges them. */
  async function bookedTwice(number: number) {
    const day = nextDay()
    const sessions = [
      await insertSession(test, day, { start: '13:00', end: '15:00' }),
      await insertSession(test, day, { start: '14:00', end: '16:00' }),
    ]
    const person = { fname: 'Anna', sname: 'Schmidt', prefix: 'Ms.', is_foreigner: true }
    const numbers = [
      { idcard: `600000000000${number}` },
      { idcard: '', passport: `ZZ765432${number}` },
    ]
    const records = await Promise.all(
      numbers.map((given) =>
        makeCustomer(test.db, test.school.branch.KKN, { ...person, ...given }),
      ),
    )
    const apps = await Promise.all(
      records.map(({ customer_id }, i) => registeredAs(day, sessions[i] ?? 0, customer_id)),
    )
    const [one, other] = await Promise.all(apps.map(customerOf))
    const ids = { customer_id: one?.customer_id ?? 0, other_id: other?.customer_id ?? 0 }
    const versions = { version: one?.version ?? 0, other_version: other?.version ?? 0 }
    const merge = () =>
      test.call(customerMerge.merge, { ...ids, ...versions, take: [] }, 'manager.kkn')
    const [, second = 0] = sessions
    const [booking] = await candidates(second)
    const exam_id = booking?.exam_id ?? 0
    const move = (exam_date: Day, exam_session_id: number) =>
      test.call(examBooking.changeDate, { exam_id, exam_date, exam_session_id }, 'registrar.kkn')
    const later = await insertSession(test, nextDay(), { start: '13:00' })
    const moveAway = () => move(addDays(day, 1), later)
    return { ids, merge, moveAway, moveBack: () => move(day, second), later }
  }

  it('are not merged while they are booked at the same time; later their bookings are moved together', async () => {
    const { ids, merge, moveAway, later } = await bookedTwice(1)
    const { data: preview } = await test.call(customerMerge.preview, ids, 'manager.kkn')
    expect(preview.refusal).toContain('ผู้สมัครทั้งสองมีนัดสอบเวลาเดียวกัน')
    expect((await merge()).body.code).toBe('BOOKED_TWICE')
    expect((await moveAway()).status).toBe(200)
    expect((await merge()).status).toBe(200)
    expect((await candidates(later))[0]?.customer_id).toBe(ids.customer_id)
  })

  it('are not merged when one is meanwhile booked at the time of the other', async () => {
    const { merge, moveAway, moveBack } = await bookedTwice(2)
    await moveAway()
    expect(await race(moveBack(), merge())).toMatch(/^(ok BOOKED_TWICE|NOT_FREE ok)$/)
  })
})

describe('a customer who is booked elsewhere at the same time', () => {
  /**
   * Books another exam of a customer while a call runs that has not seen it; the call waits for it.
   */
  async function whileBooked<T>(day: Day, customer_id: number, call: () => Promise<T>): Promise<T> {
    const elsewhere = await insertSession(test, day, { start: '14:00', end: '16:00' })
    const { exam_id, customer_id: owner } = await seatCandidate(test, elsewhere)
    const occupiedBy = (subject_id: number, db = test.db) =>
      db
        .updateTable('occupancy')
        .set({ subject_id })
        .where('exam_id', '=', exam_id)
        .executeTakeFirstOrThrow()
    let running: Promise<T> | undefined
    await test.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await occupiedBy(customer_id, tx)
      expect(numUpdatedRows).toBe(1n)
      running = call()
      running.catch(() => {})
      await vi.waitFor(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          tx,
        )
        expect(rows).toHaveLength(1)
      }, 5000)
    })
    const answer = (await running) as T
    await occupiedBy(owner)
    return answer
  }
  const named = /ไม่ว่าง: สอบภาคทฤษฎี .* 14:00 – 16:00 น\.$/

  it('gets the name of the other session in the error of a registration', async () => {
    const day = nextDay()
    const exam_session_id = await insertSession(test, day)
    const { customer_id } = await makeCustomer(test.db, test.school.branch.KKN)
    const customer = { ...customerInput({ idcard: '' }), customer_id }
    const course = [courseLine(day, { exam_session_id })]
    const input = applicationInput(test.school, { customer, course })
    const { body } = await whileBooked(day, customer_id, () =>
      test.call(application.create, input, 'cashier.kkn'),
    )
    expect(body).toMatchObject({ code: 'NOT_FREE', message: expect.stringMatching(named) })
  })

  it('gets the name of the other session in the error of a change of the applicant', async () => {
    await setFullPayment(false)
    const day = nextDay()
    const exam_session_id = await insertSession(test, day)
    const app = await registered(day, { paid: 0, exam_session_id })
    const { customer_id } = await makeCustomer(test.db, test.school.branch.KKN)
    const { body } = await whileBooked(day, customer_id, () => desk.amend(app, { customer_id }))
    expect(body).toMatchObject({ code: 'NOT_FREE', message: expect.stringMatching(named) })
    await setFullPayment(true)
  })
})
