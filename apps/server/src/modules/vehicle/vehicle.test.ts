import type { InputOf } from '@khapdee/contract/endpoint'
import { branch } from '@khapdee/contract/entities/branch'
import { vehicle } from '@khapdee/contract/entities/vehicle'
import { addDays } from '@khapdee/domain/thai-date'
import { dueKinds, vehicleTypes } from '@khapdee/domain/vehicle'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeVehicle } from '../../../test/make/vehicle.ts'
import { openSession } from '../../../test/session.ts'
import { crudOrder, crudCondition } from '../../kernel/crud-list.ts'
import { actAs } from '../../seed/act-as.ts'
import { vehicleList } from './vehicle-list.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const inDays = (n: number) => addDays(test.clock.today(), n)
const make = (values: Partial<Parameters<typeof makeVehicle>[1]> = {}) =>
  makeVehicle(test.db, { branch_id: test.school.branch.KKN, ...values })
const listedPlates = async (query: Partial<InputOf<typeof vehicle.gettable>>, as = 'manager.kkn') =>
  (await test.call(vehicle.gettable, { perPage: 100, ...query }, as)).data.map(({ no }) => no)
const deleteAll = () => test.db.updateTable('vehicle').set({ is_delete: true }).execute()

describe('the plate of a vehicle', () => {
  const createWithPlate = (no: string, values: object = {}) =>
    test.call(
      vehicle.create,
      {
        no,
        province: 'ขอนแก่น',
        type: 'รถตู้',
        branch_id: test.school.branch.KKN,
        ...values,
      },
      'admin',
    )

  it('is unique in its province over all branches, ignoring spaces', async () => {
    const { data: first } = await createWithPlate('1กข 1234')
    const { BPI } = test.school.branch
    for (const no of ['1กข 1234', '1กข1234', '1กข-1234', ' 1กข  1234 ']) {
      const taken = await createWithPlate(no, { branch_id: BPI })
      expect(taken).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } })
      expect(taken.body.errors).toEqual([{ path: 'no', message: 'ทะเบียนรถ นี้มีในระบบแล้ว' }])
    }
    expect((await createWithPlate('1กข 1234', { province: 'อุดรธานี' })).status).toBe(200)
    const { vehicle_id, version } = first
    expect((await test.call(vehicle.delete, { vehicle_id, version }, 'admin')).status).toBe(200)
    expect((await createWithPlate('1กข1234')).status).toBe(200)
  })

  it('is accepted from only one of two concurrent requests', async () => {
    const answers = await Promise.all([createWithPlate('2กข 1'), createWithPlate('2กข1')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is found with and without spaces', async () => {
    await make({ no: '9ฮฮ 9876' })
    expect(await listedPlates({ text: '9ฮฮ9876' })).toEqual(['9ฮฮ 9876'])
    expect(await listedPlates({ text: '9ฮฮ 98' })).toEqual(['9ฮฮ 9876'])
  })
})

describe('vehicles with due days', () => {
  beforeAll(async () => {
    await deleteAll()
    await make({ no: 'วันนี้', noti_tax: inDays(0) })
    await make({ no: 'ในสามสิบวัน', noti_check: inDays(30), noti_tax: inDays(200) })
    await make({ no: 'ในสามสิบเอ็ดวัน', noti_insurance: inDays(31) })
    await make({ no: 'เมื่อวาน', noti_compulsory: inDays(-1), status: 'repair' })
    await make({ no: 'เลิกใช้', noti_tax: inDays(-90), status: 'retired' })
    await make({ no: 'ไม่มีวัน' })
    await make({ no: 'บ้านไผ่', branch_id: test.school.branch.BPI, noti_tax: inDays(10) })
  })

  it('are listed by the due filter, earliest day first', async () => {
    expect(await listedPlates({ category: 'due' })).toEqual(['เมื่อวาน', 'วันนี้', 'ในสามสิบวัน'])
    expect(await listedPlates({ category: 'overdue' })).toEqual(['เมื่อวาน'])
    expect((await test.call(vehicle.gettable, { category: 'nonsense' }, 'admin')).status).toBe(400)
    expect(await listedPlates({ category: 'due', sort: '-next_due' })).toEqual([
      'ในสามสิบวัน',
      'วันนี้',
      'เมื่อวาน',
    ])
    expect(await listedPlates({ category: 'due', status: 'repair' })).toEqual(['เมื่อวาน'])
  })

  it('are listed as due within the reminder days of their branch', async () => {
    const { BPI } = test.school.branch
    expect(await listedPlates({ category: 'due' }, 'admin')).toContain('บ้านไผ่')
    const { data } = await test.call(branch.get, { branch_id: BPI }, 'admin')
    const settings = { ...data.settings, vehicle_remind_days: 9 }
    const values = branch.update.input.strip().parse({ ...data, settings })
    expect((await test.call(branch.update, values, 'admin')).status).toBe(200)
    expect(await listedPlates({ category: 'due' }, 'admin')).not.toContain('บ้านไผ่')
    expect(await listedPlates({ category: 'due' }, 'admin')).toContain('ในสามสิบวัน')
    const [row] = (await test.call(vehicle.gettable, { text: 'บ้านไผ่' }, 'admin')).data
    expect(row).toMatchObject({ remind_days: 9, next_due: inDays(10), branch: 'บ้านไผ่' })
  })

  it('are read by index among ten thousand vehicles', async () => {
    await sql`
      insert into vehicle (branch_id, no, province, type, noti_tax)
      select ${test.school.branch.KKN}, 'ข ' || i, 'ระยอง', 'รถตู้', date '2030-01-01' + i
      from generate_series(1, 10000) i`.execute(test.db)
    await sql`analyze vehicle`.execute(test.db)
    const { session_id } = await openSession(test, 'manager.kkn')
    const actor = await test.services.access.find(session_id)
    if (actor === null) throw new Error('the session was not found')
    const ctx = actAs(test.services, test.db, actor, test.clock.now(), () => {})
    const query = { page: 1, perPage: 10, category: 'due' }
    const { rows } = await sql<Record<'QUERY PLAN', string>>`
      explain select vehicle_id from vehicle t where ${crudCondition(vehicleList, ctx, query)}
      order by ${crudOrder(vehicleList, query)} limit 10`.execute(test.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('vehicle_due')
    await sql`delete from vehicle where province = 'ระยอง'`.execute(test.db)
  })
})

describe('vehicle/list', () => {
  it('returns the standard types and other stored ones of visible branches', async () => {
    await make({ type: 'รถแทรกเตอร์', insurance_company: 'ทิพยประกันภัย' })
    await make({ type: 'เรือ', branch_id: test.school.branch.BPI })
    const { data } = await test.call(vehicle.list, {}, 'manager.kkn')
    const values = (name: string) => data[name]?.map(({ value }) => value)
    expect(values('type')).toEqual([...vehicleTypes, 'รถแทรกเตอร์'])
    expect(values('status')).toEqual(['ready', 'repair', 'retired'])
    expect(values('insurance_company')).toEqual(['ทิพยประกันภัย'])
  })
})

describe('vehicle/export', () => {
  it('has the filtered list in its order', async () => {
    await deleteAll()
    await make({ no: 'ทีหลัง', noti_tax: inDays(20) })
    await make({ no: 'ก่อน', noti_check: inDays(-2), noti_tax: inDays(20) })
    await make({ no: 'ไม่มี' })
    const { file } = (await test.call(vehicle.export, { category: 'due' }, 'manager.kkn')).data
    const lines = readWorkbookSheet((await test.raw('GET', file)).bytes)
    expect(lines.slice(0, 3).flat()).toEqual(['ยานพาหนะ', 'สาขา: ทั้งหมด', 'ครบกำหนด: ใกล้ครบกำหนด'])
    const headerIndex = lines.findIndex((line, i) => i > 0 && line.length > 1)
    const rows = lines.slice(headerIndex + 1)
    expect(rows.map(([no]) => no).slice(0, 2)).toEqual(['ก่อน', 'ทีหลัง'])
    expect(rows.flat()).not.toContain('ไม่มี')
    expect(lines[headerIndex]).toEqual(expect.arrayContaining(Object.values(dueKinds)))
    // The number of 19 November 2026.
    expect(rows[0]).toContain(46_345)
  })
})
