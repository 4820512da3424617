import type { OutputOf } from '@khapdee/contract/endpoint'
import { affectedSession } from '@khapdee/contract/entities/affected-session'
import { application } from '@khapdee/contract/entities/application'
import { closing } from '@khapdee/contract/entities/closing'
import { dashboard } from '@khapdee/contract/entities/dashboard'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { payment } from '@khapdee/contract/entities/payment'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import type { DashboardSpan } from '@khapdee/domain/dashboard'
import { sumSatang } from '@khapdee/domain/money'
import { type Day, addDays, instantInBangkok } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { makeEmployee, makeLicence } from '../../../test/make/employee.ts'
import { insertSession, seatRight } from '../../../test/make/exam-session.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'

type Content = OutputOf<typeof dashboard.get>['data']

let test: TestApp
let desk: MoneyDesk
let today: Day
let KKN: number

const lessonPrice = 120_000
const one = { page: 1, perPage: 1 } as const

const read = async (as: string, branch?: string): Promise<Content> =>
  (await test.call(dashboard.get, branch === undefined ? {} : { branch }, as)).data

/** Registers lessons on a day, of which each is paid in part. */
async function registerOn(date: Day, paid: readonly number[]) {
  test.clock.set(instantInBangkok(date, '10:00'))
  for (const lesson of paid) await desk.register({ paid: [lesson, 0] })
  test.clock.set(instantInBangkok(today, '10:00'))
}

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
  KKN = test.school.branch.KKN
  await registerOn(addDays(today, -7), [30_000])
  await registerOn(today, [20_000, 10_000])
  const other = await desk.register({ as: 'registrar.bpi' })
  await desk.pay(other, [[0, 50_000, 'transfer']], 'cashier.bpi')
  const voided = await desk.register({ paid: [lessonPrice, 0] })
  await desk.requestVoid(voided.payments[0]?.payment_id ?? 0)
  await desk.decideVoid(voided.payments[0]?.payment_id ?? 0, 'approve', 'owner')
  const waiting = await desk.register({ paid: [5_000, 0] })
  await desk.requestVoid(waiting.payments[0]?.payment_id ?? 0)
})
afterAll(() => test.close())

describe('dashboard/get', () => {
  it('returns the same sums of money and of registrations as the lists of the same days', async () => {
    for (const [as, branch] of [['owner'], ['owner', String(KKN)], ['manager.kkn']] as const) {
      const { spans, received, registered } = await read(as, branch)
      for (const [span, days] of Object.entries(spans)) {
        const query = { ...days, ...one, ...(branch && { branch }) }
        const { answer } = await test.call(payment.gettable, query, as)
        const ofSpan = (received ?? []).filter((row) => row.span === span)
        expect({
          cash: sumSatang(ofSpan.map(({ cash }) => cash)),
          banktransfer: sumSatang(ofSpan.map(({ transfer }) => transfer)),
        }).toEqual(answer.total)
        const lessons = (registered ?? []).filter(
          (row) => row.span === span && row.type === 'course',
        )
        const list = await test.call(application.gettable, { ...query, type: 'course' }, as)
        expect([
          lessons.reduce((sum, { applications }) => sum + applications, 0),
          sumSatang(lessons.map(({ net }) => net)),
        ]).toEqual([list.answer.meta.total, list.answer.total?.net])
      }
    }
    const { received } = await read('owner')
    const sumOf = (span: DashboardSpan, branch: number) =>
      received?.find((row) => row.span === span && row.branch_id === branch)
    expect(sumOf('today', KKN)).toMatchObject({ cash: 35_000, transfer: 0 })
    expect(sumOf('last_week', KKN)).toMatchObject({ cash: 30_000 })
    expect(sumOf('today', test.school.branch.BPI)).toMatchObject({ cash: 0, transfer: 50_000 })
  })

  it('returns the receipts of each day of the chart', async () => {
    const { days } = await read('manager.kkn')
    expect(days).toEqual([
      { day: addDays(today, -7), cash: 30_000, transfer: 0 },
      { day: today, cash: 35_000, transfer: 0 },
    ])
  })

  it('counts applications with a balance, those whose agreed day has passed, and requests that the caller may decide', async () => {
    const due = await desk.register({ paid: [1_000, 0] })
    await test.db
      .updateTable('application')
      .set({ due_date: addDays(today, -1) })
      .where('application_id', '=', due.application_id)
      .execute()
    for (const [as, decisions] of [
      ['owner', 1],
      ['manager.kkn', 1],
      ['cashier.kkn', 0],
    ] as const) {
      const content = await read(as)
      const all = (await test.call(payment.overdue, one, as)).answer
      const late = (await test.call(payment.overdue, { ...one, category: 'late' }, as)).answer
      expect(content.outstanding).toEqual({
        all: { count: all.meta.total, capped: false },
        balance: all.total?.balance,
        late: { count: 1, capped: false },
      })
      expect(late.meta.total).toBe(1)
      expect(content.decisions).toBe(decisions)
    }
  })

  it('shows since when the drawer of a branch has held money that no day close has counted', async () => {
    const { drawers } = await read('manager.kkn')
    expect(drawers).toMatchObject([
      { branch_id: KKN, open_since: instantInBangkok(addDays(today, -7), '10:00') },
    ])
    const { data } = await test.call(closing.current, {}, 'manager.kkn')
    const close = { branch_id: KKN, date: today, counted_cash: data.expected_cash, note: '' }
    await test.call(closing.close, close, 'manager.kkn')
    expect((await read('manager.kkn')).drawers).toMatchObject([{ open_since: null }])
  })

  it('lists the candidates of today who have not paid, with the same counts as the lists of exams', async () => {
    const session = await insertSession(test, today, { capacity: 10, start: '13:00', end: '15:00' })
    const app = await desk.register({
      course: [{ course_id: test.school.course.car, ...lineInput(600_000) }],
      other_fee: [],
    })
    const { right_id } = await test.db
      .selectFrom('exam_right')
      .select('right_id')
      .where('application_id', '=', app.application_id)
      .where('kind', '=', 'theory')
      .executeTakeFirstOrThrow()
    const { exam_id } = await seatRight(test, right_id, session)
    for (const as of ['owner', 'manager.kkn', 'registrar.kkn']) {
      const { exams } = await read(as)
      const totals = await Promise.all(
        [
          test.call(examBooking.gettable, one, as),
          test.call(examSession.worklist, one, as),
          test.call(examSession.unclosed, one, as),
          test.call(affectedSession.gettable, one, as),
          test.call(examRight.gettable, { ...one, status: 'expiring' }, as),
        ].map(async (answer) => (await answer).answer.meta.total),
      )
      expect([
        exams?.candidates,
        exams?.worklist.count,
        exams?.unclosed.count,
        exams?.affected.count,
        exams?.expiring.count,
      ]).toEqual(totals)
      expect(exams).toMatchObject({
        sessions: 1,
        unready: [{ exam_id, exam_session_id: session, unpaid: true }],
      })
    }
  })

  it('counts vehicles with due papers, and lists licences that end within 30 days', async () => {
    await makeVehicle(test.db, { branch_id: KKN, noti_tax: addDays(today, -1) })
    await makeVehicle(test.db, { branch_id: KKN, noti_tax: addDays(today, 3) })
    const { user_id } = await makeEmployee(test, KKN, { fname: 'ใบอนุญาต' })
    await makeLicence(test.db, { user_id, subject: 'theory', valid_until: addDays(today, 30) })
    await makeLicence(test.db, { user_id, subject: 'practice', valid_until: addDays(today, 31) })
    const { vehicles, licences } = await read('manager.kkn')
    for (const category of ['overdue', 'due'] as const) {
      const { answer } = await test.call(vehicle.gettable, { ...one, category }, 'manager.kkn')
      expect(vehicles?.[category].count).toBe(answer.meta.total)
    }
    expect(licences?.filter((row) => row.user_id === user_id)).toMatchObject([
      { valid_until: addDays(today, 30) },
    ])
    expect((await read('manager.bpi')).licences).toEqual([])
  })

  it('omits branches that the caller does not see, and parts whose list the caller may not see', async () => {
    const content = await read('manager.kkn', String(test.school.branch.BPI))
    expect(content).toMatchObject({ branches: [], received: [], registered: [], drawers: [] })
    const instructor = await read('instructor.kkn')
    expect(instructor).toMatchObject({
      received: null,
      days: null,
      registered: null,
      outstanding: null,
      drawers: null,
    })
  })
})
