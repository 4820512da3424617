/** Exam days of registrations from before bookings existed: migration 0072. */
import { readFile } from 'node:fs/promises'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { type Day, addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { lineInput } from '../../test/make/application.ts'
import { type MoneyDesk, moneyDesk } from '../../test/make/money.ts'
import { runOnServer } from '../../test/server-admin.ts'
import { checkInvariants } from './invariants.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day

beforeAll(async () => {
  // The migration takes the day from the database.
  test = await startApp({ now: new Date().toISOString() })
  desk = moneyDesk(test)
  today = todayInBangkok(new Date())
})
afterAll(() => test.close())

/** Registers the car course, unpaid, with a stored exam day this many days from today. */
async function registerWithDay(days: number) {
  const app = await desk.register({
    course: [{ course_id: test.school.course.car, ...lineInput(600_000) }],
    other_fee: [],
  })
  await test.db
    .updateTable('application_line')
    .set({ exam_date: addDays(today, days) })
    .where('application_id', '=', app.application_id)
    .execute()
  return app
}

it('books days from today on within a live right, and keeps past ones as history', async () => {
  const coming = await registerWithDay(5)
  const past = await registerWithDay(-40)
  const beyond = await registerWithDay(400)
  const ended = await registerWithDay(6)
  const endedBefore = await registerWithDay(-1)
  await desk.end(endedBefore)
  await test.db
    .updateTable('exam_right')
    .set({ disabled_at: `${addDays(today, -30)}T05:00:00Z` })
    .where('application_id', '=', endedBefore.application_id)
    .execute()
  await desk.end(ended)
  const file = await readFile(
    new URL('./migrations/0072_bookings_of_stored_exam_dates.sql', import.meta.url),
    'utf8',
  )
  await runOnServer(test.url, file)

  const query = { start: addDays(today, -90), end: addDays(today, 900), perPage: 100 }
  const { data } = await test.call(examBooking.gettable, query, 'admin')
  expect(
    data.map(({ application_code, kind, exam_date, status, balance, exam_session_id }) => ({
      application_code,
      kind,
      exam_date,
      status,
      balance,
      exam_session_id,
    })),
  ).toEqual([
    {
      application_code: past.code,
      kind: 'theory',
      exam_date: addDays(today, -40),
      status: 'unknown',
      balance: 600_000,
      exam_session_id: null,
    },
    {
      application_code: coming.code,
      kind: 'theory',
      exam_date: addDays(today, 5),
      status: 'waiting',
      balance: 600_000,
      exam_session_id: null,
    },
  ])
  expect(beyond.application_id).toBeGreaterThan(0)
  const results = await checkInvariants(test.db)
  expect(results.filter(({ violations }) => violations > 0)).toEqual([])
})
