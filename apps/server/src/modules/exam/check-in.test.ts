import { randomUUID } from 'node:crypto'
import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
import type { InputOf } from '@khapdee/contract/endpoint'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examScreen, examScreenPath } from '@khapdee/contract/entities/exam-screen'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { satang } from '@khapdee/domain/money'
import { addDays, instantInBangkok, type Day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { setValidity } from '../../../test/make/exam-right.ts'
import { addPanel, insertSession, seatRight } from '../../../test/make/exam-session.ts'
import { listenOn, openLive } from '../../../test/live-client.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day
let yesterday: Day
/** A session of today, 13:00–15:00, and one after it. */
let session: number
let later: number
let practice: number

const price = 600_000

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
  yesterday = addDays(today, -1)
  session = await insertSession(test, today, { capacity: 100 })
  later = await insertSession(test, today, { capacity: 100, start: '16:00', end: '17:00' })
  practice = await insertSession(test, today, { capacity: 100, kind: 'practice' })
})
afterAll(() => test.close())
afterEach(() => test.clock.set(instantInBangkok(today, '10:00')))

/** Registers the car course, and seats its theory right, or its practice right. */
async function candidate({
  paid = price,
  at = session,
  kind = 'theory',
}: { paid?: number; at?: number; kind?: 'theory' | 'practice' } = {}) {
  const app = await desk.register({
    course: [{ course_id: test.school.course.car, ...lineInput(price, { paid: satang(paid) }) }],
    other_fee: [],
    as: 'cashier.kkn',
    customer: customerInput({}),
  })
  const { right_id } = await test.db
    .selectFrom('exam_right')
    .select('right_id')
    .where('application_id', '=', app.application_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return { app, ...(await seatRight(test, right_id, at)) }
}

type Input = Partial<InputOf<typeof examDay.checkIn>>
const checkIn = (input: Input, as = 'registrar.kkn') =>
  test.call(examDay.checkIn, { nonce: randomUUID(), ...input }, as)

const storedOf = (exam_id: number) =>
  test.db.selectFrom('exam').selectAll().where('exam_id', '=', exam_id).executeTakeFirstOrThrow()

async function numbersOf(customer_id: number) {
  return test.db
    .selectFrom('customer')
    .select(['idcard', 'passport'])
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
}

async function setSettings(changed: Partial<BranchSettings>): Promise<void> {
  const settings = JSON.stringify(branchSettings.parse(changed))
  await test.db
    .updateTable('branch')
    .set({ settings })
    .where('branch_id', '=', test.school.branch.KKN)
    .execute()
}

describe('a check-in', () => {
  it('finds the candidate by the code of the slip, the ID number or the booking, and gives ascending numbers', async () => {
    const [one, two, three] = [await candidate(), await candidate(), await candidate()]
    const { slip_code } = await storedOf(one.exam_id)
    const typed = slip_code.toLowerCase().replace(/^(.{4})/, '$1-')
    const first = await checkIn({ code: typed })
    const { idcard } = await numbersOf(two.customer_id)
    const second = await checkIn({ idcard })
    const third = await checkIn({ exam_id: three.exam_id })
    expect([first, second, third].map(({ data }) => data.exam_id)).toEqual(
      [one, two, three].map(({ exam_id }) => exam_id),
    )
    const numbers = [first, second, third].map(({ data }) => data.queue_no ?? 0)
    expect(numbers).toEqual([numbers[0], (numbers[0] ?? 0) + 1, (numbers[0] ?? 0) + 2])
    expect(first.data).toMatchObject({
      repeated: false,
      checked_in_at: test.clock.now().toISOString(),
    })
    const { data } = await test.call(
      examRight.gettable,
      { application_id: one.application_id },
      'manager.kkn',
    )
    const events = data.find(({ right_id }) => right_id === one.right_id)?.events ?? []
    expect(events.map(({ event }) => event)).toContain('checked_in')
  })

  it('happens once when three requests with one nonce are sent at the same time', async () => {
    const { exam_id } = await candidate()
    const nonce = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => checkIn({ exam_id, nonce })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const equal = answers.map(({ data }) => ({ ...data, repeated: null }))
    expect(equal[1]).toEqual(equal[0])
    expect(equal[2]).toEqual(equal[0])
    expect(answers.filter(({ data }) => !data.repeated)).toHaveLength(1)
    const { count } = await test.db
      .selectFrom('exam_right_event')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('event', '=', 'checked_in')
      .where(sql<boolean>`detail @> ${JSON.stringify({ exam_id })}::jsonb`)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
  })

  it("happens once when two desks check in at the same time, and the other desk gets the user's name", async () => {
    const { exam_id } = await candidate()
    const answers = await Promise.all([
      checkIn({ exam_id }, 'registrar.kkn'),
      checkIn({ exam_id }, 'cashier.kkn'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_IN')
  })

  it('gives every candidate another number, also when they are checked in at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => candidate()))
    const answers = await Promise.all(all.map(({ exam_id }) => checkIn({ exam_id })))
    expect(new Set(answers.map(({ data }) => data.queue_no)).size).toBe(6)
  })

  it('refuses a nonce that has checked in someone else', async () => {
    const [one, two] = [await candidate(), await candidate()]
    const nonce = randomUUID()
    await checkIn({ exam_id: one.exam_id, nonce })
    expect((await checkIn({ exam_id: two.exam_id, nonce })).body.code).toBe('IDEMPOTENCY_MISMATCH')
  })

  it.each([{}, { code: '123' }, { exam_id: 1, idcard: '1' }])('refuses %j', async (input) => {
    const { accessToken } = await test.login('registrar.kkn')
    const body = { nonce: randomUUID(), ...input }
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await test.raw('POST', 'exam/checkin', body, headers)).status).toBe(400)
  })
})

describe('a check-in that is refused', () => {
  /** Refuses a candidate at a desk; nothing is written. */
  async function refusal(exam_id: number, input: Input = {}, as = 'manager.kkn') {
    const before = await storedOf(exam_id)
    const { status, body } = await checkIn({ exam_id, ...input }, as)
    expect(await storedOf(exam_id)).toEqual(before)
    return { status, code: body.code, message: String(body.message) }
  }
  const override = { override_reason: 'ผู้จัดการอนุญาต' }

  it('ALREADY_IN states the time and the person', async () => {
    const { exam_id } = await candidate()
    await checkIn({ exam_id })
    const { code, message } = await refusal(exam_id, override)
    expect(code).toBe('ALREADY_IN')
    expect(message).toMatch(/10:00 น\. โดย .*เจ้าหน้าที่ทะเบียน/)
  })

  it('NOT_BOOKED for an unknown number or code, and for a customer without a booking', async () => {
    const { customer_id, exam_id } = await candidate()
    const { idcard } = await numbersOf(customer_id)
    expect((await checkIn({ code: '000000000000' })).body.code).toBe('NOT_BOOKED')
    expect((await checkIn({ passport: 'XX0000000' })).body.code).toBe('NOT_BOOKED')
    expect((await checkIn({ idcard }, 'registrar.bpi')).body.code).toBe('NOT_BOOKED')
    expect((await checkIn({ exam_id }, 'registrar.bpi')).status).toBe(404)
  })

  it('WRONG_DAY for a booking of tomorrow', async () => {
    const tomorrow = await insertSession(test, addDays(today, 1), { capacity: 9 })
    const { exam_id } = await candidate({ at: tomorrow })
    expect((await refusal(exam_id, override)).code).toBe('WRONG_DAY')
  })

  it('WRONG_SESSION at the desk of another session', async () => {
    const { exam_id } = await candidate({ at: later })
    expect((await refusal(exam_id, { exam_session_id: session, ...override })).code).toBe(
      'WRONG_SESSION',
    )
    expect((await checkIn({ exam_id, exam_session_id: later })).status).toBe(200)
  })

  it('CANCELLED for a cancelled booking', async () => {
    const { exam_id } = await candidate()
    await test.call(examBooking.cancel, { exam_id, note: 'ป่วย' }, 'manager.kkn')
    expect((await refusal(exam_id, override)).code).toBe('CANCELLED')
  })

  it('RIGHT_DISABLED for a disabled right', async () => {
    const { exam_id, right_id } = await candidate()
    await test.db
      .updateTable('exam_right')
      .set({ disabled_at: test.clock.now().toISOString() })
      .where('right_id', '=', right_id)
      .execute()
    expect((await refusal(exam_id, override)).code).toBe('RIGHT_DISABLED')
    await test.db
      .updateTable('exam_right')
      .set({ disabled_at: null })
      .where('right_id', '=', right_id)
      .execute()
  })

  it('JOIN_SESSION_FIRST for a booking without a session', async () => {
    const { exam_id } = await candidate()
    await sql`delete from occupancy where exam_id = ${exam_id}`.execute(test.db)
    await sql`update exam set exam_session_id = null where exam_id = ${exam_id}`.execute(test.db)
    expect((await refusal(exam_id, override)).code).toBe('JOIN_SESSION_FIRST')
  })

  it('REFUND_PENDING while a refund is requested', async () => {
    const { exam_id, app } = await candidate()
    await desk.requestRefund(app, 100_000)
    expect((await refusal(exam_id, override)).code).toBe('REFUND_PENDING')
  })

  const noteOfCheckIn = (exam_id: number) =>
    test.db
      .selectFrom('exam_right_event')
      .select(sql<string>`detail ->> 'note'`.as('note'))
      .where('event', '=', 'checked_in')
      .where(sql<boolean>`detail @> ${JSON.stringify({ exam_id })}::jsonb`)
      .executeTakeFirstOrThrow()

  /**
   * Expects a refusal, even with a reason from a user who may not override it, and success for a
   * manager with a reason.
   */
  async function expectRefused(exam_id: number, code: string) {
    expect(await refusal(exam_id)).toMatchObject({ status: 409, code })
    expect(await refusal(exam_id, override, 'registrar.kkn')).toMatchObject({ code })
    const { data } = await checkIn({ exam_id, ...override }, 'manager.kkn')
    expect(data).toMatchObject({ exam_id, repeated: false })
    expect((await noteOfCheckIn(exam_id)).note).toContain('ผู้จัดการอนุญาต')
  }

  it('TOO_LATE half an hour after the start', async () => {
    const { exam_id } = await candidate()
    test.clock.set(instantInBangkok(today, '13:31'))
    await expectRefused(exam_id, 'TOO_LATE')
  })

  it('TOO_LATE after the end of a session that is shorter than the minutes after its start', async () => {
    const short = await insertSession(test, today, { start: '09:00', end: '09:10', capacity: 5 })
    const { exam_id } = await candidate({ at: short })
    test.clock.set(instantInBangkok(today, '09:11'))
    expect((await refusal(exam_id)).message).toContain('สิ้นสุดแล้วเมื่อ 09:10 น.')
    await expectRefused(exam_id, 'TOO_LATE')
  })

  it('RIGHT_EXPIRED after the last day of the right', async () => {
    const { exam_id, right_id } = await candidate()
    await setValidity(test, [right_id], { valid_from: yesterday, permission_date: yesterday })
    await expectRefused(exam_id, 'RIGHT_EXPIRED')
    await setValidity(test, [right_id], { permission_date: today })
  })

  it('UNPAID with a balance', async () => {
    await expectRefused((await candidate({ paid: 100_000 })).exam_id, 'UNPAID')
  })

  it('lists all reasons that one override lifts, at the desk and in the ledger', async () => {
    const { exam_id } = await candidate({ paid: 100_000 })
    test.clock.set(instantInBangkok(today, '13:31'))
    const { code, message } = await refusal(exam_id)
    expect(code).toBe('TOO_LATE')
    expect(message).toMatch(/มาสายเกิน 30 นาที .* · .*ค้างชำระ 5,000/)
    await checkIn({ exam_id, ...override }, 'manager.kkn')
    const { note } = await noteOfCheckIn(exam_id)
    expect(note).toMatch(/^มาสายเกิน 30 นาที .* · .*ค้างชำระ 5,000.* · ผู้จัดการอนุญาต$/)
  })

  it('THEORY_FIRST for practice without a pass of the theory', async () => {
    await expectRefused(
      (await candidate({ at: practice, kind: 'practice' })).exam_id,
      'THEORY_FIRST',
    )
  })

  it('DOCUMENT_MISSING where the branch refuses missing documents; elsewhere they only cause a warning', async () => {
    const [warned, refused] = [await candidate(), await candidate()]
    for (const { application_id } of [warned, refused]) {
      await sql`
        with required as (
          insert into document_type (name) values (${`สำเนาบัตร ${application_id}`})
          returning document_type_id, name, valid_days
        )
        insert into application_document (application_id, document_type_id, name, valid_days)
        select ${application_id}, document_type_id, name, valid_days from required`.execute(test.db)
    }
    const missing = await test.db
      .selectFrom('application_document')
      .select('application_id')
      .where('application_id', '=', warned.application_id)
      .where('ticked_at', 'is', null)
      .execute()
    expect(missing.length).toBeGreaterThan(0)
    const { data } = await checkIn({ exam_id: warned.exam_id })
    const named = `สำเนาบัตร ${warned.application_id}`
    expect(data.warnings).toEqual([expect.stringContaining(named)])
    const { stations } = (await test.call(examDay.get, {}, 'registrar.kkn')).data
    const shown = stations
      .flatMap(({ candidates }) => candidates)
      .find(({ exam_id }) => exam_id === warned.exam_id)
    expect(shown?.missing_documents).toContain(named)
    await setSettings({ exam_checkin_documents: 'refuse' })
    await expectRefused(refused.exam_id, 'DOCUMENT_MISSING')
    await setSettings({})
  })
})

describe('permission to check in', () => {
  it('is limited to sessions of the own panel for examiners', async () => {
    const [own, other] = [await candidate(), await candidate({ at: later })]
    await addPanel(test, session, [test.school.userId('examiner.kkn')])
    expect((await checkIn({ exam_id: own.exam_id }, 'examiner.kkn')).status).toBe(200)
    expect((await checkIn({ exam_id: other.exam_id }, 'examiner.kkn')).status).toBe(403)
    const { data } = await test.call(examDay.get, {}, 'examiner.kkn')
    const stations = Object.fromEntries(
      data.stations.map(({ exam_session_id, can_check_in }) => [exam_session_id, can_check_in]),
    )
    expect([stations[session], stations[later]]).toEqual([true, false])
  })
})

describe('the queue', () => {
  it('counts the seats held by offers in addition to those of the candidates', async () => {
    const { right_id, customer_id } = await candidate()
    const shown = async () =>
      (await test.call(examDay.get, {}, 'registrar.kkn')).data.stations.find(
        (station) => station.exam_session_id === later,
      )
    expect(await shown()).toMatchObject({ offers: 0 })
    const at = test.clock.now().toISOString()
    const offer = { state: 'offered', offered_at: at, offer_until: at }
    await test.db
      .insertInto('exam_waiting')
      .values({
        ...offer,
        exam_session_id: later,
        right_id,
        customer_id,
        branch_id: test.school.branch.KKN,
        created_by: test.school.userId('admin'),
      })
      .execute()
    expect(await shown()).toMatchObject({ offers: 1 })
    await test.db.deleteFrom('exam_waiting').execute()
  })

  const staged = async (exam_id: number) =>
    (await test.call(examDay.get, {}, 'registrar.kkn')).data.stations
      .flatMap(({ candidates }) => candidates)
      .find((one) => one.exam_id === exam_id)

  it('leads from check-in, call and start to the result, each step once', async () => {
    const { exam_id } = await candidate()
    expect(await staged(exam_id)).toMatchObject({
      stage: 'expected',
      queue_no: null,
      unpaid: false,
    })
    expect((await test.call(examDay.call, { exam_id }, 'registrar.kkn')).status).toBe(409)
    await checkIn({ exam_id })
    expect((await staged(exam_id))?.stage).toBe('queued')
    for (let n = 0; n < 2; n++) {
      expect((await test.call(examDay.call, { exam_id }, 'registrar.kkn')).status).toBe(200)
    }
    const called = await staged(exam_id)
    expect(called?.stage).toBe('called')
    expect(Date.parse(called?.called_at ?? '')).toBe(test.clock.now().getTime())
    await test.call(examDay.enter, { exam_id }, 'registrar.kkn')
    expect((await staged(exam_id))?.stage).toBe('in')
    test.clock.set(instantInBangkok(today, '13:05'))
    await test.call(
      examBooking.result,
      { exam_id, result: 'pass', score: 48, note: '' },
      'manager.kkn',
    )
    expect(await staged(exam_id)).toMatchObject({ stage: 'done', status: 'pass' })
  })

  it('loses a candidate whose check-in is undone, whom a late repeated request does not add again', async () => {
    const { exam_id } = await candidate()
    const nonce = randomUUID()
    await checkIn({ exam_id, nonce })
    const undo = (note: string) =>
      test.call(examDay.undoCheckIn, { exam_id, note }, 'registrar.kkn')
    expect((await undo('ลงผิดคน')).status).toBe(200)
    expect(await staged(exam_id)).toMatchObject({ stage: 'expected', queue_no: null })
    expect((await undo('ลงผิดคน')).status).toBe(409)
    expect((await checkIn({ exam_id, nonce })).status).toBe(409)
    expect((await checkIn({ exam_id })).status).toBe(200)
  })

  it('does not give the number of an undone check-in again', async () => {
    const at = await insertSession(test, today, { start: '11:00', end: '12:00', capacity: 9 })
    const seated = [await candidate({ at }), await candidate({ at }), await candidate({ at })]
    const [one, two, three] = seated.map(({ exam_id }) => ({ exam_id }))
    const numbered = async (key: Input = {}) => (await checkIn(key)).data.queue_no
    const undo = (key: Input = {}) =>
      test.call(examDay.undoCheckIn, { ...key, note: 'ลงผิดคน' }, 'registrar.kkn')
    expect([await numbered(one), await numbered(two)]).toEqual([1, 2])
    await undo(two)
    expect(await numbered(three)).toBe(3)
    await undo(three)
    await undo(one)
    expect([await numbered(two), await numbered(one)]).toEqual([4, 5])
  })

  it('lists the bookings of today that have no session', async () => {
    const { exam_id } = await candidate()
    await sql`delete from occupancy where exam_id = ${exam_id}`.execute(test.db)
    await sql`update exam set exam_session_id = null where exam_id = ${exam_id}`.execute(test.db)
    const { data } = await test.call(examDay.get, {}, 'registrar.kkn')
    expect(data.without_session.map((booking) => booking.exam_id)).toContain(exam_id)
  })
})

describe('the big screen', () => {
  const branch_id = () => test.school.branch.KKN
  const renew = async () =>
    (await test.call(examScreen.renew, { branch_id: branch_id() }, 'manager.kkn')).data.secret

  it('shows numbers and first names within two seconds, and ends when its link is renewed or revoked', async () => {
    const origin = await listenOn(test.app)
    const watch = (secret: string) => openLive(origin, {}, `${examScreenPath}/${secret}`)
    const secret = await renew()
    const screen = await watch(secret)
    const { exam_id, customer_id } = await candidate()
    const { queue_no } = (await checkIn({ exam_id })).data
    const { fname, sname } = await test.db
      .selectFrom('customer')
      .select(['fname', 'sname'])
      .where('customer_id', '=', customer_id)
      .executeTakeFirstOrThrow()
    const shown = () => {
      const { stations } = JSON.parse(screen.messages.at(-1) ?? '{"stations":[]}')
      return stations.find((one: { exam_session_id: number }) => one.exam_session_id === session)
    }
    const soon = { timeout: 2000, interval: 20 }
    await test.call(examDay.call, { exam_id }, 'registrar.kkn')
    await expect.poll(() => shown()?.called[0], soon).toEqual({ queue_no, fname })
    // Without a place; the screen shows the time next to it.
    expect(shown()?.name).toBe('สอบภาคทฤษฎี')
    expect(screen.messages.join('')).not.toContain(sname)

    const next = await watch(await renew())
    await expect.poll(() => screen.messages.at(-1), soon).toBe('revoked')
    await expect.poll(screen.isEnded, soon).toBe(true)
    await test.call(examScreen.revoke, { branch_id: branch_id() }, 'manager.kkn')
    await expect.poll(next.isEnded, soon).toBe(true)
    const unknown = await watch(secret)
    await expect.poll(() => unknown.messages, soon).toEqual(['revoked'])
    const { data } = await test.call(examScreen.get, { branch_id: branch_id() }, 'manager.kkn')
    expect(data).toBeNull()
  })

  it('stores only the hash of the secret', async () => {
    const secret = await renew()
    const rows = await test.db.selectFrom('exam_screen').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows).toHaveLength(1)
  })

  it('is managed only by users who hold sessions in the branch', async () => {
    const as = (username: string) =>
      test.call(examScreen.renew, { branch_id: branch_id() }, username)
    expect((await as('registrar.kkn')).status).toBe(403)
    expect((await as('manager.bpi')).status).toBe(404)
  })
})

describe('a result without a check-in', () => {
  const mark = (
    exam_id: number,
    more: Partial<InputOf<typeof examBooking.result>> = {},
    as = 'manager.kkn',
  ) => test.call(examBooking.result, { exam_id, result: 'pass', ...more }, as)
  const start = () => test.clock.set(instantInBangkok(today, '17:30'))

  it('needs a session, even for absent candidates, unless it corrects a result', async () => {
    const { exam_id } = await candidate()
    await sql`delete from occupancy where exam_id = ${exam_id}`.execute(test.db)
    await sql`update exam set exam_session_id = null where exam_id = ${exam_id}`.execute(test.db)
    start()
    for (const result of ['pass', 'absent'] as const) {
      expect((await mark(exam_id, { result })).body.code).toBe('JOIN_SESSION_FIRST')
    }
    const listed = await test.call(examBooking.get, { exam_id }, 'manager.kkn')
    expect(listed.data.can.mark).toBe(false)
    expect((await storedOf(exam_id)).result).toBeNull()
    await sql`update exam set result = 'unknown' where exam_id = ${exam_id}`.execute(test.db)
    expect((await mark(exam_id, { note: 'กรอกผิด' })).status).toBe(200)
  })

  it('is refused like the check-in, and recorded with a reason by a user who may override', async () => {
    const at = await insertSession(test, today, { start: '17:00', end: '18:00' })
    const { exam_id, right_id } = await candidate({ paid: 0, at })
    start()
    expect((await mark(exam_id)).body).toMatchObject({
      code: 'UNPAID',
      message: expect.stringContaining('6,000'),
    })
    const [override_reason, anyone] = ['ผู้จัดการอนุญาต', 'examiner.kkn']
    await addPanel(test, at, [test.school.userId(anyone)])
    const examiner = await mark(exam_id, { override_reason }, anyone)
    expect(examiner.body.code).toBe('UNPAID')
    expect(examiner.body.message).not.toContain('6,000')
    expect((await storedOf(exam_id)).checked_in_at).toBeNull()
    expect((await mark(exam_id, { override_reason })).status).toBe(200)
    const event = await test.db
      .selectFrom('exam_right_event')
      .select('detail')
      .where('right_id', '=', right_id)
      .where('event', '=', 'result')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(event.detail)).toContain(override_reason)
    const { after } = await test.db
      .selectFrom('audit_log')
      .select('after')
      .where('entity', '=', 'exam_right')
      .where('entity_id', '=', String(right_id))
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(after)).toContain(override_reason)
  })

  it('lists each refused candidate of a session, and does not require absent candidates to have paid', async () => {
    const [unpaid, absent] = [await candidate({ paid: 0 }), await candidate({ paid: 0 })]
    start()
    const result = { score: null, note: '' }
    const send = (override_reason = '') =>
      test.call(
        examBooking.results,
        {
          exam_session_id: session,
          results: [
            { ...result, exam_id: absent.exam_id, result: 'absent' },
            { ...result, exam_id: unpaid.exam_id, result: 'fail', override_reason },
          ],
        },
        'manager.kkn',
      )
    expect((await send()).body).toMatchObject({
      code: 'UNPAID',
      errors: [{ path: 'results.1.result' }],
    })
    expect((await send('จ่ายแล้วที่สาขา')).data.recorded).toBe(2)
  })
})
