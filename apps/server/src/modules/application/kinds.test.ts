import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { request } from '@khapdee/contract/entities/request'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput, lineInput, vehicleInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const halfPaid = lineInput(20_000, { paid: satang(10_000) })
const registrar = 'registrar.kkn'
const registerVehicleCheck = async () => {
  const other_fee = [{ other_fee_id: test.school.otherFee.medical, ...halfPaid }]
  const input = applicationInput(test.school, {
    type: 'vehicle_check',
    vehicle: vehicleInput(),
    course: [],
    other_fee,
  })
  return (await test.call(application.create, input, registrar)).data
}
const registerCourse = (type: 'course' | 'exam') => async () => {
  const course = [{ course_id: test.school.course.ofKkn, ...halfPaid, cost: satang(100_000) }]
  const input = applicationInput(test.school, { type, course })
  return (await test.call(application.create, input, registrar)).data
}

/** Each kind with its endpoints, the prefix of its numbers, and a function that registers one. */
const kinds = [
  ['course', application, 'AP', registerCourse('course')],
  ['exam', application, 'EX', registerCourse('exam')],
  ['vehicle_check', application, 'VC', registerVehicleCheck],
  [
    'other_fee',
    applicationFee,
    'OF',
    async () => {
      const other_fee = [{ other_fee_id: test.school.otherFee.medical, ...halfPaid }]
      const input = { customer: customerInput(), other_fee }
      return (await test.call(applicationFee.create, input, registrar)).data
    },
  ],
  [
    'request_fee',
    request,
    'RQ',
    async () => {
      const request_fee = [{ request_fee_id: test.school.requestFee.licence, ...halfPaid }]
      const input = { customer: customerInput(), request_fee }
      return (await test.call(request.create, input, registrar)).data
    },
  ],
] as const

describe.each(kinds)('an application of the kind %s', (type, endpoints, prefix, register) => {
  it('is numbered, listed, read, paid, printed and refunded', async () => {
    const { application_id, application_code, payments } = await register()
    expect(application_code).toBe(`${prefix}-KKN-6911-0001`)
    const read = async () =>
      (await test.call(endpoints.get, { application_id }, 'manager.kkn')).data
    const { course, other_fee, request_fee, balance, ...shown } = await read()
    expect(shown).toMatchObject({ type, status: 'outstanding', paid: 10_000 })

    const { data } = (await test.call(endpoints.gettable, { type }, registrar)).answer
    expect(data.map((row) => row.application_code)).toEqual([application_code])

    const [line] = [...course, ...other_fee, ...request_fee]
    const lines = [{ line_id: line?.line_id ?? 0, paid: balance, pay_type: 'transfer' as const }]
    await test.call(endpoints.paybalance, { application_id, lines }, registrar)
    expect((await read()).status).toBe('paid')

    const { pdf } = (await test.call(endpoints.pdf, { application_id }, registrar)).data
    expect(pdf).toContain(application_code)
    const payment_id = payments[0]?.payment_id ?? 0
    expect((await test.call(endpoints.pdfpayment, { payment_id }, registrar)).status).toBe(200)

    const back = { application_id, value: satang(100), note: 'ย้ายที่อยู่' }
    await test.call(endpoints.refund, back, 'manager.kkn')
    expect(await read()).toMatchObject({ status: 'partial_refund', mode: 'refund' })
  })
})

it('returns the id and the number of other fees and request fees also under the names of the former system', async () => {
  const [, , , [, , , registerFee], [, , , registerRequest]] = kinds
  const created = await registerFee()
  const { application_id, application_code } = created
  const alias = { application_other_fee_id: application_id }
  const coded = { ...alias, application_other_fee_code: application_code }
  expect(created).toMatchObject(coded)
  const stored = (await test.call(applicationFee.get, { application_id }, 'manager.kkn')).data
  expect(stored).toMatchObject(coded)
  const listed = await test.call(applicationFee.gettable, { text: application_code }, registrar)
  expect(listed.data).toMatchObject([coded])
  const [line] = stored.other_fee
  const lines = [{ line_id: line?.line_id ?? 0, paid: satang(100), pay_type: 'cash' as const }]
  const paid = await test.call(applicationFee.paybalance, { application_id, lines }, registrar)
  expect(paid.data).toMatchObject(alias)
  const change = { application_id, version: stored.version + 1, note: 'โทรแล้ว' }
  const updated = await test.call(applicationFee.update, change, registrar)
  expect(updated.data).toMatchObject(alias)
  const back = { application_id, value: satang(100), note: 'ย้ายที่อยู่' }
  const refunded = await test.call(applicationFee.refund, back, 'manager.kkn')
  expect(refunded.data).toMatchObject(alias)
  const requested = await registerRequest()
  expect(requested).toMatchObject({ application_request_fee_code: requested.application_code })
  // The answers of courses have no such names.
  const course = await kinds[0][3]()
  expect(Object.keys(course)).toEqual(['application_id', 'application_code', 'pdf', 'payments'])
})

it('refuses a request fee in a course application', async () => {
  const { licence } = test.school.requestFee
  const input = applicationInput(test.school, {
    request_fee: [{ request_fee_id: licence, ...halfPaid }],
  })
  const answer = await test.call(application.create, input, registrar)
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'request_fee.0.request_fee_id' }] },
  })
})
