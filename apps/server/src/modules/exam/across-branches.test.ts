import { randomUUID } from 'node:crypto'
import { branchSettings } from '@khapdee/contract/entities/branch'
import { application } from '@khapdee/contract/entities/application'
import { calendar } from '@khapdee/contract/entities/calendar'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays, instantInBangkok } from '@khapdee/domain/thai-date'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { bookGuest, setAcrossBranches } from '../../../test/make/guest.ts'
import { makeOtherFee, soldFee } from '../../../test/make/fee.ts'
import { grantTheory, insertSession, seatRight } from '../../../test/make/exam-session.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp
let today: Day
/** The branch that holds the sessions; the rights belong to KKN. */
let BPI: number
let used = 0
/** A separate day for each test. */
const freshDay = () => addDays(today, 2 + ++used)

beforeAll(async () => {
  test = await startApp()
  today = test.clock.today()
  BPI = test.school.branch.BPI
  await removeHolidays(test.db)
})
afterAll(() => test.close())

type GuestSession = NonNullable<Parameters<typeof bookGuest>[2]>

const own = 'registrar.kkn'
const host = 'registrar.bpi'

const allow = (isAllowed: boolean) => setAcrossBranches(test, isAllowed)
beforeEach(async () => {
  test.clock.set(instantInBangkok(today, '10:00'))
  await allow(true)
})
afterEach(async () => {
  await test.db.updateTable('branch').set({ settings: '{}' }).execute()
})

const change = (branch_id: number, values: object) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify(branchSettings.parse(values)) })
    .where('branch_id', '=', branch_id)
    .execute()

const book = (right_id: number, exam_date: Day, exam_session_id: number | null) =>
  test.call(examBooking.book, { right_id, exam_date, exam_session_id, override_reason: '' }, own)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'ok' : body.code

const bookingOf = (right_id: number) =>
  test.db
    .selectFrom('exam')
    .select(['exam_id', 'branch_id', 'host_branch_id', 'exam_session_id'])
    .where('right_id', '=', right_id)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()

/** Books a KKN right in a session of BPI, by default on a separate day. */
async function guest({ day = freshDay(), ...values }: { day?: Day } & GuestSession = {}) {
  return { day, ...(await bookGuest(test, day, values)) }
}

/** Every call that books a KKN right in a session of BPI, each for a separate right. */
const bookingCalls: Record<
  string,
  (session: number, day: Day) => Promise<{ status: number; body: { code?: string } }>
> = {
  'exam/book': async (session, day) => book(await grantTheory(test), day, session),
  'exam/changedate': async (exam_session_id, exam_date) => {
    const at = addDays(exam_date, 30)
    const seat = await seatRight(test, await grantTheory(test), await insertSession(test, at))
    const input = {
      exam_id: seat.exam_id,
      exam_date,
      exam_session_id,
      note: '',
      override_reason: '',
    }
    return test.call(examBooking.changeDate, input, own)
  },
  'application/create': (exam_session_id, exam_date) => {
    const line = lineInput(600_000, { paid: satang(600_000), exam_date, exam_session_id })
    const course = [{ course_id: test.school.course.car, ...line }]
    return test.call(application.create, applicationInput(test.school, { course }), own)
  },
  'exam/retake': async (exam_session_id, exam_date) => {
    const yesterday = addDays(today, -1)
    const right_id = await grantTheory(test)
    const { exam_id } = await seatRight(test, right_id, await insertSession(test, yesterday))
    const result = { exam_id, result: 'fail' as const, score: 10, note: '' }
    expect((await test.call(examBooking.result, result, 'manager.kkn')).status).toBe(200)
    const { other_fee_id } = await makeOtherFee(test.db, {
      price: 20_000,
      kind: 'exam',
      exam_use: 'retake',
    })
    const fee = soldFee(other_fee_id, 20_000)
    const input = { right_id, exam_date, exam_session_id, fee, override_reason: 'สอบใหม่ทันที' }
    return test.call(examBooking.retake, input, 'manager.kkn')
  },
  'exam/grant': async (exam_session_id, exam_date) => {
    const right = await grantTheory(test, { customer: customerInput({}) })
    const { customer_id } = await test.db
      .selectFrom('exam_right')
      .select('customer_id')
      .where('right_id', '=', right)
      .executeTakeFirstOrThrow()
    const input = {
      customer_id,
      branch_id: test.school.branch.KKN,
      kind: 'theory' as const,
      licence_type: 'motorcycle' as const,
      permission_date: addDays(today, 90),
      note: 'ยกมา',
      exam_date,
      exam_session_id,
    }
    return test.call(examRight.grant, input, 'manager.kkn')
  },
}

describe('a session of another branch', () => {
  it.each(Object.keys(bookingCalls))(
    'is booked by %s only if the school allows it',
    async (path) => {
      const day = freshDay()
      const session = await insertSession(test, day, {
        branch_id: BPI,
        licence_types: ['any'],
        capacity: 9,
      })
      await allow(false)
      const refused = await bookingCalls[path]?.(session, day)
      expect(refused && codeOf(refused)).toBe('NOT_FOUND')
      expect(JSON.stringify(refused?.body)).not.toContain('รอบ')
      await allow(true)
      const booked = await bookingCalls[path]?.(session, day)
      expect(booked && codeOf(booked)).toBe('ok')
      const rows = await test.db
        .selectFrom('exam')
        .select(['branch_id', 'host_branch_id'])
        .where('exam_session_id', '=', session)
        .execute()
      expect(rows).toEqual([{ branch_id: test.school.branch.KKN, host_branch_id: BPI }])
    },
  )

  it('is never chosen for a day when the call names no session', async () => {
    const day = freshDay()
    await insertSession(test, day, { branch_id: BPI })
    const right_id = await grantTheory(test)
    expect((await book(right_id, day, null)).status).toBe(200)
    expect(await bookingOf(right_id)).toMatchObject({ exam_session_id: null, host_branch_id: null })
  })

  it('has no more seats for rights of other branches than for its own', async () => {
    const { day, session } = await guest({ capacity: 1 })
    expect(codeOf(await book(await grantTheory(test), day, session))).toBe('SESSION_FULL')
  })

  it('has a waiting list that the right can join and whose seat it can accept; both branches see the entry', async () => {
    const { day, session, exam_id } = await guest({ capacity: 1 })
    const waiting = await grantTheory(test)
    await allow(false)
    const join = () =>
      test.call(examWaiting.join, { exam_session_id: session, right_id: waiting }, own)
    expect(codeOf(await join())).toBe('NOT_FOUND')
    await allow(true)
    const { exam_waiting_id } = (await join()).data
    for (const as of [own, host]) {
      const { data } = await test.call(examWaiting.gettable, { exam_session_id: session }, as)
      expect(data.map((entry) => entry.exam_waiting_id)).toEqual([exam_waiting_id])
    }
    await test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, own)
    expect((await test.call(examWaiting.accept, { exam_waiting_id }, own)).data).toMatchObject({
      exam_date: day,
    })
    expect(await bookingOf(waiting)).toMatchObject({ host_branch_id: BPI })
  })

  it('is offered with its branch, once the setting is on', async () => {
    const { right_id, day, session } = await guest()
    const slots = async () => {
      const { data } = await test.call(examBooking.slots, { right_id, start: day, end: day }, own)
      return data.days.flatMap(({ sessions }) => sessions)
    }
    expect(await slots()).toMatchObject([{ exam_session_id: session, branch: 'บ้านไผ่' }])
    await allow(false)
    expect(await slots()).toEqual([])
  })

  it('takes candidates of a cancelled session only if the school allows it', async () => {
    const day = freshDay()
    const lost = await insertSession(test, day, { start: '08:00', end: '09:00' })
    const { exam_id, right_id } = await seatRight(test, await grantTheory(test), lost)
    const target = await insertSession(test, day, { branch_id: BPI })
    const offered = async () =>
      (await test.call(examSession.targets, { exam_session_id: lost }, 'manager.kkn')).data
    const cancel = () =>
      test.call(
        examSession.cancel,
        {
          exam_session_id: lost,
          version: 1,
          note: 'ไฟดับ',
          moves: [{ exam_id, exam_session_id: target }],
        },
        'manager.kkn',
      )
    await allow(false)
    expect((await offered()).bookings[0]?.fits).not.toContain(target)
    expect(codeOf(await cancel())).toBe('NOT_FOUND')
    await allow(true)
    expect((await offered()).bookings[0]?.fits).toContain(target)
    expect(codeOf(await cancel())).toBe('ok')
    expect(await bookingOf(right_id)).toMatchObject({
      host_branch_id: BPI,
      exam_session_id: target,
    })
  })
})

describe('a booking in another branch', () => {
  it('is in the lists, the calendar, the session and the roster of both branches', async () => {
    const { day, session, exam_id } = await guest()
    await seatRight(test, await grantTheory(test, {}, host), session)
    for (const [as, count] of [
      [own, 1],
      [host, 2],
    ] as const) {
      const days = { start: day, end: day }
      const list = await test.call(examBooking.gettable, { ...days, scope: 'all' }, as)
      expect(list.data.map((row) => row.exam_id)).toContain(exam_id)
      const { data } = await test.call(examSession.get, { exam_session_id: session }, as)
      expect(data.candidates).toHaveLength(count)
      expect(data.candidates.find((row) => row.exam_id === exam_id)).toMatchObject({
        right_branch: 'เมืองขอนแก่น',
      })
      const roster = await test.call(examDocument.roster, { exam_session_id: session }, as)
      expect(roster.status).toBe(200)
      const entries = (await test.call(calendar.read, days, as)).data
      expect(entries.some((entry) => entry.record_id === session)).toBe(true)
    }
    const other = await insertSession(test, day, { branch_id: BPI })
    await seatRight(test, await grantTheory(test, {}, host), other)
    const foreign = await test.call(examSession.get, { exam_session_id: other }, own)
    expect(foreign.status).toBe(404)
  })

  it('is changed by the branch of the right, and checked in and marked by the branch of the session', async () => {
    const { exam_id, session } = await guest({ day: today, start: '13:00', end: '15:00' })
    const row = async (as: string) =>
      (await test.call(examBooking.gettable, { exam_session_id: session }, as)).data[0]?.can
    expect([(await row(own))?.move, (await row(host))?.move]).toEqual([true, false])
    const cancel = await test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, host)
    expect(codeOf(cancel)).toBe('NOT_FOUND')
    const checkIn = (as: string) => test.call(examDay.checkIn, { nonce: randomUUID(), exam_id }, as)
    expect(codeOf(await checkIn(own))).toBe('NOT_FOUND')
    expect(codeOf(await checkIn(host))).toBe('ok')
    test.clock.set(instantInBangkok(today, '15:30'))
    const result = { exam_id, result: 'pass' as const, score: 48, note: '' }
    expect(codeOf(await test.call(examBooking.result, result, 'manager.kkn'))).toBe('NOT_FOUND')
    expect(codeOf(await test.call(examBooking.result, result, 'manager.bpi'))).toBe('ok')
  })

  it('joins a waiting list when the branch of the session cancels it', async () => {
    const { exam_id, session, day } = await guest()
    const full = await insertSession(test, addDays(day, 1), { branch_id: BPI, capacity: 1 })
    await seatRight(test, await grantTheory(test, {}, host), full)
    const moves = [{ exam_id, exam_session_id: null, waiting_session_id: full }]
    const input = { exam_session_id: session, version: 1, note: 'ห้องชำรุด', moves }
    expect(codeOf(await test.call(examSession.cancel, input, 'manager.bpi'))).toBe('ok')
  })

  it.each([true, false])(
    'can only be closed with its session by the branch of the session; setting: %s',
    async (setting) => {
      const { session } = await guest({ day: today, start: '10:15', end: '10:30' })
      await allow(setting)
      test.clock.set(instantInBangkok(today, '15:30'))
      const input = { exam_session_id: session, version: 1 }
      expect(codeOf(await test.call(examSession.close, input, 'manager.kkn'))).toBe('NOT_FOUND')
      expect(codeOf(await test.call(examSession.close, input, 'manager.bpi'))).toBe('ok')
    },
  )

  it('is subject to the payment rules of the branch of the right', async () => {
    const day = freshDay()
    const session = await insertSession(test, day, { branch_id: BPI, capacity: 5 })
    const unpaid = { course: [{ course_id: test.school.course.car, ...lineInput(600_000) }] }
    await change(BPI, { exam_requires_full_payment: false })
    expect(codeOf(await book(await grantTheory(test, unpaid), day, session))).toBe('BALANCE_FIRST')
    await change(test.school.branch.KKN, { exam_requires_full_payment: false })
    await change(BPI, { exam_requires_full_payment: true })
    expect(codeOf(await book(await grantTheory(test, unpaid), day, session))).toBe('ok')
  })

  it('is moved and checked in by the times of the branch of the session', async () => {
    const { exam_id, day } = await guest()
    const move = () =>
      test.call(
        examBooking.changeDate,
        {
          exam_id,
          exam_date: addDays(day, 20),
          exam_session_id: null,
          note: '',
          override_reason: '',
        },
        own,
      )
    await change(BPI, { exam_move_notice_hours: 720 })
    expect(codeOf(await move())).toBe('MOVE_TOO_LATE')
    await change(BPI, {})
    await change(test.school.branch.KKN, { exam_move_notice_hours: 720 })
    expect(codeOf(await move())).toBe('ok')

    const late = await guest({ day: today, start: '16:00', end: '18:00' })
    test.clock.set(instantInBangkok(today, '16:20'))
    await change(BPI, { exam_late_minutes: 10 })
    const checkIn = () =>
      test.call(examDay.checkIn, { nonce: randomUUID(), exam_id: late.exam_id }, host)
    expect(codeOf(await checkIn())).toBe('TOO_LATE')
    await change(BPI, { exam_late_minutes: 30 })
    await change(test.school.branch.KKN, { exam_late_minutes: 0 })
    expect(codeOf(await checkIn())).toBe('ok')
  })

  it('can still be cancelled after the school has forbidden booking across branches', async () => {
    const { exam_id } = await guest()
    await allow(false)
    expect(codeOf(await test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, own))).toBe('ok')
  })
})

it('leaves every booking with the branches of its right and its session', async () => {
  const broken = (await checkInvariants(test.db)).filter(({ violations }) => violations > 0)
  expect(broken).toEqual([])
})
