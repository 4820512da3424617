import type { InputOf } from '@khapdee/contract/endpoint'
import { application } from '@khapdee/contract/entities/application'
import { customer } from '@khapdee/contract/entities/customer'
import { isThaiIdNumber } from '@khapdee/domain/id-card'
import { day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { demoCards } from './demo-cards.ts'

let test: TestApp
const clerk = 'registrar.kkn'

beforeAll(async () => {
  test = await startApp()
  const { KKN, BPI } = test.school.branch
  await makeCustomer(test.db, KKN, {
    fname: 'น้ำฝน',
    sname: 'ชุ่มฉ่ำ',
    idcard: '1100000000016',
    phone_1: '0811111111',
    birthday: '1999-11-22',
  })
  await makeCustomer(test.db, KKN, { fname: 'ฝนทอง', sname: 'ใจดี', phone_1: '0811111111' })
  await makeCustomer(test.db, BPI, {
    fname: 'ฝนหลวง',
    sname: 'บ้านไผ่',
    idcard: '3409900000014',
    phone_1: '0899999999',
  })
  await makeCustomer(test.db, KKN, {
    is_foreigner: true,
    idcard: '',
    passport: 'AA1234567',
    fname: 'Anna',
    sname: 'Schmidt',
  })
})
afterAll(() => test.close())

const check = (query: object, as = clerk) => test.call(customer.check, query, as)

describe('customer/check', () => {
  it('finds a customer by ID number in any notation, with the computed age', async () => {
    for (const idcard of ['1100000000016', '1-1000-00000-01-6', '๑๑๐๐๐๐๐๐๐๐๐๑๖']) {
      const { data } = await check({ idcard })
      expect(data).toMatchObject({
        fname: 'น้ำฝน',
        name: 'น้ำฝน ชุ่มฉ่ำ',
        idcard: '1100000000016',
        age: 26,
      })
    }
  })

  it('finds a customer by passport number in either case', async () => {
    expect((await check({ passport: 'aa1234567' })).data).toMatchObject({ fname: 'Anna' })
  })

  it('finds a customer of another branch by ID number, but not by phone or name', async () => {
    expect((await check({ idcard: '3409900000014' })).data).toMatchObject({ fname: 'ฝนหลวง' })
    expect((await check({ phone: '0899999999' })).data).toBeNull()
    expect((await check({ text: 'ฝนหลวง' })).data).toBeNull()
  })

  it('says whether the customer is known to a branch of the caller, and returns no balance of other branches', async () => {
    const own = { idcard: '1100000000016' }
    const ownInBpi = { idcard: '3409900000014' }
    const found = async (query: object, as: string) => {
      const row = (await check(query, as)).data
      return [row?.is_visible, row?.balance]
    }
    expect(await found(own, clerk)).toEqual([true, 0])
    expect(await found({ text: 'น้ำฝน' }, clerk)).toEqual([true, 0])
    expect(await found(ownInBpi, clerk)).toEqual([false, undefined])
    expect(await found(ownInBpi, 'registrar.bpi')).toEqual([true, 0])
  })

  it('finds a customer of another branch by a text that is a complete number', async () => {
    const { BPI } = test.school.branch
    const passport = 'KB7654321'
    await makeCustomer(test.db, BPI, { is_foreigner: true, idcard: '', passport, fname: 'Jonas' })
    expect((await check({ text: ' kb7654321 ' })).data).toMatchObject({ fname: 'Jonas' })
    expect((await check({ text: '3-4099-00000-01-4' })).data).toMatchObject({ fname: 'ฝนหลวง' })
    expect((await check({ text: 'KB76543' })).data).toBeNull()
  })

  it('audits a customer of another branch that is found, and nothing else', async () => {
    const entries = () =>
      test.db
        .selectFrom('audit_log')
        .select(['user_id', 'entity', 'entity_id'])
        .where('call', '=', 'GET customer/check')
        .execute()
    const before = (await entries()).length
    for (const query of [{ idcard: '1100000000016' }, { idcard: '9999999999999' }, { text: 'ฝน' }])
      await check(query)
    expect(await entries()).toHaveLength(before)
    const { data } = await check({ idcard: '3409900000014' })
    expect((await entries()).slice(before)).toEqual([
      {
        user_id: test.school.userId(clerk),
        entity: 'customer',
        entity_id: String(data?.customer_id),
      },
    ])
  })

  it('is refused to users who may not register applications', async () => {
    for (const as of ['instructor.kkn', 'examiner.kkn', 'accountant', 'owner', 'hr'])
      expect((await check({ idcard: '3409900000014' }, as)).status).toBe(403)
  })

  it('finds by the second phone number and by Latin letters in either case', async () => {
    const { KKN } = test.school.branch
    await makeCustomer(test.db, KKN, { fname: 'เบอร์บ้าน', phone_2: '043321000' })
    expect((await check({ phone: '043-321-000' })).data).toMatchObject({ fname: 'เบอร์บ้าน' })
    expect((await check({ text: 'aNNA sCH' })).data).toMatchObject({ fname: 'Anna' })
  })

  it('returns all matches of a phone or a part of a name, with masked numbers', async () => {
    const { answer } = await check({ phone: '081-111-1111' })
    expect([answer.data, ...answer.others].map((row) => row?.fname).toSorted()).toEqual(
      ['น้ำฝน', 'ฝนทอง'].toSorted(),
    )
    expect((await check({ text: 'น\u0E4D\u0E49\u0E32ฝน' })).data).toMatchObject({
      idcard: '1-1000-xxxxx-01-6',
    })
  })

  it('returns null for an unknown customer and for an empty query', async () => {
    for (const query of [{ idcard: '9999999999999' }, { text: 'ไม่มีใคร' }, {}]) {
      expect((await check(query)).answer).toEqual({ data: null, others: [] })
    }
  })
})

describe('customer/updateprofile', () => {
  const readStored = async (idcard: string) => (await check({ idcard })).data
  const change = async (values: Partial<InputOf<typeof customer.updateprofile>>) => {
    const { customer_id = 0, version = 0 } = (await readStored('1100000000016')) ?? {}
    const { idcard: _, passport: __, ...fields } = customerInput({ fname: 'น้ำฝน', sname: 'ชุ่มฉ่ำ' })
    return test.call(customer.updateprofile, { ...fields, customer_id, version, ...values }, clerk)
  }

  it('stores and audits the given fields, and keeps numbers that are omitted', async () => {
    const changed = await change({ phone_1: '0822222222', birthday: day('2000-02-29') })
    expect(changed.data).toMatchObject({
      phone_1: '0822222222',
      birthday: '2000-02-29',
      idcard: '1-1000-xxxxx-01-6',
    })
    expect((await readStored('1100000000016'))?.phone_1).toBe('0822222222')
    const audit = await test.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      entity: 'customer',
      before: { phone_1: '0811111111' },
      after: { phone_1: '0822222222' },
    })
  })

  it('makes applications searchable by the new name', async () => {
    const { customer_id = 0 } = (await readStored('1100000000016')) ?? {}
    await test.call(
      application.create,
      applicationInput(test.school, {
        customer: { ...customerInput({ idcard: '' }), customer_id },
      }),
      clerk,
    )
    await change({ sname: 'เปลี่ยนสกุล' })
    expect((await test.call(application.gettable, { text: 'เปลี่ยนสกุล' }, clerk)).data).toHaveLength(
      1,
    )
  })

  it('refuses a stale version, a duplicate number and an invalid number', async () => {
    expect((await change({ version: 99, sname: 'ช้าไป' })).body).toMatchObject({ code: 'CONFLICT' })
    expect((await change({ idcard: '3409900000014' })).body).toMatchObject({
      code: 'DUPLICATE',
      errors: [{ path: 'idcard' }],
    })
    expect((await change({ idcard: '1100000000017' })).body).toMatchObject({
      code: 'VALIDATION',
      errors: [{ path: 'idcard' }],
    })
    expect((await readStored('1100000000016'))?.idcard).toBe('1100000000016')
  })

  it('returns 404 for a customer of another branch', async () => {
    const { customer_id = 0, version = 0 } = (await readStored('3409900000014')) ?? {}
    const answer = await change({ customer_id, version })
    expect(answer.status).toBe(404)
  })
})

describe('customer/reveal', () => {
  it('returns the unmasked number and audits the user', async () => {
    const { customer_id = 0 } = (await check({ idcard: '1100000000016' })).data ?? {}
    expect((await test.call(customer.reveal, { customer_id }, clerk)).data.idcard).toBe(
      '1100000000016',
    )
    const audit = await test.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      call: 'POST customer/reveal',
      user_id: test.school.userId(clerk),
      after: { revealed: 'idcard' },
    })
    expect((await test.call(customer.reveal, { customer_id }, 'instructor.kkn')).status).toBe(403)
  })
})

describe('mockreadercard', () => {
  it('returns a card in the format of the reader service, in demo mode only', async () => {
    const { data } = await test.call(customer.mockreadercard, {}, clerk)
    expect(data.result).toBe('ok')
    expect(demoCards).toContainEqual(data)
  })

  it('has only cards with valid ID numbers', () => {
    for (const card of demoCards) expect(isThaiIdNumber(card.nat_id ?? '')).toBe(true)
  })
})
