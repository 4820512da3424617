import type { InputOf } from '@khapdee/contract/endpoint'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { grantTheory, insertSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { fullSession, joinNew } from '../../../test/make/exam-waiting.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const as = 'manager.kkn'
let used = 0

/** A session with one candidate, which is to be cancelled, and a full one. */
async function lostAndFull() {
  const day = addDays(test.clock.today(), 20 + ++used)
  const lost = await insertSession(test, day, { start: '07:00', end: '07:30' })
  const candidate = await seatCandidate(test, lost)
  const full = await fullSession(test, { day })
  return { lost, candidate, full }
}

const cancel = (exam_session_id: number, moves: InputOf<typeof examSession.cancel>['moves']) =>
  test.call(examSession.cancel, { exam_session_id, version: 1, note: 'ไฟดับ', moves }, as)

const waitFor = (exam_id: number, waiting_session_id: number) => [
  { exam_id, exam_session_id: null, waiting_session_id },
]

const worklist = async () =>
  (await test.call(examSession.worklist, { perPage: 100 }, as)).data.map(({ right_id }) => right_id)

describe('a candidate of a cancelled session', () => {
  it('waits for a seat of a full session, and takes it when it is freed', async () => {
    const { lost, candidate, full } = await lostAndFull()
    const targets = await test.call(examSession.targets, { exam_session_id: lost }, as)
    expect(targets.data.bookings[0]?.may_wait_for).toContain(full.exam_session_id)
    const { data } = await cancel(lost, waitFor(candidate.exam_id, full.exam_session_id))
    expect(data.told).toMatchObject([
      { exam_id: candidate.exam_id, session: null, waiting: expect.stringContaining('ทฤษฎี') },
    ])
    // Listed as waiting, not as a candidate to be phoned.
    expect(await worklist()).not.toContain(candidate.right_id)
    const list = await test.call(
      examWaiting.gettable,
      { exam_session_id: full.exam_session_id },
      as,
    )
    expect(list.data).toMatchObject([{ right_id: candidate.right_id, status: 'waiting' }])

    const exam_id = full.seated[0]?.exam_id ?? 0
    await test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, as)
    const { exam_waiting_id = 0 } = list.data[0] ?? {}
    const accepted = await test.call(examWaiting.accept, { exam_waiting_id }, as)
    expect(accepted.data).toMatchObject({
      exam_id: candidate.exam_id,
      exam_session_id: full.exam_session_id,
    })
    expect(await worklist()).not.toContain(candidate.right_id)
  })

  it('is listed in the worklist again when the wait ends without a seat', async () => {
    const { lost, candidate, full } = await lostAndFull()
    await cancel(lost, waitFor(candidate.exam_id, full.exam_session_id))
    const { data } = await test.call(
      examWaiting.gettable,
      { exam_session_id: full.exam_session_id },
      as,
    )
    const { exam_waiting_id = 0 } = data[0] ?? {}
    await test.call(examWaiting.leave, { exam_waiting_id, note: 'เปลี่ยนใจ' }, as)
    expect(await worklist()).toContain(candidate.right_id)
  })

  it('cannot wait for a session with free seats, and nothing is cancelled then', async () => {
    const { lost, candidate } = await lostAndFull()
    const free = await insertSession(test, addDays(test.clock.today(), 19), { capacity: 3 })
    const { status, body } = await cancel(lost, waitFor(candidate.exam_id, free))
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([
      409,
      'SEATS_LEFT',
      'moves.0.exam_session_id',
    ])
    const stored = await test.call(examSession.get, { exam_session_id: lost }, as)
    expect(stored.data).toMatchObject({ status: 'full', seats_taken: 1 })
  })

  it('cannot wait for a session of another branch, which is not revealed', async () => {
    const { lost, candidate } = await lostAndFull()
    const day = addDays(test.clock.today(), 19)
    const foreign = await insertSession(test, day, { branch_id: test.school.branch.BPI })
    await seatCandidate(test, foreign, {}, 'registrar.bpi')
    const { status, body } = await cancel(lost, waitFor(candidate.exam_id, foreign))
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
    expect(body.message).toMatch(/ไม่พบข้อมูลที่ต้องการ$/)
  })

  it('stays on a waiting list where it already waits', async () => {
    const { lost, candidate, full } = await lostAndFull()
    const { exam_session_id } = full
    await test.call(examWaiting.join, { exam_session_id, right_id: candidate.right_id }, as)
    expect((await cancel(lost, waitFor(candidate.exam_id, exam_session_id))).status).toBe(200)
    const { data } = await test.call(examWaiting.gettable, { exam_session_id }, as)
    expect(data.map(({ status }) => status)).toEqual(['waiting'])
  })

  it('is refused, with the name of the customer, where another right of the customer already waits', async () => {
    const { lost, candidate, full } = await lostAndFull()
    const { exam_session_id } = full
    const customer = { ...customerInput({ idcard: '' }), customer_id: candidate.customer_id }
    const right_id = await grantTheory(test, { customer })
    const joined = await test.call(examWaiting.join, { exam_session_id, right_id }, as)
    expect(joined.status).toBe(200)
    const { status, body } = await cancel(lost, waitFor(candidate.exam_id, exam_session_id))
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([
      409,
      'ALREADY_WAITING',
      'moves.0.exam_session_id',
    ])
    const { data } = await test.call(examSession.get, { exam_session_id: lost }, as)
    expect(data).toMatchObject({ status: 'full', seats_taken: 1 })
  })

  it('is placed after those who waited before', async () => {
    const { lost, candidate, full } = await lostAndFull()
    const first = await joinNew(test, full.exam_session_id)
    await cancel(lost, waitFor(candidate.exam_id, full.exam_session_id))
    const { data } = await test.call(
      examWaiting.gettable,
      { exam_session_id: full.exam_session_id },
      as,
    )
    expect(data.map(({ right_id, position }) => [right_id, position])).toEqual([
      [first.right_id, 1],
      [candidate.right_id, 2],
    ])
  })

  it('cannot be both moved and entered for a waiting list', async () => {
    const { lost, candidate, full } = await lostAndFull()
    const { exam_session_id: waiting_session_id } = full
    const { exam_id } = candidate
    const moves = [{ exam_id, exam_session_id: waiting_session_id, waiting_session_id }]
    const wire = { exam_session_id: lost, version: 1, note: 'ไฟดับ', moves }
    const { status } = await sendWire(test, examSession.cancel, wire, await bearerOf(test, as))
    expect(status).toBe(400)
  })
})
