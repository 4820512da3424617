/** Walk-ins: customers without ID number, for vehicle checks and other fees. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { customer, customerFields, walkInPrefix } from '@khapdee/contract/entities/customer'
import { customerMerge } from '@khapdee/contract/entities/customer-merge'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput, vehicleInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { moneyDesk, unpaidLine } from '../../../test/make/money.ts'

let test: TestApp
const clerk = 'registrar.kkn'
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const walkIn = (values: Parameters<typeof customerInput>[0] = {}) => ({
  ...customerInput({
    prefix: walkInPrefix,
    idcard: '',
    birthday: null,
    address: '',
    moo: '',
    subdistrict: '',
    district: '',
    province: '',
    postcode: '',
    ...values,
  }),
  is_walk_in: true,
})

const practice = JSON.stringify([{ kind: 'practice', licence_type: 'car' }])

const fee = () => [{ other_fee_id: test.school.otherFee.medical, ...lineInput(20_000) }]

const sell = (person: object, as = clerk, branch_id?: number) =>
  test.call(
    applicationFee.create,
    {
      customer: { ...customerInput(), ...person },
      other_fee: fee(),
      ...(branch_id !== undefined && { branch_id }),
    },
    as,
  )

/** Sells to a new walk-in; returns the walk-in. */
async function newWalkIn(values: Parameters<typeof walkIn>[0] = {}) {
  const { application_id } = (await sell(walkIn(values))).data
  return (await test.call(applicationFee.get, { application_id }, clerk)).data.customer
}

const recordOf = (customer_id: number, as = clerk) =>
  test.call(customerRecord.get, { customer_id }, as)

/** The form of a walk-in's record with an ID number entered. */
const withIdNumber = (row: Awaited<ReturnType<typeof newWalkIn>>) => {
  const { customer_id, version, fname, sname, phone_1 } = row
  return { ...customerInput({ fname, sname, phone_1 }), customer_id, version }
}

describe('a walk-in', () => {
  it('buys other fees and has a vehicle checked with name and phone only', async () => {
    expect(await newWalkIn()).toMatchObject({ is_walk_in: true, idcard: '', name: 'ทดสอบ ระบบดี' })
    const input = applicationInput(test.school, {
      type: 'vehicle_check',
      customer: walkIn(),
      course: [],
      other_fee: fee(),
      vehicle: vehicleInput(),
    })
    expect((await test.call(application.create, input, clerk)).status).toBe(200)
  })

  it('needs neither prefix nor family name, unlike an ordinary customer', async () => {
    const stored = await newWalkIn({ fname: 'จร', prefix: '', sname: '' })
    expect(stored).toMatchObject({ name: 'จร', is_walk_in: true })
    const { data } = await recordOf(stored.customer_id)
    expect(data.customer).toMatchObject({ name: 'จร', prefix: '', sname: '' })
    const missing = ['prefix', 'sname', 'idcard'].map((field) => ({
      path: `customer.${field}`,
      message: messages.required(titleOf(customerFields, field as 'prefix')),
    }))
    const ordinary = { ...walkIn({ prefix: '', sname: ' ' }), is_walk_in: false }
    expect((await sell(ordinary)).body.errors).toEqual(missing)
    // An ID number makes a walk-in an ordinary customer only together with prefix and family name.
    const numbered = { ...withIdNumber(stored), prefix: '', sname: '' }
    const { body } = await test.call(customer.updateprofile, numbered, clerk)
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['prefix', 'sname'])
  })

  it('cannot get lines that grant exam rights, at registration or by an amendment', async () => {
    const { other_fee_id } = await test.db
      .insertInto('other_fee')
      .values({ name: 'ค่าสอบ', price: 20_000, kind: 'exam', exam_use: 'first', exams: practice })
      .returning('other_fee_id')
      .executeTakeFirstOrThrow()
    const exam = { other_fee_id, ...lineInput(20_000) }
    const refused = await test.call(
      applicationFee.create,
      { customer: walkIn(), other_fee: [...fee(), exam] },
      clerk,
    )
    expect(refused.body.errors).toEqual([
      { path: 'other_fee.1.other_fee_id', message: messages.walkInExam },
    ])

    const desk = moneyDesk(test)
    const sold = await sell(walkIn())
    const app = { application_id: sold.data.application_id, code: '', lines: [], payments: [] }
    const amended = await desk.amend(app, {
      add: { other_fee: [{ other_fee_id, ...unpaidLine(20_000) }] },
    })
    expect(amended.body.errors).toEqual([
      { path: 'add.other_fee.0.other_fee_id', message: messages.walkInExam },
    ])

    // A walk-in cannot become the customer of an application with such a line either.
    const ofOther = await test.call(
      applicationFee.create,
      { customer: customerInput(), other_fee: [exam] },
      clerk,
    )
    const { customer_id } = await newWalkIn()
    const taken = await desk.amend({ ...app, ...ofOther.data }, { customer_id })
    expect(taken.body.errors).toEqual([{ path: 'customer_id', message: messages.walkInExam }])
    const rights = await test.db
      .selectFrom('exam_right as r')
      .innerJoin('customer as c', 'c.customer_id', 'r.customer_id')
      .select('right_id')
      .where('c.is_walk_in', '=', true)
      .execute()
    expect(rights).toEqual([])
  })

  it('is refused for a course, whether new or already stored', async () => {
    const stored = await newWalkIn()
    for (const person of [walkIn(), { ...withIdNumber(stored), idcard: '' }]) {
      const input = applicationInput(test.school, { customer: person })
      const answer = await test.call(application.create, input, clerk)
      expect(answer.body.errors).toEqual([
        { path: 'customer.idcard', message: messages.required('เลขประจำตัวประชาชน') },
      ])
    }
  })

  it('is never matched automatically: a new one with the same name and phone is another record', async () => {
    const same = { fname: 'ซ้ำ', sname: 'กันหมด', phone_1: '0855555555' }
    const [first, second] = [await newWalkIn(same), await newWalkIn(same)]
    expect(second.customer_id).not.toBe(first.customer_id)
    const { data } = await test.call(customerMerge.duplicates, {}, 'admin')
    const listed = data.flatMap((pair) => [pair.customer.customer_id, pair.other.customer_id])
    expect(listed).not.toContain(first.customer_id)
    expect(listed).not.toContain(second.customer_id)
  })

  it('can buy again when the clerk chooses the stored record', async () => {
    const stored = await newWalkIn()
    const { application_id } = (await sell({ ...withIdNumber(stored), idcard: '' })).data
    const { data } = await test.call(applicationFee.get, { application_id }, clerk)
    expect(data.customer).toMatchObject({ customer_id: stored.customer_id, is_walk_in: true })
  })

  it('is not found in another branch, and cannot be used there', async () => {
    const { BPI } = test.school.branch
    const stored = await newWalkIn()
    const { customer_id } = stored
    expect((await recordOf(customer_id, 'registrar.bpi')).status).toBe(404)
    const answer = await sell({ ...withIdNumber(stored), idcard: '' }, 'admin', BPI)
    expect(answer.body.errors).toEqual([
      { path: 'customer.idcard', message: messages.walkInOfOtherBranch },
    ])
    expect((await recordOf(customer_id, 'registrar.bpi')).status).toBe(404)
  })
})

describe('an ID number', () => {
  it('makes a walk-in an ordinary customer, entered in the record or at a registration', async () => {
    const [first, second] = [await newWalkIn(), await newWalkIn()]
    const updated = await test.call(customer.updateprofile, withIdNumber(first), clerk)
    expect(updated.data.is_walk_in).toBe(false)
    const { application_id } = (await sell(withIdNumber(second))).data
    const { data } = await test.call(applicationFee.get, { application_id }, clerk)
    expect(data.customer).toMatchObject({ customer_id: second.customer_id, is_walk_in: false })
  })

  it('of another customer is refused; a separate call merges the walk-in into that customer', async () => {
    const { application_id } = (await sell({ idcard: '1100000000016' }, 'registrar.bpi')).data
    const owner = (await test.call(applicationFee.get, { application_id }, 'registrar.bpi')).data
    const stored = await newWalkIn({ fname: 'จร', sname: 'มา' })
    const refused = await test.call(
      customer.updateprofile,
      { ...withIdNumber(stored), idcard: '1100000000016' },
      clerk,
    )
    expect(refused.body.code).toBe('DUPLICATE')

    const { customer_id, version } = stored
    const merge = { customer_id, version, idcard: '1100000000016' }
    const { data } = await test.call(customerMerge.mergeWalkIn, merge, clerk)
    expect(data).toMatchObject({
      customer_id: owner.customer.customer_id,
      name: owner.customer.name,
      is_walk_in: false,
    })
    const kept = (await recordOf(customer_id)).data
    expect(kept.customer.customer_id).toBe(owner.customer.customer_id)
  })

  it('merges a walk-in only if its version is current, its branch visible and the number known', async () => {
    const stored = await newWalkIn()
    const { customer_id, version } = stored
    const owner = customerInput()
    await sell(owner)
    const merge = (values: object, as = clerk) =>
      test.call(
        customerMerge.mergeWalkIn,
        { customer_id, version, idcard: owner.idcard, ...values },
        as,
      )
    expect((await merge({ version: version + 1 })).body.code).toBe('CONFLICT')
    expect((await merge({ idcard: '3409900000014' })).status).toBe(404)
    expect((await merge({ idcard: undefined })).status).toBe(400)
    expect((await merge({}, 'registrar.bpi')).status).toBe(404)
    const { application_id } = (await sell(customerInput(), manager)).data
    const other = (await test.call(applicationFee.get, { application_id }, clerk)).data.customer
    const ordinary = { customer_id: other.customer_id, version: other.version }
    expect((await merge(ordinary)).body.code).toBe('STATE')
    expect((await recordOf(customer_id)).data.customer.is_walk_in).toBe(true)
  })
})
