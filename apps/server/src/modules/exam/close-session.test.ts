import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import type { NoShowPolicy } from '@khapdee/domain/exam-result'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { addPanel, insertSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
let session: number

const before = '2026-11-21T03:00:00Z'
/** The sessions are from 13:00 to 15:00 in Bangkok. */
const during = '2026-11-21T07:00:00Z'
const after = '2026-11-21T08:00:00Z'
const nextMorning = '2026-11-22T01:00:00Z'

beforeAll(async () => {
  test = await startApp({ now: before })
  desk = moneyDesk(test)
  today = test.clock.today()
})
beforeEach(async () => {
  test.clock.set(before)
  session = await insertSession(test, today, { capacity: 100 })
})
afterAll(() => test.close())

const seat = () => seatCandidate(test, session)

/** Uses a session at a time of which the examiner has no other one. */
const atAnotherTime = async (start: string, end: string) => {
  session = await insertSession(test, today, { capacity: 100, start, end })
}

const close = (as = 'manager.kkn', version = 1) =>
  test.call(examSession.close, { exam_session_id: session, version }, as)

const setPolicy = (exam_no_show: NoShowPolicy) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify({ exam_no_show }) })
    .where('branch_id', '=', test.school.branch.KKN)
    .execute()

async function rightOf({ application_id, right_id }: { application_id: number; right_id: number }) {
  const { data } = await test.call(examRight.gettable, { application_id }, 'manager.kkn')
  const right = data.find((row) => row.right_id === right_id)
  if (right === undefined) throw new Error('no right')
  return right
}

const resultOf = (exam_id: number) =>
  test.db
    .selectFrom('exam')
    .select(['result', 'no_show', 'checked_in_at'])
    .where('exam_id', '=', exam_id)
    .executeTakeFirstOrThrow()

const mark = (exam_id: number, result: 'pass' | 'fail' | 'absent', note = '', as = 'manager.kkn') =>
  test.call(examBooking.result, { exam_id, result, note }, as)

describe('closing a session', () => {
  it('marks candidates who are not checked in as absent, keeps results, and is done once', async () => {
    const [came, missed] = [await seat(), await seat()]
    test.clock.set(during)
    await mark(came.exam_id, 'pass')
    test.clock.set(after)
    const { data, body } = await close()
    expect(data.absent).toBe(1)
    expect(body.message).toContain('บันทึกขาดสอบ 1 คน')
    expect((await resultOf(came.exam_id)).result).toBe('pass')
    expect(await resultOf(missed.exam_id)).toEqual({
      result: 'absent',
      no_show: 'keep',
      checked_in_at: null,
    })
    const shown = await test.call(examSession.get, { exam_session_id: session }, 'manager.kkn')
    expect(shown.data).toMatchObject({ unmarked: 0, ended_at: expect.any(String) })
    expect(shown.data.can.close).toBe(false)
    expect((await close('manager.kkn', 2)).body.code).toBe('STATE')
  })

  it('is refused before the end, with another version, and after a cancellation', async () => {
    await seat()
    test.clock.set(during)
    expect((await close()).body).toMatchObject({ code: 'STATE' })
    test.clock.set(after)
    expect((await close('manager.kkn', 7)).body.code).toBe('CONFLICT')
    session = await insertSession(test, today)
    await test.db
      .updateTable('exam_session')
      .set({ status: 'cancelled' })
      .where('exam_session_id', '=', session)
      .execute()
    expect((await close()).body.code).toBe('STATE')
  })

  it('is refused while a checked-in candidate has no result, naming them, and changes nothing', async () => {
    const [present, missed] = [await seat(), await seat()]
    await test.db
      .updateTable('exam')
      .set({ checked_in_at: during, checked_in_by: test.school.userId('manager.kkn') })
      .where('exam_id', '=', present.exam_id)
      .execute()
    test.clock.set(after)
    const refused = await close()
    expect(refused).toMatchObject({ status: 409, body: { code: 'RESULTS_MISSING' } })
    expect(refused.body.message).toContain('ผู้เข้าสอบ 1 คน')
    expect((await resultOf(missed.exam_id)).result).toBeNull()
    await mark(present.exam_id, 'fail')
    expect((await close()).status).toBe(200)
  })

  it('is refused while a refund is requested for one of the absent candidates', async () => {
    const app = await desk.register({
      course: [
        {
          course_id: test.school.course.car,
          ...lineInput(600_000, {
            paid: satang(600_000),
            exam_date: today,
            exam_session_id: session,
          }),
        },
      ],
      other_fee: [],
      as: 'cashier.kkn',
    })
    const request = await desk.requestRefund(app, 600_000)
    test.clock.set(after)
    expect((await close()).body.code).toBe('REFUND_PENDING')
    await desk.withdraw(request.data.request_id)
    expect((await close()).status).toBe(200)
  })

  it('is done by the panel, not by other examiners', async () => {
    await seat()
    test.clock.set(after)
    expect((await close('examiner.kkn')).status).toBe(403)
    await addPanel(test, session, [test.school.userId('examiner.kkn')])
    expect((await close('examiner.kkn')).status).toBe(200)
  })

  it(
    'and a concurrent result leave the candidate with one result',
    { timeout: raceTimeoutMs },
    () =>
      inRounds(async () => {
        test.clock.set(before)
        session = await insertSession(test, today, { capacity: 5 })
        const { exam_id } = await seat()
        test.clock.set(after)
        const outcome = await race(mark(exam_id, 'fail'), close())
        const { result } = await resultOf(exam_id)
        // After the close the result would be a correction, which needs a reason.
        expect(['ok ok', 'VALIDATION ok']).toContain(outcome)
        expect(['fail', 'absent']).toContain(result)
      }),
  )
})

describe('a no-show', () => {
  it('keeps the right without a retake gap, unless the branch says otherwise', async () => {
    const missed = await seat()
    test.clock.set(after)
    await close()
    expect((await rightOf(missed)).status).toBe('active')
    expect((await resultOf(missed.exam_id)).no_show).toBe('keep')
  })

  it.each(['close', 'mark'] as const)(
    'ends the right by %s, and a correction reopens it',
    async (way) => {
      await setPolicy('use')
      const missed = await seat()
      test.clock.set(after)
      if (way === 'close') await close()
      else await mark(missed.exam_id, 'absent')
      const right = await rightOf(missed)
      expect(right).toMatchObject({ status: 'forfeited', reason: 'ขาดสอบ สิทธิ์สอบสิ้นสุดแล้ว' })
      expect(right.can).toMatchObject({ book: false, extend: false, disable: false })
      expect(right.events?.at(-1)?.note).toBe('ขาดสอบ · ขาดสอบ สิทธิ์สิ้นสุด')
      const listed = await test.call(
        examRight.gettable,
        { status: 'forfeited', perPage: 100 },
        'manager.kkn',
      )
      expect(listed.data.map(({ right_id }) => right_id)).toContain(missed.right_id)
      const again = { right_id: missed.right_id, exam_date: addDays(today, 5) }
      const booked = await test.call(examBooking.book, again, 'registrar.kkn')
      expect(booked.body.code).toBe('RIGHT_FORFEITED')
      expect((await mark(missed.exam_id, 'fail')).body.errors).toMatchObject([{ path: 'note' }])
      expect((await mark(missed.exam_id, 'fail', 'มาสอบแต่ไม่ได้ลงชื่อ')).status).toBe(200)
      expect((await rightOf(missed)).status).toBe('active')
      expect(await resultOf(missed.exam_id)).toMatchObject({ result: 'fail', no_show: null })
      await setPolicy('keep')
    },
  )

  it('keeps the right if the branch proposes a fee for it, which is recorded', async () => {
    await setPolicy('fee')
    const missed = await seat()
    test.clock.set(after)
    await close()
    expect((await rightOf(missed)).status).toBe('active')
    expect((await resultOf(missed.exam_id)).no_show).toBe('fee')
    await setPolicy('keep')
  })
})

describe('a session that is not closed', () => {
  const listed = async (as = 'manager.kkn') => {
    const { data } = await test.call(examSession.unclosed, { page: 1, perPage: 100 }, as)
    return data.some(({ exam_session_id }) => exam_session_id === session)
  }
  const own = async () => {
    const { data } = await test.call(examSession.mine, {}, 'examiner.kkn')
    return data.find(({ exam_session_id }) => exam_session_id === session)
  }

  it('is listed the next morning until it is closed, even after all results', async () => {
    const { exam_id } = await seat()
    test.clock.set(after)
    expect(await listed()).toBe(false)
    test.clock.set(nextMorning)
    expect(await listed()).toBe(true)
    expect(await listed('manager.bpi')).toBe(false)
    await mark(exam_id, 'absent')
    expect(await listed()).toBe(true)
    expect((await close()).status).toBe(200)
    expect(await listed()).toBe(false)
  })

  it('is not listed if it had no bookings', async () => {
    await atAnotherTime('06:00', '06:30')
    test.clock.set(nextMorning)
    expect(await listed()).toBe(false)
    await seat()
    expect(await listed()).toBe(true)
  })

  it('is listed in pages, with the total number', async () => {
    const read = (page: number) =>
      test.call(examSession.unclosed, { page, perPage: 2 }, 'manager.kkn')
    const added: number[] = []
    for (const start of ['07:00', '07:20', '07:40']) {
      await atAnotherTime(start, '08:00')
      await seat()
      added.push(session)
    }
    test.clock.set(nextMorning)
    const { total, totalPages } = (await read(1)).body.meta
    const seen: number[] = []
    for (let page = 1; page <= totalPages; page++) {
      const { data } = await read(page)
      expect(data.length).toBeLessThanOrEqual(2)
      seen.push(...data.map(({ exam_session_id }) => exam_session_id))
    }
    expect(seen).toEqual(expect.arrayContaining(added))
    expect(new Set(seen).size).toBe(total)
    const beyond = await read(totalPages + 1)
    expect(beyond.body).toMatchObject({ data: [], meta: { total } })
  })

  it('stays among the own sessions of its panel', async () => {
    await atAnotherTime('10:30', '12:30')
    await seat()
    expect(await own()).toBeUndefined()
    await addPanel(test, session, [test.school.userId('examiner.kkn')])
    expect(await own()).toMatchObject({ unmarked: 1, can: { mark: false, close: false } })
    test.clock.set(after)
    expect(await own()).toMatchObject({ can: { mark: true, close: true } })
    test.clock.set(nextMorning)
    expect(await own()).toMatchObject({ unmarked: 1 })
    await close('examiner.kkn')
    expect(await own()).toBeUndefined()
  })
})

describe('the result sheet of a session', () => {
  it('can be read by its panel and by users who may mark all sessions, without personal numbers', async () => {
    await atAnotherTime('12:30', '13:00')
    const { exam_id } = await seat()
    test.clock.set(during)
    const read = (as: string) => test.call(examBooking.sheet, { exam_session_id: session }, as)
    expect((await read('examiner.kkn')).status).toBe(403)
    expect((await read('manager.bpi')).status).toBe(404)
    await addPanel(test, session, [test.school.userId('examiner.kkn')])
    const { data } = await read('examiner.kkn')
    expect(data.candidates).toMatchObject([{ exam_id, status: 'waiting', problem: null }])
    expect(JSON.stringify(data)).not.toMatch(/\d{9,}/)
    await mark(exam_id, 'pass')
    expect((await read('examiner.kkn')).data.candidates[0]?.problem).toBe('บันทึกผลสอบแล้ว')
    expect((await read('manager.kkn')).data.candidates[0]?.problem).toBeNull()
  })
})
