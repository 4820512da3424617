import type { InputOf } from '@khapdee/contract/endpoint'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { satisfaction } from '@khapdee/contract/entities/satisfaction'
import type { Day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { insertSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { makeRecord } from '../../../test/make/record.ts'
import { race } from '../../../test/race.ts'

let test: TestApp
let today: Day
let session: number
/** An item of the score sheet of theory exams, one of practice exams, and a question. */
let theoryItem: number
let practiceItem: number
let question: number

const before = '2026-11-21T03:00:00Z'
const during = '2026-11-21T07:00:00Z'

const all = {
  branch_id: null,
  course_id: null,
  other_fee_id: null,
  category: 'ภาพรวม',
  is_activate: true,
}

beforeAll(async () => {
  test = await startApp({ now: before })
  today = test.clock.today()
  await test.db.updateTable('evaluate').set({ is_activate: false }).execute()
  const make = async (type: string, scale: string) =>
    (await makeRecord(test.db, 'evaluate', { ...all, type, scale })).evaluate_id
  theoryItem = await make('theory', 'pass_fail')
  practiceItem = await make('practice', 'five')
  question = await make('satisfaction', 'five')
})
beforeEach(async () => {
  test.clock.set(before)
  session = await insertSession(test, today, { capacity: 100 })
})
afterAll(() => test.close())

const mark = (exam_id: number, values: Partial<InputOf<typeof examBooking.result>>) =>
  test.call(examBooking.result, { exam_id, result: 'pass', ...values }, 'manager.kkn')

const detailOf = async (exam_id: number, as = 'manager.kkn') => {
  return (await test.call(examBooking.get, { exam_id }, as)).data
}

async function sat(values: Partial<InputOf<typeof examBooking.result>> = {}) {
  const seated = await seatCandidate(test, session)
  test.clock.set(during)
  expect((await mark(seated.exam_id, values)).status).toBe(200)
  return seated
}

async function newCode(): Promise<string> {
  const { exam_id } = await sat()
  return (await detailOf(exam_id)).satisfaction_code ?? ''
}

describe('the score sheet of an exam', () => {
  it('has the items of its kind, is stored with the result and replaced by a correction', async () => {
    const { exam_id } = await sat({ items: [{ evaluate_id: theoryItem, value: 1 }] })
    const { items } = await detailOf(exam_id)
    expect(items).toMatchObject([{ evaluate_id: theoryItem, scale: 'pass_fail', value: 1 }])
    const corrected = { result: 'fail' as const, note: 'ให้คะแนนผิดข้อ' }
    await mark(exam_id, corrected)
    expect((await detailOf(exam_id)).items).toMatchObject([{ value: 1 }])
    await mark(exam_id, { ...corrected, items: [{ evaluate_id: theoryItem, value: 0 }] })
    expect((await detailOf(exam_id)).items).toMatchObject([{ value: 0 }])
    await mark(exam_id, { result: 'absent', note: 'ไม่ได้มาสอบ' })
    expect(await detailOf(exam_id)).toMatchObject({
      items: [{ value: null }],
      satisfaction_code: null,
    })
  })

  it('refuses a pass while an item is failed, given or stored, at the result of the candidate', async () => {
    const { exam_id } = await seatCandidate(test, session)
    test.clock.set(during)
    const failed = [{ evaluate_id: theoryItem, value: 0 }]
    expect((await mark(exam_id, { items: failed })).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'result', message: expect.stringContaining('ใบให้คะแนน') }],
    })
    expect((await mark(exam_id, { result: 'fail', items: failed })).status).toBe(200)
    const note = 'กรอกผลผิด'
    const results = [{ exam_id, result: 'pass' as const, note }]
    const grid = { exam_session_id: session, results }
    expect((await test.call(examBooking.results, grid, 'manager.kkn')).body).toMatchObject({
      errors: [{ path: 'results.0.result' }],
    })
    const items = [{ evaluate_id: theoryItem, value: 1 }]
    expect((await mark(exam_id, { note, items })).status).toBe(200)
  })

  it('refuses items of other exams, values outside the scale, and items given twice', async () => {
    const { exam_id } = await seatCandidate(test, session)
    test.clock.set(during)
    const refused = async (...items: { evaluate_id: number; value: number }[]) => {
      const { status, body } = await mark(exam_id, { items })
      return status === 400 && body.errors?.[0]?.path
    }
    expect(await refused({ evaluate_id: practiceItem, value: 1 })).toBe('items.0.value')
    expect(await refused({ evaluate_id: theoryItem, value: 2 })).toBe('items.0.value')
    const twice = { evaluate_id: theoryItem, value: 1 }
    expect(await refused(twice, twice)).toBe('items.1.value')
    expect((await detailOf(exam_id)).status).toBe('waiting')
  })
})

describe('the questionnaire of a candidate', () => {
  const open = (code: string) => test.call(satisfaction.open, { code })
  const answer = (code: string, value = 5, comment = '') =>
    test.call(satisfaction.answer, { code, answers: [{ evaluate_id: question, value }], comment })

  it('is opened by the code without signing in, and shows only the first name', async () => {
    const code = await newCode()
    expect(code).toMatch(/^\d{8}$/)
    const { data } = await open(code)
    expect(Object.keys(data).toSorted()).toEqual(['branch', 'first_name', 'questions'])
    expect(data.questions).toMatchObject([{ evaluate_id: question, scale: 'five' }])
  })

  it('is answered once', async () => {
    const code = await newCode()
    expect((await answer(code, 4, 'ครูสอนดี')).status).toBe(200)
    expect((await answer(code)).body.code).toBe('CODE')
    expect((await answer(code, 4)).body.code).toBe('CODE')
    expect((await open(code)).body.code).toBe('CODE')
    // The answer to the first call may be lost.
    expect((await answer(code, 4, 'ครูสอนดี')).status).toBe(200)
    const stored = await test.db
      .selectFrom('satisfaction')
      .innerJoin('satisfaction_answer as a', 'a.satisfaction_id', 'satisfaction.satisfaction_id')
      .select(['comment', 'value', 'evaluate_id'])
      .where('code', '=', code)
      .execute()
    expect(stored).toEqual([{ comment: 'ครูสอนดี', value: 4, evaluate_id: question }])
    expect(
      await race(...[await newCode()].flatMap((again) => [answer(again, 4), answer(again, 5)])),
    ).toMatch(/^(ok CODE|CODE ok)$/)
    expect(
      await race(...[await newCode()].flatMap((again) => [answer(again), answer(again)])),
    ).toBe('ok ok')
  })

  it('is refused with an unknown or expired code, another value, and without all answers', async () => {
    const code = await newCode()
    expect((await open('00000000')).body.code).toBe('CODE')
    expect((await answer(code, 0)).body.errors).toMatchObject([{ path: 'answers.0.value' }])
    const other = { code, answers: [{ evaluate_id: theoryItem, value: 1 }], comment: '' }
    expect((await test.call(satisfaction.answer, other)).status).toBe(400)
    test.clock.set('2026-11-29T07:00:00Z')
    expect((await open(code)).body.code).toBe('CODE')
    expect((await answer(code)).body.code).toBe('CODE')
  })

  it('has no code where the branch has no question for the item of the candidate', async () => {
    const change = (values: { is_activate?: boolean; course_id?: number | null }) =>
      test.db.updateTable('evaluate').set(values).where('evaluate_id', '=', question).execute()
    const { exam_id } = await sat()
    const sheet = async () =>
      (await test.call(examBooking.sheet, { exam_session_id: session }, 'manager.kkn')).data
        .candidates[0]?.satisfaction_code
    expect(await sheet()).toMatch(/^\d{8}$/)
    await change({ course_id: test.school.course.motorcycle })
    expect([await sheet(), (await detailOf(exam_id)).satisfaction_code]).toEqual([null, null])
    await change({ course_id: null, is_activate: false })
    expect(await sheet()).toBeNull()
    const unasked = await sat()
    await change({ is_activate: true })
    expect((await detailOf(exam_id)).satisfaction_code).not.toBeNull()
    expect((await detailOf(unasked.exam_id)).satisfaction_code).toBeNull()
  })

  it('has no code for an absent candidate', async () => {
    const { exam_id } = await sat({ result: 'absent' })
    expect((await detailOf(exam_id)).satisfaction_code).toBeNull()
  })
})
