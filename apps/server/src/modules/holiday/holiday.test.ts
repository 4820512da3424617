import { holiday } from '@khapdee/contract/entities/holiday'
import { day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeRecord } from '../../../test/make/record.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

describe('the public holidays of a new school', () => {
  it('are listed by day, within the days of the filter', async () => {
    const query = { start: day('2026-04-01'), end: day('2026-04-30'), perPage: 100 }
    const { data } = await test.call(holiday.gettable, query, 'manager.kkn')
    expect(data.map((row) => [row.day, row.name])).toEqual([
      ['2026-04-06', 'วันจักรี'],
      ['2026-04-13', 'วันสงกรานต์'],
      ['2026-04-14', 'วันสงกรานต์'],
      ['2026-04-15', 'วันสงกรานต์'],
    ])
  })

  it('are changed only by users who see all branches', async () => {
    const { data } = await test.call(holiday.gettable, { text: 'วันแรงงาน' }, 'manager.kkn')
    const [row] = data
    if (row === undefined) throw new Error('the holiday is missing')
    const values = holiday.update.input.strip().parse({ ...row, name: 'วันแรงงาน' })
    expect((await test.call(holiday.update, values, 'manager.kkn')).status).toBe(403)
    expect((await test.call(holiday.update, values, 'owner')).status).toBe(200)
  })
})

describe('holiday/create', () => {
  it('refuses a second holiday on a day for the same branch, not for another', async () => {
    const { KKN, BPI } = test.school.branch
    const create = (branch_id: number | null) =>
      test.call(holiday.create, { day: day('2029-03-09'), name: 'ปิดสนาม', branch_id }, 'owner')
    expect((await create(KKN)).status).toBe(200)
    const again = await create(KKN)
    expect(again).toMatchObject({ status: 409, body: { errors: [{ path: 'day' }] } })
    expect((await create(BPI)).status).toBe(200)
    expect((await create(null)).status).toBe(200)
    expect((await create(null)).status).toBe(409)
  })
})

describe('holiday/open', () => {
  const open = (holiday_id: number, branch_id: number, is_open: boolean, as: string) =>
    test.call(holiday.open, { holiday_id, branch_id, is_open }, as)

  it('opens a branch and closes it again; other users see only their own branches', async () => {
    const { KKN, BPI } = test.school.branch
    const { holiday_id } = await makeRecord(test.db, 'holiday')
    const branches = async (as: string) =>
      (await test.call(holiday.get, { holiday_id }, as)).data.open_branches
    expect((await open(holiday_id, KKN, true, 'manager.kkn')).data.open_branches).toEqual([KKN])
    await open(holiday_id, KKN, true, 'manager.kkn')
    await open(holiday_id, BPI, true, 'manager.bpi')
    expect(await branches('owner')).toEqual([KKN, BPI].toSorted((a, b) => a - b))
    expect(await branches('manager.bpi')).toEqual([BPI])
    expect((await open(holiday_id, KKN, false, 'manager.kkn')).data.open_branches).toEqual([])
    expect(await branches('owner')).toEqual([BPI])
  })

  it('refuses another branch, and a holiday of one branch', async () => {
    const { KKN, BPI } = test.school.branch
    const { holiday_id } = await makeRecord(test.db, 'holiday')
    expect((await open(holiday_id, BPI, true, 'manager.kkn')).status).toBe(404)
    const own = await makeRecord(test.db, 'holiday', { branch_id: KKN })
    const answer = await open(own.holiday_id, KKN, true, 'manager.kkn')
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'branch_id' }] } })
  })

  it('keeps both branches when two managers open their branches at the same time', async () => {
    const { KKN, BPI } = test.school.branch
    const { holiday_id } = await makeRecord(test.db, 'holiday')
    await Promise.all([
      open(holiday_id, KKN, true, 'manager.kkn'),
      open(holiday_id, BPI, true, 'manager.bpi'),
    ])
    const { data } = await test.call(holiday.get, { holiday_id }, 'owner')
    expect(data.open_branches).toHaveLength(2)
  })
})
