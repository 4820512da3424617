import { affectedSession } from '@khapdee/contract/entities/affected-session'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { holiday } from '@khapdee/contract/entities/holiday'
import { type Day, addDays, formatDay } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee, makeLicence } from '../../../test/make/employee.ts'
import { createSession, createSessions, seatCandidate } from '../../../test/make/exam-session.ts'
import { makePlace } from '../../../test/make/place.ts'
import { makeRecord } from '../../../test/make/record.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'

let test: TestApp
let KKN: number
let today: Day

beforeAll(async () => {
  test = await startApp()
  KKN = test.school.branch.KKN
  today = test.clock.today()
  await removeHolidays(test.db)
  await test.db.deleteFrom('user_licence').execute()
})
afterAll(() => test.close())

const as = 'manager.kkn'
let used = 0
/** A separate day for each test. */
const freshDay = () => addDays(today, 2 + ++used * 2)

const list = async (query: { page?: number; perPage?: number; exam_session_id?: number } = {}) =>
  test.call(affectedSession.gettable, { page: 1, perPage: 100, ...query }, as)
const find = async (exam_session_id: number) => (await list({ exam_session_id })).data[0]
const messagesOf = async (id: number) =>
  (await find(id))?.problems.flatMap(({ messages }) => messages) ?? []
const get = async (exam_session_id: number) =>
  (await test.call(examSession.get, { exam_session_id }, as)).data

const examiner = async (fname: string) => {
  const { user_id } = await makeEmployee(test, KKN, { fname })
  await makeLicence(test.db, { user_id, subject: 'theory' })
  return user_id
}
const leave = (user_id: number, on: Day) =>
  sql`insert into user_leave (user_id, "start", "end", reason, created_by)
    values (${user_id}, ${on}, ${on}, 'ลากิจ', ${user_id})`.execute(test.db)
const chair = (user_id: number) => ({ user_id, role: 'chair' as const })

describe('exam-session/affected', () => {
  it('lists sessions whose people are on leave later, and proposes people who are free and licensed in the branch', async () => {
    const date = freshDay()
    const [away, busy, free] = [await examiner('ลา'), await examiner('ติด'), await examiner('ว่าง')]
    const unlicensed = (await makeEmployee(test, KKN, { fname: 'ไม่มีใบ' })).user_id
    const elsewhere = (await makeEmployee(test, test.school.branch.BPI)).user_id
    const expired = (await makeEmployee(test, KKN)).user_id
    await makeLicence(test.db, {
      user_id: expired,
      subject: 'theory',
      valid_until: addDays(date, -1),
    })
    const id = await createSession(test, { date, panel: [chair(away)] })
    await createSession(test, { date, panel: [chair(busy)] })
    expect(await find(id)).toBeUndefined()
    const count = async (as: string) =>
      (await test.call(affectedSession.count, {}, as)).data.affected
    const before = [await count('manager.kkn'), await count('manager.bpi')] as const
    await leave(away, date)
    // The menu counts those of the caller's branches.
    expect([await count('manager.kkn'), await count('manager.bpi')]).toEqual([
      before[0] + 1,
      before[1],
    ])
    const found = await find(id)
    expect(found).toMatchObject({ name: expect.stringContaining('09:00'), can: { replace: true } })
    const [problem] = found?.problems ?? []
    expect(problem).toMatchObject({ kind: 'user', id: away, name: expect.stringContaining('ลา') })
    expect(problem?.messages).toEqual([expect.stringMatching(/^นายลา ใจดี ลา \d/)])
    const proposed = problem?.replacements.map(({ value }) => value) ?? []
    expect(proposed[0]).toBe(free)
    expect(proposed).toContain(unlicensed)
    for (const id of [away, busy, elsewhere, expired]) expect(proposed).not.toContain(id)
    const noted = problem?.replacements.find(({ value }) => value === unlicensed)
    expect(noted?.note).toContain('ยังไม่ได้บันทึกใบอนุญาต')
    // An examiner sees the session, but may not replace anybody.
    const seen = await test.call(affectedSession.gettable, { exam_session_id: id }, 'examiner.kkn')
    expect(seen.data).toMatchObject([{ can: { replace: false, keep: false } }])
    expect(seen.data[0]?.problems[0]?.replacements).toEqual([])
    const others = await test.call(affectedSession.gettable, { exam_session_id: id }, 'manager.bpi')
    expect(others.data).toEqual([])
  })

  it('lists sessions on later holidays, with vehicles in repair or due, closed places and people who left', async () => {
    const date = freshDay()
    const person = await examiner('ออก')
    const values = { branch_id: KKN, licence_types: ['car'] }
    const due = { noti_tax: date, noti_compulsory: date }
    const [broken, spare] = [
      await makeVehicle(test.db, { ...values, ...due }),
      await makeVehicle(test.db, { ...values, ...due }),
    ]
    const [room, other] = [
      await makePlace(test.db, { branch_id: KKN }),
      await makePlace(test.db, { branch_id: KKN }),
    ]
    await makePlace(test.db, { branch_id: KKN, capacity: 1 })
    const id = await createSession(test, {
      date,
      panel: [chair(person)],
      vehicle_ids: [broken.vehicle_id],
      place_id: room.place_id,
    })
    const set = (
      table: 'vehicle' | 'place' | 'app_user',
      key: string,
      of: number,
      values: object,
    ) =>
      sql`update ${sql.table(table)} set ${sql.join(
        Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
      )} where ${sql.ref(key)} = ${of}`.execute(test.db)
    await set('vehicle', 'vehicle_id', broken.vehicle_id, { status: 'repair' })
    await set('place', 'place_id', room.place_id, { is_activate: false })
    await set('app_user', 'user_id', person, { is_active: false })
    const problems = (await find(id))?.problems ?? []
    expect(problems.map(({ kind, id }) => [kind, id])).toEqual([
      ['user', person],
      ['vehicle', broken.vehicle_id],
      ['place', room.place_id],
    ])
    expect(problems[1]?.replacements.map(({ value }) => value)).toContain(spare.vehicle_id)
    expect(problems[2]?.replacements.map(({ value }) => value)).toEqual([other.place_id])
    await set('vehicle', 'vehicle_id', broken.vehicle_id, {
      status: 'ready',
      noti_check: addDays(date, -1),
    })
    expect((await find(id))?.problems[1]?.messages[0]).toContain(formatDay(addDays(date, -1)))
    await set('vehicle', 'vehicle_id', broken.vehicle_id, { noti_check: null })
    await set('place', 'place_id', room.place_id, { is_activate: true })
    await set('app_user', 'user_id', person, { is_active: true })
    expect(await find(id)).toBeUndefined()
    await test.call(holiday.create, { branch_id: null, day: date, name: 'หยุดพิเศษ' }, 'admin')
    expect((await find(id))?.problems).toMatchObject([
      { kind: 'branch', id: KKN, replacements: [] },
    ])
    const key = { exam_session_id: id, version: 1 }
    await test.call(examSession.cancel, { ...key, note: 'วันหยุด', moves: [] }, as)
    expect(await find(id)).toBeUndefined()
  })

  it('proposes a shared place only while it has room for another session then', async () => {
    const date = freshDay()
    const shared = { branch_id: KKN, is_shared: true }
    const room = await makePlace(test.db, { branch_id: KKN })
    const [full, free] = [
      await makePlace(test.db, { ...shared, capacity: 1 }),
      await makePlace(test.db, { ...shared, capacity: 2 }),
    ]
    const id = await createSession(test, { date, place_id: room.place_id })
    for (const { place_id } of [full, free]) await createSession(test, { date, place_id })
    await test.db
      .updateTable('place')
      .set({ is_activate: false })
      .where('place_id', '=', room.place_id)
      .execute()
    const places = (await find(id))?.problems[0]?.replacements.map(({ value }) => value)
    expect(places).toContain(free.place_id)
    expect(places).not.toContain(full.place_id)
    for (const { place_id } of [room, full, free]) {
      await test.db
        .updateTable('place')
        .set({ is_activate: place_id === room.place_id })
        .where('place_id', '=', place_id)
        .execute()
    }
    const key = { exam_session_id: id, version: 1 }
    await test.call(examSession.cancel, { ...key, note: 'เลิกใช้', moves: [] }, as)
  })

  it('omits problems that were accepted with a reason, until the session has another problem', async () => {
    const date = freshDay()
    const person = await examiner('พิเศษ')
    await leave(person, date)
    const values = { date, panel: [chair(person)] }
    const id = await createSession(test, { ...values, override_reason: 'ยินดีมาสอบ' })
    expect(await find(id)).toBeUndefined()
    await makeRecord(test.db, 'holiday', { day: date, branch_id: KKN })
    expect(await messagesOf(id)).toHaveLength(1)
    const key = { exam_session_id: id, version: 1 }
    const refused = await test.call(affectedSession.keep, { ...key, note: 'x' }, 'registrar.kkn')
    expect(refused.status).toBe(403)
    await test.call(affectedSession.keep, { ...key, note: 'เปิดสอบวันหยุด' }, as)
    expect(await find(id)).toBeUndefined()
    const again = await test.call(affectedSession.keep, { ...key, note: 'ซ้ำ' }, as)
    expect(again.status).toBe(409)
    const ordinary = await createSession(test, { date: freshDay() })
    const kept = { exam_session_id: ordinary, version: 1, note: 'ไม่มีอะไร' }
    expect((await test.call(affectedSession.keep, kept, as)).body).toMatchObject({
      code: 'STATE',
    })
  })

  it('pages the sessions, earliest first', async () => {
    const first = freshDay()
    const person = await examiner('หลายรอบ')
    const repeat = {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      until: addDays(first, 2),
      except: [],
      skip_holidays: false,
    }
    const times = { start_time: '06:00', end_time: '07:00' }
    const ids = await createSessions(test, {
      date: first,
      ...times,
      panel: [chair(person)],
      repeat,
    })
    used++
    await test.db
      .updateTable('app_user')
      .set({ end_date: addDays(today, 1) })
      .where('user_id', '=', person)
      .execute()
    const { data } = await list()
    const found = data.map(({ exam_session_id }) => exam_session_id)
    expect(found).toEqual(expect.arrayContaining(ids))
    expect(data.map(({ date }) => date)).toEqual(data.map(({ date }) => date).toSorted())
    const second = await list({ page: 2, perPage: 1 })
    expect(second.body).toMatchObject({ meta: { total: data.length } })
    expect(second.data[0]?.exam_session_id).toBe(found[1])
  })
})

describe('exam-session/affected of sessions far ahead', () => {
  it('lists those of all days to come', async () => {
    const date = addDays(today, 300)
    const away = await examiner('ลาปีหน้า')
    const id = await createSession(test, { date, panel: [chair(away)] })
    await leave(away, date)
    expect(await messagesOf(id)).toEqual([expect.stringContaining('ลาปีหน้า')])
  })
})

describe('exam-session/replace', () => {
  it('replaces people and vehicles in one call, and keeps the other problems of the session', async () => {
    const date = freshDay()
    const [away, free] = [await examiner('ลาป่วย'), await examiner('แทน')]
    const { vehicle_id } = await makeVehicle(test.db, { branch_id: KKN, licence_types: ['car'] })
    const other = await makeVehicle(test.db, { branch_id: KKN, licence_types: ['car'] })
    const id = await createSession(test, { date, panel: [chair(away)], vehicle_ids: [vehicle_id] })
    const { exam_id } = await seatCandidate(test, id)
    await leave(away, date)
    await makeRecord(test.db, 'holiday', { day: date, branch_id: KKN })
    const key = { exam_session_id: id, version: 1 }
    const people = { kind: 'user' as const, from: away, to: free }
    const vehicles = { kind: 'vehicle' as const, from: vehicle_id, to: other.vehicle_id }
    const call = (replacements: (typeof people | typeof vehicles)[], who = as) =>
      test.call(affectedSession.replace, { ...key, replacements }, who)
    expect((await call([people], 'registrar.kkn')).status).toBe(403)
    expect((await call([people], 'manager.bpi')).status).toBe(404)
    const unknown = await call([{ ...people, from: free, to: away }])
    expect(unknown).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    // An employee on leave is refused as a replacement.
    const second = await examiner('ลาอีกคน')
    await leave(second, date)
    expect((await call([{ ...people, to: second }])).body).toMatchObject({
      code: 'OUTSIDE_WORKING_TIME',
    })
    expect((await call([people, vehicles])).status).toBe(200)
    expect(await get(id)).toMatchObject({
      panel: [{ user_id: free, role: 'chair' }],
      vehicles: [{ vehicle_id: other.vehicle_id }],
      candidates: [{ exam_id }],
      version: 2,
    })
    expect((await find(id))?.problems.map(({ kind }) => kind)).toEqual(['branch'])
    const occupied = await test.db
      .selectFrom('occupancy')
      .select(['kind', 'subject_id'])
      .where('exam_session_id', '=', id)
      .where('kind', 'in', ['user', 'vehicle'])
      .orderBy('kind')
      .execute()
    expect(occupied.map(({ subject_id }) => subject_id)).toEqual([free, other.vehicle_id])
    expect((await call([people])).status).toBe(409)
  })

  it('refuses a person who is occupied at that time', async () => {
    const date = freshDay()
    const [away, busy] = [await examiner('ไป'), await examiner('ไม่ว่าง')]
    const id = await createSession(test, { date, panel: [chair(away)] })
    await createSession(test, { date, panel: [chair(busy)] })
    await leave(away, date)
    const replacements = [{ kind: 'user' as const, from: away, to: busy }]
    const key = { exam_session_id: id, version: 1 }
    const taken = await test.call(affectedSession.replace, { ...key, replacements }, as)
    expect(taken).toMatchObject({ status: 409, body: { code: 'NOT_FREE' } })
    expect(await get(id)).toMatchObject({ panel: [{ user_id: away }], version: 1 })
  })
})
