/**
 * Times of sessions and bookings that are moved are those of the clock in Bangkok, whatever the
 * time zone of the server.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { type Day, addDays, day, instantInBangkok } from '@khapdee/domain/thai-date'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { createSession, grantTheory, seatCandidate } from '../../../test/make/exam-session.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'

const today = day('2026-11-30')
const { TZ } = process.env
let test: TestApp

beforeAll(async () => {
  test = await startApp({ now: instantInBangkok(today, '10:00') })
  await removeHolidays(test.db)
})
afterAll(() => test.close())
afterEach(() => {
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
})

const manager = 'manager.kkn'
const get = async (exam_session_id: number) =>
  (await test.call(examSession.get, { exam_session_id }, manager)).data

/** Moves a session with its candidates to another day. */
async function moveSession(exam_session_id: number, date: Day) {
  const stored = await get(exam_session_id)
  const input = examSession.update.input
    .strip()
    .parse({ ...stored, status: 'open', vehicle_ids: [], panel: [], date })
  return test.call(examSession.update, input as InputOf<typeof examSession.update>, manager)
}

/**
 * The days and instants of a session, of its booking and of the timetable of its candidate, as
 * stored.
 */
const stored = (exam_session_id: number) =>
  test.db
    .selectFrom('exam_session as s')
    .leftJoin('exam as e', 'e.exam_session_id', 's.exam_session_id')
    .leftJoin('occupancy as o', 'o.exam_id', 'e.exam_id')
    .select(['s.day', 's.starts_at', 's.ends_at', 'e.exam_date'])
    .select((eb) => eb.fn<string | null>('lower', ['o.during']).as('occupied_from'))
    .where('s.exam_session_id', '=', exam_session_id)
    .executeTakeFirstOrThrow()

const instant = (value: string | Date | null) => value && new Date(value).toISOString()

/** Days to which sessions are moved: by a day, a week and a month, across the end of a month and of a year, and back. */
const targets = ['2026-12-01', '2026-12-08', '2027-01-08', '2027-02-08', '2026-12-02'].map(day)
/** Los Angeles begins its summer time in the night before the 15th in Bangkok. */
const summerTime = ['2027-03-14', '2027-03-15', '2027-11-07', '2027-11-08'].map(day)

describe.each(['America/Los_Angeles', 'Asia/Kathmandu'])('on a server in %s', (zone) => {
  it.each([
    ['00:30', '02:00'],
    ['06:30', '08:00'],
    ['23:30', '23:59'],
  ])('a session from %s to %s keeps its times when it is moved', async (start_time, end_time) => {
    process.env['TZ'] = zone
    test.clock.set(instantInBangkok(today, '00:30'))
    const times = { start_time, end_time }
    const id = await createSession(test, { date: addDays(today, 3), ...times })
    const { exam_id } = await seatCandidate(test, id)
    const empty = await createSession(test, { date: addDays(today, 4), ...times })
    const check = async (session: number, date: Day) => {
      expect((await moveSession(session, date)).status).toBe(200)
      expect(await get(session)).toMatchObject({ date, ...times })
      const row = await stored(session)
      expect([row.day, instant(row.starts_at), instant(row.ends_at)]).toEqual([
        date,
        instantInBangkok(date, start_time),
        instantInBangkok(date, end_time),
      ])
      return row
    }
    for (const date of targets) {
      const row = await check(id, date)
      expect([row.exam_date, instant(row.occupied_from)]).toEqual([
        date,
        instantInBangkok(date, start_time),
      ])
      const days = { start: date, end: date, page: 1, perPage: 100 }
      const { data } = await test.call(examBooking.gettable, days, manager)
      expect(data.find((booking) => booking.exam_id === exam_id)).toMatchObject({
        exam_date: date,
        starts_at: instantInBangkok(date, start_time),
      })
    }
    for (const date of summerTime) await check(empty, date)
  })

  it.each(['00:30', '06:30', '23:30'])(
    'a booking that is moved at %s has the days of Bangkok',
    async (now) => {
      process.env['TZ'] = zone
      test.clock.set(instantInBangkok(today, now))
      const right_id = await grantTheory(test)
      const book = (exam_date: Day) =>
        test.call(examBooking.book, { right_id, exam_date }, 'registrar.kkn')
      expect((await book(addDays(today, -1))).body.code).toBe('PAST_DAY')
      const { exam_id } = (await book(today)).data
      for (const days of [1, 7, 31]) {
        const exam_date = addDays(today, days)
        const input = { exam_id, exam_date }
        const { data } = await test.call(examBooking.changeDate, input, 'registrar.kkn')
        expect(data).toMatchObject({ exam_date })
        const row = await test.db
          .selectFrom('exam')
          .select('exam_date')
          .where('exam_id', '=', exam_id)
          .executeTakeFirstOrThrow()
        expect(row).toEqual({ exam_date })
      }
      const late = addDays(today, 90)
      test.clock.set(instantInBangkok(late, now))
      const slots = { right_id, start: late, end: addDays(late, 1) }
      const { days } = (await test.call(examBooking.slots, slots, manager)).data
      // The last day of the right is that of Bangkok.
      expect(days.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'RIGHT_EXPIRED'])
    },
  )
})
