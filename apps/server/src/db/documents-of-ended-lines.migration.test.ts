/**
 * Migration 0062: deletes required documents that only ended lines needed. Since then, ending a
 * line deletes them.
 */
import { readFile } from 'node:fs/promises'
import { documentType } from '@khapdee/contract/entities/document-type'
import { requiredDocument } from '@khapdee/contract/entities/required-document'
import { satang } from '@khapdee/domain/money'
import { addDays, day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { lineInput } from '../../test/make/application.ts'
import { type CustomerInput, customerInput } from '../../test/make/customer.ts'
import { type MoneyDesk, type Registered, moneyDesk } from '../../test/make/money.ts'

let test: TestApp
let desk: MoneyDesk

const types = (school: TestApp['school']) =>
  [
    { name: 'ใบรับรองแพทย์' },
    { name: 'สำเนาบัตรประชาชน', condition: 'thai' },
    { name: 'สำเนาหนังสือเดินทาง', condition: 'foreign' },
    { name: 'หนังสือยินยอมของผู้ปกครอง', condition: 'under_20' },
    { name: 'ใบขับขี่เดิม', course_id: school.course.motorcycle },
    { name: 'ใบสั่งซื้อ', other_fee_id: school.otherFee.book },
    { name: 'ใบสั่งซื้อของผู้เยาว์', other_fee_id: school.otherFee.book, condition: 'under_20' },
    { name: 'ใบสั่งซื้อของขอนแก่น', other_fee_id: school.otherFee.book, branch_id: school.branch.KKN },
  ] as const

beforeAll(async () => {
  test = await startApp()
  desk = moneyDesk(test)
  for (const type of types(test.school)) {
    const none = { course_id: null, other_fee_id: null, request_fee_id: null, branch_id: null }
    const defaults = {
      condition: 'everyone',
      valid_days: 0,
      detail: '',
      is_activate: true,
    } as const
    const { status } = await test.call(
      documentType.create,
      { ...defaults, ...none, ...type },
      'admin',
    )
    if (status !== 200) throw new Error(`${type.name} was refused`)
  }
})
afterAll(() => test.close())

/** Registers a motorcycle course and a book. */
const register = (customer: Partial<CustomerInput> = {}, paid = 0) =>
  desk.register({
    customer: customerInput(customer),
    course: [
      {
        course_id: test.school.course.motorcycle,
        ...lineInput(250_000, { paid: satang(paid) }),
      },
    ],
    other_fee: [{ other_fee_id: test.school.otherFee.book, ...lineInput(15_000) }],
  })

const stored = ({ application_id }: Registered) =>
  test.db
    .selectFrom('application_document')
    .select(['application_document_id', 'document_type_id', 'name', 'valid_days', 'ticked_at'])
    .where('application_id', '=', application_id)
    .orderBy('name')
    .execute()
const namesOf = async (app: Registered) => (await stored(app)).map(({ name }) => name)

/**
 * Ends lines as the server did before the migration, without deleting documents. @returns the
 * documents that remain when the current server ends the same lines
 */
async function endAsBefore(app: Registered, end: () => Promise<{ status: number }>) {
  const before = await stored(app)
  expect((await end()).status).toBe(200)
  const left = await namesOf(app)
  const { application_id } = app
  for (const { application_document_id: _, ...document } of before) {
    if (left.includes(document.name)) continue
    await test.db
      .insertInto('application_document')
      .values({ application_id, ...document })
      .execute()
  }
  return left
}

it('deletes the documents that only ended lines needed, as the end of a line does now', async () => {
  const today = test.clock.today()
  const comingOfAge = day(`${Number(today.slice(0, 4)) - 20}${today.slice(4)}`)
  const adult = { birthday: comingOfAge }
  const minor = { birthday: addDays(comingOfAge, 1) }
  const foreigner = { is_foreigner: true, idcard: '', passport: 'AB1234567' }
  const cases = []
  for (const customer of [{}, minor, adult, foreigner]) {
    for (const lines of [[0], [1], [0, 1]]) {
      const app = await register(customer)
      cases.push({ app, left: await endAsBefore(app, () => desk.end(app, lines)) })
    }
  }
  const cancelled = await register()
  cases.push({
    app: cancelled,
    left: await endAsBefore(cancelled, () => desk.cancel(cancelled)),
  })
  const refunded = await register({}, 250_000)
  const refund = () => desk.refund(refunded, 250_000, 'manager.kkn', 'cash', [[0, 250_000]])
  cases.push({ app: refunded, left: await endAsBefore(refunded, refund) })

  const received = await register()
  const medical = (await stored(received)).find(({ name }) => name === 'ใบรับรองแพทย์')
  const tick = await test.call(
    requiredDocument.tick,
    {
      application_document_id: medical?.application_document_id ?? 0,
      document_day: today,
      file_id: null,
    },
    'registrar.kkn',
  )
  expect(tick.status).toBe(200)
  cases.push({ app: received, left: await endAsBefore(received, () => desk.end(received, [0])) })

  // An application with open lines keeps all its documents, even those that its customer does not
  // need.
  const open = await register()
  await test.db
    .insertInto('application_document')
    .values((eb) => ({
      application_id: open.application_id,
      name: 'สำเนาหนังสือเดินทาง',
      valid_days: 0,
      document_type_id: eb
        .selectFrom('document_type')
        .select('document_type_id')
        .where('name', '=', 'สำเนาหนังสือเดินทาง'),
    }))
    .execute()
  const all = await namesOf(open)

  const file = new URL('./migrations/0062_documents_of_ended_lines.sql', import.meta.url)
  await sql.raw(await readFile(file, 'utf8')).execute(test.db)

  for (const { app, left } of cases) expect(await namesOf(app)).toEqual(left)
  expect(await namesOf(open)).toEqual(all)
  expect(new Set(cases.map(({ left }) => left.join())).size).toBeGreaterThan(5)
})
