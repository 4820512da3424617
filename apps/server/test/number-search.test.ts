/**
 * Users who may not reveal ID numbers find customers only by the digits that the mask shows, or by a complete
 * number, and are locked out after too many numbers that are not found.
 */
import { application } from '@khapdee/contract/entities/application'
import { customer } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { payment } from '@khapdee/contract/entities/payment'
import { search } from '@khapdee/contract/entities/search'
import { school } from '@khapdee/contract/entities/school'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readWorkbookSheet } from '../src/adapters/xlsx/test/read-workbook.ts'
import { type TestApp, startApp } from './app.ts'
import { customerInput, makeCustomer } from './make/customer.ts'
import { moneyDesk } from './make/money.ts'

/** A user who sees all branches and lists, but may not reveal numbers. */
const viewer = 'accountant'
const idcard = '1100055556016'
const passport = 'QX7654321'

let test: TestApp
let code = ''

beforeAll(async () => {
  test = await startApp()
  await sql`insert into role_permission select role_id, permission
    from role, unnest(array['customer.export', 'payment.export', 'application.pay', 'application.create', 'customer.merge', 'customer.update']) permission where key = 'accountant'
    on conflict do nothing`.execute(test.db)
  const desk = moneyDesk(test)
  const foreigner = { is_foreigner: true, idcard: '', passport, fname: 'Anna', sname: 'Schmidt' }
  const local = { idcard, fname: 'น้ำฝน', sname: 'ชุ่มฉ่ำ', phone_1: '0899999998' }
  for (const person of [foreigner, local]) {
    const customer = customerInput({ phone_1: '0899999998', ...person })
    code = (await desk.register({ customer, paid: [100, 0] })).code
  }
  // A passport of digits only, whose first digits are not shown.
  await makeCustomer(test.db, test.school.branch.KKN, {
    ...foreigner,
    passport: '987654321',
    phone_1: '0811111111',
  })
})
afterAll(() => test.close())
beforeEach(() => sql`delete from number_miss`.execute(test.db))

const lists = {
  customers: (text: string, as: string) => test.call(customerRecord.gettable, { text }, as),
  applications: (text: string, as: string) =>
    test.call(application.gettable, { text, type: 'course' }, as),
  'outstanding balances': (text: string, as: string) => test.call(payment.owed, { text }, as),
  'overdue balances': (text: string, as: string) => test.call(payment.overdue, { text }, as),
  payments: (text: string, as: string) => test.call(payment.gettable, { text }, as),
}
const find = async (list: keyof typeof lists, text: string, as = viewer) =>
  (await lists[list](text, as)).answer.data.length

describe.each(Object.keys(lists) as (keyof typeof lists)[])('the list of %s', (list) => {
  it.each(['1', '11', '1100', '11000', '1-1000', '016', '01-6', idcard, '1-1000-55556-01-6'])(
    'finds a customer by the shown digits or the complete number: %s',
    async (text) => expect(await find(list, text)).toBeGreaterThan(0),
  )

  it.each([
    '110005',
    '1-1000-5',
    '11000555560',
    '55556',
    '6016',
    '56016',
    'i:11000',
    'i:1100055',
    '6016 p:08',
    '6 p:0899',
    'qx7',
    'qx76',
    '7654321',
    '76543',
    'x7654321',
    'i:qx76',
    '987',
    '98765432',
  ])('finds nobody by hidden digits: %s', async (text) => {
    expect(await find(list, text)).toBe(0)
  })

  it('finds by complete passport number, name, phone and application number', async () => {
    for (const text of [passport, 'qx7654321', 'น้ำฝน', 'Anna', 'schm', '0899', '99998']) {
      expect([text, await find(list, text)]).toEqual([text, expect.any(Number)])
      expect([text, (await find(list, text)) > 0]).toEqual([text, true])
    }
    // Customers have no document number.
    expect(await find(list, code.toLowerCase())).toBe(list === 'customers' ? 0 : 1)
  })

  it('finds by any first digits for a user who may reveal numbers', async () => {
    expect(await find(list, '110005', 'manager.kkn')).toBe(1)
  })
})

describe('exports', () => {
  it.each([
    ['customers', customerRecord.export],
    ['applications', application.export],
    ['outstanding balances', payment.exportOwed],
    ['payments', payment.exportHistory],
  ] as const)('of %s do not find by hidden digits', async (_name, endpoint) => {
    const rowsOf = async (text: string) => {
      const { file } = (await test.call(endpoint, { text }, viewer)).data
      return readWorkbookSheet((await test.raw('GET', file)).bytes).length
    }
    const none = await rowsOf('ไม่มีใคร')
    expect(await rowsOf('11000')).toBeGreaterThan(none)
    expect(await rowsOf('110005')).toBe(none)
  })
})

describe('searches for complete numbers without a customer', () => {
  const unknown = (n: number) => `1${String(n).padStart(12, '0')}`
  const miss = async (count: number, as = viewer) => {
    for (let n = 0; n < count; n++) await lists.customers(unknown(n), as)
  }

  it('lock further lookups of the user in every search for an hour after 30 of them', async () => {
    await miss(30)
    for (const look of [...Object.values(lists), globalSearch]) {
      const { status, body } = await look(idcard, viewer)
      expect([status, body]).toMatchObject([
        429,
        { code: 'NUMBER_LOCKED', message: expect.stringMatching(/กรุณาลองใหม่ใน \d+ นาที/) },
      ])
    }
    const exported = await test.call(customerRecord.export, { text: idcard }, viewer)
    expect(exported.status).toBe(429)
    expect(await find('customers', 'น้ำฝน')).toBe(1)
    expect((await lists.customers(idcard, 'instructor.kkn')).status).toBe(200)
    await sql`update number_miss set at = at - interval '61 minutes'`.execute(test.db)
    expect(await find('customers', idcard)).toBe(1)
  })

  it('lock after the number of misses in the settings of the school', async () => {
    const { data } = await test.call(school.get, {}, 'admin')
    const { logo_link: _, ...values } = data
    const change = (number_misses_per_hour: number) =>
      test.call(school.update, { ...values, name: 'โรงเรียน', number_misses_per_hour }, 'admin')
    expect((await change(2)).status).toBe(200)
    await miss(2)
    expect((await lists.customers(idcard, viewer)).status).toBe(429)
    await sql`update school set number_misses_per_hour = default`.execute(test.db)
    expect((await lists.customers(idcard, viewer)).status).toBe(200)
  })

  it('are counted once per number, and not for numbers that are found', async () => {
    await miss(29)
    await miss(29)
    for (let n = 0; n < 3; n++) expect(await find('payments', idcard)).toBeGreaterThan(0)
    expect((await lists.customers(unknown(29), viewer)).status).toBe(200)
    expect((await lists.customers(unknown(30), viewer)).status).toBe(429)
  })

  it('are counted in the global search, also for passport numbers', async () => {
    for (let n = 0; n < 30; n++) await globalSearch(`QX76543${n + 30}`, viewer)
    expect((await globalSearch(passport, viewer)).status).toBe(429)
  })

  it('are stored without the number', async () => {
    await miss(1)
    const rows = await test.db.selectFrom('number_miss').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(unknown(0))
  })

  it('are not counted for a user who may reveal numbers', async () => {
    await miss(31, 'manager.kkn')
    expect(await find('customers', idcard, 'manager.kkn')).toBe(1)
  })
})

describe.each([
  ['customer/check', customer.check],
  ['customer/merge/find', customerMerge.find],
] as const)('%s', (_path, endpoint) => {
  const find = (query: object) => test.call(endpoint, query, viewer)

  it('finds by shown digits or complete numbers only', async () => {
    expect((await find({ text: '11000' })).data).toMatchObject({ fname: 'น้ำฝน' })
    expect((await find({ text: '110005' })).data).toBeNull()
    expect((await find({ idcard: '11000' })).data).toBeNull()
    expect((await find({ idcard })).data).toMatchObject({
      fname: 'น้ำฝน',
      idcard: '1-1000-xxxxx-01-6',
    })
    expect((await find({ passport: passport.toLowerCase() })).data).toMatchObject({ fname: 'Anna' })
  })

  it('locks after 30 numbers that are not found, in any form', async () => {
    // Neither 13 digits nor the usual form of a passport number.
    for (let n = 0; n < 15; n++) await find({ idcard: `0${n}` })
    for (let n = 0; n < 15; n++) await find({ passport: `ABCDE${String.fromCodePoint(65 + n)}` })
    for (const query of [{ idcard }, { passport }, { text: idcard }])
      expect((await find(query)).body.code).toBe('NUMBER_LOCKED')
    expect((await find({ text: 'น้ำฝน' })).status).toBe(200)
  })
})

const globalSearch = (text: string, as: string) => test.call(search.find, { text }, as)

it('a stale version does not reveal whether a typed number is the stored one', async () => {
  const { customer_id, version } = await test.db
    .selectFrom('customer')
    .select(['customer_id', 'version'])
    .where('idcard', '=', idcard)
    .executeTakeFirstOrThrow()
  const local = { fname: 'น้ำฝน', sname: 'ชุ่มฉ่ำ', phone_1: '0899999998' }
  const type = (number: string, seen: number) =>
    test.call(
      customer.updateprofile,
      { ...customerInput({ ...local, idcard: number }), customer_id, version: seen },
      viewer,
    )
  expect((await type(idcard, version)).status).toBe(200)
  for (const number of [idcard, '1100000000016']) {
    expect((await type(number, version - 1)).body).toMatchObject({ code: 'CONFLICT' })
  }
})
