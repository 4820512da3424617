/** The export of a text search among more exam rights than it may read. */
import { examRight } from '@khapdee/contract/entities/exam-right'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { maxExportedBySearch } from './exam-right.queries.ts'

let test: TestApp

/** Customers of one name with a right each, one more than are exported; ten of them are of another kind. */
const people = maxExportedBySearch + 1

beforeAll(async () => {
  test = await startApp()
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
    from granted`.execute(test.db)
}, 60_000)
afterAll(() => test.close())

const exported = (query: object) => test.call(examRight.export, query, 'manager.kkn')

it('is refused with a sentence that says what to do, and possible with another filter or text', async () => {
  const { status, body } = await exported({ text: 'กนก' })
  expect([status, body.code]).toEqual([400, 'VALIDATION'])
  expect(body.errors).toEqual([
    { path: 'text', message: expect.stringMatching(/มากกว่า 20,000 รายการ .*ตัวกรอง/) },
  ])
  expect((await exported({ text: 'กนก', category: 'theory' })).status).toBe(200)
  expect((await exported({ text: 'ลำดับ777' })).status).toBe(200)
  expect((await exported({})).status).toBe(200)
})
