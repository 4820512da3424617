import { randomUUID } from 'node:crypto'
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { audit } from '@khapdee/contract/entities/audit'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { place } from '@khapdee/contract/entities/place'
import { type Day, addDays, formatDay, instantInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { setValidity } from '../../../test/make/exam-right.ts'
import {
  seatRight,
  createSession,
  createSessions,
  seatCandidate,
  sessionInput,
  insertSession,
} from '../../../test/make/exam-session.ts'
import { makePlace } from '../../../test/make/place.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'
import type { Wire } from '../../../test/wire.ts'

let test: TestApp
let KKN: number
let today: Day

beforeAll(async () => {
  test = await startApp()
  KKN = test.school.branch.KKN
  today = test.clock.today()
  // The days of the tests must not be holidays.
  await removeHolidays(test.db)
})
afterAll(() => test.close())

const as = 'manager.kkn'
let used = 0
/** A separate day for each test, so that sessions of other tests do not overlap. */
const freshDay = () => addDays(today, 2 + ++used * 2)

const create = (values: Partial<InputOf<typeof examSession.create>> = {}, user = as) =>
  test.call(examSession.create, sessionInput(test, values), user)
/** Sends values that the contract refuses. */
const send = async (values: object) =>
  sendWire(test, examSession.create, { ...sessionInput(test), ...values }, await bearerOf(test, as))
const get = async (exam_session_id: number) =>
  (await test.call(examSession.get, { exam_session_id }, as)).data

type UpdateInput = InputOf<typeof examSession.update>

/** Changes the present version of a session. */
async function update(exam_session_id: number, change: Partial<UpdateInput>) {
  const stored = await get(exam_session_id)
  const input = examSession.update.input.strip().parse({
    ...stored,
    status: 'open',
    vehicle_ids: stored.vehicles.map(({ vehicle_id }) => vehicle_id),
    panel: stored.panel.map(({ user_id, role }) => ({ user_id, role })),
    ...change,
  })
  return test.call(examSession.update, input as UpdateInput, as)
}

type Moves = InputOf<typeof examSession.cancel>['moves']

async function cancel(exam_session_id: number, moves: Moves = []) {
  const { version } = await get(exam_session_id)
  const input = { exam_session_id, version, note: 'ไฟดับ', moves }
  return test.call(examSession.cancel, input, as)
}

const outcome = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? 'ok' : body.code

const bookingOf = (exam_id: number) =>
  test.db.selectFrom('exam').selectAll().where('exam_id', '=', exam_id).executeTakeFirstOrThrow()
const occupiedIn = async (exam_session_id: number) =>
  (
    await test.db
      .selectFrom('occupancy')
      .select(['kind', 'subject_id'])
      .where('exam_session_id', '=', exam_session_id)
      .execute()
  ).map(({ kind, subject_id }) => `${kind} ${subject_id}`)
const ledgerOf = async (right_id: number) =>
  test.db
    .selectFrom('exam_right_event')
    .select(['event', 'detail'])
    .where('right_id', '=', right_id)
    .orderBy('event_id')
    .execute()
/** Books the theory and the practice exam of a candidate on one day. */
async function practiceAfterTheory() {
  const day = freshDay()
  const theory = await createSession(test, { date: day, start_time: '07:00', end_time: '08:00' })
  const { application_id } = await seatCandidate(test, theory)
  const { right_id } = await test.db
    .selectFrom('exam_right')
    .select('right_id')
    .where('application_id', '=', application_id)
    .where('kind', '=', 'practice')
    .executeTakeFirstOrThrow()
  const practice = await createSession(test, { date: day, kind: 'practice' })
  return { day, practice, seated: await seatRight(test, right_id, practice) }
}
const passTheory = ({ application_id }: { application_id: number }) =>
  test.db
    .updateTable('exam_right')
    .set({ theory_passed_on: today })
    .where('application_id', '=', application_id)
    .where('kind', '=', 'practice')
    .execute()
/** Creates a later session, and reads to which sessions the bookings of another one can be moved. */
async function targetsOn(exam_session_id: number, date: Day, kind: 'theory' | 'practice') {
  const later = await createSession(test, { date, kind })
  const { data } = await test.call(examSession.targets, { exam_session_id }, as)
  return { later, data }
}
const worklist = async (user = as) =>
  (await test.call(examSession.worklist, { page: 1, perPage: 100 }, user)).data

describe('a new session', () => {
  it('is stored with its times in Bangkok, its panel, vehicles and place', async () => {
    const date = freshDay()
    const examiner = await makeEmployee(test, KKN)
    const vehicle = await makeVehicle(test.db, { branch_id: KKN })
    const room = await makePlace(test.db, { branch_id: KKN, name: 'ห้องสอบ 1' })
    const panel = [{ user_id: examiner.user_id, role: 'chair' as const }]
    const id = await createSession(test, {
      date,
      panel,
      vehicle_ids: [vehicle.vehicle_id],
      place_id: room.place_id,
      licence_types: ['motorcycle', 'car', 'car'],
      note: 'นำบัตรประชาชนมาด้วย',
    })
    expect(await get(id)).toMatchObject({
      branch_id: KKN,
      kind: 'theory',
      licence_types: ['car', 'motorcycle'],
      date,
      start_time: '09:00',
      end_time: '12:00',
      starts_at: instantInBangkok(date, '09:00'),
      ends_at: instantInBangkok(date, '12:00'),
      capacity: 2,
      seats_taken: 0,
      seats_left: 2,
      status: 'open',
      place: 'ห้องสอบ 1',
      panel: [{ user_id: examiner.user_id, name: 'มานะ ใจดี', role: 'chair' }],
      vehicles: [{ vehicle_id: vehicle.vehicle_id }],
      note: 'นำบัตรประชาชนมาด้วย',
      candidates: [],
      can: { update: true, cancel: true, print_results: false },
    })
    expect((await occupiedIn(id)).toSorted()).toEqual([
      `place ${room.place_id}`,
      `user ${examiner.user_id}`,
      `vehicle ${vehicle.vehicle_id}`,
    ])
  })

  it.each([
    [{ end_time: '09:00' }, 'end_time'],
    [{ start_time: '25:00' }, 'start_time'],
    [{ licence_types: [] }, 'licence_types'],
    [{ capacity: 0 }, 'capacity'],
  ] as const)('with %j is refused at the field %s', async (values, path) => {
    const answer = await send(values)
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, path])
  })

  it('is not in the past, has one chair, and lists nobody twice', async () => {
    const [one, two] = [await makeEmployee(test, KKN), await makeEmployee(test, KKN)]
    const refusals = [
      await send({ date: addDays(today, -1) }),
      await send({
        panel: [
          { user_id: one.user_id, role: 'chair' },
          { user_id: two.user_id, role: 'chair' },
        ],
      }),
      await send({
        panel: [
          { user_id: one.user_id, role: 'chair' },
          { user_id: one.user_id, role: 'examiner' },
        ],
      }),
    ]
    expect(refusals.map(({ body }) => body.errors?.[0]?.path)).toEqual([
      'date',
      'panel.1.role',
      'panel.1.user_id',
    ])
  })

  it('can get active people and ready vehicles, and on a day only those that may be planned', async () => {
    const date = freshDay()
    const [free, disabled, onLeave] = [
      await makeEmployee(test, KKN),
      await makeEmployee(test, KKN),
      await makeEmployee(test, KKN),
    ]
    await test.db
      .updateTable('app_user')
      .set({ is_active: false })
      .where('user_id', '=', disabled.user_id)
      .execute()
    await test.db
      .insertInto('user_leave')
      .values({
        user_id: onLeave.user_id,
        start: date,
        end: date,
        reason: '',
        kind: 'personal',
        created_by: onLeave.user_id,
      })
      .execute()
    const ready = await makeVehicle(test.db, { branch_id: KKN, licence_types: ['motorcycle'] })
    const inRepair = await makeVehicle(test.db, { branch_id: KKN, status: 'repair' })
    const own = [free, disabled, onLeave].map(({ user_id }) => user_id)
    const offered = async (input: Partial<InputOf<typeof examSession.choices>>, user: string) => {
      const { data } = await test.call(examSession.choices, { branch_id: KKN, ...input }, user)
      const of = (name: string, ids: readonly number[]) =>
        (data[name] ?? []).filter(({ value }) => ids.includes(Number(value)))
      return [...of('user', own), ...of('vehicle', [ready.vehicle_id, inRepair.vehicle_id])]
    }
    const ids = (rows: readonly { value: string | number }[]) => rows.map(({ value }) => value)
    const all = [free.user_id, onLeave.user_id, ready.vehicle_id]
    expect(ids(await offered({}, as)).toSorted()).toEqual(all.toSorted())
    const day = { date, kind: 'practice' as const, licence_types: 'car' }
    // Users who may override refusals get the others at the end of the list, with the reason.
    const rows = await offered(day, as)
    expect(rows.map(({ name }) => name)).toEqual([
      'มานะ ใจดี',
      expect.stringContaining('ลา '),
      expect.stringContaining('ไม่ได้ใช้สำหรับรถยนต์'),
    ])
    expect(ids(await offered({ ...day, licence_types: 'motorcycle' }, as))).toEqual([
      free.user_id,
      onLeave.user_id,
      ready.vehicle_id,
    ])
  })

  it('begins at a past time of today only with a reason', async () => {
    const start = test.clock.now().toISOString()
    try {
      test.clock.set('2026-11-22T03:00:30Z')
      const past = { date: '2026-11-22' as Day, start_time: '09:59', end_time: '23:59' }
      const message = 'เวลาเริ่ม 09:59 น. ของวันนี้ผ่านไปแล้ว'
      const refused = await create(past)
      expect(refused.body.code).toBe('OUTSIDE_WORKING_TIME')
      expect(refused.body.message).toContain(message)
      const preview = await test.call(examSession.preview, sessionInput(test, past), as)
      expect(preview.data).toMatchObject([{ blocked: true, problems: [message] }])
      const now = await createSession(test, { ...past, start_time: '10:00' })
      expect(outcome(await update(now, { end_time: '23:00' }))).toBe('ok')
      expect(outcome(await update(now, { start_time: '09:59' }))).toBe('OUTSIDE_WORKING_TIME')
      const later = await createSession(test, { date: freshDay() })
      expect(outcome(await update(later, past))).toBe('OUTSIDE_WORKING_TIME')
      expect(outcome(await update(later, { ...past, override_reason: 'สอบแล้ว' }))).toBe('ok')
      await cancel(later)
      await createSession(test, { ...past, override_reason: 'สอบแล้ว' })
    } finally {
      test.clock.set(start)
    }
  })

  it('stays closed unless a change reopens it', async () => {
    const id = await createSession(test, { date: freshDay() })
    expect(outcome(await update(id, { status: 'closed' }))).toBe('ok')
    expect(outcome(await update(id, { status: undefined, note: 'ปิดรับ' }))).toBe('ok')
    expect(await get(id)).toMatchObject({ status: 'closed', note: 'ปิดรับ' })
    expect(outcome(await update(id, { status: 'open' }))).toBe('ok')
    expect((await get(id)).status).toBe('open')
  })

  it('has only people, vehicles and places of its branch', async () => {
    const { BPI } = test.school.branch
    const stranger = await makeEmployee(test, BPI)
    const left = await makeEmployee(test, KKN, { status: 'resigned', is_active: false })
    const vehicle = await makeVehicle(test.db, { branch_id: BPI })
    const retired = await makeVehicle(test.db, { branch_id: KKN, status: 'retired' })
    const room = await makePlace(test.db, { branch_id: BPI })
    const closed = await makePlace(test.db, { branch_id: KKN, is_activate: false })
    const refusals = [
      await create({ panel: [{ user_id: stranger.user_id, role: 'examiner' }] }),
      await create({ panel: [{ user_id: left.user_id, role: 'examiner' }] }),
      await create({ vehicle_ids: [vehicle.vehicle_id] }),
      await create({ vehicle_ids: [retired.vehicle_id] }),
      await create({ place_id: room.place_id }),
      await create({ place_id: closed.place_id }),
    ]
    expect(refusals.map(({ body }) => body.errors?.[0]?.path)).toEqual([
      'panel.0.user_id',
      'panel.0.user_id',
      'vehicle_ids',
      'vehicle_ids',
      'place_id',
      'place_id',
    ])
    expect((await create({ branch_id: BPI })).status).toBe(404)
  })

  it('has no more seats than its place', async () => {
    const room = await makePlace(test.db, { branch_id: KKN, capacity: 10 })
    const answer = await create({ place_id: room.place_id, capacity: 11 })
    expect(answer.body.errors).toEqual([
      { path: 'capacity', message: `${room.name} รับได้ไม่เกิน 10 คน` },
    ])
  })

  it('keeps its place from being deleted until it has ended', async () => {
    const room = await makePlace(test.db, { branch_id: KKN })
    const id = await createSession(test, { date: freshDay(), place_id: room.place_id })
    const remove = () =>
      test.call(place.delete, { place_id: room.place_id, version: room.version }, as)
    const refused = await remove()
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE'])
    expect(refused.body.message).toContain('รอบสอบ 1 รอบ')
    await cancel(id)
    expect((await remove()).status).toBe(200)
  })

  it.each([
    ['shared', 'is_shared', () => ({ is_shared: true })],
    ['moved to another branch', 'branch_id', () => ({ branch_id: test.school.branch.BPI })],
  ])('keeps its place from being %s until it has ended', async (_, path, change) => {
    const room = await makePlace(test.db, { branch_id: KKN })
    const id = await createSession(test, { date: freshDay(), place_id: room.place_id })
    const update = () =>
      test.call(place.update, place.update.input.strip().parse({ ...room, ...change() }), 'admin')
    const refused = await update()
    expect([refused.status, refused.body.code]).toEqual([409, 'STATE'])
    expect(refused.body.errors).toEqual([{ path, message: 'มีรอบสอบใช้สถานที่นี้อยู่ 1 รอบ เปลี่ยนไม่ได้' }])
    await cancel(id)
    expect((await update()).status).toBe(200)
  })

  it.each(['2026-11-21T17:30:00Z', '2026-11-21T23:30:00Z', '2026-11-22T16:30:00Z'])(
    'created at %s has the day and the times of the clock in Bangkok, in any time zone of the server',
    async (now) => {
      const { TZ } = process.env
      const start = test.clock.now().toISOString()
      try {
        test.clock.set(now)
        for (const zone of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
          process.env['TZ'] = zone
          const date = test.clock.today()
          expect(date).toBe('2026-11-22')
          for (const [start_time, end_time] of [
            ['00:15', '06:45'],
            ['23:00', '23:59'],
          ] as const) {
            // Some of these times are past.
            const override_reason = 'สอบแล้ว'
            const id = await createSession(test, { date, start_time, end_time, override_reason })
            expect(await get(id)).toMatchObject({ date, start_time, end_time })
            const name = `สอบภาคทฤษฎี 22/11/2569 ${start_time}`
            expect(await get(id)).toMatchObject({ name })
            await cancel(id)
          }
          expect(outcome(await create({ date: addDays(date, -1) }))).toBe('VALIDATION')
        }
      } finally {
        if (TZ === undefined) delete process.env['TZ']
        else process.env['TZ'] = TZ
        test.clock.set(start)
      }
    },
  )

  it('is recorded in the audit trail with names', async () => {
    const chair = await makeEmployee(test, KKN, { fname: 'ประธาน', sname: 'ตรวจสอบ' })
    await createSession(test, {
      date: freshDay(),
      panel: [{ user_id: chair.user_id, role: 'chair' }],
    })
    const [entry] = (await test.call(audit.gettable, { type: 'exam_session' }, as)).data
    expect(entry).toMatchObject({
      action: 'เพิ่มรอบสอบ',
      changes: expect.arrayContaining([
        { label: 'ประธาน', before: null, after: 'ประธาน ตรวจสอบ' },
        { label: 'เวลาเริ่ม', before: null, after: '09:00' },
      ]),
    })
  })
})

describe('a person, vehicle or place', () => {
  it.each(['user', 'vehicle', 'place'] as const)(
    'of kind %s is in one session at a time',
    async (kind) => {
      const date = freshDay()
      const examiner = await makeEmployee(test, KKN, { fname: 'สมชาย', sname: 'คุมสอบ' })
      const vehicle = await makeVehicle(test.db, { branch_id: KKN, no: `กข ${used}` })
      const room = await makePlace(test.db, { branch_id: KKN })
      const wanted = {
        user: { panel: [{ user_id: examiner.user_id, role: 'examiner' as const }] },
        vehicle: { vehicle_ids: [vehicle.vehicle_id] },
        place: { place_id: room.place_id },
      }[kind]
      const name = { user: 'สมชาย คุมสอบ', vehicle: vehicle.no, place: room.name }[kind]
      await createSession(test, { date, ...wanted })
      const overlapping = await create({ date, start_time: '11:59', end_time: '13:00', ...wanted })
      expect([overlapping.status, overlapping.body.code]).toEqual([409, 'NOT_FREE'])
      expect(overlapping.body.message).toContain(name)
      expect(overlapping.body.message).toContain('ไม่ว่าง: สอบภาคทฤษฎี')
      expect(overlapping.body.message).toContain('09:00 – 12:00 น.')
      expect(
        outcome(await create({ date, start_time: '12:00', end_time: '13:00', ...wanted })),
      ).toBe('ok')
    },
  )

  it('that is shared takes as many sessions at once as its capacity', async () => {
    const date = freshDay()
    const field = await makePlace(test.db, { branch_id: KKN, is_shared: true, capacity: 2 })
    const inField = (start_time: string, end_time: string) =>
      create({ date, place_id: field.place_id, start_time, end_time, capacity: 30 })
    const answers = [
      await inField('09:00', '10:00'),
      await inField('09:30', '11:00'),
      await inField('09:45', '10:15'),
      await inField('10:00', '12:00'),
      await inField('08:00', '12:00'),
    ]
    expect(answers.map(outcome)).toEqual(['ok', 'ok', 'NOT_FREE', 'ok', 'NOT_FREE'])
  })

  it('is free again after the session was cancelled or changed', async () => {
    const date = freshDay()
    const vehicle = await makeVehicle(test.db, { branch_id: KKN })
    const vehicle_ids = [vehicle.vehicle_id]
    const first = await createSession(test, { date, vehicle_ids })
    await cancel(first)
    const second = await createSession(test, { date, vehicle_ids })
    expect(outcome(await update(second, { vehicle_ids: [] }))).toBe('ok')
    expect(outcome(await create({ date, vehicle_ids }))).toBe('ok')
  })
})

describe('a session that violates the rules of the timetable', () => {
  it('of practice needs a chair where the branch requires one, also after a change', async () => {
    const setChair = (value: boolean) =>
      sql`update branch set settings = settings || ${JSON.stringify({ exam_practice_chair: value })}::jsonb
        where branch_id = ${KKN}`.execute(test.db)
    const date = freshDay()
    const { user_id } = await makeEmployee(test, KKN)
    const practice = { kind: 'practice' as const, date }
    const stored = (await create(practice)).data.exam_session_ids[0] ?? 0
    await setChair(true)
    try {
      const refused = await create({ ...practice, panel: [{ user_id, role: 'examiner' }] })
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'panel', message: 'รอบสอบภาคปฏิบัติต้องมีประธาน' }] },
      })
      const panel = [{ user_id, role: 'chair' as const }]
      expect((await create({ date: addDays(date, 1) })).status).toBe(200)
      // An earlier schedule is refused only when it changes.
      expect(outcome(await update(stored, { note: 'ไม่เปลี่ยนเวลา' }))).toBe('ok')
      expect((await update(stored, { start_time: '08:30' })).status).toBe(400)
      expect(outcome(await update(stored, { start_time: '08:30', panel }))).toBe('ok')
    } finally {
      await setChair(false)
    }
  })

  it('is refused on leave and a holiday, without a licence and with a vehicle in repair, unless it is overridden', async () => {
    const date = freshDay()
    const onLeave = await makeEmployee(test, KKN)
    const leave = { start: date, end: date, kind: 'sick', reason: '' }
    await test.db
      .insertInto('user_leave')
      .values({ ...leave, user_id: onLeave.user_id, created_by: onLeave.user_id })
      .execute()
    const unlicensed = await makeEmployee(test, KKN)
    await test.db
      .insertInto('user_licence')
      .values({
        user_id: unlicensed.user_id,
        kind: 'examiner',
        subject: 'practice',
        licence_types: ['car'],
        number: '1',
        valid_until: null,
      })
      .execute()
    const inRepair = await makeVehicle(test.db, { branch_id: KKN, status: 'repair' })
    const closed = freshDay()
    await test.db.insertInto('holiday').values({ day: closed, name: 'วันหยุดพิเศษ' }).execute()
    const refused = [
      { date, panel: [{ user_id: onLeave.user_id, role: 'chair' as const }] },
      { date, panel: [{ user_id: unlicensed.user_id, role: 'chair' as const }] },
      { date, vehicle_ids: [inRepair.vehicle_id] },
      { date: closed },
    ]
    const answers = []
    for (const values of refused) answers.push(await create(values))
    expect(answers.map(outcome)).toEqual([
      'OUTSIDE_WORKING_TIME',
      'NOT_LICENSED',
      'NOT_READY',
      'OUTSIDE_WORKING_TIME',
    ])
    const override_reason = 'ผู้จัดการอนุญาต'
    const ids = []
    for (const values of refused)
      ids.push(await createSession(test, { ...values, override_reason }))
    const [entry] = (await test.call(audit.gettable, { type: 'exam_session' }, as)).data
    expect(entry?.changes).toContainEqual(expect.objectContaining({ after: override_reason }))
    // Changes that do not affect the timetable are not checked again.
    const [first = 0] = ids
    expect(outcome(await update(first, { note: 'แจ้งผู้เข้าสอบแล้ว' }))).toBe('ok')
    expect(outcome(await update(first, { start_time: '10:00' }))).toBe('OUTSIDE_WORKING_TIME')
    expect(outcome(await update(first, { start_time: '10:00', override_reason }))).toBe('ok')
  })
})

describe('a weekly series', () => {
  it('consists of independent sessions, without the days that were removed', async () => {
    const date = addDays(today, 200)
    const until = addDays(date, 20)
    const weekdays = [1, 2, 3, 4, 5, 6, 7]
    const except = [addDays(date, 1)]
    const ids = await createSessions(test, {
      date,
      repeat: { weekdays, until, except, skip_holidays: false },
    })
    expect(ids).toHaveLength(20)
    const days = await Promise.all(ids.map(async (id) => (await get(id)).date))
    expect(days.slice(0, 2)).toEqual([date, addDays(date, 2)])
    expect(outcome(await cancel(ids[0] ?? 0))).toBe('ok')
    expect((await get(ids[1] ?? 0)).status).toBe('open')
  })

  it('is created completely or not at all, and its preview shows the day that collides', async () => {
    const date = addDays(today, 300)
    const until = addDays(date, 14)
    const examiner = await makeEmployee(test, KKN)
    const panel = [{ user_id: examiner.user_id, role: 'examiner' as const }]
    await createSession(test, { date: addDays(date, 7), panel, start_time: '11:00' })
    await test.db
      .insertInto('user_leave')
      .values({
        user_id: examiner.user_id,
        start: addDays(date, 14),
        end: addDays(date, 14),
        reason: '',
        kind: 'personal',
        created_by: examiner.user_id,
      })
      .execute()
    const weekdays = [new Date(date).getUTCDay() || 7]
    const input = sessionInput(test, {
      date,
      panel,
      repeat: { weekdays, until, except: [], skip_holidays: false },
    })
    const { data } = await test.call(examSession.preview, input, as)
    expect(data).toMatchObject([
      { date, blocked: false, problems: [] },
      {
        date: addDays(date, 7),
        blocked: true,
        problems: [expect.stringContaining('มานะ ใจดี ไม่ว่าง: สอบภาคทฤษฎี')],
      },
      {
        date: addDays(date, 14),
        blocked: true,
        problems: [expect.stringContaining('มานะ ใจดี ลา ')],
      },
    ])
    const count = async () =>
      (await test.db.selectFrom('exam_session').select('exam_session_id').execute()).length
    const before = await count()
    expect(outcome(await test.call(examSession.create, input, as))).toBe('NOT_FREE')
    expect(await count()).toBe(before)
    const except = [addDays(date, 7), addDays(date, 14)]
    const without = { ...input, repeat: { weekdays, until, except, skip_holidays: false } }
    expect((await test.call(examSession.create, without, as)).data.exam_session_ids).toHaveLength(1)
  })

  it('skips the holidays of the branch, or shows them in the preview', async () => {
    const date = addDays(today, 600)
    const [open, closed] = [addDays(date, 1), addDays(date, 2)]
    const insertHoliday = (onDay: Day, name: string) =>
      test.db
        .insertInto('holiday')
        .values({ day: onDay, name })
        .returning('holiday_id')
        .executeTakeFirstOrThrow()
    await insertHoliday(closed, 'วันหยุดพิเศษ')
    const { holiday_id } = await insertHoliday(open, 'วันหยุดที่เปิดทำการ')
    await test.db.insertInto('holiday_open_branch').values({ holiday_id, branch_id: KKN }).execute()
    const repeat = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: closed, except: [] }
    const previewed = async (skip_holidays: boolean) => {
      const input = sessionInput(test, { date, repeat: { ...repeat, skip_holidays } })
      const { data } = await test.call(examSession.preview, input, as)
      return data.map((row) => [row.date, row.problems])
    }
    expect(await previewed(true)).toEqual([
      [date, []],
      [open, []],
    ])
    expect((await previewed(false)).at(-1)).toEqual([
      closed,
      [expect.stringContaining('วันหยุดพิเศษ')],
    ])
    const ids = await createSessions(test, { date, repeat: { ...repeat, skip_holidays: true } })
    expect(ids).toHaveLength(2)
  })

  it('has at most 200 sessions, and at least one', async () => {
    const date = addDays(today, 400)
    const weekdays = [1, 2, 3, 4, 5, 6, 7]
    const answers = [
      await create({
        date,
        repeat: { weekdays, until: addDays(date, 200), except: [], skip_holidays: false },
      }),
      await create({
        date,
        repeat: { weekdays, until: addDays(date, -1), except: [], skip_holidays: false },
      }),
    ]
    expect(answers.map(({ body }) => body.errors?.[0]?.path)).toEqual([
      'repeat.until',
      'repeat.until',
    ])
  })

  it('neither begins nor ends after the last possible day of a session', async () => {
    const after = '2101-01-01' as Day
    const last = '9999-12-31' as Day
    const repeat = { weekdays: [1, 2, 3, 4, 5, 6, 7], until: last }
    const answers = [await send({ date: after }), await send({ date: last, repeat })]
    expect(answers.map(({ status, body }) => [status, body.errors?.[0]?.path])).toEqual([
      [400, 'date'],
      [400, 'date'],
    ])
    const endless = await send({ repeat })
    expect([endless.status, endless.body.errors?.[0]?.path]).toEqual([400, 'repeat.until'])
  })
})

describe('changing a session', () => {
  it('never leaves fewer seats than are taken, and keeps the kind once booked', async () => {
    const id = await createSession(test, { date: freshDay() })
    await seatCandidate(test, id)
    await seatCandidate(test, id)
    const smaller = await update(id, { capacity: 1 })
    expect([smaller.status, smaller.body.code]).toEqual([409, 'CAPACITY_TAKEN'])
    expect(smaller.body.errors?.[0]?.path).toBe('capacity')
    expect(outcome(await update(id, { kind: 'practice' }))).toBe('STATE')
    expect(outcome(await update(id, { capacity: 3, status: 'closed' }))).toBe('ok')
    expect(await get(id)).toMatchObject({ capacity: 3, status: 'closed', seats_left: 1 })
  })

  it('is refused for a stale version and a cancelled session', async () => {
    const id = await createSession(test, { date: freshDay() })
    expect(outcome(await update(id, { version: 99 }))).toBe('CONFLICT')
    await cancel(id)
    expect(outcome(await update(id, { capacity: 5 }))).toBe('STATE')
    expect(outcome(await cancel(id))).toBe('STATE')
  })

  it('moves the candidates along to another day and time, and returns whom to phone', async () => {
    const date = freshDay()
    const id = await createSession(test, { date })
    const seated = await seatCandidate(test, id, {
      customer: customerInput({ fname: 'โทรหา', phone_1: '0811112222' }),
    })
    const next = addDays(date, 1)
    const answer = await update(id, { date: next, start_time: '13:00', end_time: '16:00' })
    expect(answer.data.told).toMatchObject([
      {
        exam_id: seated.exam_id,
        customer: expect.stringContaining('โทรหา'),
        phone_1: '0811112222',
      },
    ])
    expect(answer.data.told[0]?.session).toContain('13:00')
    expect(await bookingOf(seated.exam_id)).toMatchObject({ exam_date: next, exam_session_id: id })
    const { exam_date } = await test.db
      .selectFrom('application_line')
      .select('exam_date')
      .where('application_id', '=', seated.application_id)
      .executeTakeFirstOrThrow()
    expect(exam_date).toBe(next)
    expect(await ledgerOf(seated.right_id)).toMatchObject([
      { event: 'granted' },
      {
        event: 'moved',
        detail: { exam_id: seated.exam_id, exam_session_id: id, exam_date: next },
      },
    ])
    expect(await occupiedIn(id)).toEqual([`customer ${seated.customer_id}`])
  })

  it('names the candidates who no longer fit, unless the call moves them', async () => {
    const date = freshDay()
    const id = await createSession(test, { date })
    const other = await createSession(test, {
      date,
      capacity: 1,
      start_time: '13:00',
      end_time: '15:00',
    })
    const expiring = await seatCandidate(test, id)
    const fitting = await seatCandidate(test, id)
    await setValidity(test, [expiring.right_id], { permission_date: date })
    const next = { date: addDays(date, 1) }
    const refused = await update(id, next)
    expect([refused.status, refused.body.code]).toEqual([409, 'CANDIDATES_MISFIT'])
    expect(refused.body.errors).toEqual([
      { path: `moves.${expiring.exam_id}`, message: expect.stringContaining('สิทธิ์สอบถึงวันที่') },
    ])
    expect((await bookingOf(fitting.exam_id)).exam_date).toBe(date)
    const moves = [{ exam_id: expiring.exam_id, exam_session_id: other }]
    expect(outcome(await update(id, { ...next, moves }))).toBe('ok')
    expect(await bookingOf(expiring.exam_id)).toMatchObject({
      exam_session_id: other,
      exam_date: date,
    })
    expect(await bookingOf(fitting.exam_id)).toMatchObject({
      exam_session_id: id,
      exam_date: next.date,
    })
  })

  it('does not put a candidate into two exams at once', async () => {
    const date = freshDay()
    const morning = await createSession(test, { date })
    const seated = await seatCandidate(test, morning)
    const { right_id } = await test.db
      .selectFrom('exam_right')
      .select('right_id')
      .where('application_id', '=', seated.application_id)
      .where('kind', '=', 'practice')
      .executeTakeFirstOrThrow()
    const afternoon = await createSession(test, {
      date,
      kind: 'practice',
      start_time: '13:00',
      end_time: '16:00',
    })
    await seatRight(test, right_id, afternoon)
    const refused = await update(afternoon, { start_time: '11:00', end_time: '14:00' })
    expect([refused.status, refused.body.code]).toEqual([409, 'CANDIDATES_MISFIT'])
    expect(refused.body.message).toContain('มีรอบสอบอื่นในเวลาเดียวกัน')
    expect(outcome(await update(afternoon, { start_time: '12:00', end_time: '14:00' }))).toBe('ok')
  })

  it('leaves no practice exam before its theory exam', async () => {
    const { day, practice, seated } = await practiceAfterTheory()
    const change = { date: addDays(day, -1) }
    const refused = await update(practice, change)
    expect([refused.status, refused.body.code]).toEqual([409, 'CANDIDATES_MISFIT'])
    expect(refused.body.errors).toEqual([
      {
        path: `moves.${seated.exam_id}`,
        message: expect.stringContaining(`สอบได้ตั้งแต่วันที่ ${formatDay(day)}`),
      },
    ])
    await passTheory(seated)
    expect(outcome(await update(practice, change))).toBe('ok')
  })

  it('keeps its seats after its place has become smaller, but gets no more', async () => {
    const room = await makePlace(test.db, { branch_id: KKN, capacity: 10 })
    const id = await createSession(test, {
      date: freshDay(),
      place_id: room.place_id,
      capacity: 8,
    })
    await test.db
      .updateTable('place')
      .set({ capacity: 5 })
      .where('place_id', '=', room.place_id)
      .execute()
    expect(outcome(await update(id, { note: 'นำปากกามาด้วย' }))).toBe('ok')
    expect(outcome(await update(id, { capacity: 7 }))).toBe('ok')
    expect((await update(id, { capacity: 8 })).body.errors?.[0]?.path).toBe('capacity')
    const { place_id } = await makePlace(test.db, { branch_id: KKN, capacity: 5 })
    expect((await update(id, { place_id })).body.errors?.[0]?.path).toBe('capacity')
  })

  it('is refused for day and time once a candidate is checked in', async () => {
    const date = freshDay()
    const id = await createSession(test, { date })
    const seated = await seatCandidate(test, id)
    await test.db
      .updateTable('exam')
      .set({ checked_in_at: new Date().toISOString(), checked_in_by: test.school.userId('admin') })
      .where('exam_id', '=', seated.exam_id)
      .execute()
    expect(outcome(await update(id, { date: addDays(date, 1) }))).toBe('STATE')
    expect(outcome(await update(id, { note: 'เลื่อนห้อง' }))).toBe('ok')
    const moves = [{ exam_id: seated.exam_id, exam_session_id: null }]
    expect(outcome(await cancel(id, moves))).toBe('EXAM_RUNNING')
    expect((await get(id)).can).toMatchObject({ update: true, cancel: false })
  })
})

describe('cancelling a session', () => {
  it('is refused until a move is chosen for every candidate', async () => {
    const id = await createSession(test, { date: freshDay() })
    const [one, two] = [await seatCandidate(test, id), await seatCandidate(test, id)]
    const refused = await cancel(id, [{ exam_id: one.exam_id, exam_session_id: null }])
    expect([refused.status, refused.body.code]).toEqual([409, 'MOVES_INCOMPLETE'])
    expect((await bookingOf(one.exam_id)).exam_session_id).toBe(id)
    const unknown = [one, two].map(({ exam_id }) => ({ exam_id, exam_session_id: null }))
    expect(
      (await cancel(id, [...unknown, { exam_id: 999_999, exam_session_id: null }])).status,
    ).toBe(404)
  })

  it('moves candidates to free seats, and lists those without a new session until they are booked', async () => {
    const date = freshDay()
    const id = await createSession(test, { date, capacity: 3 })
    const next = await createSession(test, { date: addDays(date, 1), capacity: 1 })
    const [moved, later] = [await seatCandidate(test, id), await seatCandidate(test, id)]
    const targets = (await test.call(examSession.targets, { exam_session_id: id }, as)).data
    expect(targets.sessions.find(({ exam_session_id }) => exam_session_id === next)).toMatchObject({
      seats_left: 1,
    })
    const answer = await cancel(id, [
      { exam_id: moved.exam_id, exam_session_id: next },
      { exam_id: later.exam_id, exam_session_id: null },
    ])
    expect(answer.data.told.map(({ session }) => session === null)).toEqual([false, true])
    expect(await bookingOf(moved.exam_id)).toMatchObject({
      exam_session_id: next,
      exam_date: addDays(date, 1),
    })
    expect(await bookingOf(later.exam_id)).toMatchObject({
      exam_session_id: null,
      exam_date: date,
      displaced_from: id,
      cancelled_at: null,
    })
    expect(await occupiedIn(id)).toEqual([])
    expect(await occupiedIn(next)).toEqual([`customer ${moved.customer_id}`])
    expect(await ledgerOf(later.right_id)).toMatchObject([
      { event: 'granted' },
      { event: 'displaced', detail: { exam_id: later.exam_id, exam_session_id: null } },
    ])
    expect(await get(id)).toMatchObject({
      status: 'cancelled',
      cancel_note: 'ไฟดับ',
      candidates: [],
    })
    expect(await worklist()).toContainEqual(
      expect.objectContaining({
        exam_id: later.exam_id,
        lost_id: id,
        note: expect.stringContaining('ไฟดับ'),
      }),
    )
    expect(await worklist('manager.bpi')).toEqual([])
    await test.db
      .updateTable('exam')
      .set({ exam_date: addDays(date, 2) })
      .where('exam_id', '=', later.exam_id)
      .execute()
    expect((await worklist()).map(({ exam_id }) => exam_id)).not.toContain(later.exam_id)
  })

  it('refuses a full session, one of another kind, and one after the right has ended', async () => {
    const date = freshDay()
    const id = await createSession(test, { date })
    const full = await createSession(test, { date, capacity: 1 })
    await seatCandidate(test, full)
    const practice = await createSession(test, { date, kind: 'practice' })
    const motorcycle = await createSession(test, { date, licence_types: ['motorcycle'] })
    const closed = await createSession(test, { date })
    await update(closed, { status: 'closed' })
    const late = await createSession(test, { date: addDays(date, 1) })
    const { exam_id, right_id } = await seatCandidate(test, id)
    await setValidity(test, [right_id], { permission_date: date })
    const answers = []
    for (const exam_session_id of [full, practice, motorcycle, closed, late, id]) {
      answers.push(await cancel(id, [{ exam_id, exam_session_id }]))
    }
    expect(answers.map(outcome)).toEqual([
      'SESSION_FULL',
      'STATE',
      'STATE',
      'STATE',
      'STATE',
      'STATE',
    ])
    expect(answers.map(({ body }) => body.errors?.[0]?.path)).toEqual(
      answers.map(() => 'moves.0.exam_session_id'),
    )
    expect((await get(id)).status).toBe('open')
  })

  it('does not move a practice exam before its theory exam', async () => {
    const { day, practice, seated } = await practiceAfterTheory()
    const { exam_id } = seated
    const early = await createSession(test, { date: addDays(day, -1), kind: 'practice' })
    const { later, data } = await targetsOn(practice, addDays(day, 1), 'practice')
    expect(data.bookings).toMatchObject([{ exam_id, proposed: later }])
    expect(data.bookings[0]?.fits).not.toContain(early)
    const refused = await cancel(practice, [{ exam_id, exam_session_id: early }])
    expect([refused.status, refused.body.code]).toEqual([409, 'STATE'])
    expect(refused.body.errors).toEqual([
      {
        path: 'moves.0.exam_session_id',
        message: expect.stringContaining(`สอบได้ตั้งแต่วันที่ ${formatDay(day)}`),
      },
    ])
    expect(outcome(await cancel(practice, [{ exam_id, exam_session_id: later }]))).toBe('ok')
  })

  it('does not move a failed exam before the day on which it may be taken again', async () => {
    const failedOn = freshDay()
    const retakeDay = addDays(failedOn, 1)
    const early = await createSession(test, { date: failedOn })
    const retake = await createSession(test, { date: retakeDay })
    const { exam_id, right_id } = await seatCandidate(test, retake)
    await test.db
      .insertInto('exam')
      .values({
        right_id,
        branch_id: KKN,
        exam_date: failedOn,
        result: 'fail',
        result_at: test.clock.now().toISOString(),
        result_by: test.school.userId('admin'),
        created_by: test.school.userId('admin'),
      })
      .execute()
    const { later, data } = await targetsOn(retake, retakeDay, 'theory')
    expect(data.bookings[0]?.fits).toContain(later)
    expect(data.bookings[0]?.fits).not.toContain(early)
    const refused = await cancel(retake, [{ exam_id, exam_session_id: early }])
    expect([refused.status, refused.body.code]).toEqual([409, 'STATE'])
    expect(refused.body.message).toContain(`สอบได้ตั้งแต่วันที่ ${formatDay(retakeDay)}`)
  })

  it('fills the last seats of another session, but no more', async () => {
    const date = freshDay()
    const id = await createSession(test, { date })
    const one = await createSession(test, {
      date,
      capacity: 1,
      start_time: '13:00',
      end_time: '15:00',
    })
    const seated = [await seatCandidate(test, id), await seatCandidate(test, id)]
    const moves = seated.map(({ exam_id }) => ({ exam_id, exam_session_id: one }))
    expect(outcome(await cancel(id, moves))).toBe('SESSION_FULL')
    const { data } = await test.call(examSession.targets, { exam_session_id: id }, as)
    for (const { proposed, fits } of data.bookings) {
      expect(fits).toContain(one)
      expect(fits).toContain(proposed)
    }
  })
})

describe('a call that moves candidates, sent again because its answer was lost,', () => {
  /** Sends a call twice with one key, and returns the names of the candidates to phone in both answers. */
  async function toldTwice(endpoint: Endpoint, wire: Wire) {
    const key = { ...(await bearerOf(test, as)), 'idempotency-key': randomUUID() }
    const answers = [
      await sendWire(test, endpoint, wire, key),
      await sendWire(test, endpoint, wire, key),
    ]
    return answers.map(({ status, body }) => [status, body.data?.['told']?.length])
  }

  it('returns again whom to phone, and changes nothing', async () => {
    const date = freshDay()
    const [id = 0, to = 0] = [
      await createSession(test, { date }),
      await createSession(test, { date: addDays(date, 1) }),
    ]
    const { exam_id } = await seatCandidate(test, id)
    const { branch_id: _, repeat: __, ...values } = sessionInput(test, { date })
    const later = { ...values, start_time: '10:00', exam_session_id: id, version: 1 }
    expect(await toldTwice(examSession.update, later)).toEqual([
      [200, 1],
      [200, 1],
    ])
    const moves = [{ exam_id, exam_session_id: to }]
    const cancelled = { exam_session_id: id, version: 2, note: 'ไฟดับ', moves }
    expect(await toldTwice(examSession.cancel, cancelled)).toEqual([
      [200, 1],
      [200, 1],
    ])
    expect(await get(to)).toMatchObject({ seats_taken: 1 })
  })
})

describe('the list of sessions', () => {
  it('begins today, earliest first, and is filtered by days, kind, status and text', async () => {
    const date = addDays(today, 690)
    const examiner = await makeEmployee(test, KKN, { fname: 'เอกชัย', sname: 'ใจเย็น' })
    const afternoon = await createSession(test, {
      date,
      start_time: '13:00',
      end_time: '15:00',
      kind: 'practice',
      panel: [{ user_id: examiner.user_id, role: 'chair' }],
    })
    const morning = await createSession(test, { date, capacity: 1 })
    await seatCandidate(test, morning)
    const list = async (query: Partial<InputOf<typeof examSession.gettable>>) =>
      (
        await test.call(examSession.gettable, { page: 1, perPage: 100, start: date, ...query }, as)
      ).data.map(({ exam_session_id }) => exam_session_id)
    expect(await list({ end: date })).toEqual([morning, afternoon])
    expect(await list({ sort: '-starts_at' })).toEqual([afternoon, morning])
    expect(await list({ category: 'practice' })).toEqual([afternoon])
    expect(await list({ status: 'full' })).toEqual([morning])
    expect(await list({ status: 'open' })).toEqual([afternoon])
    expect(await list({ text: 'เอกชัย ใจ' })).toEqual([afternoon])
    expect(await list({ type: 'car' })).toEqual([morning, afternoon])
    expect(await list({ type: 'truck2' })).toEqual([])
    expect(await list({ start: undefined, end: addDays(today, -1) })).toEqual([])
    const past = await insertSession(test, addDays(today, -3))
    expect(await list({ start: undefined })).not.toContain(past)
    expect(await list({ start: undefined, scope: 'all', status: 'done' })).toContain(past)
    const all = await test.call(examSession.gettable, { page: 1, perPage: 100 }, as)
    expect(all.data.every((row) => row.date >= today)).toBe(true)
    for (const wrong of [{ status: 'x' }, { type: 'x' }]) {
      expect((await test.call(examSession.gettable, wrong, as)).status).toBe(400)
    }
    expect((await test.call(examSession.gettable, {}, 'manager.bpi')).data).toEqual([])
    expect(
      (await test.call(examSession.get, { exam_session_id: morning }, 'manager.bpi')).status,
    ).toBe(404)
  })

  it('shows balances only to users who may see applications', async () => {
    const id = await createSession(test, { date: freshDay() })
    await seatCandidate(test, id)
    const candidateOf = async (user: string) =>
      (await test.call(examSession.get, { exam_session_id: id }, user)).data.candidates[0]
    expect(await candidateOf('registrar.kkn')).toMatchObject({ balance: 0, status: 'waiting' })
    expect(await candidateOf('examiner.kkn')).toMatchObject({ balance: null })
  })
})
