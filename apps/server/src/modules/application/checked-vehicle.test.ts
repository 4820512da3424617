/** The vehicle of a vehicle check: required, stored per application, searched, proposed and printed. */
import { application } from '@khapdee/contract/entities/application'
import { search } from '@khapdee/contract/entities/search'
import { messages } from '@khapdee/contract/messages'
import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput, vehicleInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { bearerOf, sendWire } from '../../../test/send-wire.ts'

let test: TestApp
const clerk = 'registrar.kkn'
type Vehicle = Parameters<typeof vehicleInput>[0]

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const inputOf = (vehicle: Vehicle, customer = customerInput(), paid = 10_000) => ({
  ...applicationInput(test.school, { type: 'vehicle_check', customer, course: [] }),
  other_fee: [
    {
      other_fee_id: test.school.otherFee.medical,
      ...lineInput(20_000, { paid: satang(paid) }),
    },
  ],
  vehicle: vehicleInput(vehicle),
})

const check = async (vehicle: Vehicle, customer = customerInput(), as = clerk) =>
  (await test.call(application.create, inputOf(vehicle, customer), as)).data

const list = async (text: string, as = clerk) => {
  const { answer } = await test.call(application.gettable, { type: 'vehicle_check', text }, as)
  return answer.data.map((row) => row.application_code)
}

async function textOf(link: string) {
  const { bytes } = await test.raw('GET', link)
  return readPdf(bytes)
    .map((page) => page.text.replaceAll(/\s+/g, ' '))
    .join(' ')
}

describe('the vehicle of a new vehicle check', () => {
  it('is required', async () => {
    const { vehicle: _, ...without } = inputOf({})
    const answer = await test.call(application.create, without, clerk)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      { path: 'vehicle.plate', message: messages.vehicleIdentity },
    ])
  })

  it.each([
    [{ plate: '', chassis_number: '' }, 'vehicle.plate', messages.vehicleIdentity],
    [{ plate: ' - ', chassis_number: '' }, 'vehicle.plate', messages.vehicleIdentity],
    [
      { first_registration: day('2030-01-01') },
      'vehicle.first_registration',
      messages.registrationFuture,
    ],
    [{ mileage: -1 }, 'vehicle.mileage', messages.number],
  ])('is refused with %o', async (vehicle, path, message) => {
    const count = async () => (await list('')).length
    const before = await count()
    const wire = {
      type: 'vehicle_check',
      customer: { ...customerInput() },
      other_fee: [
        { other_fee_id: test.school.otherFee.medical, cost: 200, paid: 0, pay_type: 'cash' },
      ],
      vehicle: { ...vehicleInput(), ...vehicle },
    }
    const answer = await sendWire(test, application.create, wire, await bearerOf(test, clerk))
    expect(answer.body.errors).toEqual([{ path, message }])
    expect(await count()).toBe(before)
  })

  it('is refused in an application of another kind', async () => {
    const input = { ...applicationInput(test.school), vehicle: vehicleInput() }
    const answer = await test.call(application.create, input, clerk)
    expect(answer.body.errors).toEqual([{ path: 'vehicle', message: messages.unknownField }])
  })

  it('may have a chassis number instead of a plate', async () => {
    const { application_id } = await check({ plate: '', chassis_number: 'mr053-rez1' })
    const { data } = await test.call(application.get, { application_id }, clerk)
    expect(data.vehicle).toMatchObject({ plate: '', chassis_number: 'MR053-REZ1' })
  })
})

describe('a stored vehicle', () => {
  it('is stored for each application, so that the next check does not change it', async () => {
    const first = await check({ plate: '๑กก ๑', mileage: 1000 })
    const second = await check({ plate: '1กก-1', mileage: 2000 })
    const vehicleOf = async ({ application_id }: typeof first) =>
      (await test.call(application.get, { application_id }, clerk)).data.vehicle
    expect(await vehicleOf(first)).toMatchObject({ plate: '1กก 1', mileage: 1000 })
    expect(await vehicleOf(second)).toMatchObject({ plate: '1กก-1', mileage: 2000 })
  })

  it('is found in the list by plate and chassis number, without regard to spaces and hyphens', async () => {
    const { application_code } = await check({ plate: '2ขค 8765', chassis_number: 'MR0-9876' })
    const found = ['2ขค 8765', '2ขค-8765', '2ขค8765', '๒ขค ๘๗๖๕', '8765', '2ข', 'mr09876', 'MR0 98']
    for (const text of found) expect([text, await list(text)]).toEqual([text, [application_code]])
    expect(await list('2ขค 8766')).toEqual([])
    expect(await list('2ขค 8765', 'registrar.bpi')).toEqual([])
  })

  it('is in the rows of the list of vehicle checks, and null for other kinds', async () => {
    await check({ plate: '3งง 333', plate_province: 'อุดรธานี' })
    const { answer } = await test.call(
      application.gettable,
      { type: 'vehicle_check', text: '3งง333' },
      clerk,
    )
    expect(answer.data[0]?.vehicle).toEqual({
      plate: '3งง 333',
      plate_province: 'อุดรธานี',
      chassis_number: '',
    })
    const course = await test.call(application.create, applicationInput(test.school), clerk)
    const courses = await test.call(application.gettable, { type: 'course' }, clerk)
    expect(course.status).toBe(200)
    expect(courses.answer.data[0]?.vehicle).toBeNull()
  })

  it('is found by the search of the command palette, with its plate', async () => {
    const { application_code } = await check({ plate: '4จจ 4444' })
    const find = async (text: string, as = clerk) =>
      (await test.call(search.find, { text }, as)).data.applications.map((row) => [
        row.application_code,
        row.vehicle,
      ])
    expect(await find('4จจ-4444')).toEqual([[application_code, '4จจ 4444 ขอนแก่น']])
    expect(await find('4444')).toContainEqual([application_code, '4จจ 4444 ขอนแก่น'])
    expect(await find('4จจ-4444', 'registrar.bpi')).toEqual([])
  })
})

describe('the last check', () => {
  const visits = async (query: object, as = clerk) =>
    (await test.call(application.lastvehicle, query, as)).data.map(
      ({ vehicle, application_code }) => [application_code, vehicle.plate, vehicle.mileage],
    )

  it('is found by plate, chassis number or customer, once for each vehicle', async () => {
    const person = customerInput()
    await check({ plate: '5ฉฉ 55', mileage: 10 }, person)
    const newer = await check({ plate: '5ฉฉ-55', mileage: 20 }, person)
    const other = await check({ plate: '', chassis_number: 'XY-77' }, person)
    const { data } = await test.call(
      application.get,
      { application_id: newer.application_id },
      clerk,
    )
    const { customer_id } = data.customer
    expect(await visits({ plate: '5ฉฉ55' })).toEqual([[newer.application_code, '5ฉฉ-55', 20]])
    expect(await visits({ chassis_number: 'xy77' })).toEqual([[other.application_code, '', null]])
    expect(await visits({ customer_id })).toEqual([
      [other.application_code, '', null],
      [newer.application_code, '5ฉฉ-55', 20],
    ])
    expect(await visits({ plate: '5ฉฉ5' })).toEqual([])
    expect(await visits({})).toEqual([])
    expect(await visits({ plate: '5ฉฉ55' }, 'registrar.bpi')).toEqual([])
  })

  it('omits cancelled applications', async () => {
    const { answer } = await test.call(
      application.create,
      inputOf({ plate: '6ชช 66' }, customerInput(), 0),
      clerk,
    )
    const { application_id } = answer.data
    await test.call(application.delete, { application_id, note: 'ลงผิด' }, 'manager.kkn')
    expect(await visits({ plate: '6ชช66' })).toEqual([])
  })
})

describe('documents', () => {
  const vehicle = {
    plate: '7ซซ 777',
    vehicle_type: 'รถกระบะ',
    brand: 'ISUZU',
    first_registration: day('2018-03-12'),
    mileage: 123_456,
    chassis_number: 'MPATFR85',
  }
  const printed = [
    '7ซซ 777 ขอนแก่น',
    'รถกระบะ ISUZU',
    'MPATFR85',
    '12 มีนาคม 2561 (อายุ 8 ปี)',
    '123,456 กม.',
  ]

  it('print the vehicle on the form and on every receipt', async () => {
    test.clock.set('2026-11-21T01:00:00Z')
    const { application_id, payments } = await check(vehicle)
    const form = (await test.call(application.pdf, { application_id }, clerk)).data.pdf
    const { data } = await test.call(application.get, { application_id }, clerk)
    const line_id = data.other_fee[0]?.line_id ?? 0
    const lines = [{ line_id, paid: satang(10_000), pay_type: 'cash' as const }]
    const paid = await test.call(application.paybalance, { application_id, lines }, clerk)
    for (const link of [form, payments[0]?.pdf ?? '', paid.data.pdf]) {
      const text = await textOf(link)
      for (const part of printed) expect(text).toContain(part)
    }
  })
})
