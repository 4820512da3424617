import type { InputOf } from '@khapdee/contract/endpoint'
import { calendar, calendarEvent } from '@khapdee/contract/entities/calendar'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { maxCalendarDays } from '@khapdee/domain/calendar'
import { examLicenceOrder } from '@khapdee/domain/licence-types'
import { type Day, addDays, day, formatDay, instantInBangkok } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee, makeLeave } from '../../../test/make/employee.ts'
import {
  createSession,
  grantTheory,
  seatCandidate,
  sessionInput,
} from '../../../test/make/exam-session.ts'
import { makeRecord } from '../../../test/make/record.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'
import { removeHolidays } from '../../../test/make/holiday.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp
let KKN: number
let BPI: number
/** A day without entries of other tests. */
const month = day('2027-03-01')
let used = 0
const freshDay = () => addDays(month, 2 * ++used)

beforeAll(async () => {
  test = await startApp()
  ;({ KKN, BPI } = test.school.branch)
  await removeHolidays(test.db)
})
afterAll(() => test.close())

const read = async (start: Day, as = 'manager.kkn', end = start, branch?: string) =>
  (await test.call(calendar.read, { start, end, branch }, as)).answer
const titles = async (...args: Parameters<typeof read>) =>
  (await read(...args)).data.map(({ title }) => title)

type EventInput = InputOf<typeof calendarEvent.create>
const eventInput = (values: Partial<EventInput> & { start: Day }): EventInput => ({
  title: 'ประชุมประจำเดือน',
  category: 'Business',
  branch_id: null,
  is_all_day: false,
  start_time: '09:00',
  end: values.end ?? values.start,
  end_time: '10:00',
  is_busy: false,
  note: '',
  ...values,
})
const createEvent = async (values: Partial<EventInput> & { start: Day }, as = 'manager.kkn') =>
  (await test.call(calendarEvent.create, eventInput(values), as)).data.calendar_event_id

describe('the calendar', () => {
  it('shows a session of many licence types, whose title is longer than the limit for own events', async () => {
    const date = freshDay()
    const licence_types = examLicenceOrder.filter((type) => type !== 'any')
    await createSession(test, { date, licence_types })
    const [entry] = (await read(date)).data
    expect(entry?.title.length).toBeGreaterThan(120)
    // If one entry is invalid, the browser cannot decode any entry.
    expect(calendar.entry.safeParse(entry).success).toBe(true)
  })

  it('shows the sessions of the branch with their seats, and hides those that are cancelled', async () => {
    const date = freshDay()
    const id = await createSession(test, { date, licence_types: ['car', 'motorcycle'] })
    const cancelled = await createSession(test, { date, start_time: '13:00', end_time: '15:00' })
    const input = { exam_session_id: cancelled, version: 1, note: 'ไฟดับ', moves: [] }
    await test.call(examSession.cancel, input, 'manager.kkn')
    await seatCandidate(test, id)
    const { data, capped } = await read(date)
    expect(capped).toBe(false)
    expect(data).toEqual([
      expect.objectContaining({
        id: `session-${id}`,
        kind: 'session',
        category: 'Business',
        title: 'ภาคทฤษฎี รถยนต์ รถจักรยานยนต์',
        start: instantInBangkok(date, '09:00'),
        end: instantInBangkok(date, '12:00'),
        allDay: false,
        record_id: id,
        branch_id: KKN,
        capacity: 2,
        seats_taken: 1,
        status: 'open',
        version: 1,
        can_update: true,
      }),
    ])
    expect((await read(date, 'examiner.kkn')).data).toMatchObject([{ can_update: false }])
    expect((await read(date, 'manager.bpi')).data).toEqual([])
    expect((await read(date, 'owner', date, String(BPI))).data).toEqual([])
    expect((await read(date, 'hr')).data).toEqual([])
  })

  it('includes both ends of the span, also a session soon after midnight', async () => {
    const date = freshDay()
    const id = await createSession(test, { date, start_time: '00:30', end_time: '01:30' })
    expect(await titles(date)).toHaveLength(1)
    expect(await titles(addDays(date, -1))).toEqual([])
    expect((await read(addDays(date, -1), 'manager.kkn', date)).data).toMatchObject([
      { record_id: id, start: instantInBangkok(date, '00:30') },
    ])
  })

  it('counts bookings without a session by day', async () => {
    const date = freshDay()
    const right_id = await grantTheory(test)
    await test.db
      .insertInto('exam')
      .values({
        right_id,
        branch_id: KKN,
        exam_date: date,
        created_by: test.school.userId('admin'),
      })
      .execute()
    const { data } = await read(date)
    expect(data).toMatchObject([
      { kind: 'booking', title: 'นัดสอบที่ไม่ระบุรอบ 1 คน', start: date, allDay: true, seats_taken: 1 },
    ])
    expect(data[0]?.end).toBe(addDays(date, 1))
  })

  it('shows holidays on which a branch in view is closed', async () => {
    const date = freshDay()
    const { holiday_id } = await makeRecord(test.db, 'holiday', {
      day: date,
      branch_id: null,
      name: 'วันหยุดทดสอบ',
    })
    await makeRecord(test.db, 'holiday', { day: date, branch_id: BPI, name: 'วันหยุดบ้านไผ่' })
    expect(await titles(date)).toEqual(['วันหยุดทดสอบ'])
    expect(await titles(date, 'owner')).toEqual(['วันหยุดทดสอบ', 'วันหยุดบ้านไผ่'])
    await test.db.insertInto('holiday_open_branch').values({ holiday_id, branch_id: KKN }).execute()
    expect(await titles(date)).toEqual([])
    const [first] = (await read(date, 'owner')).data
    expect(first).toMatchObject({ title: 'วันหยุดทดสอบ', category: 'Holiday' })
    expect(first?.detail).toMatch(/^เปิดทำการ: /)
  })

  it('shows leave with its kind, and weekly days off, to users who plan sessions; to others only their own', async () => {
    // A Thursday, on which `makeLeave` inserts leave.
    const date = day('2026-11-05')
    const person = await makeEmployee(test, KKN, { fname: 'สมพร', day_off: ['thursday'] })
    const other = await makeEmployee(test, KKN, { fname: 'มานะ', day_off: ['thursday'] })
    await makeLeave(test, person)
    await test.db
      .updateTable('user_leave')
      .set({ kind: 'sick' })
      .where('user_id', '=', person.user_id)
      .execute()
    const { data } = await read(date)
    expect(data).toMatchObject([
      { kind: 'leave', title: 'สมพร ใจดี ลาป่วย', category: 'Personal', start: date },
      { kind: 'day_off', title: 'หยุด 2 คน', detail: 'มานะ ใจดี, สมพร ใจดี' },
    ])
    expect(await titles(date, 'examiner.kkn')).toEqual([])
    expect(await titles(date, person.username)).toEqual(['สมพร ใจดี ลาป่วย', 'หยุด สมพร ใจดี'])
    await test.db
      .updateTable('app_user')
      .set({ day_off: [] })
      .where('user_id', 'in', [person.user_id, other.user_id])
      .execute()
  })

  it('shows the due days of vehicles in use to users who may see vehicles', async () => {
    const date = freshDay()
    const values = { branch_id: KKN, noti_tax: date, noti_compulsory: date }
    const { vehicle_id } = await makeVehicle(test.db, values)
    await makeVehicle(test.db, { ...values, status: 'retired' })
    const { data } = await read(date)
    expect(data).toMatchObject([{ kind: 'due', category: 'ETC', record_id: vehicle_id }])
    expect(data[0]?.title).toMatch(/พ.ร.บ. หมดอายุ, ภาษีหมดอายุ$/)
    expect(await titles(date, 'registrar.kkn')).toEqual([])
  })

  it('refuses a span that is too long or ends before it begins', async () => {
    const headers = await bearerOf(test, 'manager.kkn')
    const statusOf = async (start: string, end: string) => {
      const { status, body } = await sendWire(test, calendar.read, { start, end }, headers)
      return [status, body.errors?.[0].path]
    }
    const last = addDays(month, maxCalendarDays - 1)
    expect(await statusOf(month, last)).toEqual([200, undefined])
    expect(await statusOf(month, addDays(last, 1))).toEqual([400, 'end'])
    expect(await statusOf(month, addDays(month, -1))).toEqual([400, 'end'])
    expect(await statusOf('9999-12-31', '9999-12-31')).toEqual([400, 'start'])
  })
})

describe('an own event', () => {
  it('is seen by its owner only, or, with a branch, by all users of the branch', async () => {
    const start = freshDay()
    const id = await createEvent({ start, title: 'พบแพทย์', note: 'งดน้ำ' })
    const { data } = await read(start)
    expect(data).toMatchObject([
      {
        id: `event-${id}`,
        kind: 'event',
        category: 'Business',
        title: 'พบแพทย์',
        note: 'งดน้ำ',
        start: instantInBangkok(start, '09:00'),
        end: instantInBangkok(start, '10:00'),
        version: 1,
        can_update: true,
      },
    ])
    expect(await titles(start, 'owner')).toEqual([])
    await createEvent({ start, title: 'ซ้อมดับเพลิง', branch_id: KKN })
    expect((await read(start, 'registrar.kkn')).data).toMatchObject([
      { title: 'ซ้อมดับเพลิง', can_update: false },
    ])
    expect(await titles(start, 'manager.bpi')).toEqual([])
  })

  it('of several days is shown on each of them, with the day after the last one as its end', async () => {
    const start = freshDay()
    const end = addDays(start, maxCalendarDays - 1)
    const values = { start, end, is_all_day: true, start_time: null, end_time: null }
    await createEvent({ ...values, category: 'Family', title: 'ลาคลอด' }, 'registrar.kkn')
    for (const on of [start, addDays(start, 50), end]) {
      expect((await read(on, 'registrar.kkn')).data).toContainEqual(
        expect.objectContaining({ title: 'ลาคลอด', start, end: addDays(end, 1), allDay: true }),
      )
    }
    expect(await titles(addDays(end, 1), 'registrar.kkn')).not.toContain('ลาคลอด')
    expect(await titles(addDays(start, -1), 'registrar.kkn')).not.toContain('ลาคลอด')
  })

  it.each([
    ['a missing time', { start_time: null }, 'start_time', 'กรุณากรอกเวลาเริ่ม'],
    ['an end before the start', { end_time: '08:00' }, 'end_time', 'เวลาสิ้นสุดต้องหลังเวลาเริ่ม'],
    ['an empty title', { title: ' ' }, 'title', 'กรุณากรอกเรื่อง'],
    ['an unknown category', { category: 'Work' }, 'category', 'กรุณาเลือกหมวด'],
  ])('is refused with %s', async (_, values, path, message) => {
    const start = addDays(month, -5)
    const wire = { ...eventInput({ start }), ...values }
    const headers = await bearerOf(test, 'manager.kkn')
    const { status, body } = await sendWire(test, calendarEvent.create, wire, headers)
    expect([status, body.errors]).toEqual([400, [{ path, message }]])
    expect(await titles(start)).toEqual([])
  })

  it('is changed and deleted by its owner only, with its version', async () => {
    const start = freshDay()
    const calendar_event_id = await createEvent({ start, branch_id: KKN })
    const change = (version: number, as: string) =>
      test.call(
        calendarEvent.update,
        { ...eventInput({ start, title: 'เลื่อนประชุม' }), calendar_event_id, version },
        as,
      )
    expect((await change(1, 'registrar.kkn')).body.code).toBe('FORBIDDEN')
    expect((await change(1, 'manager.bpi')).body.code).toBe('NOT_FOUND')
    expect((await change(2, 'manager.kkn')).body.code).toBe('CONFLICT')
    expect((await change(1, 'manager.kkn')).data).toEqual({ calendar_event_id, version: 2 })
    expect(await titles(start)).toEqual(['เลื่อนประชุม'])
    const remove = (version: number) =>
      test.call(calendarEvent.delete, { calendar_event_id, version }, 'manager.kkn')
    expect((await remove(1)).body.code).toBe('CONFLICT')
    expect((await remove(2)).status).toBe(200)
    expect(await titles(start)).toEqual([])
    expect((await remove(3)).body.code).toBe('NOT_FOUND')
  })
})

describe('an event of an employee who left', () => {
  it('is deleted only by a user who manages employees and sees it', async () => {
    const start = freshDay()
    const { user_id, username } = await makeEmployee(test, KKN)
    const calendar_event_id = await createEvent({ start, branch_id: KKN }, username)
    const hidden = await createEvent({ start, title: 'ส่วนตัว' }, username)
    const remove = (as: string, id = calendar_event_id) =>
      test.call(calendarEvent.delete, { calendar_event_id: id, version: 1 }, as)
    const mayDelete = async (as: string) =>
      (await read(start, as)).data
        .filter(({ record_id }) => record_id === calendar_event_id)
        .map(({ can_update, can_delete }) => [can_update, can_delete])
    expect(await mayDelete('manager.kkn')).toEqual([[false, false]])
    expect((await remove('manager.kkn')).body.code).toBe('FORBIDDEN')
    const left = { is_active: false, status: 'resigned' }
    await test.db.updateTable('app_user').set(left).where('user_id', '=', user_id).execute()
    expect(await mayDelete('manager.kkn')).toEqual([[false, true]])
    expect(await mayDelete('registrar.kkn')).toEqual([[false, false]])
    expect((await remove('registrar.kkn')).body.code).toBe('FORBIDDEN')
    expect((await remove('manager.bpi')).body.code).toBe('NOT_FOUND')
    expect((await remove('manager.kkn', hidden)).body.code).toBe('NOT_FOUND')
    expect((await remove('manager.kkn')).status).toBe(200)
    expect(await mayDelete('manager.kkn')).toEqual([])
  })
})

describe('a busy event', () => {
  const panelOf = (user_id: number) => [{ user_id, role: 'examiner' as const }]
  const createFor = (date: Day, user_id: number) =>
    test.call(
      examSession.create,
      sessionInput(test, { date, panel: panelOf(user_id) }),
      'manager.kkn',
    )

  it('prevents sessions with its owner on the panel, whose refusal hides the title of a private event', async () => {
    const start = freshDay()
    const { user_id, username } = await makeEmployee(test, KKN, { fname: 'วิชัย' })
    const busy = eventInput({ start, title: 'พบแพทย์', is_busy: true })
    const { data } = await test.call(calendarEvent.create, busy, username)
    const refused = await createFor(start, user_id)
    expect(refused.body).toMatchObject({
      code: 'NOT_FREE',
      message: `วิชัย ใจดี ไม่ว่าง: กำหนดการอื่น ${formatDay(start)} 09:00 – ${formatDay(start)} 10:00 น.`,
    })
    const input = { ...sessionInput(test, { date: start, panel: panelOf(user_id) }) }
    const preview = await test.call(examSession.preview, input, 'manager.kkn')
    expect(preview.data).toMatchObject([{ blocked: true }])
    expect(preview.data[0]?.problems[0]).toContain('กำหนดการอื่น')

    const update = (values: Partial<EventInput>, version: number) =>
      test.call(calendarEvent.update, { ...busy, ...values, ...data, version }, username)
    expect((await update({ branch_id: KKN }, 1)).status).toBe(200)
    expect((await createFor(start, user_id)).body.message).toContain('พบแพทย์')
    expect((await update({ is_busy: false }, 2)).status).toBe(200)
    expect((await createFor(start, user_id)).status).toBe(200)
    const again = await update({ is_busy: true }, 3)
    expect(again.body).toMatchObject({ code: 'NOT_FREE' })
    expect(again.body.message).toContain('สอบภาคทฤษฎี')
  })

  it('of another branch prevents sessions, and its title is hidden from users who do not see that branch', async () => {
    const start = freshDay()
    const { user_id, username } = await makeEmployee(test, KKN, { fname: 'วิชัย' })
    await test.db.insertInto('user_branch').values({ user_id, branch_id: BPI }).execute()
    const busy = eventInput({ start, title: 'ประชุมบ้านไผ่', is_busy: true, branch_id: BPI })
    expect((await test.call(calendarEvent.create, busy, username)).status).toBe(200)
    const refused = await createFor(start, user_id)
    expect(refused.body.code).toBe('NOT_FREE')
    expect(refused.body.message).toContain('วิชัย ใจดี ไม่ว่าง: กำหนดการอื่น')
    const input = sessionInput(test, { date: start, panel: panelOf(user_id) })
    const preview = async (as: string) =>
      (await test.call(examSession.preview, input, as)).data[0]?.problems[0]
    expect(await preview('manager.kkn')).toContain('กำหนดการอื่น')
    expect(await preview('admin')).toContain('ประชุมบ้านไผ่')
  })

  it('frees its owner when it is deleted', async () => {
    const start = freshDay()
    const { user_id, username } = await makeEmployee(test, KKN)
    const calendar_event_id = await createEvent({ start, is_busy: true }, username)
    expect((await createFor(start, user_id)).body.code).toBe('NOT_FREE')
    await test.call(calendarEvent.delete, { calendar_event_id, version: 1 }, username)
    expect((await createFor(start, user_id)).status).toBe(200)
  })
})
