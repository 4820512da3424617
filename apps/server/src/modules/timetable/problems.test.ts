import { type BranchSettings, branchSettings } from '@khapdee/contract/entities/branch'
import type { Weekday } from '@khapdee/domain/employee'
import { addDays, day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee, makeLeave, makeLicence } from '../../../test/make/employee.ts'
import { makePlace } from '../../../test/make/place.ts'
import { makeRecord } from '../../../test/make/record.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'
import { openSession } from '../../../test/session.ts'
import { actAs } from '../../seed/act-as.ts'
import { type Appointment, assertNoProblem, timetableProblems } from './problems.ts'

let test: TestApp
let branch_id: number
/** A Thursday, on which `makeLeave` inserts leave. */
const on = day('2026-11-05')

beforeAll(async () => {
  test = await startApp()
  branch_id = test.school.branch.KKN
})
afterAll(() => test.close())

async function find(values: Partial<Appointment> = {}) {
  const { session_id } = await openSession(test, 'manager.kkn')
  const actor = await test.services.access.find(session_id)
  if (actor === null) throw new Error('the session was not found')
  const ctx = actAs(test.services, test.db, actor, test.clock.now(), () => {})
  return timetableProblems(ctx, {
    branch_id,
    day: on,
    start: '09:00',
    end: '12:00',
    subject: 'practice',
    licence_types: ['car'],
    people: [],
    vehicle_ids: [],
    place_id: null,
    ...values,
  })
}
const setSettings = (settings: Partial<BranchSettings>) =>
  test.db
    .updateTable('branch')
    .set({ settings: JSON.stringify({ ...branchSettings.parse({}), ...settings }) })
    .where('branch_id', '=', branch_id)
    .execute()
const openOn = (weekday: Weekday) =>
  setSettings({
    opening_hours: [{ weekday, opens: '08:00', closes: '17:00' }],
  })
const codes = async (values?: Partial<Appointment>) =>
  (await find(values)).map(({ code, is_refused }) => [code, is_refused])

describe('timetableProblems', () => {
  it('warns without opening hours, and refuses in a strict branch', async () => {
    await setSettings({})
    expect(await codes()).toEqual([['OUTSIDE_WORKING_TIME', false]])
    await setSettings({ strict_working_time: true })
    expect(await codes()).toEqual([['OUTSIDE_WORKING_TIME', true]])
  })

  it('compares the slot with the hours of the weekday', async () => {
    await openOn('thursday')
    expect(await codes()).toEqual([])
    expect(await codes({ end: '17:30' })).toEqual([['OUTSIDE_WORKING_TIME', true]])
    await openOn('friday')
    expect(await codes()).toEqual([['OUTSIDE_WORKING_TIME', true]])
    await openOn('thursday')
  })

  it('considers holidays of all branches, of the branch, and the branches that open on them', async () => {
    const closed = [['OUTSIDE_WORKING_TIME', true]]
    const { holiday_id } = await makeRecord(test.db, 'holiday', { day: on, branch_id: null })
    expect(await codes()).toEqual(closed)
    await test.db.insertInto('holiday_open_branch').values({ holiday_id, branch_id }).execute()
    expect(await codes()).toEqual([])
    await makeRecord(test.db, 'holiday', { day: on, branch_id: test.school.branch.BPI })
    expect(await codes()).toEqual([])
    const own = await makeRecord(test.db, 'holiday', { day: on, branch_id })
    expect(await codes()).toEqual(closed)
    const update = (values: object) =>
      test.db.updateTable('holiday').set(values).where('holiday_id', '=', own.holiday_id).execute()
    await update({ is_activate: false })
    expect(await codes()).toEqual([])
    await update({ is_activate: true, is_delete: true })
    expect(await codes()).toEqual([])
  })

  it('considers leave, weekly days off and licences of people', async () => {
    const person = await makeEmployee(test, branch_id, { fname: 'สมพร' })
    const { user_id } = person
    const people = [{ user_id, kind: 'examiner' as const }]
    expect(await codes({ people })).toEqual([['NOT_LICENSED', false]])
    await makeLicence(test.db, { user_id, valid_until: addDays(on, -1) })
    expect(await codes({ people })).toEqual([['NOT_LICENSED', true]])
    await makeLicence(test.db, { user_id, valid_until: on })
    expect(await codes({ people })).toEqual([])
    expect(await codes({ people, subject: 'theory' })).toEqual([['NOT_LICENSED', true]])
    await makeLeave(test, { user_id })
    expect(await codes({ people })).toEqual([['OUTSIDE_WORKING_TIME', true]])
    expect(await codes({ people, day: addDays(on, 7) })).toEqual([['NOT_LICENSED', true]])
    await test.db
      .updateTable('app_user')
      .set({ day_off: ['thursday'] })
      .where('user_id', '=', user_id)
      .execute()
    const [first] = await find({ people, day: addDays(on, 7) })
    expect(first?.message).toContain('สมพร ใจดี หยุดประจำสัปดาห์วันพฤหัสบดี')
  })

  it('considers the state, the due days and the licence types of vehicles, and closed places', async () => {
    const due = addDays(on, 10)
    const car = await makeVehicle(test.db, {
      branch_id,
      licence_types: ['car'],
      noti_tax: due,
      noti_compulsory: due,
    })
    const vehicle_ids = [car.vehicle_id]
    expect(await codes({ vehicle_ids })).toEqual([])
    expect(await codes({ vehicle_ids, licence_types: ['truck2'] })).toEqual([['NOT_READY', true]])
    expect(await codes({ vehicle_ids, day: addDays(on, 14) })).toEqual([
      ['NOT_READY', true],
      ['NOT_READY', true],
    ])
    const { vehicle_id } = await makeVehicle(test.db, { branch_id })
    expect(await codes({ vehicle_ids: [vehicle_id] })).toEqual([['NOT_READY', false]])
    const place = await makePlace(test.db, { branch_id, is_activate: false })
    expect(await codes({ place_id: place.place_id })).toEqual([['NOT_READY', true]])
  })
})

describe('assertNoProblem', () => {
  it('refuses with the first code and all messages, unless it is overridden', async () => {
    const { user_id } = await makeEmployee(test, branch_id)
    await makeLicence(test.db, { user_id, licence_types: ['truck2'] })
    await makeLeave(test, { user_id })
    const broken = await makeVehicle(test.db, { branch_id, status: 'repair' })
    const problems = await find({
      people: [{ user_id, kind: 'examiner' }],
      vehicle_ids: [broken.vehicle_id],
    })
    expect(problems.map(({ code }) => code)).toEqual([
      'OUTSIDE_WORKING_TIME',
      'NOT_LICENSED',
      'NOT_READY',
    ])
    const refusal = problems.map(({ message }) => message).join(' · ')
    expect(() => assertNoProblem(problems, false)).toThrow(refusal)
    expect(assertNoProblem(problems, true)).toBe(problems)
  })
})
