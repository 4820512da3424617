/** Waiting lists of one branch with rights of another. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { type Day, addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { grantTheory, insertSession, seatRight } from '../../../test/make/exam-session.ts'
import { setAcrossBranches } from '../../../test/make/guest.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'
import { type LiveClient, listenOn, openLive } from '../../../test/live-client.ts'
import { bearer, openSession } from '../../../test/session.ts'
import { serveLists } from '../booking/serve-lists.ts'

let test: TestApp
let BPI: number
beforeAll(async () => {
  test = await startApp()
  BPI = test.school.branch.BPI
  await removeHolidays(test.db)
})
beforeEach(() => setAcrossBranches(test, true))
afterAll(() => test.close())

const own = 'manager.kkn'
const host = 'manager.bpi'
let used = 0

/** A session of BPI with a candidate of its own, and a right of KKN that waits for its seat. */
async function waitingGuest(grant: Parameters<typeof grantTheory>[1] = {}) {
  const day: Day = addDays(test.clock.today(), 2 + ++used)
  const exam_session_id = await insertSession(test, day, { branch_id: BPI })
  const seated = await seatRight(
    test,
    await grantTheory(test, {}, 'registrar.bpi'),
    exam_session_id,
  )
  const right_id = await grantTheory(test, grant)
  const { data } = await test.call(examWaiting.join, { exam_session_id, right_id }, own)
  return { ...data, exam_session_id, right_id, seated }
}

const free = ({ seated }: Awaited<ReturnType<typeof waitingGuest>>) =>
  test.call(examBooking.cancel, { exam_id: seated.exam_id, note: 'ติดธุระ' }, host)

const entryOf = async (exam_session_id: number, as: string, status?: string) =>
  (await test.call(examWaiting.gettable, { exam_session_id, ...(status && { status }) }, as))
    .data[0]

const stored = (exam_waiting_id: number) =>
  test.db
    .selectFrom('exam_waiting')
    .select(['state', 'note'])
    .where('exam_waiting_id', '=', exam_waiting_id)
    .executeTakeFirstOrThrow()

describe('a guest on a waiting list', () => {
  it('is answered by the branch of the right, and offered a seat by the branch of the session', async () => {
    const guest = await waitingGuest()
    const { exam_waiting_id, exam_session_id } = guest
    // The seat is freed without a run of the job, so that it can be offered manually.
    await sql`update exam_session set capacity = 2 where exam_session_id = ${exam_session_id}`.execute(
      test.db,
    )
    expect((await entryOf(exam_session_id, own))?.can).toEqual({
      offer: false,
      answer: false,
      leave: true,
    })
    expect((await entryOf(exam_session_id, host))?.can).toMatchObject({ offer: true })
    expect((await test.call(examWaiting.offer, { exam_waiting_id }, own)).status).toBe(404)
    expect((await test.call(examWaiting.offer, { exam_waiting_id }, host)).status).toBe(200)

    const [ofOwn, ofHost] = [
      await entryOf(exam_session_id, own),
      await entryOf(exam_session_id, host),
    ]
    expect([ofOwn?.can.answer, ofHost?.can.answer]).toEqual([true, false])
    expect([ofOwn?.is_own, ofHost?.is_own]).toEqual([true, false])
    for (const endpoint of [examWaiting.accept, examWaiting.decline]) {
      expect((await test.call(endpoint, { exam_waiting_id }, host)).status).toBe(404)
    }
    expect((await test.call(examWaiting.accept, { exam_waiting_id }, own)).status).toBe(200)
  })

  it('shows the amount owed only to the branch of the right', async () => {
    const course = [{ course_id: test.school.course.car, ...lineInput(600_000) }]
    const { exam_session_id } = await waitingGuest({ course })
    expect((await entryOf(exam_session_id, own))?.reason).toMatch(/6,000/)
    expect((await entryOf(exam_session_id, host))?.reason).toMatch(/^\D+$/)
  })

  it('is announced to the open screens of both branches', async () => {
    const guest = await waitingGuest()
    const origin = await listenOn(test.app)
    const clients: LiveClient[] = []
    for (const as of ['registrar.kkn', 'registrar.bpi']) {
      clients.push(await openLive(origin, bearer((await openSession(test, as)).token)))
    }
    // A change of another entry of the same list affects only the list.
    const { exam_waiting_id } = guest
    await test.call(examWaiting.leave, { exam_waiting_id, note: 'เปลี่ยนใจ' }, host)
    const branches = [test.school.branch.KKN, BPI]
    for (const [i, { messages }] of clients.entries()) {
      await expect.poll(() => messages).toContain(`exam-session ${branches[i]}`)
    }
    for (const client of clients) client.close()
  })
})

describe('a school that stops booking across branches', () => {
  const reason = 'โรงเรียนไม่เปิดให้สอบข้ามสาขาแล้ว'

  it('ends the waits and offers of guests with a reason, and offers the seats to others', async () => {
    // Entries of other tests.
    await setAcrossBranches(test, false)
    await setAcrossBranches(test, true)
    const offered = await waitingGuest()
    const behind = await grantTheory(test, {}, 'registrar.bpi')
    const { exam_session_id } = offered
    const join = { exam_session_id, right_id: behind }
    const next = (await test.call(examWaiting.join, join, 'registrar.bpi')).data
    await free(offered)
    expect((await stored(offered.exam_waiting_id)).state).toBe('offered')
    const waiting = await waitingGuest()

    expect(await setAcrossBranches(test, false)).toContain('2 รายการ')
    for (const { exam_waiting_id } of [offered, waiting]) {
      expect(await stored(exam_waiting_id)).toEqual({ state: 'ended', note: reason })
    }
    expect((await stored(next.exam_waiting_id)).state).toBe('offered')
    const { events } = await test.db
      .selectFrom('exam_right_event')
      .select((eb) => eb.fn.countAll<number>().as('events'))
      .where('right_id', '=', offered.right_id)
      .where('event', '=', 'waiting_ended')
      .executeTakeFirstOrThrow()
    expect(Number(events)).toBe(1)
  })

  it('ends an entry that was made at the same moment within the next run of the job', async () => {
    const { exam_waiting_id } = await waitingGuest()
    // Like a call that had read the setting before it was changed.
    await sql`update school set exam_across_branches = false`.execute(test.db)
    const now = () => test.clock.now()
    await serveLists(test.db, { now, today: () => todayInBangkok(now()) })
    expect(await stored(exam_waiting_id)).toEqual({ state: 'ended', note: reason })
  })
})
