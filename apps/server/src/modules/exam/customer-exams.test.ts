import { application } from '@khapdee/contract/entities/application'
import { customerExam } from '@khapdee/contract/entities/customer-exam'
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { maskIdCard } from '@khapdee/domain/id-card'
import { satang } from '@khapdee/domain/money'
import { type Day, addDays } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { lineInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { type MoneyDesk, moneyDesk } from '../../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk
let today: Day

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  today = test.clock.today()
})
afterAll(() => test.close())

const price = 600_000

/** A new customer with the rights of the car course. */
async function registered(paid = price) {
  const customer = customerInput()
  const app = await desk.register({
    course: [{ course_id: test.school.course.car, ...lineInput(price, { paid: satang(paid) }) }],
    other_fee: [],
    customer,
    as: 'cashier.kkn',
  })
  return { customer, app }
}

const read = async (search: Parameters<typeof find>[0], as?: string) =>
  (await find(search, as)).answer
const find = (
  search: { idcard?: string; text?: string; customer_id?: number },
  as = 'manager.kkn',
) => test.call(customerExam.get, search, as)

describe('the exams of a customer', () => {
  it('are found by the complete number with rights, bookings and results, and masked numbers', async () => {
    const { customer, app } = await registered()
    const { data } = await read({ idcard: customer.idcard })
    const theory = data?.rights.find(({ kind }) => kind === 'theory')
    expect(data).toMatchObject({
      customer: { idcard: maskIdCard(customer.idcard), fname: customer.fname },
      unsettled: [],
      bookings: [],
    })
    expect(theory).toMatchObject({ can: { book: true }, last_exam: null })
    const exam_date = addDays(today, 4)
    const { exam_id } = (
      await test.call(
        examBooking.book,
        { right_id: theory?.right_id ?? 0, exam_date },
        'registrar.kkn',
      )
    ).data
    const after = (await read({ customer_id: data?.customer.customer_id ?? 0 })).data
    expect(after?.bookings).toMatchObject([{ exam_id, exam_date, status: 'waiting' }])
    const shown = { exam_date, status: 'waiting' }
    expect(after?.rights.find(({ kind }) => kind === 'theory')).toMatchObject({
      booking: { exam_id },
      last_exam: shown,
    })
    const detail = await test.call(
      application.get,
      { application_id: app.application_id },
      'manager.kkn',
    )
    expect(detail.data.exam_rights.map(({ last_exam }) => last_exam)).toContainEqual(
      expect.objectContaining(shown),
    )
    const record = await test.call(
      customerRecord.get,
      { customer_id: data?.customer.customer_id ?? 0 },
      'manager.kkn',
    )
    expect(record.data.exams?.map(({ last_exam }) => last_exam)).toContainEqual(
      expect.objectContaining(shown),
    )
    await test.db
      .updateTable('exam')
      .set({ result: 'fail', result_at: test.clock.now().toISOString(), result_by: 1 })
      .where('exam_id', '=', exam_id)
      .execute()
    const failed = (await read({ customer_id: data?.customer.customer_id ?? 0 })).data
    expect(failed?.rights.find(({ kind }) => kind === 'theory')).toMatchObject({
      booking: null,
      last_exam: { exam_date, status: 'fail' },
    })
  })

  it('show balances and missing documents only to callers who may see applications', async () => {
    const { customer, app } = await registered(0)
    const { data } = await read({ idcard: customer.idcard })
    expect(data?.unsettled).toMatchObject([
      { application_id: app.application_id, application_code: app.code, balance: price },
    ])
    const asExaminer = (await read({ idcard: customer.idcard }, 'examiner.kkn')).data
    expect(asExaminer?.unsettled).toBeNull()
    expect(asExaminer?.rights[0]?.balance).toBeNull()
  })

  it('are those of the own branches only', async () => {
    const { customer } = await registered()
    const { data } = await read({ idcard: customer.idcard })
    expect((await read({ idcard: customer.idcard }, 'manager.bpi')).data).toBeNull()
    const foreign = await find({ customer_id: data?.customer.customer_id ?? 0 }, 'manager.bpi')
    expect(foreign.status).toBe(404)
  })

  it('are searched by name, and further customers with the name are listed', async () => {
    const fname = 'ชื่อซ้ำสอบ'
    for (let n = 0; n < 2; n++) {
      await desk.register({ customer: customerInput({ fname }), as: 'cashier.kkn' })
    }
    const { data, others } = await read({ text: fname })
    expect([data?.customer, ...others].map((person) => person?.fname)).toEqual([fname, fname])
    expect((await read({ text: 'ไม่มีชื่อนี้' })).data).toBeNull()
  })

  it('are limited for unknown complete numbers, like the lookup of customers', async () => {
    let status = 200
    for (let n = 0; n < 40 && status === 200; n++) {
      status = (await find({ idcard: customerInput().idcard }, 'examiner.kkn')).status
    }
    expect(status).toBe(429)
  })
})

it('include the number of days for which each branch grants a right, for users who may grant one', async () => {
  const { customer } = await registered()
  const branch_id = test.school.branch.KKN
  const stored = await test.db
    .selectFrom('branch')
    .select('settings')
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  const set = (settings: unknown) =>
    test.db
      .updateTable('branch')
      .set({ settings: JSON.stringify(settings) })
      .where('branch_id', '=', branch_id)
      .execute()
  await set({ exam_right_days: 45 })
  const { data } = await read({ idcard: customer.idcard })
  expect(data?.right_days).toEqual([{ branch_id, days: 45 }])
  const seen = await read({ idcard: customer.idcard }, 'cashier.kkn')
  expect(seen.data?.right_days).toEqual([])
  await set(stored.settings)
})
