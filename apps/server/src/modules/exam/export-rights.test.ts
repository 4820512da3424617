/**
 * The exports of a text search with more matching exam rights, bookings and applications than the
 * limit.
 */
import { application } from '@khapdee/contract/entities/application'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { removeStatementTimeout } from '../../db/statement-timeout.ts'
import { maxExportedBySearch } from '../export/export.queries.ts'

let test: TestApp

/**
 * Customers of one name with a right each, more than the limit of exports; ten of them are of
 * another kind.
 */
const people = maxExportedBySearch + 2

beforeAll(async () => {
  test = await startApp({ skipInvariants: true })
  await test.db.transaction().execute(async (tx) => {
    await removeStatementTimeout(tx)
    await sql`
      with person as (
        insert into customer (prefix, fname, sname, branch_id, phone_1)
        select 'นาย', 'กนก', 'ลำดับ' || n, ${test.school.branch.KKN}::int, '0810000000'
        from generate_series(1, ${people}::int) n
        returning customer_id, branch_id, substr(sname, 6)::int as n
      ), own as (
        insert into customer_branch (branch_id, customer_id) select branch_id, customer_id from person
      ), granted as (
        insert into exam_right (customer_id, branch_id, kind, licence_type, valid_from, permission_date, origin)
        select customer_id, branch_id, case when n <= 10 then 'theory' else 'practice' end, 'car', '2025-01-01', '2040-01-01',
          'granted' from person
        returning right_id
      )
      insert into exam_right_event (right_id, event, detail)
      select right_id, 'granted', '{"valid_from": "2025-01-01", "permission_date": "2040-01-01", "note": "ทดสอบ"}'
      from granted`.execute(tx)
    await sql`insert into exam (right_id, branch_id, exam_date, created_by)
      select right_id, branch_id, '2039-01-01', (select min(user_id) from app_user)
      from exam_right`.execute(tx)
    // One of the applications is of another kind.
    await sql`insert into application (application_code, type, branch_id, customer_id, customer_name, search, course_name,
        status, total, discount, net, paid, balance, created_by, updated_by)
      select 'X' || customer_id, case when sname = 'ลำดับ777' then 'exam' else 'course' end, branch_id, customer_id, name,
        search, 'รถยนต์', 'paid', 0, 0, 0, 0, 0, author, author
      from customer, (select min(user_id) as author from app_user) people
      where fname = 'กนก'`.execute(tx)
  })
}, 60_000)
afterAll(() => test.close())

const exported = (query: object) => test.call(examRight.export, query, 'manager.kkn')

it('an export with too many matches is refused with a message that says what to do, and works with another filter or text', async () => {
  const { status, body } = await exported({ text: 'กนก' })
  expect([status, body.code]).toEqual([400, 'VALIDATION'])
  expect(body.errors).toEqual([
    { path: 'text', message: expect.stringMatching(/มากกว่า 20,000 รายการ .*ตัวกรอง/) },
  ])
  expect((await exported({ text: 'กนก', category: 'theory' })).status).toBe(200)
  expect((await exported({ text: 'ลำดับ777' })).status).toBe(200)
  expect((await exported({})).status).toBe(200)
})

it('an export of bookings is refused by the same rule', async () => {
  const bookings = (query: object) => test.call(examBooking.export, query, 'manager.kkn')
  const { status, body } = await bookings({ scope: 'all', text: 'กนก' })
  expect([status, body.code]).toEqual([400, 'VALIDATION'])
  expect(body.errors).toEqual([
    { path: 'text', message: expect.stringMatching(/มากกว่า 20,000 รายการ .*ตัวกรอง/) },
  ])
  expect((await bookings({ scope: 'all', text: 'กนก', category: 'theory' })).status).toBe(200)
  expect((await bookings({ scope: 'all', text: 'ลำดับ777' })).status).toBe(200)
  expect((await bookings({ text: 'กนก' })).status).toBe(200)
})

it('an export of applications is refused by the same rule', async () => {
  const applications = (query: object) => test.call(application.export, query, 'manager.kkn')
  const { status, body } = await applications({ text: 'กนก' })
  expect([status, body.code]).toEqual([400, 'VALIDATION'])
  expect(body.errors).toEqual([
    { path: 'text', message: expect.stringMatching(/มากกว่า 20,000 รายการ .*ตัวกรอง/) },
  ])
  expect((await applications({ text: 'กนก', type: 'exam' })).status).toBe(200)
  expect((await applications({ text: 'ลำดับ778' })).status).toBe(200)
  expect((await applications({})).status).toBe(200)
})
