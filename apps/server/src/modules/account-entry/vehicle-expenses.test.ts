import { expenses } from '@khapdee/contract/entities/account-entry'
import { vehicleExpenses } from '@khapdee/contract/entities/vehicle-expenses'
import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { bookExpense, makeItem } from '../../../test/make/account-entry.ts'

let test: TestApp
let fuel: number
let repair: number
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
  fuel = await makeItem(test, { name: 'น้ำมัน', type: 'vehicle', is_fuel: true, group: 'น้ำมัน' })
  repair = await makeItem(test, { name: 'ค่าซ่อม', type: 'vehicle', group: 'ซ่อม' })
})
afterAll(() => test.close())

async function makeVehicle(no: string, branch: 'KKN' | 'BPI' = 'KKN') {
  const values = { no, province: 'ขอนแก่น', type: 'รถยนต์เก๋ง', branch_id: test.school.branch[branch] }
  const row = await test.db
    .insertInto('vehicle')
    .values(values)
    .returning('vehicle_id')
    .executeTakeFirstOrThrow()
  return row.vehicle_id
}

/** Books an expense of a vehicle, in baht. */
async function book(vehicle: number, date: string, baht: number, mile: number | null, item = fuel) {
  const answer = await bookExpense(
    test,
    {
      list_expenses: item,
      other_name: '',
      vehicle,
      mile,
      value: satang(baht * 100),
      date: day(date),
    },
    manager,
  )
  expect(answer.status).toBe(200)
}

const list = async (values: object, as = manager) =>
  (await test.call(vehicleExpenses.gettable, vehicleExpenses.gettable.input.parse(values), as)).body

describe('the expenses of vehicles', () => {
  it('have the distance and the cost of each filling, and the total of the days by vehicle', async () => {
    const vehicle = await makeVehicle('1กก 1001')
    await book(vehicle, '2026-10-01', 1000, 20_000)
    await book(vehicle, '2026-10-05', 2000, 20_100, repair)
    await book(vehicle, '2026-10-08', 1000, 20_400)
    await book(vehicle, '2026-10-20', 600, 20_700)
    const all = await list({ category: String(vehicle), sort: 'date' })
    expect(all.data.map(({ km, cost_per_km }: never) => [km, cost_per_km])).toEqual([
      [null, null],
      [null, null],
      [400, 2.5],
      [300, 2],
    ])
    expect(all.total).toEqual({ value: 4600, km: 700, cost_per_km: 6.57, anomalies: 0 })
    // The distance begins at the last reading before the first day.
    const later = await list({ category: String(vehicle), start: '2026-10-06' })
    expect(later.total).toEqual({ value: 1600, km: 600, cost_per_km: 2.67, anomalies: 0 })
    expect(later.vehicles).toMatchObject([
      { vehicle_id: vehicle, name: '1กก 1001 ขอนแก่น', km: 600 },
    ])
    const repairs = await list({ category: String(vehicle), type: String(repair) })
    expect(repairs.total).toMatchObject({ value: 2000, km: 700, cost_per_km: 2.86 })
  })

  it('mark a filling of more than twice the median per kilometre, from the fourth filling on', async () => {
    const vehicle = await makeVehicle('1กก 1002')
    const category = String(vehicle)
    await book(vehicle, '2026-10-01', 500, 1000)
    await book(vehicle, '2026-10-02', 500, 1200)
    await book(vehicle, '2026-10-03', 1100, 1400)
    expect((await list({ category })).total.anomalies).toBe(0)
    await book(vehicle, '2026-10-04', 500, 1600)
    const marked = await list({ category, type: 'anomaly' })
    expect(marked.data).toMatchObject([{ value: 1100, is_anomaly: true, cost_per_km: 5.5 }])
    expect(marked.total).toMatchObject({ value: 1100, anomalies: 1 })
    // Exactly twice the median is not an anomaly, and a large sum is normal for many kilometres.
    await book(vehicle, '2026-10-05', 1000, 1800)
    await book(vehicle, '2026-10-06', 2000, 2600)
    expect((await list({ category })).total.anomalies).toBe(1)
  })

  it('compare sums where there are no readings, and omit such vehicles from the cost per kilometre', async () => {
    const vehicle = await makeVehicle('1กก 1003')
    for (const [date, baht] of [
      ['01', 500],
      ['02', 500],
      ['03', 500],
      ['04', 1001],
    ] as const)
      await book(vehicle, `2026-09-${date}`, baht, null)
    const { total, data } = await list({ category: String(vehicle) })
    expect(total).toEqual({ value: 2501, km: null, cost_per_km: null, anomalies: 1 })
    expect(data[0]).toMatchObject({ value: 1001, is_anomaly: true })
    const driven = await makeVehicle('1กก 1004')
    await book(driven, '2026-09-01', 100, 50)
    await book(driven, '2026-09-02', 300, 150)
    const both = await list({ start: '2026-09-01', end: '2026-09-30' })
    expect(both.total).toEqual({ value: 2901, km: 100, cost_per_km: 4, anomalies: 1 })
  })

  it('exclude drafts and voided entries, and have no distance for a reading lower than the one before', async () => {
    const vehicle = await makeVehicle('1กก 1005')
    await book(vehicle, '2026-10-01', 500, 9000)
    await book(vehicle, '2026-10-02', 500, 900)
    const draft = {
      list_expenses: fuel,
      other_name: '',
      vehicle,
      mile: 99_000,
      status: 'draft' as const,
    }
    await bookExpense(test, { ...draft, date: day('2026-10-03') })
    const { data } = await bookExpense(test, {
      ...draft,
      status: 'posted',
      date: day('2026-10-04'),
    })
    const [entry] = (await list({ category: String(vehicle) })).data
    expect(data).toBeDefined()
    const input = { expenses_id: entry.expenses_id, version: entry.version, note: 'ผิดคัน' }
    expect((await test.call(expenses.delete, input, manager)).status).toBe(200)
    const after = await list({ category: String(vehicle) })
    expect(after.data).toHaveLength(4)
    expect(after.total).toMatchObject({ value: 1000 })
    expect(after.data.map(({ km }: { km: number | null }) => km)).toEqual([null, null, null, null])
  })

  it('show only entries of the own branches', async () => {
    const vehicle = await makeVehicle('1กก 1006', 'BPI')
    await bookExpense(
      test,
      { list_expenses: fuel, other_name: '', vehicle, mile: 10, date: day('2026-10-01') },
      'manager.bpi',
    )
    const category = String(vehicle)
    expect(await list({ category })).toMatchObject({ data: [], vehicles: [], total: { value: 0 } })
    expect((await list({ category: 'x' })).data).toEqual([])
    expect((await list({}, 'registrar.kkn')).code).toBe('FORBIDDEN')
  })
})
