import { application } from '@khapdee/contract/entities/application'
import { certificate } from '@khapdee/contract/entities/certificate'
import { customer } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { search } from '@khapdee/contract/entities/search'
import { satang } from '@khapdee/domain/money'
import { privacyNotice } from '@khapdee/domain/privacy-notice'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput } from '../../../test/make/application.ts'
import { passRights, rightOf } from '../../../test/make/certificate.ts'
import { customerInput, makeCustomer } from '../../../test/make/customer.ts'
import { moneyDesk } from '../../../test/make/money.ts'
import { usernames } from '../../../test/make/school.ts'

let test: TestApp
const clerk = 'registrar.kkn'
const person = { fname: 'น้ำฝน', sname: 'ชุ่มฉ่ำ', idcard: '1100000000016' }

const register = async (paid: number, as = clerk, privacy_notice = false) => {
  const input = applicationInput(test.school, {
    customer: { ...customerInput(person), privacy_notice },
    course: [{ course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(paid) }) }],
  })
  return (await test.call(application.create, input, as)).data
}

const customerId = async () =>
  (await test.call(customer.check, { idcard: person.idcard }, clerk)).data?.customer_id ?? 0
const recordAs = async (as = clerk) =>
  (await test.call(customerRecord.get, { customer_id: await customerId() }, as)).data

beforeAll(async () => {
  test = await startApp()
  await register(200_000)
  await register(600_000, 'registrar.bpi')
})
afterAll(() => test.close())

describe('customer/get', () => {
  it('returns the whole history, with totals that match its rows', async () => {
    const record = await recordAs('admin')
    const { applications, payments, documents, exams } = record
    expect(applications).toHaveLength(2)
    expect(record.totals).toEqual({
      net: 1_200_000,
      paid: 800_000,
      written_off: 0,
      balance: 400_000,
    })
    expect(payments?.map(({ paid }) => paid)).toEqual([600_000, 200_000])
    expect(documents?.map(({ kind }) => kind).toSorted()).toEqual([
      'application_form',
      'application_form',
      'receipt',
      'receipt',
    ])
    expect(exams?.map(({ status }) => status)).toEqual(['active', 'active', 'active', 'active'])
    expect(record.customer).toMatchObject({ idcard: '1-1000-xxxxx-01-6', branch: 'เมืองขอนแก่น' })
  })

  it('lists the documents of applications, but not the certificate, which is shown with its right', async () => {
    const holder = customerInput()
    const app = await moneyDesk(test).register({
      course: [
        { course_id: test.school.course.car, ...lineInput(600_000, { paid: satang(600_000) }) },
      ],
      other_fee: [],
      customer: holder,
      as: 'cashier.kkn',
    })
    await passRights(test, app)
    const right_id = await rightOf(test, app)
    expect((await test.call(certificate.issue, { right_id }, clerk)).status).toBe(200)
    const { data: found } = await test.call(customer.check, { idcard: holder.idcard }, clerk)
    const customer_id = found?.customer_id ?? 0
    const { documents } = (await test.call(customerRecord.get, { customer_id }, clerk)).data
    expect(documents?.map(({ kind }) => kind).toSorted()).toEqual(['application_form', 'receipt'])
  })

  it('returns only the history of the caller’s branches', async () => {
    const record = await recordAs()
    expect(record.applications?.map(({ branch }) => branch)).toEqual(['เมืองขอนแก่น'])
    expect(record.payments).toHaveLength(1)
    expect(record.totals?.balance).toBe(400_000)
  })

  it('describes changes with masked numbers and without IP addresses', async () => {
    const row = (await test.call(customer.check, { idcard: person.idcard }, clerk)).data
    expect(row?.balance).toBe(400_000)
    const { customer_id = 0, version = 0 } = row ?? {}
    const {
      idcard: _,
      passport: __,
      ...fields
    } = customerInput({ ...person, phone_1: '0822222222' })
    await test.call(customer.updateprofile, { ...fields, customer_id, version }, clerk)
    const { changes } = await recordAs()
    expect(changes?.[0]).toMatchObject({
      action: 'แก้ไขข้อมูลผู้สมัคร',
      record: 'น้ำฝน ชุ่มฉ่ำ',
      address: '',
      changes: [{ label: 'โทรศัพท์มือถือ', before: '081-234-5678', after: '082-222-2222' }],
    })
    expect(JSON.stringify(changes)).not.toContain(person.idcard)
  })

  it('shows an instructor the customer, but neither money nor changes', async () => {
    const { customer: shown, ...history } = await recordAs('instructor.kkn')
    expect(shown.idcard).toBe('1-1000-xxxxx-01-6')
    expect(new Set(Object.values(history))).toEqual(new Set([null]))
  })

  it('returns no unmasked number to any user, like all other calls that read customers', async () => {
    const customer_id = await customerId()
    const { customer_id: other_id } = await makeCustomer(test.db, test.school.branch.KKN, {
      idcard: '',
    })
    for (const username of usernames) {
      const answers = await Promise.all([
        test.call(customerRecord.get, { customer_id }, username),
        test.call(customerRecord.gettable, { text: person.fname }, username),
        test.call(customerMerge.duplicates, {}, username),
        test.call(customerMerge.preview, { customer_id, other_id }, username),
        test.call(search.find, { text: person.fname }, username),
        test.call(customer.check, { text: person.fname }, username),
      ])
      for (const { bytes } of answers) expect(bytes.toString()).not.toContain(person.idcard)
    }
  })

  it('returns 404 for a customer of another branch', async () => {
    const { customer_id } = await makeCustomer(test.db, test.school.branch.BPI)
    expect((await test.call(customerRecord.get, { customer_id }, clerk)).status).toBe(404)
  })
})

describe('the privacy notice', () => {
  const notice = async () => (await recordAs()).customer

  it('is not recorded automatically', async () => {
    expect(await notice()).toMatchObject({ privacy_notice_at: null, privacy_notice_version: '' })
  })

  it('is recorded once, with day, version and user', async () => {
    const { customer_id, version } = await notice()
    const stale = await test.call(customerRecord.giveNotice, { customer_id, version: 99 }, clerk)
    expect(stale.body.code).toBe('CONFLICT')
    await test.call(customerRecord.giveNotice, { customer_id, version }, clerk)
    const given = await notice()
    expect(given).toMatchObject({
      privacy_notice_version: privacyNotice.version,
      privacy_notice_by: expect.stringMatching(/./),
      version: version + 1,
    })
    const { changes } = await recordAs()
    expect(changes?.[0]?.action).toBe('บันทึกการรับทราบประกาศความเป็นส่วนตัว')
    await test.call(customerRecord.giveNotice, { customer_id, version: version + 1 }, clerk)
    expect(await notice()).toEqual(given)
  })

  it('stays unchanged by later registrations, with or without a notice', async () => {
    const before = await notice()
    await register(0, clerk, true)
    await register(0)
    expect(await notice()).toEqual(before)
  })

  it('can be recorded together with a registration', async () => {
    const input = applicationInput(test.school, {
      customer: { ...customerInput(), privacy_notice: true },
    })
    const { data } = await test.call(application.create, input, clerk)
    const { data: made } = await test.call(
      application.get,
      { application_id: data.application_id },
      clerk,
    )
    expect(made.customer.privacy_notice_at).not.toBeNull()
  })

  it('cannot be reset, not even by SQL', async () => {
    const { customer_id } = await notice()
    await expect(
      test.db
        .updateTable('customer')
        .set({ privacy_notice_at: null, privacy_notice_version: '' })
        .where('customer_id', '=', customer_id)
        .execute(),
    ).rejects.toThrow('stays given')
  })
})
