import { application } from '@khapdee/contract/entities/application'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { calendar } from '@khapdee/contract/entities/calendar'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { satang } from '@khapdee/domain/money'
import { addDays, formatInstant, instantInBangkok, todayInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { setValidity } from '../../../test/make/exam-right.ts'
import { grantTheory, insertSession, seatRight } from '../../../test/make/exam-session.ts'
import { fullSession, joinNew } from '../../../test/make/exam-waiting.ts'
import { serveLists } from '../booking/serve-lists.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const registrar = 'registrar.kkn'
const join = (exam_session_id: number, right_id: number, as = registrar) =>
  test.call(examWaiting.join, { exam_session_id, right_id }, as)
const accept = (exam_waiting_id: number, as = 'cashier.kkn') =>
  test.call(examWaiting.accept, { exam_waiting_id }, as)
const decline = (exam_waiting_id: number) =>
  test.call(examWaiting.decline, { exam_waiting_id }, 'cashier.kkn')
const leave = (exam_waiting_id: number) =>
  test.call(examWaiting.leave, { exam_waiting_id, note: 'เปลี่ยนใจ' }, registrar)
const offer = (exam_waiting_id: number, as = 'manager.kkn') =>
  test.call(examWaiting.offer, { exam_waiting_id }, as)
const cancelBooking = (exam_id: number) =>
  test.call(examBooking.cancel, { exam_id, note: 'ติดธุระ' }, registrar)
const book = (
  right_id: number,
  exam_session_id: number,
  exam_date: Awaited<ReturnType<typeof fullSession>>['day'],
) =>
  test.call(
    examBooking.book,
    { right_id, exam_session_id, exam_date, override_reason: '' },
    registrar,
  )

const list = async (exam_session_id: number, status?: string, as = registrar) =>
  (
    await test.call(
      examWaiting.gettable,
      { exam_session_id, perPage: 100, ...(status !== undefined && { status }) },
      as,
    )
  ).data
const states = async (exam_session_id: number) =>
  (
    await test.db
      .selectFrom('exam_waiting')
      .select('state')
      .where('exam_session_id', '=', exam_session_id)
      .orderBy('exam_waiting_id')
      .execute()
  ).map(({ state }) => state)
const eventsOf = async (right_id: number) =>
  (
    await test.db
      .selectFrom('exam_right_event')
      .select('event')
      .where('right_id', '=', right_id)
      .orderBy('event_id')
      .execute()
  ).map(({ event }) => event)

/** The clock of the scheduled job, some hours later than that of the calls. */
const hoursLater = (hours: number) => {
  const now = () => new Date(test.clock.now().getTime() + hours * 3_600_000)
  return { now, today: () => todayInBangkok(now()) }
}

describe('joining a waiting list', () => {
  it('is possible once per customer, only while the session is full', async () => {
    const { exam_session_id, seated } = await fullSession(test)
    const right = await grantTheory(test)
    const free = await insertSession(test, addDays(test.clock.today(), 2), {
      start: '06:00',
      end: '07:00',
    })
    expect((await join(free, right)).body).toMatchObject({
      code: 'SEATS_LEFT',
      message: 'รอบสอบนี้ว่าง 1 ที่ จองได้เลย',
    })
    expect((await join(exam_session_id, right)).status).toBe(200)
    expect((await join(exam_session_id, right)).body.code).toBe('ALREADY_WAITING')
    expect((await join(exam_session_id, seated[0]?.right_id ?? 0)).body).toMatchObject({
      code: 'STATE',
      message: 'จองสอบรอบนี้แล้ว',
    })
    expect(await list(exam_session_id)).toMatchObject([
      {
        status: 'waiting',
        position: 1,
        reason: '',
        can: { offer: false, answer: false, leave: true },
      },
    ])
    expect(await eventsOf(right)).toContain('waiting_joined')
    expect(
      (await book(right, exam_session_id, (await list(exam_session_id))[0]!.exam_date)).body.code,
    ).toBe('SESSION_FULL')
  })

  it('is refused for rights that can never take the seat, and near the start of the session', async () => {
    const { exam_session_id, day } = await fullSession(test)
    const right_id = await grantTheory(test)
    await setValidity(test, [right_id], { permission_date: addDays(day, -1) })
    expect((await join(exam_session_id, right_id)).body.code).toBe('RIGHT_EXPIRED')
    await setValidity(test, [right_id], { permission_date: addDays(day, 30) })
    await test.call(examRight.disable, { right_id, note: 'ตรวจสอบ' }, 'manager.kkn')
    expect((await join(exam_session_id, right_id)).body.code).toBe('RIGHT_DISABLED')
    const soon = await insertSession(test, test.clock.today(), { start: '11:30', end: '12:00' })
    await seatRight(test, await grantTheory(test), soon)
    const body = (await join(soon, await grantTheory(test))).body
    expect(body).toMatchObject({ code: 'STATE', message: /^เหลือไม่ถึง 2 ชั่วโมง/ })
  })

  it('is not allowed without the permission to book', async () => {
    const { exam_session_id } = await fullSession(test)
    const right_id = await grantTheory(test)
    expect((await join(exam_session_id, right_id, 'examiner.kkn')).status).toBe(403)
  })
})

describe('a freed seat', () => {
  it('is offered to the first customer who can take it, held, and booked by accepting', async () => {
    const { exam_session_id, seated, day } = await fullSession(test)
    const owing = await joinNew(test, exam_session_id, {
      course: [
        { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(100_000) }) },
      ],
    })
    const first = await joinNew(test, exam_session_id)
    const second = await joinNew(test, exam_session_id)
    await cancelBooking(seated[0]?.exam_id ?? 0)
    const rows = await list(exam_session_id)
    expect(rows.map(({ status }) => status)).toEqual(['waiting', 'offered', 'waiting'])
    expect(rows[0]?.reason).toBe('กรุณาชำระยอดค้างก่อนดำเนินการ (ค้างชำระ 5,000.00 บาท)')
    const until = new Date(test.clock.now().getTime() + 24 * 3_600_000).toISOString()
    expect(rows[1]).toMatchObject({ offer_until: until, phone_1: expect.stringMatching(/^0/) })
    const session = (await test.call(examSession.get, { exam_session_id }, registrar)).data
    expect(session).toMatchObject({
      seats_taken: 0,
      offers: 1,
      waiting: 2,
      seats_left: 0,
      status: 'full',
    })
    const { data: entries } = await test.call(calendar.read, { start: day, end: day }, registrar)
    expect(entries).toContainEqual(
      expect.objectContaining({ record_id: exam_session_id, seats_taken: 1, status: 'full' }),
    )
    expect((await book(second.right_id, exam_session_id, day)).body.code).toBe('SESSION_FULL')
    expect((await accept(second.exam_waiting_id)).body.code).toBe('STATE')

    const { exam_id } = (await accept(first.exam_waiting_id)).data
    const booking = await test.db
      .selectFrom('exam')
      .selectAll()
      .where('exam_id', '=', exam_id)
      .executeTakeFirstOrThrow()
    expect(booking).toMatchObject({ right_id: first.right_id, exam_session_id, exam_date: day })
    expect(await states(exam_session_id)).toEqual(['waiting', 'accepted', 'waiting'])
    expect((await accept(first.exam_waiting_id)).body.code).toBe('STATE')
    expect(await eventsOf(first.right_id)).toEqual([
      'granted',
      'waiting_joined',
      'seat_offered',
      'booked',
      'seat_accepted',
    ])
    expect((await accept(owing.exam_waiting_id)).status).toBe(409)
  })

  it('goes to the next when it is declined, and when its holder leaves the list', async () => {
    const { exam_session_id, seated } = await fullSession(test)
    const queue = [
      await joinNew(test, exam_session_id),
      await joinNew(test, exam_session_id),
      await joinNew(test, exam_session_id),
    ]
    await cancelBooking(seated[0]?.exam_id ?? 0)
    expect((await decline(queue[1]?.exam_waiting_id ?? 0)).body.code).toBe('STATE')
    expect((await decline(queue[0]?.exam_waiting_id ?? 0)).status).toBe(200)
    expect(await states(exam_session_id)).toEqual(['declined', 'offered', 'waiting'])
    expect((await leave(queue[1]?.exam_waiting_id ?? 0)).status).toBe(200)
    expect(await states(exam_session_id)).toEqual(['declined', 'left', 'offered'])
    expect((await leave(queue[1]?.exam_waiting_id ?? 0)).body.code).toBe('STATE')
  })

  it('goes to the next when its offer ends, by the job and at every change of the session', async () => {
    const { exam_session_id, seated } = await fullSession(test)
    const [first, second] = [
      await joinNew(test, exam_session_id),
      await joinNew(test, exam_session_id),
    ]
    await cancelBooking(seated[0]?.exam_id ?? 0)
    await serveLists(test.db, hoursLater(23))
    expect(await states(exam_session_id)).toEqual(['offered', 'waiting'])
    await serveLists(test.db, hoursLater(24))
    expect(await states(exam_session_id)).toEqual(['lapsed', 'offered'])
    expect(await eventsOf(first.right_id)).toContain('offer_lapsed')
    const [ended] = await list(exam_session_id, 'lapsed')
    expect((await accept(first.exam_waiting_id)).body).toMatchObject({
      code: 'OFFER_ENDED',
      message: `ถือที่นั่งไว้ถึง ${formatInstant(ended?.offer_until ?? '')} ซึ่งเลยมาแล้ว`,
    })
    const audited = await test.db
      .selectFrom('audit_log')
      .select(['user_id', 'after'])
      .where('call', '=', 'JOB exam-waiting')
      .execute()
    expect(audited).toContainEqual(
      expect.objectContaining({
        user_id: null,
        after: expect.objectContaining({ waiting: 'lapsed' }),
      }),
    )
    // The offer to the second customer has ended by the clock of the call, which passes the seat on
    // before it answers.
    await sql`update exam_waiting set offer_until = ${test.clock.now().toISOString()}
      where exam_waiting_id = ${second.exam_waiting_id}`.execute(test.db)
    const third = await joinNew(test, exam_session_id).catch((error: Error) => error.message)
    expect(third).toContain('SEATS_LEFT')
  })

  it('is held until two hours before the session at most', async () => {
    const day = addDays(test.clock.today(), 1)
    const id = await insertSession(test, day, { start: '07:00', end: '07:30' })
    const { exam_id } = await seatRight(test, await grantTheory(test), id)
    await joinNew(test, id)
    await cancelBooking(exam_id)
    expect((await list(id))[0]?.offer_until).toBe(instantInBangkok(day, '05:00'))
    await serveLists(test.db, hoursLater(24))
    expect(await states(id)).toEqual(['ended'])
  })

  it('that nobody can take stays free, and the reasons are shown', async () => {
    const { exam_session_id, seated, day } = await fullSession(test)
    const busy = await joinNew(test, exam_session_id)
    const row = (await list(exam_session_id))[0]
    const [start = '', end = ''] = [row?.starts_at, row?.ends_at].map((at) => at ?? '')
    // The practice exam of the same customer is booked at that time.
    const other = await insertSession(test, addDays(day, 1), { kind: 'practice' })
    await sql`update exam_session set starts_at = ${start}, ends_at = ${end} where exam_session_id = ${other}`.execute(
      test.db,
    )
    const { right_id } = await test.db
      .selectFrom('exam_right')
      .select('right_id')
      .where('kind', '=', 'practice')
      .where('application_id', '=', (eb) =>
        eb.selectFrom('exam_right').select('application_id').where('right_id', '=', busy.right_id),
      )
      .executeTakeFirstOrThrow()
    const taken = await seatRight(test, right_id, other)
    await cancelBooking(seated[0]?.exam_id ?? 0)
    expect(await list(exam_session_id)).toMatchObject([
      { status: 'waiting', reason: expect.stringMatching(/^ติดนัดสอบอื่น: สอบภาคปฏิบัติ/) },
    ])
    expect((await offer(busy.exam_waiting_id)).body).toMatchObject({
      code: 'STATE',
      message: expect.stringMatching(/^ติดนัดสอบอื่น/),
    })
    await cancelBooking(taken.exam_id)
    await serveLists(test.db, test.clock)
    expect(await states(exam_session_id)).toEqual(['offered'])
  })

  it('is offered to the first waiting customer when the capacity is raised, and is kept when it is lowered', async () => {
    const { exam_session_id } = await fullSession(test)
    await joinNew(test, exam_session_id)
    await joinNew(test, exam_session_id)
    const update = async (capacity: number) => {
      const stored = (await test.call(examSession.get, { exam_session_id }, registrar)).data
      const input = examSession.update.input.strip().parse({
        ...stored,
        status: 'open',
        vehicle_ids: [],
        panel: [],
        capacity,
      })
      return test.call(examSession.update, input, 'manager.kkn')
    }
    expect((await update(3)).status).toBe(200)
    expect(await states(exam_session_id)).toEqual(['offered', 'offered'])
    expect((await update(2)).body).toMatchObject({
      code: 'CAPACITY_TAKEN',
      message: 'รอบสอบนี้มีผู้จองแล้ว 1 ที่ และเสนอที่นั่งไว้ 2 ที่ จำนวนรับต้องไม่น้อยกว่า 3',
    })
  })

  it('is withdrawn by another time of its session, and the customers with offers are to be phoned', async () => {
    const { exam_session_id, seated } = await fullSession(test)
    const { right_id } = await joinNew(test, exam_session_id)
    await cancelBooking(seated[0]?.exam_id ?? 0)
    expect(await states(exam_session_id)).toEqual(['offered'])
    const { customer, phone_1 } = (await list(exam_session_id))[0] ?? {}
    const stored = (await test.call(examSession.get, { exam_session_id }, 'manager.kkn')).data
    const input = examSession.update.input.strip().parse({
      ...stored,
      status: 'open',
      vehicle_ids: [],
      panel: [],
      start_time: '19:00',
      end_time: '19:30',
      override_reason: 'ไฟดับ',
    })
    const { data } = await test.call(examSession.update, input, 'manager.kkn')
    const waiting = expect.stringContaining('19:00')
    expect(data.told).toEqual([{ exam_id: null, customer, phone_1, session: null, waiting }])
    expect(await eventsOf(right_id)).toContain('offer_withdrawn')
  })

  it('can be offered manually out of turn by a user who holds sessions', async () => {
    const { exam_session_id, seated } = await fullSession(test)
    const owing = await joinNew(test, exam_session_id, {
      course: [
        { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(100_000) }) },
      ],
    })
    expect((await offer(owing.exam_waiting_id)).body.code).toBe('SESSION_FULL')
    await cancelBooking(seated[0]?.exam_id ?? 0)
    expect((await offer(owing.exam_waiting_id)).body.message).toMatch(/^กรุณาชำระยอดค้างก่อน/)
    await sql`update branch set settings = settings || '{"exam_requires_full_payment": false}' where branch_id = ${test.school.branch.KKN}`.execute(
      test.db,
    )
    try {
      expect((await list(exam_session_id, undefined, 'manager.kkn'))[0]?.can.offer).toBe(true)
      expect((await offer(owing.exam_waiting_id, registrar)).status).toBe(403)
      expect((await offer(owing.exam_waiting_id)).status).toBe(200)
    } finally {
      await sql`update branch set settings = settings - 'exam_requires_full_payment' where branch_id = ${test.school.branch.KKN}`.execute(
        test.db,
      )
    }
    expect(await states(exam_session_id)).toEqual(['offered'])
  })
})

describe('a booked candidate who waits for another session', () => {
  it('keeps the booking until the seat is accepted, which does not count as a move and frees the former seat', async () => {
    const [from, to] = [await fullSession(test), await fullSession(test)]
    const [mover, waiter] = [from.seated[0], await joinNew(test, from.exam_session_id)]
    const { data } = await join(to.exam_session_id, mover?.right_id ?? 0)
    await cancelBooking(to.seated[0]?.exam_id ?? 0)
    const accepted = (await accept(data.exam_waiting_id)).data
    expect(accepted).toMatchObject({ exam_id: mover?.exam_id, exam_session_id: to.exam_session_id })
    const { detail } = await test.db
      .selectFrom('exam_right_event')
      .select('detail')
      .where('right_id', '=', mover?.right_id ?? 0)
      .where('event', '=', 'moved')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ counted: false })
    expect(await states(from.exam_session_id)).toEqual(['offered'])
    expect((await accept(waiter.exam_waiting_id)).status).toBe(200)
  })

  it('can also take the offered seat by an ordinary booking or move', async () => {
    const { exam_session_id, seated, day } = await fullSession(test)
    const { right_id } = await joinNew(test, exam_session_id)
    await cancelBooking(seated[0]?.exam_id ?? 0)
    expect((await book(right_id, exam_session_id, day)).status).toBe(200)
    expect(await states(exam_session_id)).toEqual(['accepted'])
  })
})

describe('an application whose customer changes', () => {
  it('is refused for a customer who waits for the same session already', async () => {
    const { exam_session_id: id } = await fullSession(test)
    // Nothing was paid for the first, so that its customer can be changed.
    const course = [{ course_id: test.school.course.car, ...lineInput(600_000) }]
    const rights = [await grantTheory(test, { course }), await grantTheory(test)]
    for (const right_id of rights) expect((await join(id, right_id)).status).toBe(200)
    const [one, other] = await test.db
      .selectFrom('exam_right as r')
      .innerJoin('application as a', 'a.application_id', 'r.application_id')
      .select(['a.application_id', 'a.version', 'r.customer_id'])
      .where('r.right_id', 'in', rights)
      .orderBy('r.right_id')
      .execute()
    const amended = await test.call(
      application.amend,
      {
        application_id: one?.application_id ?? 0,
        version: one?.version ?? 0,
        customer_id: other?.customer_id ?? 0,
        add: { course: [], other_fee: [], request_fee: [] },
        remove: [],
        replace: [],
        idcard: '',
        passport: '',
        note: 'ลงทะเบียนผิดคน',
      },
      'manager.kkn',
    )
    expect(amended).toMatchObject({ status: 409, body: { code: 'ALREADY_WAITING' } })
    expect(await states(id)).toHaveLength(2)
  })
})

describe('a call that ends rights or sessions', () => {
  it('ends their waits and offers, and offers the seats to the next customers', async () => {
    const { exam_session_id, seated } = await fullSession(test)
    const [first] = [await joinNew(test, exam_session_id), await joinNew(test, exam_session_id)]
    const third = await joinNew(test, exam_session_id)
    await cancelBooking(seated[0]?.exam_id ?? 0)
    await test.call(examRight.disable, { right_id: first.right_id, note: 'ตรวจสอบ' }, 'manager.kkn')
    expect(await states(exam_session_id)).toEqual(['ended', 'offered', 'waiting'])
    const { application_id } = await test.db
      .selectFrom('exam_right')
      .select('application_id')
      .where('right_id', '=', third.right_id)
      .$narrowType<{ application_id: number }>()
      .executeTakeFirstOrThrow()
    const { version } = (await test.call(application.get, { application_id }, 'manager.kkn')).data
    const ending = { application_id, version, note: 'ย้ายจังหวัด' }
    expect((await test.call(application.delete, ending, 'manager.kkn')).status).toBe(200)
    expect(await states(exam_session_id)).toEqual(['ended', 'offered', 'ended'])
    expect(await eventsOf(first.right_id)).toEqual([
      'granted',
      'waiting_joined',
      'seat_offered',
      'waiting_ended',
      'disabled',
    ])
  })

  it('moves the waiting list of a cancelled session to the worklist, until another session is found', async () => {
    const { exam_session_id, seated } = await fullSession(test)
    const [one, two] = [await joinNew(test, exam_session_id), await joinNew(test, exam_session_id)]
    const { body } = await test.call(
      examSession.cancel,
      {
        exam_session_id,
        version: 1,
        note: 'ไฟดับ',
        moves: [{ exam_id: seated[0]?.exam_id ?? 0, exam_session_id: null }],
      },
      'manager.kkn',
    )
    expect(body.message).toBe('ยกเลิกรอบสอบเรียบร้อยแล้ว · มีผู้รอที่นั่งต้องแจ้ง 2 คน')
    expect(await list(exam_session_id)).toMatchObject([
      { status: 'displaced', reason: 'ไฟดับ', can: { leave: true, answer: false } },
      { status: 'displaced' },
    ])
    const other = await fullSession(test)
    await join(other.exam_session_id, one.right_id)
    await leave(two.exam_waiting_id)
    expect(await states(exam_session_id)).toEqual(['ended', 'left'])
  })

  it('keeps one entry when two records of one person are merged', async () => {
    const { exam_session_id, seated } = await fullSession(test)
    const idcard = customerInput().idcard
    const [first, second] = [
      await joinNew(test, exam_session_id, { customer: customerInput({ fname: 'สองชื่อ' }) }),
      await joinNew(test, exam_session_id, {
        customer: { ...customerInput({ fname: 'สองชื่อ' }), idcard },
      }),
    ]
    const rights = await test.db
      .selectFrom('exam_right')
      .select(['right_id', 'customer_id'])
      .where('right_id', 'in', [first.right_id, second.right_id])
      .orderBy('right_id')
      .execute()
    const [keep = 0, other = 0] = rights.map(({ customer_id }) => customer_id)
    await test.db
      .updateTable('customer')
      .set({ idcard: '' })
      .where('customer_id', '=', other)
      .execute()
    const versions = async (customer_id: number) =>
      (
        await test.db
          .selectFrom('customer')
          .select('version')
          .where('customer_id', '=', customer_id)
          .executeTakeFirstOrThrow()
      ).version
    const merged = await test.call(
      customerMerge.merge,
      {
        customer_id: keep,
        version: await versions(keep),
        other_id: other,
        other_version: await versions(other),
        take: [],
      },
      'manager.kkn',
    )
    expect(merged.body.message).toBeDefined()
    expect(merged.status).toBe(200)
    expect(await states(exam_session_id)).toEqual(['waiting', 'ended'])
    await cancelBooking(seated[0]?.exam_id ?? 0)
    expect(await states(exam_session_id)).toEqual(['offered', 'ended'])
  })

  it('ends the waits of a right whose exam is passed', async () => {
    const { exam_session_id, seated, day } = await fullSession(test)
    const other = await fullSession(test, { day: addDays(day, 20) })
    const [candidate] = seated
    await join(other.exam_session_id, candidate?.right_id ?? 0)
    await sql`update exam_session set starts_at = ${test.clock.now().toISOString()}::timestamptz - interval '1 hour',
      ends_at = ${test.clock.now().toISOString()} where exam_session_id = ${exam_session_id}`.execute(
      test.db,
    )
    await sql`update exam set exam_date = ${test.clock.today()} where exam_session_id = ${exam_session_id}`.execute(
      test.db,
    )
    await sql`delete from occupancy where exam_session_id = ${exam_session_id}`.execute(test.db)
    const result = await test.call(
      examBooking.result,
      { exam_id: candidate?.exam_id ?? 0, result: 'pass', score: 48, note: '' },
      'manager.kkn',
    )
    expect(result.status).toBe(200)
    expect(await states(other.exam_session_id)).toEqual(['ended'])
  })
})
