import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, formatDay, instantInBangkok } from '@khapdee/domain/thai-date'
import { weekdayNameOf } from '@khapdee/domain/timetable'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { setValidity } from '../../../test/make/exam-right.ts'
import { insertSession } from '../../../test/make/exam-session.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { makeHoliday, removeHolidays } from '../../../test/make/holiday.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day

beforeAll(async () => {
  test = await startApp()
  await removeHolidays(test.db)
  desk = moneyDesk(test)
  today = test.clock.today()
})
afterAll(() => test.close())

const coursePrice = 600_000

/** The theory and the practice right of a new application for the car course. */
async function rights(paid = coursePrice) {
  const { application_id } = await desk.register({
    course: [
      { course_id: test.school.course.car, ...lineInput(coursePrice, { paid: satang(paid) }) },
    ],
    other_fee: [],
    as: 'cashier.kkn',
  })
  return { application_id, ...(await readRights(application_id)) }
}

async function readRights(application_id: number, as = 'manager.kkn') {
  const { data } = await test.call(examRight.gettable, { application_id }, as)
  const theory = data.find(({ kind }) => kind === 'theory')
  const practice = data.find(({ kind }) => kind === 'practice')
  if (theory === undefined || practice === undefined) throw new Error('no rights')
  return { theory, practice }
}

const slots = async (
  { right_id }: { right_id: number },
  span: { start?: Day; end?: Day } = {},
  as = 'registrar.kkn',
) => (await test.call(examBooking.slots, { right_id, ...span }, as)).data

const book = (right_id: number, exam_date: Day, exam_session_id?: number) =>
  test.call(
    examBooking.book,
    { right_id, exam_date, ...(exam_session_id !== undefined && { exam_session_id }) },
    'registrar.kkn',
  )

describe('the days and sessions that can be chosen for a right', () => {
  it('are the next 30 days with the open sessions of its kind, licence type and branch, their free seats and the missing documents', async () => {
    const { theory, application_id } = await rights()
    const day = addDays(today, 5)
    const early = await insertSession(test, day, { start: '09:00', end: '11:00', capacity: 3 })
    const late = await insertSession(test, day)
    await insertSession(test, day, { kind: 'practice', start: '15:00', end: '16:00' })
    await insertSession(test, day, { licence_types: ['motorcycle'], start: '16:00', end: '17:00' })
    await insertSession(test, day, { branch_id: test.school.branch.BPI })
    await book((await rights()).theory.right_id, day, early)
    await sql`
      with type as (
        insert into document_type (name, is_activate) values ('ใบรับรองแพทย์', false) returning document_type_id, name)
      insert into application_document (application_id, document_type_id, name, valid_days)
      select ${application_id}, document_type_id, name, 0 from type`.execute(test.db)
    const { days, ...found } = await slots(theory)
    expect(days).toHaveLength(31)
    expect(days[5]).toMatchObject({
      day,
      problem: null,
      sessions: [
        { exam_session_id: early, seats_left: 2 },
        { exam_session_id: late, seats_left: 1 },
      ],
    })
    expect(found).toMatchObject({
      booking: null,
      problem: null,
      move_problem: null,
      missing_documents: ['ใบรับรองแพทย์'],
      needs_theory: false,
      requires_session: false,
    })
    await book(theory.right_id, day, late)
    const after = await slots(theory)
    expect(after.booking).toMatchObject({
      exam_date: day,
      exam_session_id: late,
      session: `สอบภาคทฤษฎี ${formatDay(day)} 13:00`,
    })
    expect(after.days[5]?.sessions.map(({ seats_left }) => seats_left)).toEqual([2, 0])
    const { theory: row } = await readRights(application_id)
    expect(row).toMatchObject({
      reason: `จองสอบแล้ว ${formatDay(day)} 13:00–15:00 น.`,
      booking: { exam_date: day, exam_session_id: late },
      can: { book: false, wait: false, move: true, cancel: true, slip: true },
    })
    expect(row.events?.at(-1)).toMatchObject({ event: 'booked', exam_date: day })
  })

  it('show why a day cannot be chosen', async () => {
    const { theory, practice } = await rights()
    await setValidity(test, [theory.right_id], { permission_date: addDays(today, 3) })
    const { days } = await slots(theory, { end: addDays(today, 4) })
    expect(days.map(({ problem }) => problem?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'RIGHT_EXPIRED',
    ])
    const asClerk = await slots(practice, { end: today })
    expect(asClerk).toMatchObject({
      needs_theory: true,
      days: [{ problem: { code: 'THEORY_FIRST', can_override: false } }],
    })
    const asManager = await slots(practice, { end: today }, 'manager.kkn')
    expect(asManager.days[0]?.problem).toMatchObject({ code: 'THEORY_FIRST', can_override: true })
  })

  it('begin today at the earliest, and are at most 93', async () => {
    const { theory } = await rights()
    const { days } = await slots(theory, { start: addDays(today, -9), end: addDays(today, 1) })
    expect(days.map(({ day }) => day)).toEqual([today, addDays(today, 1)])
    const tooLong = await test.call(
      examBooking.slots,
      { right_id: theory.right_id, end: addDays(today, 93) },
      'registrar.kkn',
    )
    expect(tooLong.body.errors).toMatchObject([{ path: 'end' }])
    expect(await slots(theory, { end: addDays(today, 92) })).toMatchObject({})
  })

  it('are refused when the last one is before the first one, or before today', async () => {
    const { right_id } = (await rights()).theory
    const spans = [
      { start: addDays(today, 5), end: addDays(today, 4) },
      { end: addDays(today, -1) },
    ]
    for (const span of spans) {
      const answer = await test.call(examBooking.slots, { right_id, ...span }, 'registrar.kkn')
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toMatchObject([{ path: 'end' }])
    }
  })

  it('show that the balance must be paid first, with the amount only for callers who see applications', async () => {
    const { theory, application_id } = await rights(coursePrice - 100_000)
    expect((await slots(theory)).problem?.message).toBe(
      'กรุณาชำระยอดค้างก่อนดำเนินการ (ค้างชำระ 1,000.00 บาท)',
    )
    const reason = async (as: string) => (await readRights(application_id, as)).theory
    expect(await reason('manager.kkn')).toMatchObject({
      reason: 'กรุณาชำระยอดค้างก่อนดำเนินการ (ค้างชำระ 1,000.00 บาท)',
      can: { book: false },
    })
    expect((await reason('examiner.kkn')).reason).toBe('กรุณาชำระยอดค้างก่อนดำเนินการ')
  })

  it('show that the candidate has moved too often', async () => {
    const { theory } = await rights()
    const { exam_id } = (await book(theory.right_id, addDays(today, 11))).data
    for (const n of [12, 13, 14]) {
      await test.call(
        examBooking.changeDate,
        { exam_id, exam_date: addDays(today, n) },
        'registrar.kkn',
      )
    }
    expect((await slots(theory)).move_problem).toMatchObject({
      code: 'MOVES_USED_UP',
      can_override: false,
    })
  })
})

it('are shown with the holiday on which the branch holds no session, which a manager may override', async () => {
  const { theory } = await rights()
  const [closed, held] = [addDays(today, 21), addDays(today, 22)]
  await makeHoliday(test.db, closed)
  await makeHoliday(test.db, held)
  await insertSession(test, held)
  const problemsFor = async (as: string) =>
    (await slots(theory, { start: closed, end: held }, as)).days.map(({ problem }) => problem)
  const problem = {
    code: 'OUTSIDE_WORKING_TIME',
    message: expect.stringContaining('วันหยุดพิเศษ'),
    can_override: false,
  }
  expect(await problemsFor('registrar.kkn')).toEqual([problem, null])
  expect(await problemsFor('manager.kkn')).toEqual([{ ...problem, can_override: true }, null])
})

describe('the next free seat', () => {
  it('is found until the last day of the right, also after the days that are shown', async () => {
    await test.db.updateTable('exam_session').set({ status: 'closed' }).execute()
    const { theory } = await rights()
    expect((await slots(theory)).next_free).toBeNull()
    const [full, taken, free] = [40, 140, 150].map((n) => addDays(today, n)) as [Day, Day, Day]
    await setValidity(test, [theory.right_id], { permission_date: addDays(free, -1) })
    const fullId = await insertSession(test, full)
    expect((await slots(theory)).next_free).toEqual({ day: full, exam_session_id: fullId })
    const other = (await rights()).theory
    await book(other.right_id, full, fullId)
    const id = await insertSession(test, free)
    expect((await slots(theory)).next_free).toBeNull()
    await setValidity(test, [theory.right_id], { permission_date: free })
    expect((await slots(theory)).next_free).toEqual({ day: free, exam_session_id: id })
    expect((await slots(theory, { start: addDays(today, 1) })).next_free).toBeNull()
    const soon = await insertSession(test, taken)
    expect((await slots(theory)).next_free).toEqual({ day: taken, exam_session_id: soon })
    await book(theory.right_id, taken, soon)
    expect((await slots(theory)).next_free).toBeNull()
  })

  it('is never on a day on which the branch is closed', async () => {
    await test.db.updateTable('exam_session').set({ status: 'closed' }).execute()
    const { theory } = await rights()
    const [closed, open] = [60, 61].map((n) => addDays(today, n)) as [Day, Day]
    await test.db
      .insertInto('holiday')
      .values({ day: closed, name: 'หยุดสาขา', branch_id: test.school.branch.KKN })
      .execute()
    await insertSession(test, closed)
    const id = await insertSession(test, open)
    expect((await slots(theory)).next_free).toEqual({ day: open, exam_session_id: id })
  })
})

describe('the problem that is shown with a session', () => {
  it('is another exam of the customer at that time, but not the booking that would be moved', async () => {
    const { theory, practice } = await rights()
    const day = addDays(today, 25)
    const taken = await insertSession(test, day, { start: '09:00', end: '11:00', capacity: 3 })
    await insertSession(test, day, { kind: 'practice', start: '10:00', end: '12:00' })
    await insertSession(test, day, { kind: 'practice', start: '11:00', end: '12:00' })
    expect((await book(theory.right_id, day, taken)).status).toBe(200)
    const busyOf = async (right: { right_id: number }) =>
      (await slots(right, { start: day, end: day })).days[0]?.sessions.map(({ busy }) => busy)
    expect(await busyOf(practice)).toEqual([expect.stringContaining('ทฤษฎี'), ''])
    expect(await busyOf(theory)).toEqual([''])
  })

  it('is a holiday, and a weekday on which the branch is closed', async () => {
    const { theory } = await rights()
    const days = [27, 28, 29].map((n) => addDays(today, n)) as [Day, Day, Day]
    for (const day of days) await insertSession(test, day)
    const closedOf = async () =>
      (await slots(theory, { start: days[0], end: days[2] })).days.map(
        ({ sessions }) => sessions[0]?.closed,
      )
    expect(await closedOf()).toEqual([false, false, false])
    const branch_id = test.school.branch.KKN
    await test.db
      .insertInto('holiday')
      .values({ day: days[1], name: 'หยุดสาขา', branch_id })
      .execute()
    expect(await closedOf()).toEqual([false, true, false])
    const weekday = weekdayNameOf(days[0])
    const opening_hours = [{ weekday, opens: '08:00', closes: '17:00' }]
    await test.db
      .updateTable('branch')
      .set({ settings: JSON.stringify({ opening_hours }) })
      .where('branch_id', '=', branch_id)
      .execute()
    expect(await closedOf()).toEqual([false, true, true])
    await test.db.updateTable('branch').set({ settings: '{}' }).execute()
  })
})

it('omits a session that has ended, even within the minutes after its start', async () => {
  const { theory } = await rights()
  const short = await insertSession(test, today, { start: '09:00', end: '09:10', capacity: 5 })
  const offered = async () =>
    (await slots(theory)).days[0]?.sessions.map(({ exam_session_id }) => exam_session_id) ?? []
  test.clock.set(instantInBangkok(today, '09:09'))
  expect(await offered()).toContain(short)
  test.clock.set(instantInBangkok(today, '09:11'))
  expect(await offered()).not.toContain(short)
  const { body } = await book(theory.right_id, today, short)
  expect([body.code, body.message]).toEqual(['STATE', expect.stringContaining('จองไม่ได้')])
})
