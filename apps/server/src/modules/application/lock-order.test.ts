/** Calls that lock records of several kinds at once: they wait for each other, and none is rolled back by a deadlock. */
import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { customer as customers } from '@khapdee/contract/entities/customer'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { insertSession, seatRight } from '../../../test/make/exam-session.ts'
import { makeOtherFee } from '../../../test/make/fee.ts'
import {
  type MoneyDesk,
  type Registered,
  moneyDesk,
  registeredOf,
  unpaidLine,
} from '../../../test/make/money.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
const fees = { retake: 0, extend: 0 }

const cashier = 'cashier.kkn'
const manager = 'manager.kkn'
const coursePrice = 600_000
const feePrice = 20_000

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
  const make = async (exam_use: string) =>
    (await makeOtherFee(test.db, { name: exam_use, kind: 'exam', exam_use, price: feePrice }))
      .other_fee_id
  fees.retake = await make('retake')
  fees.extend = await make('extend')
  await removeHolidays(test.db)
  for (const username of [cashier, manager, 'registrar.kkn']) await test.login(username)
})
afterAll(() => test.close())

/** The deadlocks of the database so far. The counter is written at the latest a second after a transaction. */
async function deadlocks(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await test.call(application.gettable, { page: 1, perPage: 1 }, cashier)
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(test.db)
  return rows[0]?.deadlocks ?? 0
}

/** Runs rounds in which no transaction may be the victim of a deadlock. */
async function withoutDeadlocks(round: (n: number) => Promise<void>): Promise<void> {
  const before = await deadlocks()
  await inRounds(round)
  expect((await deadlocks()) - before).toBe(0)
}

const courseLine = (paid: number, more: object = {}) => ({
  course_id: test.school.course.car,
  ...lineInput(coursePrice, { paid: satang(paid) }),
  ...more,
})
const feeLine = (other_fee_id: number, right_id: number, paid = 0, more: object = {}) => ({
  other_fee_id,
  right_id,
  ...lineInput(feePrice, { paid: satang(paid) }),
  ...more,
})

/** Registers the car course of a new or a stored customer. */
async function grant(customer_id?: number, paid = coursePrice) {
  const customer =
    customer_id === undefined ? customerInput() : { ...customerInput({ idcard: '' }), customer_id }
  const app = await desk.register({
    customer,
    course: [courseLine(paid)],
    other_fee: [],
    as: cashier,
  })
  const { application_id } = app
  const { data } = await test.call(examRight.gettable, { application_id }, manager)
  const theory = data.find(({ kind }) => kind === 'theory')
  if (theory === undefined) throw new Error('no right')
  return { app, customer, right_id: theory.right_id, customer_id: theory.customer_id }
}

/** The course of a customer together with a retake fee for a right of another application. */
const grantWithFee = async (customer_id: number, right_id: number) => {
  const app = await desk.register({
    customer: { ...customerInput({ idcard: '' }), customer_id },
    course: [courseLine(coursePrice)],
    other_fee: [feeLine(fees.retake, right_id, feePrice)],
    as: cashier,
  })
  const { application_id } = app
  const { data } = await test.call(examRight.gettable, { application_id }, manager)
  return { app, right_id: data[0]?.right_id ?? 0 }
}

/** Adds the unpaid fee of an extension to an application. */
const amend = (app: Registered, right_id: number) =>
  desk.amend(
    app,
    { add: { other_fee: [{ other_fee_id: fees.extend, right_id, ...unpaidLine(feePrice) }] } },
    cashier,
  )

describe('no deadlock', { timeout: raceTimeoutMs }, () => {
  it('between the sale of a fee for a right and a change of its customer', () =>
    withoutDeadlocks(async (n) => {
      const { right_id, customer_id, customer } = await grant()
      const sale = applicationInput(test.school, {
        type: 'exam',
        customer: { ...customer, customer_id },
        course: [],
        other_fee: [feeLine(fees.extend, right_id)],
      })
      const rename = { ...customer, customer_id, fname: `สมชาย${n}`, version: 1 }
      const {
        privacy_notice: _,
        is_walk_in: __,
        ...values
      } = rename as typeof rename & {
        privacy_notice?: unknown
        is_walk_in?: unknown
      }
      const outcome = await race(
        test.call(application.create, sale, cashier),
        test.call(customers.updateprofile, values, manager),
      )
      expect(outcome).toBe('ok ok')
    }))

  it('between amendments that name rights of each other', async () => {
    const first = await grant()
    const second = await grant(first.customer_id)
    const third = await grantWithFee(first.customer_id, first.right_id)
    await withoutDeadlocks(async () => {
      const outcome = await race(
        amend(third.app, second.right_id),
        amend(second.app, third.right_id),
      )
      expect(outcome).toBe('ok ok')
    })
  })

  it('between the refund of fees and amendments of the applications that granted their rights', () =>
    withoutDeadlocks(async () => {
      const first = await grant()
      const second = await grant(first.customer_id)
      const third = await desk.register({
        customer: { ...customerInput({ idcard: '' }), customer_id: first.customer_id },
        course: [],
        other_fee: [
          feeLine(fees.extend, second.right_id, feePrice),
          feeLine(fees.extend, first.right_id, feePrice),
        ],
        type: 'exam',
        as: cashier,
      })
      const outcome = await race(
        desk.refund(third, feePrice * 2, manager),
        amend(second.app, first.right_id),
        amend(first.app, second.right_id),
      )
      expect(outcome).toBe('ok ok ok')
    }))

  it('between line ends that each release a seat in one session and book the wished exam day of another line in the other session', async () => {
    const [day, otherDay] = [addDays(today, 6), addDays(today, 7)]
    const licences = { capacity: 500, licence_types: ['car' as const, 'motorcycle' as const] }
    const first = await insertSession(test, day, licences)
    const second = await insertSession(test, otherDay, licences)
    const seats = [
      { exam_date: day, exam_session_id: first },
      { exam_date: otherDay, exam_session_id: second },
    ]
    const wishes = seats.map(({ exam_date, exam_session_id: wanted_session_id }) => ({
      exam_date,
      wanted_session_id,
    }))
    /** A paid course that waits to be booked, and an unpaid one that is booked in the other session. */
    const halfPaid = async (booked: 0 | 1) => {
      const app = await desk.register({
        course: [
          {
            course_id: test.school.course.car,
            ...lineInput(coursePrice, { paid: satang(coursePrice) }),
          },
          { course_id: test.school.course.motorcycle, ...lineInput(250_000, { paid: satang(0) }) },
        ],
        other_fee: [],
        as: cashier,
      })
      const { application_id } = app
      const [paid = 0] = app.lines
      await test.db
        .updateTable('application_line')
        .set(wishes[1 - booked] ?? {})
        .where('line_id', '=', paid)
        .execute()
      const { data } = await test.call(examRight.gettable, { application_id }, manager)
      const theory = data.find(
        ({ kind, licence_type }) => kind === 'theory' && licence_type === 'motorcycle',
      )
      await seatRight(test, theory?.right_id ?? 0, seats[booked]?.exam_session_id ?? 0)
      return app
    }
    await withoutDeadlocks(async () => {
      const [one, other] = [await halfPaid(0), await halfPaid(1)]
      const outcome = await race(desk.end(one, [1], manager), desk.end(other, [1], 'owner'))
      expect(outcome).toBe('ok ok')
    })
  })

  it('between payments that book the same sessions in different orders', async () => {
    const day = addDays(today, 5)
    const morning = await insertSession(test, day, { start: '09:00', end: '10:00', capacity: 500 })
    const noon = await insertSession(test, day, {
      start: '11:00',
      end: '12:00',
      capacity: 500,
      licence_types: ['car', 'motorcycle'],
    })
    await sql`update exam_session set licence_types = '{car,motorcycle}' where exam_session_id = ${morning}`.execute(
      test.db,
    )
    const wishes = (sessions: readonly number[]) =>
      desk.register({
        course: [test.school.course.car, test.school.course.motorcycle].map((course_id, i) => ({
          course_id,
          ...lineInput(i === 0 ? coursePrice : 250_000, { paid: satang(0) }),
          exam_date: day,
          exam_session_id: sessions[i],
        })),
        other_fee: [],
        as: cashier,
      })
    await withoutDeadlocks(async () => {
      const [one, other] = [await wishes([morning, noon]), await wishes([noon, morning])]
      const parts = [
        [0, coursePrice],
        [1, 250_000],
      ] as const
      const outcome = await race(
        desk.pay(one, parts, cashier),
        desk.pay(other, parts, 'registrar.kkn'),
      )
      expect(outcome).toBe('ok ok')
    })
  })
})

describe(
  'a change of the retake application in the same instant as a check-in',
  { timeout: raceTimeoutMs },
  () => {
    /** Sells a paid retake for today, and returns its receipt. */
    async function retakeOfToday() {
      const { right_id, customer_id, customer } = await grant()
      const sold = await test.call(
        application.create,
        applicationInput(test.school, {
          type: 'exam',
          customer: { ...customer, customer_id },
          course: [],
          other_fee: [
            feeLine(fees.retake, right_id, feePrice, { exam_date: today, exam_session_id }),
          ],
        }),
        cashier,
      )
      const { application_id, payments } = sold.data
      const { data } = await test.call(examRight.gettable, { right_id }, manager)
      const fee = await registeredOf(test, application_id)
      return { exam_id: data[0]?.exam_id ?? 0, fee, payment_id: payments[0]?.payment_id ?? 0 }
    }
    let exam_session_id = 0

    /** Starts a change and then a check-in while the application of the fee is locked, so that the change comes first. */
    async function changeFirst(
      { exam_id, fee }: Awaited<ReturnType<typeof retakeOfToday>>,
      change: () => Promise<{ status: number; body: { code?: string } }>,
    ) {
      const started: Promise<{ status: number; body: { code?: string } }>[] = []
      const pause = () => new Promise((resolve) => setTimeout(resolve, 150))
      await test.db.transaction().execute(async (tx) => {
        await sql`select from application where application_id = ${fee.application_id} for no key update`.execute(
          tx,
        )
        started.push(change())
        await pause()
        started.push(
          test.call(
            examDay.checkIn,
            { nonce: randomUUID(), exam_id, override_reason: '' },
            manager,
          ),
        )
        await pause()
      })
      return race(...started)
    }

    it('is taken into account by the check-in: a voided receipt and a requested refund', async () => {
      exam_session_id = await insertSession(test, today, {
        start: '23:00',
        end: '23:59',
        capacity: 9,
      })
      const voided = await retakeOfToday()
      await desk.requestVoid(voided.payment_id)
      expect(await changeFirst(voided, () => desk.decideVoid(voided.payment_id, 'approve'))).toBe(
        'ok UNPAID',
      )
      const refunded = await retakeOfToday()
      expect(await changeFirst(refunded, () => desk.requestRefund(refunded.fee, feePrice))).toBe(
        'ok REFUND_PENDING',
      )
    })
  },
)
