import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { application } from '@khapdee/contract/entities/application'
import { satang } from '@khapdee/domain/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'

let test: TestApp
const clerk = 'registrar.kkn'

beforeAll(async () => {
  test = await startApp()
  const { KKN, BPI } = test.school.branch
  const { course } = test.school
  const input = applicationInput(test.school, {
    customer: {
      ...customerInput({ fname: 'น้ำฝน', sname: 'ชุ่มฉ่ำ', idcard: '1100000000016' }),
      phone_1: '0811111111',
      phone_2: '043224000',
      privacy_notice: true,
    },
    course: [{ course_id: course.car, ...lineInput(600_000, { paid: satang(200_000) }) }],
  })
  await test.call(application.create, input, clerk)
  await makeCustomer(test.db, KKN, {
    is_foreigner: true,
    idcard: '',
    passport: 'AA1234567',
    fname: 'Anna',
    sname: 'Schmidt',
    createdAt: '2026-10-01T02:00:00Z',
  })
  await makeCustomer(test.db, BPI, { fname: 'ฝนหลวง', sname: 'บ้านไผ่', idcard: '3409900000014' })
})
afterAll(() => test.close())

const list = async (query: object = {}, as = clerk) =>
  (await test.call(customerRecord.gettable, query, as)).answer
const names = async (query: object = {}, as = clerk) =>
  (await list(query, as)).data.map(({ name }) => name)

describe('customer/gettable', () => {
  it('lists the customers of the caller’s branches, newest first, with their balance', async () => {
    const { data, meta, filter } = await list()
    expect(data.map(({ name }) => name)).toEqual(['Anna Schmidt', 'น้ำฝน ชุ่มฉ่ำ'])
    expect(data[1]).toMatchObject({
      idcard: '1-1000-xxxxx-01-6',
      applications: 1,
      balance: 400_000,
      branch: 'เมืองขอนแก่น',
    })
    expect(data[0]).toMatchObject({ idcard: 'AAxxxxx67', applications: 0, balance: 0 })
    expect(meta.total).toBe(2)
    expect(filter['status']?.map(({ name }) => name)).toEqual(['ทั้งหมด', 'รับทราบแล้ว', 'ยังไม่ได้แจ้ง'])
  })

  it.each([
    [{ text: 'น\u0E4D\u0E49\u0E32ฝน' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ text: 'ฝน' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ text: 'schmi' }, ['Anna Schmidt']],
    [{ text: 'aa123' }, ['Anna Schmidt']],
    [{ text: '1-1000-00000' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ text: '081-111' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ text: '043-224' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ text: '24000' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ text: '43' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ text: 'SCHMI' }, ['Anna Schmidt']],
    [{ text: 'น้ำฝน '.repeat(50) }, []],
    [{ text: '100%' }, []],
    [{ type: 'foreign' }, ['Anna Schmidt']],
    [{ type: 'thai' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ status: 'given' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ status: 'missing' }, ['Anna Schmidt']],
    [{ end: '2026-10-31' }, ['Anna Schmidt']],
    [{ start: '2026-11-21', text: 'ฝน' }, ['น้ำฝน ชุ่มฉ่ำ']],
    [{ page: 2 }, []],
  ])('returns the matching customers for %j', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  it.each([{ type: 'martian' }, { status: 'unknown' }])('refuses %j', async (query) => {
    const { status, body } = await test.call(customerRecord.gettable, query, clerk)
    expect([status, body.code, body.errors[0].path]).toEqual([
      400,
      'VALIDATION',
      Object.keys(query)[0],
    ])
  })

  it('sorts by name in Thai order and by day, and refuses other fields', async () => {
    expect(await names({ sort: 'name' })).toEqual(['น้ำฝน ชุ่มฉ่ำ', 'Anna Schmidt'])
    expect(await names({ sort: '-createdAt' })).toEqual(['น้ำฝน ชุ่มฉ่ำ', 'Anna Schmidt'])
    expect((await test.call(customerRecord.gettable, { sort: 'idcard' }, clerk)).status).toBe(400)
    const byDays: object = { sort: 'all', start: '2020-01-01' }
    expect((await test.call(customerRecord.gettable, byDays, clerk)).status).toBe(400)
  })

  it('filters by branch, and lists a customer of two branches in both', async () => {
    const { KKN, BPI } = test.school.branch
    expect(await names({ branch: String(BPI) }, 'admin')).toEqual(['ฝนหลวง บ้านไผ่'])
    expect(await names({ branch: String(BPI) })).toEqual([])
    const input = applicationInput(test.school, {
      customer: customerInput({ fname: 'ฝนหลวง', sname: 'บ้านไผ่', idcard: '3409900000014' }),
    })
    await test.call(application.create, input, clerk)
    expect(await names({ text: 'ฝนหลวง' })).toEqual(['ฝนหลวง บ้านไผ่'])
    expect(await names({ branch: String(KKN), text: 'ฝนหลวง' }, 'admin')).toHaveLength(1)
  })

  it('shows an instructor masked ID numbers, but neither applications nor balances', async () => {
    const { data } = await list({ text: 'น้ำฝน' }, 'instructor.kkn')
    expect(data[0]).toMatchObject({
      idcard: '1-1000-xxxxx-01-6',
      applications: null,
      balance: null,
    })
  })

  it('counts a customer of two branches once, and omits deleted customers', async () => {
    expect(await names({}, 'owner')).toEqual(['ฝนหลวง บ้านไผ่', 'Anna Schmidt', 'น้ำฝน ชุ่มฉ่ำ'])
    expect((await list({}, 'owner')).meta.total).toBe(3)
    const { KKN } = test.school.branch
    const gone = await makeCustomer(test.db, KKN, { fname: 'ผู้จากไป' })
    expect((await list()).meta.total).toBe(4)
    await sql`update customer set is_delete = true where customer_id = ${gone.customer_id}`.execute(
      test.db,
    )
    for (const query of [{}, { type: 'thai' }, { text: 'ผู้จากไป' }]) {
      const { data, meta } = await list(query)
      expect(meta.total).toBe(data.length)
      expect(data.map(({ name }) => name)).not.toContainEqual(expect.stringContaining('ผู้จากไป'))
    }
  })

  // The search scans the customers of a branch with up to 10,000 of them; for larger branches it uses
  // the index of the whole school.
  it.each([5_100, 10_100])(
    'counts at most 5,000 of %i customers and reports the total as capped',
    async (customers) => {
      await sql`
      insert into customer (prefix, fname, sname, branch_id, phone_1)
      select 'นาย', 'จำนวนมาก', 'คนที่' || n, ${test.school.branch.KKN}, '0600000000'
      from generate_series((select count(*) from customer) + 1, ${customers}) n`.execute(test.db)
      for (const query of [{}, { text: 'จำนวนมาก' }, { text: '0600' }]) {
        const { data, meta } = await list({ ...query, sort: '-name' })
        expect(data).toHaveLength(10)
        expect(meta).toMatchObject({ total: 5000, capped: true })
      }
      expect(await names({ text: 'น้ำฝน' })).toEqual(['น้ำฝน ชุ่มฉ่ำ'])
      expect(await names({ text: 'บ้านไผ่' }, 'registrar.bpi')).toEqual(['ฝนหลวง บ้านไผ่'])
      expect(await names({ text: 'จำนวนมาก' }, 'registrar.bpi')).toEqual([])
    },
  )
})

describe('customer/export', () => {
  const cellsOf = async (as: string) => {
    const { data } = await test.call(customerRecord.export, { text: 'น้ำฝน' }, as)
    const { bytes } = await test.raw('GET', data.file)
    return readWorkbookSheet(bytes).flat()
  }

  it('has unmasked numbers for users who may reveal them, and audits the reveal', async () => {
    expect(await cellsOf('manager.kkn')).toContain('1-1000-00000-01-6')
    const audit = await test.db
      .selectFrom('audit_log')
      .select('after')
      .where('call', '=', 'POST customer/export')
      .executeTakeFirstOrThrow()
    expect(audit.after).toMatchObject({ text: 'น้ำฝน', revealed: 'idcard' })
  })

  it('has masked numbers for all other users', async () => {
    await sql`
      insert into role_permission select role_id, 'customer.export' from role where key = 'accountant'`.execute(
      test.db,
    )
    test.services.access.clearCache()
    const cells = await cellsOf('accountant')
    expect(cells).toContain('1-1000-xxxxx-01-6')
    expect(cells).not.toContain('1-1000-00000-01-6')
  })
})
