import type { InputOf } from '@khapdee/contract/endpoint'
import type { BranchSettings } from '@khapdee/contract/entities/branch'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { addPanel, insertSession } from '../../../test/make/exam-session.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
let session: number

const beforeStart = '2026-11-21T03:00:00Z'
/** The session begins at 13:00 in Bangkok. */
const afterStart = '2026-11-21T06:00:00Z'

beforeAll(async () => {
  test = await startApp({ now: beforeStart })
  desk = moneyDesk(test)
  today = test.clock.today()
})
beforeEach(async () => {
  test.clock.set(beforeStart)
  session = await insertSession(test, today, { capacity: 100 })
})
afterAll(() => test.close())

/** Registers a paid car course whose theory exam is booked in the session of the test. */
async function candidate() {
  const line = lineInput(600_000, {
    paid: satang(600_000),
    exam_date: today,
    exam_session_id: session,
  })
  const app = await desk.register({
    course: [{ course_id: test.school.course.car, ...line }],
    other_fee: [],
    as: 'cashier.kkn',
  })
  const theory = await rightOf(app)
  return { app, exam_id: theory.exam_id ?? 0, right_id: theory.right_id }
}

async function rightOf({ application_id }: { application_id: number }) {
  const { data } = await test.call(examRight.gettable, { application_id }, 'manager.kkn')
  const theory = data.find(({ kind }) => kind === 'theory')
  if (theory === undefined) throw new Error('no right')
  return theory
}

const mark = (
  exam_id: number,
  result: InputOf<typeof examBooking.result>['result'],
  more: Partial<InputOf<typeof examBooking.result>> = {},
  as = 'manager.kkn',
) => test.call(examBooking.result, { exam_id, result, ...more }, as)

/** The candidate on the result sheet of the session of the test. */
async function sheetRow(exam_id: number) {
  const { data } = await test.call(examBooking.sheet, { exam_session_id: session }, 'manager.kkn')
  const row = data.candidates.find((candidate) => candidate.exam_id === exam_id)
  if (row === undefined) throw new Error('not a candidate')
  return row
}

const start = () => test.clock.set(afterStart)

/** Replaces the settings of the branch KKN; those that are not given have their defaults. */
const setSettings = (settings: Partial<BranchSettings>) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify(settings) })
    .where('branch_id', '=', test.school.branch.KKN)
    .execute()

describe('the result of an exam', () => {
  it('that was passed ends the right', async () => {
    const { app, exam_id } = await candidate()
    start()
    expect((await mark(exam_id, 'pass', { score: 47 })).status).toBe(200)
    const right = await rightOf(app)
    expect(right).toMatchObject({ status: 'used', exam_id: null })
    expect(right.events?.at(-1)).toMatchObject({ event: 'result', note: 'ผ่าน (47/50)' })
    const { data } = await test.call(
      examBooking.gettable,
      { exam_session_id: session },
      'manager.kkn',
    )
    expect(data[0]).toMatchObject({ status: 'pass', score: 47, checked_in_at: expect.any(String) })
  })

  it.each(['fail', 'incomplete', 'absent'] as const)('%s keeps the right', async (result) => {
    const { app, exam_id, right_id } = await candidate()
    start()
    expect((await mark(exam_id, result)).status).toBe(200)
    expect(await rightOf(app)).toMatchObject({ status: 'active', exam_id: null })
    const again = { right_id, exam_date: addDays(today, 5) }
    expect((await test.call(examBooking.book, again, 'registrar.kkn')).status).toBe(200)
  })

  it('is refused before the start, and with a score that contradicts it', async () => {
    const { exam_id } = await candidate()
    expect((await mark(exam_id, 'pass')).body.code).toBe('STATE')
    start()
    const wrong = await mark(exam_id, 'pass', { score: 44 })
    expect(wrong.body).toMatchObject({ code: 'VALIDATION', errors: [{ path: 'score' }] })
    expect((await mark(exam_id, 'fail', { score: 44 })).status).toBe(200)
  })

  it('is refused while a refund is requested, until the request is withdrawn', async () => {
    const { app, exam_id } = await candidate()
    const request = await desk.requestRefund(app, 600_000)
    start()
    expect((await mark(exam_id, 'pass')).body.code).toBe('REFUND_PENDING')
    await desk.withdraw(request.data.request_id)
    expect((await mark(exam_id, 'pass')).status).toBe(200)
  })

  it('is corrected with a reason only, which reopens or ends the right', async () => {
    const { app, exam_id } = await candidate()
    start()
    await mark(exam_id, 'pass')
    expect((await mark(exam_id, 'fail')).body.errors).toMatchObject([{ path: 'note' }])
    const note = { note: 'กรอกผิดคน' }
    expect((await mark(exam_id, 'fail', note)).status).toBe(200)
    expect((await rightOf(app)).status).toBe('active')
    expect((await mark(exam_id, 'absent', note)).status).toBe(200)
    expect((await mark(exam_id, 'pass', note)).status).toBe(200)
    expect((await rightOf(app)).status).toBe('used')
  })

  it('is not corrected once the right is booked again', async () => {
    const { exam_id, right_id } = await candidate()
    start()
    await mark(exam_id, 'fail')
    const again = { right_id, exam_date: addDays(today, 5) }
    await test.call(examBooking.book, again, 'registrar.kkn')
    const refused = await mark(exam_id, 'pass', { note: 'กรอกผิด' })
    expect(refused.body).toMatchObject({
      code: 'STATE',
      message: expect.stringContaining('กรุณายกเลิกการจองนั้นก่อน'),
    })
    expect((await sheetRow(exam_id)).problem).toBe(refused.body.message)
    const { exam_id: later } = await test.db
      .selectFrom('exam')
      .select('exam_id')
      .where('right_id', '=', right_id)
      .where('result', 'is', null)
      .executeTakeFirstOrThrow()
    await test.call(examBooking.cancel, { exam_id: later, note: 'แก้ไขผลสอบ' }, 'registrar.kkn')
    expect((await sheetRow(exam_id)).problem).toBeNull()
    expect((await mark(exam_id, 'pass', { note: 'กรอกผิด' })).status).toBe(200)
  })

  it('of a line that has ended is shown as correctable, and can be corrected', async () => {
    const { app, exam_id } = await candidate()
    start()
    await mark(exam_id, 'fail')
    expect((await desk.refund(app, 600_000)).status).toBe(200)
    expect((await sheetRow(exam_id)).problem).toBeNull()
    expect((await mark(exam_id, 'absent', { note: 'กรอกผิดคน' })).status).toBe(200)
  })

  it('is recorded by the panel of its session, not by other examiners, and corrected by neither', async () => {
    const { exam_id } = await candidate()
    start()
    expect((await mark(exam_id, 'pass', {}, 'examiner.kkn')).status).toBe(403)
    await addPanel(test, session, [test.school.userId('examiner.kkn')])
    const listed = await test.call(
      examBooking.gettable,
      { exam_session_id: session },
      'examiner.kkn',
    )
    expect(listed.data.find((row) => row.exam_id === exam_id)?.can.mark).toBe(true)
    expect((await mark(exam_id, 'pass', {}, 'examiner.kkn')).status).toBe(200)
    expect((await mark(exam_id, 'fail', { note: 'ผิด' }, 'examiner.kkn')).body.code).toBe('STATE')
    expect((await mark(exam_id, 'fail', { note: 'ผิด' }, 'registrar.kkn')).status).toBe(403)
  })

  it('of several candidates is recorded at once, all or none', async () => {
    const [one, other] = [await candidate(), await candidate()]
    start()
    const results = (second: 'pass' | 'absent', score: number | null) => ({
      exam_session_id: session,
      results: [
        { exam_id: one.exam_id, result: 'pass' as const, score: 50, note: '' },
        { exam_id: other.exam_id, result: second, score, note: '' },
      ],
    })
    const refused = await test.call(examBooking.results, results('absent', 3), 'manager.kkn')
    expect(refused.body.errors).toMatchObject([{ path: 'results.1.score' }])
    expect((await rightOf(one.app)).status).toBe('active')
    const { data } = await test.call(examBooking.results, results('absent', null), 'manager.kkn')
    expect(data.recorded).toBe(2)
    expect((await rightOf(one.app)).status).toBe('used')
    const elsewhere = {
      ...results('absent', null),
      exam_session_id: await insertSession(test, today),
    }
    expect((await test.call(examBooking.results, elsewhere, 'manager.kkn')).status).toBe(404)
  })

  it('of several candidates lists every refused one, and refuses versions that were changed', async () => {
    const [one, other] = [await candidate(), await candidate()]
    start()
    const send = (results: InputOf<typeof examBooking.results>['results']) =>
      test.call(examBooking.results, { exam_session_id: session, results }, 'manager.kkn')
    const pass = { result: 'pass' as const, note: '' }
    const wrong = await send([
      { ...pass, exam_id: one.exam_id, score: 51 },
      { ...pass, exam_id: other.exam_id, score: 44 },
    ])
    expect(wrong.body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'results.0.score' }, { path: 'results.1.score' }],
    })
    await mark(one.exam_id, 'fail')
    const stale = [
      { ...pass, exam_id: one.exam_id, version: 1 },
      { ...pass, exam_id: other.exam_id, version: 1 },
    ]
    const conflict = await send(stale)
    expect(conflict).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(conflict.body.errors).toMatchObject([{ path: 'results.0.result' }])
    const corrected = [{ ...pass, exam_id: one.exam_id, version: 2 }]
    expect((await send(corrected)).body.errors).toMatchObject([{ path: 'results.0.note' }])
    const reason = 'กรอกผิดคน'
    const { data } = await send([{ ...corrected[0]!, note: reason }])
    expect(data).toEqual({ recorded: 1, versions: [{ exam_id: one.exam_id, version: 3 }] })
    // The answer has the new version, so that the next correction needs no reload.
    const [{ version } = { version: 0 }] = data.versions
    const again = { exam_id: one.exam_id, result: 'fail' as const, note: reason, version }
    expect((await send([again])).status).toBe(200)
    expect((await send([{ ...again, result: 'pass', version: version + 1 }])).status).toBe(200)
    expect((await rightOf(one.app)).status).toBe('used')
    expect((await rightOf(other.app)).status).toBe('active')
  })

  it('is checked against the pass mark of the branch', async () => {
    const { exam_id } = await candidate()
    start()
    await setSettings({ theory_pass_mark: 24, theory_full_mark: 30 })
    expect((await mark(exam_id, 'pass', { score: 23 })).body.message).toContain('24 จาก 30')
    expect((await mark(exam_id, 'pass', { score: 24 })).status).toBe(200)
    const { data } = await test.call(examBooking.sheet, { exam_session_id: session }, 'manager.kkn')
    expect(data).toMatchObject({ points: { pass: 24, full: 30 }, candidates: [{ score: 24 }] })
    await setSettings({})
  })

  it(
    'and a concurrent refund of its line leave either a result or a cancelled booking',
    { timeout: raceTimeoutMs },
    () =>
      inRounds(async () => {
        test.clock.set(beforeStart)
        const { app, exam_id } = await candidate()
        start()
        const outcome = await race(mark(exam_id, 'fail'), desk.end(app))
        expect(['ok ok', 'STATE ok']).toContain(outcome)
        const { result, cancelled_at } = await test.db
          .selectFrom('exam')
          .select(['result', 'cancelled_at'])
          .where('exam_id', '=', exam_id)
          .executeTakeFirstOrThrow()
        expect((result !== null) !== (cancelled_at !== null)).toBe(true)
      }),
  )
})
