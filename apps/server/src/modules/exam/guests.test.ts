/**
 * Rights of other branches in the branch that holds the session: what it shows and decides about
 * them.
 */
import { randomUUID } from 'node:crypto'
import { branchSettings } from '@khapdee/contract/entities/branch'
import { evaluationResult } from '@khapdee/contract/entities/evaluation-result'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { satisfaction } from '@khapdee/contract/entities/satisfaction'
import { type Day, instantInBangkok } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { grantTheory, insertSession, seatRight } from '../../../test/make/exam-session.ts'
import { bookGuest, setAcrossBranches } from '../../../test/make/guest.ts'
import { makeRecord } from '../../../test/make/record.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'

let test: TestApp
let today: Day
let KKN: number
let BPI: number
/**
 * Score items of theory exams: one of the branch of the rights, and one of the branch that holds
 * the sessions.
 */
let ownItem: number
let hostItem: number
let hostQuestion: number

const own = 'manager.kkn'
const host = 'manager.bpi'

beforeAll(async () => {
  test = await startApp()
  today = test.clock.today()
  ;({ KKN, BPI } = test.school.branch)
  await removeHolidays(test.db)
  await test.db.updateTable('evaluate').set({ is_activate: false }).execute()
  await setAcrossBranches(test, true)
  const make = async (branch_id: number, type: string) => {
    const values = { branch_id, course_id: null, other_fee_id: null, category: 'ภาพรวม' }
    const active = { ...values, type, scale: 'five', is_activate: true }
    return (await makeRecord(test.db, 'evaluate', active)).evaluate_id
  }
  ownItem = await make(KKN, 'theory')
  hostItem = await make(BPI, 'theory')
  hostQuestion = await make(BPI, 'satisfaction')
  await setSettings(KKN, { theory_pass_mark: 45, theory_full_mark: 50 })
  await setSettings(BPI, { theory_pass_mark: 16, theory_full_mark: 20 })
})
beforeEach(() => test.clock.set(instantInBangkok(today, '10:00')))
afterAll(() => test.close())

const setSettings = (branch_id: number, values: object) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify(branchSettings.parse(values)) })
    .where('branch_id', '=', branch_id)
    .execute()

/** The text of a document by its link. */
async function textOf(link: string): Promise<string> {
  const { bytes } = await test.raw('GET', link)
  return readPdf(bytes)
    .map((page) => page.text.replaceAll(/\s+/g, ' '))
    .join(' ')
}

let hour = 10
/**
 * Books a guest in a session of today, each time at another hour, and sets the clock to a time
 * during the session.
 */
async function guestInRunningSession() {
  const start = `${++hour}:00`
  const guest = await bookGuest(test, today, { start, end: `${hour}:30` })
  test.clock.set(instantInBangkok(today, `${hour}:30`))
  return guest
}

const mark = (exam_id: number, more: object, as = host) =>
  test.call(examBooking.result, { exam_id, result: 'pass' as const, ...more }, as)

describe('the score sheet of a guest', () => {
  it('has the items and the maximum points of the branch that holds the exam', async () => {
    const { exam_id, session } = await guestInRunningSession()
    const { data: booking } = await test.call(examBooking.get, { exam_id }, host)
    const { data: sheet } = await test.call(examBooking.sheet, { exam_session_id: session }, host)
    for (const { points, items } of [booking, { ...sheet, ...sheet.candidates[0] }]) {
      expect(points).toEqual({ pass: 16, full: 20 })
      expect(items?.map(({ evaluate_id }) => evaluate_id)).toEqual([hostItem])
    }
  })

  it('is recorded and counted in that branch, with its questions about satisfaction', async () => {
    const { exam_id } = await guestInRunningSession()
    const refused = await mark(exam_id, { score: 18, items: [{ evaluate_id: ownItem, value: 4 }] })
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([400, 'items.0.value'])
    const items = [{ evaluate_id: hostItem, value: 4 }]
    expect((await mark(exam_id, { score: 18, items })).status).toBe(200)
    const { data } = await test.call(examBooking.get, { exam_id }, host)
    const code = data.satisfaction_code ?? ''
    const opened = await test.call(satisfaction.open, { code })
    expect(opened.data.questions.map(({ evaluate_id }) => evaluate_id)).toEqual([hostQuestion])
    const answers = [{ evaluate_id: hostQuestion, value: 5 }]
    await test.call(satisfaction.answer, { code, answers, comment: 'ดีมาก' })

    const query = { page: 1, perPage: 10 }
    const summary = { ...query, by: 'branch' as const }
    const groups = async (as: string) =>
      (await test.call(evaluationResult.summary, summary, as)).data.map(({ key }) => key)
    expect(await groups(host)).toEqual([`${BPI}`])
    expect(await groups(own)).toEqual([])
    const listed = async (as: string) => {
      const { data: values } = await test.call(evaluationResult.answers, query, as)
      const { data: comments } = await test.call(evaluationResult.comments, query, as)
      return [values.map(({ branch }) => branch), comments.map(({ branch }) => branch)]
    }
    expect(await listed(host)).toEqual([['บ้านไผ่', 'บ้านไผ่'], ['บ้านไผ่']])
    expect(await listed(own)).toEqual([[], []])
    // The application belongs to the branch of the right, and cannot be opened here.
    const { data: values } = await test.call(evaluationResult.answers, query, host)
    expect(values.map(({ application_id }) => application_id)).toEqual([null, null])
  })
})

it('offers the result of a guest for recording only to the branch that holds the session', async () => {
  const { exam_id, session } = await guestInRunningSession()
  const offered = async (as: string) => {
    const { data } = await test.call(examBooking.gettable, { exam_session_id: session }, as)
    return data.map(({ can }) => can.mark)
  }
  expect(await offered(host)).toEqual([true])
  expect(await offered(own)).toEqual([false])
  expect((await mark(exam_id, { score: 18 }, own)).status).toBe(404)
})

describe('the amount that a guest owes', () => {
  /** A guest whose course is not paid, which the branch of the right allows. */
  async function owingGuest() {
    await setSettings(KKN, { exam_requires_full_payment: false })
    const course = [{ course_id: test.school.course.car, ...lineInput(600_000) }]
    const start = `${++hour}:00`
    const guest = await bookGuest(test, today, { start, end: `${hour}:30`, grant: { course } })
    await setSettings(KKN, {})
    return { ...guest, start }
  }

  it('is shown only to the branch of the right, which can open the application', async () => {
    const { exam_id, session } = await owingGuest()
    const shown = async (as: string) => {
      const { data: list } = await test.call(examBooking.gettable, { exam_session_id: session }, as)
      const { data: seen } = await test.call(examSession.get, { exam_session_id: session }, as)
      const row = list.find((booking) => booking.exam_id === exam_id)
      const candidate = seen.candidates.find((booking) => booking.exam_id === exam_id)
      return [row?.balance, row?.owing.length, row?.is_own, candidate?.balance, candidate?.is_own]
    }
    const balance = (await shown(own))[0]
    expect(balance).toBeGreaterThan(0)
    expect(await shown(own)).toEqual([balance, 1, true, balance, true])
    expect(await shown(host)).toEqual([null, 0, false, null, false])
    const { data: day } = await test.call(examDay.get, {}, host)
    const onBoard = day.stations.flatMap(({ candidates }) => candidates)
    expect(onBoard.find((found) => found.exam_id === exam_id)?.unpaid).toBeNull()
    const print = { exam_session_id: session }
    const rosterOf = async (as: string) =>
      textOf((await test.call(examDocument.roster, print, as)).data.pdf)
    expect(await rosterOf(own)).toContain('ค้างชำระ')
    expect(await rosterOf(host)).not.toContain('ค้างชำระ')
  })

  it('is printed on the slip only for the branch of the right; both slips count the remaining moves by the rule of that branch', async () => {
    await setSettings(BPI, { exam_max_moves: 9 })
    const { exam_id } = await owingGuest()
    const printed = async (as: string) => {
      const { data } = await test.call(examDocument.slip, { exam_id }, as)
      return textOf(data.pdf)
    }
    expect(await printed(own)).toMatch(/เปลี่ยนวันสอบได้อีก 3 ครั้ง.*ค้างชำระ/)
    expect(await printed(host)).toMatch(/เปลี่ยนวันสอบได้อีก 3 ครั้ง/)
    expect(await printed(host)).not.toContain('ค้างชำระ')
  })

  it('is left out of the refusal at the check-in', async () => {
    const { exam_id } = await owingGuest()
    const { body } = await test.call(examDay.checkIn, { nonce: randomUUID(), exam_id }, host)
    expect(body.code).toBe('UNPAID')
    expect(body.message).not.toMatch(/\d/)
  })
})

it('has the same numbers on the rosters of both branches', async () => {
  const start = `${++hour}:00`
  const times = { start, end: `${hour}:30` }
  const session = await insertSession(test, today, { branch_id: BPI, capacity: 9, ...times })
  const named = (sname: string) => ({ customer: customerInput({ fname: 'กานดา', sname }) })
  for (const sname of ['กอบกิจ', 'ขจรชัย']) {
    await seatRight(test, await grantTheory(test, named(sname), 'registrar.bpi'), session)
  }
  await bookGuest(test, today, { session, grant: named('คงมั่น') })
  const printed = async (as: string) => {
    const { data } = await test.call(examDocument.roster, { exam_session_id: session }, as)
    const text = await textOf(data.pdf)
    return ['กอบกิจ', 'ขจรชัย', 'คงมั่น'].map(
      (name) => new RegExp(`(\\d) นายกานดา ?${name}`).exec(text)?.[1],
    )
  }
  expect(await printed(host)).toEqual(['1', '2', '3'])
  expect(await printed(own)).toEqual([undefined, undefined, '3'])
})
