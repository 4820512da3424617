import { randomUUID } from 'node:crypto'
import type { InputOf } from '@khapdee/contract/endpoint'
import { audit } from '@khapdee/contract/entities/audit'
import { certificate } from '@khapdee/contract/entities/certificate'
import { customerExam } from '@khapdee/contract/entities/customer-exam'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { type Day, addDays, formatDay, instantInBangkok } from '@khapdee/domain/thai-date'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { listenOn, openLive } from '../../../test/live-client.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { makeOtherFee, soldFee } from '../../../test/make/fee.ts'
import { moneyDesk, registeredOf } from '../../../test/make/money.ts'
import { insertSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { makeHoliday, removeHolidays } from '../../../test/make/holiday.ts'
import { inRounds, race, raceTimeoutMs } from '../../../test/race.ts'
import { bearerOf } from '../../../test/send-wire.ts'
import { checkInvariants } from '../../db/invariants.ts'

let test: TestApp
let today: Day
let last: Day

beforeAll(async () => {
  test = await startApp()
  await removeHolidays(test.db)
  today = test.clock.today()
  last = addDays(today, 60)
})
afterAll(() => test.close())
afterEach(() => test.clock.set(instantInBangkok(today, '10:00')))

type GrantInput = InputOf<typeof examRight.grant>

const newCustomer = async (values: Parameters<typeof makeCustomer>[2] = {}) =>
  (await makeCustomer(test.db, test.school.branch.KKN, values)).customer_id

const key = () => ({ 'idempotency-key': randomUUID() })
const grantTo = (customer_id: number, values: Partial<GrantInput> = {}, as = 'manager.kkn') =>
  test.call(
    examRight.grant,
    {
      customer_id,
      branch_id: test.school.branch.KKN,
      kind: 'theory',
      licence_type: 'car',
      permission_date: last,
      note: 'ย้ายมาจากระบบเดิม',
      ...values,
    },
    as,
    key(),
  )

/** Grants a right to a new customer. */
async function granted(values: Partial<GrantInput> = {}) {
  const customer_id = await newCustomer()
  const { status, data, body } = await grantTo(customer_id, values)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { customer_id, ...data, exam_id: data.exam_id ?? 0 }
}

const rightOf = async (right_id: number, as = 'manager.kkn') => {
  const [right] = (await test.call(examRight.gettable, { right_id }, as)).data
  if (right === undefined) throw new Error('no right')
  return right
}
const storedRights = (customer_id: number) =>
  test.db.selectFrom('exam_right').selectAll().where('customer_id', '=', customer_id).execute()

describe('granting a right without an application', () => {
  it('gives a right that owes nothing, with the reason in its ledger and in the audit trail', async () => {
    const customer_id = await newCustomer({ fname: 'ไม่มี', sname: 'ใบสมัคร' })
    const { data, body } = await grantTo(customer_id)
    expect(body.message).toContain(formatDay(last))
    const right = await rightOf(data.right_id)
    expect(right).toMatchObject({
      application_id: null,
      application_code: '',
      type: null,
      line_id: null,
      customer: 'ไม่มี ใบสมัคร',
      course_name: 'ให้สิทธิ์โดยไม่มีใบสมัคร',
      balance: 0,
      permission_date: last,
      valid_from: today,
      status: 'active',
      can: { book: true, extend: true, disable: true, enable: false },
    })
    expect(right.events).toMatchObject([
      { event: 'granted', permission_date: last, note: 'ย้ายมาจากระบบเดิม' },
    ])
    const [entry] = (await test.call(audit.gettable, { type: 'exam_right' }, 'manager.kkn')).data
    expect(entry).toMatchObject({ action: 'ให้สิทธิ์สอบ', record: 'ไม่มี ใบสมัคร' })
    expect(entry?.changes).toContainEqual({
      label: 'เหตุผล',
      before: null,
      after: 'ย้ายมาจากระบบเดิม',
    })
  })

  it('records a theory exam that was passed elsewhere, so that practice can be booked', async () => {
    const theory_passed_on = addDays(today, -20)
    const { right_id, exam_id } = await granted({
      kind: 'practice',
      theory_passed_on,
      exam_date: addDays(today, 3),
    })
    const right = await rightOf(right_id)
    expect(right.exam_id).toBe(exam_id)
    expect(right.events?.map(({ event }) => event)).toEqual([
      'granted',
      'theory_recorded',
      'booked',
    ])
  })

  it('books the day and the session that are given', async () => {
    const day = addDays(today, 4)
    const exam_session_id = await insertSession(test, day)
    const { right_id } = await granted({ exam_date: day, exam_session_id })
    expect((await rightOf(right_id)).booking).toMatchObject({ exam_date: day, exam_session_id })
  })

  it('grants nothing when the day cannot be booked', async () => {
    const customer_id = await newCustomer()
    const practice = { kind: 'practice', exam_date: addDays(today, 3) } as const
    const { status, body } = await grantTo(customer_id, practice)
    expect([status, body.code]).toEqual([409, 'THEORY_FIRST'])
    const exam_date = addDays(today, 50)
    await makeHoliday(test.db, exam_date)
    expect((await grantTo(customer_id, { exam_date })).body.code).toBe('OUTSIDE_WORKING_TIME')
    expect(await storedRights(customer_id)).toEqual([])
  })

  it.each<[string, () => Partial<GrantInput>, string]>([
    ['a past last day', () => ({ permission_date: addDays(today, -1) }), 'permission_date'],
    [
      'a last day too far away',
      () => ({ permission_date: addDays(today, 731) }),
      'permission_date',
    ],
    ['theory passed, for a theory exam', () => ({ theory_passed_on: today }), 'theory_passed_on'],
    [
      'theory passed in the future',
      () => ({ kind: 'practice', theory_passed_on: addDays(today, 1) }),
      'theory_passed_on',
    ],
  ])('refuses %s', async (_, values, path) => {
    const customer_id = await newCustomer()
    const { status, body } = await grantTo(customer_id, values())
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ path }])
    expect(await storedRights(customer_id)).toEqual([])
  })

  it('refuses a call without a reason', async () => {
    const customer_id = await newCustomer()
    const wire = {
      customer_id,
      branch_id: test.school.branch.KKN,
      kind: 'theory',
      licence_type: 'car',
      permission_date: last,
      note: ' ',
    }
    const headers = { ...(await bearerOf(test, 'manager.kkn')), ...key() }
    const { status, body } = await test.raw('POST', 'exam/grant', wire, headers)
    expect([status, body.errors]).toMatchObject([400, [{ path: 'note' }]])
    expect(await storedRights(customer_id)).toEqual([])
  })

  it('refuses a customer without ID number', async () => {
    const walkIn = await newCustomer({ idcard: '', is_walk_in: true })
    expect((await grantTo(walkIn)).body.errors).toMatchObject([{ path: 'customer_id' }])
  })

  it('is allowed to managers, for their own branches and customers', async () => {
    const customer_id = await newCustomer()
    for (const as of ['registrar.kkn', 'cashier.kkn', 'owner']) {
      expect((await grantTo(customer_id, {}, as)).status).toBe(403)
    }
    expect((await grantTo(customer_id, { branch_id: test.school.branch.BPI })).status).toBe(404)
    const bpi = { branch_id: test.school.branch.BPI }
    expect((await grantTo(customer_id, bpi, 'manager.bpi')).status).toBe(404)
    const { right_id } = (await grantTo(customer_id)).data
    expect((await test.call(examRight.gettable, { right_id }, 'manager.bpi')).status).toBe(404)
  })

  it('refuses a second usable right to the same exam at the branch, and grants it once the first is disabled', async () => {
    const { customer_id, right_id } = await granted()
    const { status, body } = await grantTo(customer_id)
    expect([status, body.code]).toEqual([409, 'RIGHT_EXISTS'])
    expect(body.message).toContain(formatDay(last))
    expect((await grantTo(customer_id, { kind: 'practice' })).status).toBe(200)
    expect((await grantTo(customer_id, { licence_type: 'motorcycle' })).status).toBe(200)
    await test.call(examRight.disable, { right_id, note: 'ผิดคน' }, 'manager.kkn')
    expect((await grantTo(customer_id)).status).toBe(200)
  })

  it('refuses a right while the fee that will extend an expired one is unpaid', async () => {
    const { customer_id, right_id } = await granted({ permission_date: today })
    const price = 50_000
    const { other_fee_id } = await makeOtherFee(test.db, {
      name: 'ค่าต่ออายุสิทธิ์สอบ',
      kind: 'exam',
      exam_use: 'extend',
      price,
    })
    const fee = soldFee(other_fee_id, price, 0)
    const sold = await test.call(
      examRight.extend,
      { right_id, days: 30, note: 'ลาป่วย', fee },
      'cashier.kkn',
    )
    expect(sold.status).toBe(200)
    const { application_code, application_id } = sold.data.application ?? { application_code: '' }
    test.clock.set(instantInBangkok(addDays(today, 5), '10:00'))
    const { body } = await grantTo(customer_id)
    expect(body.code).toBe('RIGHT_EXISTS')
    expect(body.message).toContain(`รอชำระค่าต่ออายุ (${application_code})`)
    const desk = moneyDesk(test)
    const app = await registeredOf(test, application_id ?? 0)
    expect((await desk.cancel(app, 'manager.kkn')).status).toBe(200)
    expect((await grantTo(customer_id)).status).toBe(200)
  })

  it(
    'grants one right when two calls are sent at the same time',
    async () => {
      await inRounds(async () => {
        const customer_id = await newCustomer()
        const outcome = await race(grantTo(customer_id), grantTo(customer_id))
        expect(outcome.split(' ').toSorted()).toEqual(['RIGHT_EXISTS', 'ok'])
        expect(await storedRights(customer_id)).toHaveLength(1)
      })
    },
    raceTimeoutMs,
  )

  it('shows the customer to the branch, and notifies open screens', async () => {
    const origin = await listenOn(test.app)
    const live = await openLive(origin, await bearerOf(test, 'registrar.kkn'))
    const { customer_id } = await granted()
    await vi.waitFor(() => expect(live.messages.join()).toContain('exam'))
    live.close()
    const branches = await test.db
      .selectFrom('customer_branch')
      .select('branch_id')
      .where('customer_id', '=', customer_id)
      .execute()
    expect(branches).toEqual([{ branch_id: test.school.branch.KKN }])
  })
})

describe('a right without an application', () => {
  it('is found in the lists by name, by number and by phone', async () => {
    const customer_id = await newCustomer({ fname: 'กรองแก้ว', phone_1: '0899991234' })
    const { data } = await grantTo(customer_id, { exam_date: addDays(today, 5) })
    for (const text of ['กรองแก้ว', 'กร', '0899991234']) {
      const rights = await test.call(examRight.gettable, { text }, 'manager.kkn')
      expect(rights.data.map(({ right_id }) => right_id)).toEqual([data.right_id])
      for (const days of [{ scope: 'all' }, { start: today, end: addDays(today, 9) }] as const) {
        const found = await test.call(examBooking.gettable, { text, ...days }, 'manager.kkn')
        expect(found.data.map(({ exam_id }) => exam_id)).toEqual([data.exam_id])
      }
    }
    const { data: all } = await test.call(examRight.gettable, { perPage: 100 }, 'manager.kkn')
    expect(all.map(({ right_id }) => right_id)).toContain(data.right_id)
  })

  it('is shown among the exams and in the record of its customer', async () => {
    const { customer_id, right_id, exam_id } = await granted({ exam_date: addDays(today, 5) })
    const exams = (await test.call(customerExam.get, { customer_id }, 'registrar.kkn')).data
    expect(exams?.rights).toMatchObject([{ right_id, exam_id }])
    expect(exams?.bookings).toMatchObject([{ exam_id, balance: 0, missing_documents: 0 }])
    const record = (await test.call(customerRecord.get, { customer_id }, 'manager.kkn')).data
    expect(record.exams).toMatchObject([
      { right_id, application_id: null, name: 'ให้สิทธิ์โดยไม่มีใบสมัคร' },
    ])
  })

  it('is extended, disabled, enabled, booked, moved and cancelled like any other', async () => {
    const { right_id } = await granted()
    const note = 'ขอเลื่อน'
    await test.call(examRight.extend, { right_id, days: 5, note }, 'manager.kkn')
    const day = addDays(today, 62)
    const slots = (await test.call(examBooking.slots, { right_id }, 'registrar.kkn')).data
    expect(slots).toMatchObject({ problem: null, permission_date: addDays(last, 5) })
    const { exam_id } = (
      await test.call(examBooking.book, { right_id, exam_date: day }, 'registrar.kkn')
    ).data
    const moved = { exam_id, exam_date: addDays(today, 63), note }
    expect((await test.call(examBooking.changeDate, moved, 'registrar.kkn')).status).toBe(200)
    expect((await test.call(examBooking.cancel, { exam_id, note }, 'registrar.kkn')).status).toBe(
      200,
    )
    const again = { right_id, exam_date: day }
    expect((await test.call(examBooking.book, again, 'registrar.kkn')).status).toBe(200)
    expect((await test.call(examRight.disable, { right_id, note }, 'manager.kkn')).status).toBe(200)
    expect((await rightOf(right_id)).exam_id).toBeNull()
    expect((await test.call(examRight.enable, { right_id, note }, 'manager.kkn')).status).toBe(200)
    expect((await rightOf(right_id)).events?.map(({ event }) => event)).toEqual([
      'granted',
      'extended',
      'booked',
      'moved',
      'unbooked',
      'booked',
      'unbooked',
      'disabled',
      'enabled',
    ])
  })

  it('is on the exam day and its documents, is checked in, passed and certified', async () => {
    const exam_session_id = await insertSession(test, today, { capacity: 5 })
    const { right_id, exam_id } = await granted({ exam_date: today, exam_session_id })
    const stations = (await test.call(examDay.get, {}, 'registrar.kkn')).data.stations
    const station = stations.find((row) => row.exam_session_id === exam_session_id)
    expect(station?.candidates).toMatchObject([{ exam_id, unpaid: false, missing_documents: [] }])
    const candidates = await test.call(examSession.get, { exam_session_id }, 'manager.kkn')
    expect(candidates.data.candidates).toMatchObject([{ exam_id, application_id: null }])
    expect((await test.call(examDocument.slip, { exam_id }, 'registrar.kkn')).status).toBe(200)
    expect((await test.call(examDocument.roster, { exam_session_id }, 'manager.kkn')).status).toBe(
      200,
    )
    const nonce = randomUUID()
    expect(
      (await test.call(examDay.checkIn, { exam_id, nonce }, 'registrar.kkn')).data,
    ).toMatchObject({
      exam_id,
      warnings: [],
    })
    test.clock.set(instantInBangkok(today, '13:30'))
    const sheet = await test.call(examBooking.sheet, { exam_session_id }, 'manager.kkn')
    expect(sheet.data.candidates).toMatchObject([{ exam_id, problem: null }])
    const pass = { exam_id, result: 'pass', score: 48 } as const
    expect((await test.call(examBooking.result, pass, 'manager.kkn')).status).toBe(200)
    expect(await rightOf(right_id)).toMatchObject({ status: 'used', can: { certify: true } })
    const issued = await test.call(certificate.issue, { right_id }, 'manager.kkn', key())
    expect(issued.status).toBe(200)
    const { certificate_id } = issued.data
    expect(await rightOf(right_id)).toMatchObject({ can: { certify: false } })
    expect((await test.call(certificate.pdf, { certificate_id }, 'manager.kkn')).status).toBe(200)
  })

  it('is booked without a session, and is listed on the exam day', async () => {
    const { right_id, exam_id } = await granted({ exam_date: today, licence_type: 'truck2' })
    const { without_session } = (await test.call(examDay.get, {}, 'registrar.kkn')).data
    expect(without_session).toContainEqual(
      expect.objectContaining({ right_id, exam_id, application_id: null }),
    )
  })

  it('waits for a seat, gets an offer and accepts it', async () => {
    const day = addDays(today, 8)
    const exam_session_id = await insertSession(test, day)
    const seated = await seatCandidate(test, exam_session_id, { customer: customerInput() })
    const { right_id, customer_id } = await granted()
    const joined = await test.call(examWaiting.join, { exam_session_id, right_id }, 'registrar.kkn')
    const cancel = { exam_id: seated.exam_id, note: 'ติดธุระ' }
    await test.call(examBooking.cancel, cancel, 'registrar.kkn')
    const { data } = await test.call(examWaiting.gettable, { customer_id }, 'registrar.kkn')
    expect(data).toMatchObject([{ status: 'offered', application_id: null, right_id }])
    const { exam_waiting_id } = joined.data
    const accepted = await test.call(examWaiting.accept, { exam_waiting_id }, 'registrar.kkn')
    expect(accepted.status).toBe(200)
    expect((await rightOf(right_id)).exam_id).toBe(accepted.data.exam_id)
  })

  it('is moved with its session, and loses its session when that is cancelled', async () => {
    const day = addDays(today, 9)
    const exam_session_id = await insertSession(test, day)
    const { right_id, exam_id } = await granted({ exam_date: day, exam_session_id })
    const moves = [{ exam_id, exam_session_id: null }]
    const cancelling = { exam_session_id, version: 1, note: 'ฝนตก', moves }
    const { status, data } = await test.call(examSession.cancel, cancelling, 'manager.kkn')
    expect(status).toBe(200)
    expect(data.told).toMatchObject([{ exam_id, session: null }])
    expect((await rightOf(right_id)).booking).toMatchObject({ exam_session_id: null })
    const worklist = await test.call(examSession.worklist, {}, 'manager.kkn')
    expect(worklist.data).toContainEqual(expect.objectContaining({ exam_id, application_id: null }))
  })

  it('moves to another record when its customer is merged', async () => {
    const { customer_id: other_id, right_id } = await granted({ exam_date: addDays(today, 30) })
    const customer_id = await newCustomer({ idcard: '', passport: 'AA1234567', is_foreigner: true })
    await test.db
      .updateTable('customer')
      .set({ idcard: '' })
      .where('customer_id', '=', other_id)
      .execute()
    const versions = { version: 1, other_version: 1, take: [] }
    const preview = await test.call(customerMerge.preview, { customer_id, other_id }, 'manager.kkn')
    expect(preview.data.moves.exam_rights).toEqual({ count: 1, codes: [] })
    const merged = await test.call(
      customerMerge.merge,
      { customer_id, other_id, ...versions },
      'manager.kkn',
    )
    expect(merged.status).toBe(200)
    expect((await rightOf(right_id)).customer_id).toBe(customer_id)
  })
})

it('violates no invariant', async () => {
  const results = await checkInvariants(test.db)
  expect(results.filter(({ violations }) => violations > 0)).toEqual([])
})
