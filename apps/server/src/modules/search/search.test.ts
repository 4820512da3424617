import { application } from '@khapdee/contract/entities/application'
import { search } from '@khapdee/contract/entities/search'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'

let test: TestApp
const clerk = 'registrar.kkn'
const none = { customers: [], applications: [], receipts: [] }

async function register(person: Parameters<typeof customerInput>[0], as = clerk) {
  const input = applicationInput(test.school, {
    customer: customerInput(person),
    course: [
      { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(250_000) }) },
    ],
  })
  const { data } = await test.call(application.create, input, as)
  return { ...data, payment_code: data.payments[0]?.payment_code ?? '' }
}

let fon: Awaited<ReturnType<typeof register>>
let other: Awaited<ReturnType<typeof register>>

beforeAll(async () => {
  test = await startApp()
  fon = await register({
    fname: 'น้ำฝน',
    sname: 'ชุ่มฉ่ำ',
    idcard: '1100000000016',
    phone_1: '0811234567',
    phone_2: '043224000',
  })
  other = await register(
    { fname: 'ฝนหลวง', sname: 'บ้านไผ่', idcard: '3409900000014', phone_1: '0899999999' },
    'registrar.bpi',
  )
  const { KKN } = test.school.branch
  await makeCustomer(test.db, KKN, { fname: 'ทองฝน', sname: '100%_\\จริง', phone_1: '0811234999' })
  await makeCustomer(test.db, KKN, {
    is_foreigner: true,
    idcard: '',
    passport: 'AA1234567',
    fname: 'Anna',
    sname: 'Schmidt',
  })
})
afterAll(() => test.close())

const find = async (text: string, as = clerk) => (await test.call(search.find, { text }, as)).data
const names = async (text: string, as = clerk) =>
  (await find(text, as)).customers.map(({ name }) => name)

describe('search for customers', () => {
  it('finds customers by a part of the name, with masked numbers', async () => {
    expect(await names('ฝน')).toEqual([])
    expect(await names('ำฝน')).toEqual(['น้ำฝน ชุ่มฉ่ำ'])
    expect(await names('ทอง')).toEqual(['ทองฝน 100%_\\จริง'])
    expect((await find('น้ำฝน')).customers[0]).toMatchObject({
      idcard: '1-1000-xxxxx-01-6',
      phone_1: '0811234567',
    })
    expect(JSON.stringify(await find('น้ำฝน'))).not.toContain('1100000000016')
  })

  it('finds two letters only at the start of a word', async () => {
    expect(await names('ชุ')).toEqual(['น้ำฝน ชุ่มฉ่ำ'])
    expect(await names('ุ่')).toEqual([])
  })

  it('normalises Thai vowels and ignores case', async () => {
    expect(await names('น\u0E4D\u0E49\u0E32ฝน')).toEqual(['น้ำฝน ชุ่มฉ่ำ'])
    expect(await names('น้\u200Bำฝน')).toEqual(['น้ำฝน ชุ่มฉ่ำ'])
    expect(await names('sCHMI')).toEqual(['Anna Schmidt'])
  })

  it('finds the beginning of the second phone number', async () => {
    expect(await names('043-224')).toEqual(['น้ำฝน ชุ่มฉ่ำ'])
    const { data } = await test.call(application.gettable, { text: '0432240' }, clerk)
    expect(data.map(({ customer }) => customer)).toEqual(['น้ำฝน ชุ่มฉ่ำ'])
  })

  it('answers a text longer than any name', async () => {
    expect(await names('สมชาย'.repeat(100))).toEqual([])
    const longName = { fname: 'ก'.repeat(100), sname: 'ข'.repeat(100) }
    await makeCustomer(test.db, test.school.branch.KKN, longName)
    expect(await names(`${longName.fname} ${longName.sname}`)).toHaveLength(1)
  })

  it('finds complete ID and passport numbers and the beginning of a phone number', async () => {
    for (const text of ['1100000000016', '1-1000-00000-01-6', '๑๑๐๐๐๐๐๐๐๐๐๑๖']) {
      expect(await names(text)).toEqual(['น้ำฝน ชุ่มฉ่ำ'])
    }
    expect(await names('110000000001')).toEqual([])
    expect((await find('aa1234567')).customers).toMatchObject([
      { name: 'Anna Schmidt', idcard: 'AAxxxxx67' },
    ])
    expect(await names('081-1234')).toEqual(['ทองฝน 100%_\\จริง', 'น้ำฝน ชุ่มฉ่ำ'])
    expect(await names('1234567')).toEqual([])
  })

  it('treats pattern characters literally', async () => {
    for (const text of ['%%%', '___', '\\\\', "' or true --", '%น%', 'น_ำฝน']) {
      expect(await find(text)).toEqual(none)
    }
  })
})

describe('search for applications and receipts', () => {
  it('finds documents by the complete number, its beginning and its end', async () => {
    const code = fon.application_code
    for (const text of [
      code,
      code.toLowerCase(),
      code.slice(0, 9),
      code.slice(7),
      '0001',
      '1'.padStart(2, '0'),
    ]) {
      expect((await find(text)).applications).toEqual([
        {
          application_id: fon.application_id,
          application_code: code,
          type: 'course',
          customer: 'น้ำฝน ชุ่มฉ่ำ',
          status: 'outstanding',
          refund_due: false,
        },
      ])
    }
    expect((await find(fon.payment_code.toLowerCase())).receipts).toEqual([
      {
        payment_id: fon.payments[0]?.payment_id,
        payment_code: fon.payment_code,
        application_id: fon.application_id,
        type: 'course',
        customer: 'น้ำฝน ชุ่มฉ่ำ',
        paid: satang(250_000),
      },
    ])
    expect((await find(fon.payment_code)).applications).toEqual([])
  })

  it('finds applications by their customer', async () => {
    for (const text of ['ชุ่มฉ่ำ', '1100000000016', '0811234567']) {
      expect((await find(text)).applications).toMatchObject([
        { application_code: fon.application_code },
      ])
    }
  })

  it('returns at most five, newest first', async () => {
    for (let n = 0; n < 6; n++) await register({ fname: 'มากมาย', sname: 'หลายคน' })
    const { customers, applications } = await find('มากมาย')
    expect(customers).toHaveLength(5)
    const ids = applications.map(({ application_id }) => application_id)
    expect(ids).toHaveLength(5)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect((await find('RE-KKN')).receipts).toHaveLength(5)
  })
})

describe('visibility of search results', () => {
  /** Texts that find the customer, the application or the receipt of the other branch. */
  const textsOfOther = () =>
    ['ฝนหลวง', '3409900000014', '0899999999', other.application_code, other.payment_code] as const

  it('depends on the branches of the caller', async () => {
    for (const text of textsOfOther()) {
      expect(await find(text)).toEqual(none)
      expect(await find(text, 'registrar.bpi')).not.toEqual(none)
      expect(await find(text, 'owner')).not.toEqual(none)
    }
    const both = (await find('6911-0001', 'owner')).applications.map((row) => row.application_code)
    expect(both).toEqual([other.application_code, fon.application_code])
  })

  it('depends on the permissions of the caller', async () => {
    const byInstructor = await find('น้ำฝน', 'instructor.kkn')
    expect(byInstructor).toMatchObject({ ...none, customers: [{ idcard: '1-1000-xxxxx-01-6' }] })
    expect(await find(fon.application_code, 'instructor.kkn')).toEqual(none)
    expect(await find(fon.payment_code, 'instructor.kkn')).toEqual(none)
    for (const text of ['น้ำฝน', fon.application_code]) expect(await find(text, 'hr')).toEqual(none)
  })

  it('excludes deleted records', async () => {
    const gone = await register({ fname: 'ลบแล้ว', sname: 'หายไป' })
    await test.db
      .updateTable('application')
      .set({ is_delete: true })
      .where('application_id', '=', gone.application_id)
      .execute()
    expect((await find('ลบแล้ว')).applications).toEqual([])
    expect(await find(gone.application_code)).toEqual(none)
    expect(await find(gone.payment_code)).toEqual(none)
  })
})
