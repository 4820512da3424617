/** The seats that are offered to the candidates of a session that is cancelled. */
import { examSession } from '@khapdee/contract/entities/exam-session'
import { addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { insertSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { fullSession } from '../../../test/make/exam-waiting.ts'
import { setAcrossBranches } from '../../../test/make/guest.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
  await removeHolidays(test.db)
  await setAcrossBranches(test, true)
})
afterAll(() => test.close())

/**
 * Inserts more sessions than the maximum that is offered, one after another from the next day on.
 */
const insertMany = (branch_id: number, licence: string) => sql`
  insert into exam_session (branch_id, kind, licence_types, name, starts_at, ends_at, capacity, created_by, updated_by)
  select ${branch_id}, 'theory', array[${licence}], 'รอบที่ ' || n, at, at + interval '10 minutes', 5, s.created_by, s.created_by
  from (select min(user_id) as created_by from app_user) s, generate_series(1, 250) n,
    lateral (select (${addDays(test.clock.today(), 1)}::date + time '06:00') at time zone 'Asia/Bangkok'
      + n * interval '15 minutes' as at) times`

it('offers free and full sessions of the own branch, however many others are before them', async () => {
  const { KKN, BPI } = test.school.branch
  const today = test.clock.today()
  const lost = await insertSession(test, addDays(today, 1), { start: '05:00', end: '05:30' })
  const { exam_id } = await seatCandidate(test, lost)
  await insertMany(KKN, 'motorcycle').execute(test.db)
  await insertMany(BPI, 'car').execute(test.db)
  const free = await insertSession(test, addDays(today, 30), { start: '05:00', end: '05:30' })
  const full = await fullSession(test, { day: addDays(today, 31) })
  // After the last day of the right.
  const late = await insertSession(test, addDays(today, 200))

  const input = { exam_session_id: lost }
  const { data } = await test.call(examSession.targets, input, 'manager.kkn')
  const [booking] = data.bookings
  expect(booking).toMatchObject({ exam_id, proposed: free })
  expect(booking?.fits).toContain(free)
  expect(booking?.may_wait_for).toContain(full.exam_session_id)
  const offered = data.sessions.map(({ exam_session_id }) => exam_session_id)
  expect(offered).not.toContain(late)
  expect(new Set(offered)).toEqual(new Set([...(booking?.fits ?? []), full.exam_session_id]))
})
