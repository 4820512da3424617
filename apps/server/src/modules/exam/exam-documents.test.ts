import { application } from '@khapdee/contract/entities/application'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { maskIdCard, formatIdCard } from '@khapdee/domain/id-card'
import { satang } from '@khapdee/domain/money'
import { formatSlipCode } from '@khapdee/domain/slip-code'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { createSession } from '../../../test/make/exam-session.ts'
import { makePlace } from '../../../test/make/place.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
const now = '2026-11-21T03:00:00Z'

beforeAll(async () => {
  test = await startApp({ now })
  desk = moneyDesk(test)
  today = test.clock.today()
})
beforeEach(() => test.clock.set(now))
afterAll(() => test.close())

async function textOf(link: string) {
  const { bytes } = await test.raw('GET', link)
  return readPdf(bytes)
    .map(({ text }) => text.replaceAll(/\s+/g, ' '))
    .join(' ')
}

let hour = 8

/** A theory session tomorrow from the next full hour, in a separate classroom. */
async function makeSession(values: Parameters<typeof createSession>[1] = {}): Promise<number> {
  const start = String(hour++ % 20).padStart(2, '0')
  const { place_id } = await makePlace(test.db, {
    branch_id: test.school.branch.KKN,
    name: `ห้องสอบ ${start}`,
  })
  return createSession(test, {
    start_time: `${start}:00`,
    end_time: `${start}:30`,
    capacity: 30,
    place_id,
    override_reason: 'นอกเวลา',
    ...values,
  })
}

/** Registers the car course, paid in full, whose theory exam is booked in a session. */
async function candidate(exam_session_id: number, customer = customerInput()) {
  const line = lineInput(600_000, {
    paid: satang(600_000),
    exam_date: addDays(today, 1),
    exam_session_id,
  })
  const app = await desk.register({
    course: [{ course_id: test.school.course.car, ...line }],
    other_fee: [],
    customer,
    as: 'cashier.kkn',
  })
  const { data } = await test.call(
    examRight.gettable,
    { application_id: app.application_id },
    'manager.kkn',
  )
  const theory = data.find(({ kind }) => kind === 'theory')
  return { app, customer, exam_id: theory?.exam_id ?? 0, right_id: theory?.right_id ?? 0 }
}

const slip = (exam_id: number, as = 'registrar.kkn') =>
  test.call(examDocument.slip, { exam_id }, as)

describe('the appointment slip', () => {
  it('shows the booking, its code, the missing documents, the last day and the moves left', async () => {
    const session = await makeSession()
    const { exam_id, app, customer } = await candidate(session)
    await sql`
      insert into application_document (application_id, document_type_id, name, valid_days)
      select ${app.application_id}, document_type_id, 'ใบรับรองแพทย์ฉบับจริง', 0 from document_type limit 1`.execute(
      test.db,
    )
    const { slip_code } = await test.db
      .selectFrom('exam')
      .select('slip_code')
      .where('exam_id', '=', exam_id)
      .executeTakeFirstOrThrow()
    const text = await textOf((await slip(exam_id)).data.pdf)
    for (const expected of [
      'ใบนัดสอบ',
      formatSlipCode(slip_code),
      app.code,
      customer.fname,
      maskIdCard(customer.idcard ?? ''),
      'ภาคทฤษฎี รถยนต์',
      'วันสอบ 22 พฤศจิกายน 2569',
      'ห้องสอบ',
      'บัตรประจำตัวประชาชนตัวจริง',
      'เปลี่ยนวันสอบได้อีก 3 ครั้ง',
      'สิทธิ์สอบถึงวันที่ 19 กุมภาพันธ์ 2570',
    ]) {
      expect(text).toContain(expected)
    }
    expect(text).not.toContain('ค้างชำระ')
  })

  it('counts the moves of the candidate, and shows no time without a session', async () => {
    const { exam_id } = await candidate(await makeSession())
    const moved = { exam_id, exam_date: addDays(today, 10), note: '', override_reason: '' }
    await test.call(examBooking.changeDate, moved, 'registrar.kkn')
    const text = await textOf((await slip(exam_id)).data.pdf)
    expect(text).toContain('วันสอบ 1 ธันวาคม 2569')
    expect(text).toContain('ยังไม่กำหนดรอบสอบ')
    expect(text).toContain('เปลี่ยนวันสอบได้อีก 2 ครั้ง')
  })

  it('shows the same by its link after the booking was moved', async () => {
    const { exam_id } = await candidate(await makeSession())
    const { pdf } = (await slip(exam_id)).data
    const before = (await test.raw('GET', pdf)).bytes
    const moved = { exam_id, exam_date: addDays(today, 9), note: '', override_reason: '' }
    await test.call(examBooking.changeDate, moved, 'registrar.kkn')
    expect(Buffer.compare((await test.raw('GET', pdf)).bytes, before)).toBe(0)
  })

  it('is refused for a cancelled booking, one without its session, and another branch', async () => {
    const session = await makeSession()
    const [first, second] = [await candidate(session), await candidate(session)]
    const cancelled = { exam_id: first.exam_id, note: 'ไม่ว่าง' }
    await test.call(examBooking.cancel, cancelled, 'registrar.kkn')
    expect(await slip(first.exam_id)).toMatchObject({ status: 409, body: { code: 'STATE' } })
    const { version } = (
      await test.call(examSession.get, { exam_session_id: session }, 'manager.kkn')
    ).data
    const moves = [{ exam_id: second.exam_id, exam_session_id: null }]
    const cancel = { exam_session_id: session, version, note: 'ไฟดับ', moves }
    await test.call(examSession.cancel, cancel, 'manager.kkn')
    expect(await slip(second.exam_id)).toMatchObject({ status: 409, body: { code: 'STATE' } })
    const { application_id } = second.app
    const read = { application_id, page: 1, perPage: 10 }
    const rights = (await test.call(examRight.gettable, read, 'registrar.kkn')).data
    expect(rights.find(({ kind }) => kind === 'theory')).toMatchObject({
      exam_id: second.exam_id,
      can: { move: true, slip: false },
    })
    const other = await candidate(await makeSession())
    expect((await slip(other.exam_id, 'registrar.bpi')).status).toBe(404)
  })

  it('fits the roll of a branch that prints receipts on one, and shows a balance', async () => {
    const { exam_id, app } = await candidate(await makeSession())
    await sql`update branch set settings = settings || '{"receipt_size": "80mm"}'
      where branch_id = ${test.school.branch.KKN}`.execute(test.db)
    const { pdf } = (await slip(exam_id)).data
    await sql`update branch set settings = settings - 'receipt_size'
      where branch_id = ${test.school.branch.KKN}`.execute(test.db)
    const [page] = readPdf((await test.raw('GET', pdf)).bytes)
    expect(page?.width).toBeLessThan(230)
    expect(page?.text).toContain(app.code)
  })
})

const roster = (exam_session_id: number, as: string) =>
  test.call(examDocument.roster, { exam_session_id }, as)

describe('the roster of a session', () => {
  it('lists 30 candidates, with whole ID numbers for users who may reveal them, and audits that', async () => {
    const session = await makeSession()
    const people = []
    for (let n = 0; n < 30; n++) people.push((await candidate(session)).customer)
    const whole = await textOf((await roster(session, 'manager.kkn')).data.pdf)
    const masked = await textOf((await roster(session, 'examiner.kkn')).data.pdf)
    for (const { idcard = '' } of people) {
      expect(whole).toContain(formatIdCard(idcard))
      expect(masked).not.toContain(formatIdCard(idcard))
      expect(masked).toContain(maskIdCard(idcard))
    }
    const entries = await test.db
      .selectFrom('audit_log')
      .select('after')
      .where('call', '=', 'POST exam-session/roster')
      .orderBy('audit_id', 'desc')
      .limit(2)
      .execute()
    expect(entries.map(({ after }) => after)).toEqual([
      expect.not.objectContaining({ revealed: 'idcard' }),
      expect.objectContaining({ revealed: 'idcard' }),
    ])
  })

  it('flags balances and missing documents, and lists the panel', async () => {
    const chair = test.school.userId('examiner.kkn')
    const session = await makeSession({ panel: [{ user_id: chair, role: 'chair' }] })
    const { app } = await candidate(session)
    await sql`update application_line set note = '' where application_id = ${app.application_id}`.execute(
      test.db,
    )
    const text = await textOf((await roster(session, 'registrar.kkn')).data.pdf)
    expect(text).toContain('(ประธาน)')
    expect(text).toContain('1/30 คน')
    expect(text).toContain(app.code)
    // Users who may not see applications do not see what is paid.
    expect(text).toMatch(/การชำระ ?เงิน/)
    const seenByExaminer = await textOf((await roster(session, 'examiner.kkn')).data.pdf)
    expect(seenByExaminer).toContain(app.code)
    expect(seenByExaminer).not.toMatch(/การชำระ ?เงิน/)
  })

  it('is not found for a session of another branch', async () => {
    expect((await roster(await makeSession(), 'manager.bpi')).status).toBe(404)
  })

  it('is exported with the same numbers', async () => {
    const session = await makeSession()
    const { app, customer } = await candidate(session)
    const query = { exam_session_id: session }
    const { file } = (await test.call(examDocument.rosterExport, query, 'manager.kkn')).data
    const lines = readWorkbookSheet((await test.raw('GET', file)).bytes)
    expect(lines[0]).toEqual(['ใบรายชื่อผู้เข้าสอบ'])
    expect(lines.find(([position]) => position === 1)).toEqual([
      1,
      expect.stringContaining(customer.fname ?? ''),
      app.code,
      customer.idcard,
      expect.any(String),
      'ภาคทฤษฎี',
      'รถยนต์',
      'ครบ',
      'ครบ',
      '',
    ])
    expect((await test.call(examDocument.rosterExport, query, 'registrar.kkn')).status).toBe(403)
    expect((await test.call(examDocument.rosterExport, query, 'manager.bpi')).status).toBe(404)
  })
})

describe('the result sheet of a session', () => {
  it('is refused before the session, and then shows results and totals', async () => {
    const session = await makeSession({ start_time: '07:00', end_time: '07:30' })
    const [first, second, third] = [
      await candidate(session),
      await candidate(session),
      await candidate(session),
    ]
    const results = () =>
      test.call(examDocument.results, { exam_session_id: session }, 'examiner.kkn')
    expect(await results()).toMatchObject({ status: 409, body: { code: 'STATE' } })
    test.clock.set('2026-11-22T03:00:00Z')
    const marked = [
      { exam_id: first.exam_id, result: 'pass' as const, score: 49, note: '' },
      { exam_id: second.exam_id, result: 'absent' as const, note: '' },
    ]
    await test.call(
      examBooking.results,
      { exam_session_id: session, results: marked },
      'manager.kkn',
    )
    const text = await textOf((await results()).data.pdf)
    for (const expected of [
      'ใบสรุปผลสอบ',
      first.app.code,
      third.app.code,
      '49 ผ่าน',
      'ผ่าน 1 คน',
      'ไม่ผ่าน 0 คน',
      'ขาดสอบ 1 คน',
      'ยังไม่มีผล 1 คน',
    ]) {
      expect(text).toContain(expected)
    }
    // Printed again after a change of the maximum points, the sheet shows those of the exam.
    await test.db
      .updateTable('branch')
      .set({ settings: JSON.stringify({ theory_pass_mark: 24, theory_full_mark: 30 }) })
      .where('branch_id', '=', test.school.branch.KKN)
      .execute()
    expect(await textOf((await results()).data.pdf)).toContain('คะแนน (50)')
  })
})

it('includes the booking of a right in an application, so that its slip can be printed there', async () => {
  const { app, exam_id } = await candidate(await makeSession())
  const { data } = await test.call(
    application.get,
    { application_id: app.application_id },
    'registrar.kkn',
  )
  expect(data.exam_rights.map(({ last_exam }) => last_exam?.exam_id)).toContain(exam_id)
})
