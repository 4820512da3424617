/** The sample calls of exam sessions; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { affectedSession } from '@khapdee/contract/entities/affected-session'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { addDays } from '@khapdee/domain/thai-date'
import { type BranchFixture, type Sample, listFilters } from './branch-fixture.ts'
import { customerInput, makeCustomer } from './make/customer.ts'
import { makeEmployee } from './make/employee.ts'
import { grantTheory, insertSession, seatCandidate } from './make/exam-session.ts'
import { makePlace } from './make/place.ts'
import { makeRecord } from './make/record.ts'
import type { Wire } from './wire.ts'

/** A theory session of tomorrow with a chair of the branch. */
async function sessionValues({ test, branch_id }: BranchFixture): Promise<Wire> {
  const { user_id } = await makeEmployee(test, branch_id)
  return {
    branch_id,
    kind: 'theory',
    licence_types: ['car'],
    date: addDays(test.clock.today(), 1),
    start_time: '09:00',
    end_time: '12:00',
    capacity: 2,
    panel: [{ user_id, role: 'chair' }],
  }
}

async function newSession(fixture: BranchFixture): Promise<Wire> {
  const { place_id } = await makePlace(fixture.test.db, { branch_id: fixture.branch_id })
  return { ...(await sessionValues(fixture)), place_id }
}

async function createSession(fixture: BranchFixture): Promise<number> {
  const input = examSession.create.input.parse(await sessionValues(fixture))
  const { data } = await fixture.test.call(examSession.create, input, fixture.clerk)
  return data.exam_session_ids[0] ?? 0
}

const sessionKey = async (fixture: BranchFixture): Promise<Wire> => ({
  exam_session_id: await createSession(fixture),
})

/** A session with a candidate who moves to another one. */
async function sessionWithMoves(fixture: BranchFixture): Promise<Wire> {
  const { test, branch_id, mark, registrar } = fixture
  const exam_session_id = await createSession(fixture)
  const customer = customerInput({ sname: mark })
  const { exam_id } = await seatCandidate(test, exam_session_id, { branch_id, customer }, registrar)
  const moves = [{ exam_id, exam_session_id: await createSession(fixture) }]
  return { exam_session_id, version: 1, moves }
}

async function sessionUpdate(fixture: BranchFixture): Promise<Wire> {
  const { branch_id: _, ...values } = await newSession(fixture)
  return { ...values, ...(await sessionWithMoves(fixture)) }
}

/** A session whose place is replaced. */
async function replacedPlace(fixture: BranchFixture): Promise<Wire> {
  const { test, branch_id, clerk } = fixture
  const input = examSession.create.input.parse(await newSession(fixture))
  const { data } = await test.call(examSession.create, input, clerk)
  const { place_id } = await makePlace(test.db, { branch_id })
  return {
    exam_session_id: data.exam_session_ids[0] ?? 0,
    version: 1,
    replacements: [{ kind: 'place', from: input.place_id, to: place_id }],
  }
}

let days = 0

/** A session, and a booking of its day without a session. */
async function sessionlessBooking({
  test,
  branch_id,
  mark,
  registrar,
}: BranchFixture): Promise<Wire> {
  const day = addDays(test.clock.today(), 20 + (++days % 60))
  const exam_session_id = await insertSession(test, day, { branch_id, capacity: 50 })
  const customer = customerInput({ sname: mark })
  const { exam_id } = await seatCandidate(test, exam_session_id, { branch_id, customer }, registrar)
  await test.db.deleteFrom('occupancy').where('exam_id', '=', exam_id).execute()
  await test.db
    .updateTable('exam')
    .set({ exam_session_id: null })
    .where('exam_id', '=', exam_id)
    .execute()
  return { exam_session_id, exam_ids: [exam_id] }
}

/** A right whose wished day could not be booked. */
async function refusedWish({ test, branch_id, mark, registrar }: BranchFixture): Promise<Wire> {
  const customer = customerInput({ sname: mark })
  const right_id = await grantTheory(test, { branch_id, customer }, registrar)
  await test.db
    .updateTable('exam_right')
    .set({ wish_refusal: 'รอบสอบนี้เต็มแล้ว' })
    .where('right_id', '=', right_id)
    .execute()
  return { right_id, note: 'โทรแจ้งแล้ว' }
}

let holidays = 0

/** A session on a separate day that has become a holiday. */
async function sessionOnHoliday({ test, branch_id }: BranchFixture): Promise<Wire> {
  const day = addDays(test.clock.today(), 40 + ++holidays)
  const exam_session_id = await insertSession(test, day, { branch_id })
  await makeRecord(test.db, 'holiday', { day, branch_id })
  return { exam_session_id, version: 1, note: 'เปิดสอบวันหยุด' }
}

/** A session that has begun. */
async function pastSession({ test, branch_id }: BranchFixture): Promise<Wire> {
  const day = addDays(test.clock.today(), -1)
  return { exam_session_id: await insertSession(test, day, { branch_id }) }
}

/** A right that waits for the seat of a full session, or is offered it. */
async function waitingRight(fixture: BranchFixture, isOffered: boolean): Promise<Wire> {
  const { test, branch_id, mark, registrar } = fixture
  const values = { ...(await sessionValues(fixture)), panel: [], capacity: 1 }
  const input = examSession.create.input.parse(values)
  const { data } = await test.call(examSession.create, input, fixture.clerk)
  const exam_session_id = data.exam_session_ids[0] ?? 0
  const as = { branch_id, customer: customerInput({ sname: mark }) }
  const { exam_id } = await seatCandidate(test, exam_session_id, as, registrar)
  const customer = customerInput({ sname: mark })
  const right_id = await grantTheory(test, { branch_id, customer }, registrar)
  const joined = await test.call(examWaiting.join, { exam_session_id, right_id }, fixture.clerk)
  if (isOffered) {
    await test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, fixture.clerk)
  } else {
    // The free seat is not offered, because no call has triggered that.
    await test.db
      .updateTable('exam_session')
      .set({ capacity: 2 })
      .where('exam_session_id', '=', exam_session_id)
      .execute()
  }
  return joined.data
}

/** A full session and a right that may wait for it. */
async function joining(fixture: BranchFixture): Promise<Wire> {
  const { test, branch_id, mark, registrar } = fixture
  const input = examSession.create.input.parse({
    ...(await sessionValues(fixture)),
    panel: [],
    capacity: 1,
  })
  const { data } = await test.call(examSession.create, input, fixture.clerk)
  const exam_session_id = data.exam_session_ids[0] ?? 0
  const as = { branch_id, customer: customerInput({ sname: mark }) }
  await seatCandidate(test, exam_session_id, as, registrar)
  const customer = customerInput({ sname: mark })
  return {
    exam_session_id,
    right_id: await grantTheory(test, { branch_id, customer }, registrar),
  }
}

/** A booked right of a new customer without an application. */
async function grantInput(fixture: BranchFixture): Promise<Wire> {
  const { test, branch_id, mark } = fixture
  const { customer_id } = await makeCustomer(test.db, branch_id, { sname: mark })
  return {
    customer_id,
    branch_id,
    kind: 'theory',
    licence_type: 'car',
    permission_date: addDays(test.clock.today(), 90),
    exam_date: addDays(test.clock.today(), 1),
    exam_session_id: await createSession(fixture),
    note: 'สิทธิ์จากระบบเดิม',
  }
}

export const examSessionSamples: [Endpoint, Sample][] = [
  [examRight.grant, { wire: grantInput }],
  [examSession.gettable, { wire: listFilters }],
  [
    examWaiting.gettable,
    {
      async wire(fixture) {
        const { exam_session_id, right_id } = await joining(fixture)
        const { customer_id, application_id } = await fixture.test.db
          .selectFrom('exam_right')
          .select(['customer_id', 'application_id'])
          .where('right_id', '=', Number(right_id))
          .executeTakeFirstOrThrow()
        const { branch_id: branch } = fixture
        return { branch, exam_session_id, customer_id, application_id, right_id }
      },
    },
  ],
  [examWaiting.join, { wire: joining }],
  [examWaiting.offer, { wire: (fixture) => waitingRight(fixture, false) }],
  [examWaiting.accept, { wire: (fixture) => waitingRight(fixture, true) }],
  [examWaiting.decline, { wire: (fixture) => waitingRight(fixture, true) }],
  [examWaiting.leave, { wire: (fixture) => waitingRight(fixture, true) }],
  [examSession.worklist, { wire: ({ branch_id }) => ({ branch: branch_id }) }],
  [
    affectedSession.gettable,
    { wire: async (fixture) => ({ ...listFilters(fixture), ...(await sessionKey(fixture)) }) },
  ],
  [examSession.admit, { wire: sessionlessBooking }],
  [examBooking.dismiss, { wire: refusedWish }],
  [affectedSession.count, { wire: ({ branch_id }) => ({ branch: String(branch_id) }) }],
  [affectedSession.replace, { wire: replacedPlace }],
  [affectedSession.keep, { wire: sessionOnHoliday }],
  [examSession.mine, { wire: () => ({}) }],
  [examSession.unclosed, { wire: ({ branch_id }) => ({ branch: branch_id }) }],
  [examSession.get, { wire: sessionKey }],
  [examSession.targets, { wire: sessionKey }],
  [examSession.choices, { wire: ({ branch_id }) => ({ branch_id }) }],
  [examSession.create, { wire: newSession }],
  [examSession.preview, { wire: newSession }],
  [examSession.update, { wire: sessionUpdate }],
  [
    examSession.cancel,
    { wire: async (fixture) => ({ ...(await sessionWithMoves(fixture)), note: 'ไฟดับ' }) },
  ],
  [examDocument.roster, { wire: sessionKey }],
  [examDocument.results, { wire: pastSession }],
]

/** The export of one session, which needs its id besides the filters of lists. */
export const rosterExportSample: [Endpoint, Sample] = [
  examDocument.rosterExport,
  {
    wire: async (fixture) => ({
      ...(await sessionKey(fixture)),
      branch: String(fixture.branch_id),
      user: String(fixture.test.school.userId(fixture.clerk)),
    }),
  },
]
