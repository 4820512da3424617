/** Text searches in enough exam rights and bookings that frequent texts are found by reading in list order and others by indexes. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { day } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'

let test: TestApp
const clerk = 'registrar.kkn'

/** Customers with a right each; every second is named `กนก`, every third right is of another branch. */
const people = 900
/** Bookings of each right; together more than the limit up to which a list is read completely. */
const bookingsPerRight = 30

beforeAll(async () => {
  test = await startApp()
  const { KKN, BPI } = test.school.branch
  await sql`
    with person as (
      insert into customer (prefix, fname, sname, branch_id, phone_1)
      select 'นาย', case when n % 2 = 0 then 'กนก' else 'สมชาย' end, 'ลำดับ' || n, ${KKN}::int, '08' || 10000000 + n
      from generate_series(1, ${people}::int) n
      returning customer_id, substr(sname, 6)::int as n
    )
    insert into exam_right (customer_id, branch_id, kind, licence_type, valid_from, permission_date, origin)
    select customer_id, case when n % 3 = 0 then ${BPI}::int else ${KKN}::int end,
      case when n % 5 = 0 then 'theory' else 'practice' end, 'car', '2025-01-01', date '2030-01-01' + n, 'granted'
    from person`.execute(test.db)
  await sql`
    insert into customer_branch (branch_id, customer_id) select branch_id, customer_id from exam_right on conflict do nothing`.execute(
    test.db,
  )
  await sql`
    insert into exam_right_event (right_id, event, detail)
    select right_id, 'granted', jsonb_build_object('valid_from', valid_from, 'permission_date', permission_date, 'note', 'ทดสอบ')
    from exam_right`.execute(test.db)
  // Inserted in parts, because a statement may take ten seconds at most.
  for (let first = 1; first <= bookingsPerRight; first += 6) {
    await sql`
      insert into exam (right_id, branch_id, exam_date, result, created_by)
      select right_id, branch_id, date '2025-01-01' + day, 'unknown', (select min(user_id) from app_user)
      from exam_right, generate_series(${first}::int, ${first + 5}::int) day`.execute(test.db)
  }
}, 60_000)
afterAll(() => test.close())

const listRights = async (query: object, as: string) =>
  (await test.call(examRight.gettable, { perPage: 100, ...query }, as)).answer
const listBookings = async (query: object, as: string) =>
  (await test.call(examBooking.gettable, { scope: 'all', perPage: 100, ...query }, as)).answer

/** The numbers of the people for whom the condition holds, latest first, as the lists of rights show them. */
const numbers = (isFound: (n: number) => boolean) =>
  Array.from({ length: people }, (_, i) => people - i).filter(isFound)
const isNamed = (n: number) => n % 2 === 0
const isOwn = (n: number) => n % 3 !== 0

it.each<[string, string, object, (n: number) => boolean]>([
  ['of all branches', 'owner', {}, isNamed],
  ['of one branch', clerk, {}, (n) => isNamed(n) && isOwn(n)],
  ['of a kind', 'owner', { category: 'theory' }, (n) => isNamed(n) && n % 5 === 0],
])('finds all rights and bookings %s for a frequent text', async (_, as, query, isFound) => {
  const found = numbers(isFound)
  for (const text of ['ก', 'กน', 'กนก']) {
    const { data, meta } = await listRights({ ...query, text }, as)
    expect(meta).toMatchObject({ total: found.length })
    expect(data.map(({ customer }) => customer)).toEqual(
      found.slice(0, 100).map((n) => `กนก ลำดับ${n}`),
    )
    const bookings = await listBookings({ ...query, text }, as)
    const count = found.length * bookingsPerRight
    expect(bookings.meta).toMatchObject(
      count > 1_000 ? { total: 1_000, capped: true } : { total: count },
    )
    expect(bookings.data).toHaveLength(100)
    for (const { customer } of bookings.data) expect(customer).toContain('กนก')
  }
})

it('finds and exports all bookings for a text that is frequent only among the latest ones', async () => {
  const latest = 60
  // Each right has a booking before and one after all others.
  await sql`
    with person as (
      insert into customer (prefix, fname, sname, branch_id, phone_1)
      select 'นาย', 'พิเศษ', 'ใหม่' || n, ${test.school.branch.KKN}::int, '0990000000' from generate_series(1, ${latest}::int) n
      returning customer_id, branch_id
    ), own as (
      insert into customer_branch (branch_id, customer_id) select branch_id, customer_id from person
    ), granted as (
      insert into exam_right (customer_id, branch_id, kind, licence_type, valid_from, permission_date, origin)
      select customer_id, branch_id, 'theory', 'car', '2025-01-01', '2040-01-01', 'granted' from person
      returning right_id, branch_id
    ), event as (
      insert into exam_right_event (right_id, event, detail)
      select right_id, 'granted', '{"valid_from": "2025-01-01", "permission_date": "2040-01-01", "note": "ทดสอบ"}'
      from granted
    )
    insert into exam (right_id, branch_id, exam_date, result, created_by)
    select right_id, branch_id, day, 'unknown', (select min(user_id) from app_user)
    from granted, unnest(array['2024-12-01', '2025-06-01']::date[]) day`.execute(test.db)
  const { meta, data } = await listBookings({ text: 'พิเศษ' }, 'owner')
  expect(meta).toMatchObject({ total: 2 * latest })
  expect(new Set(data.map(({ exam_date }) => exam_date))).toEqual(
    new Set(['2025-06-01', '2024-12-01']),
  )
  expect((await listRights({ text: 'พิเศษ' }, 'owner')).meta.total).toBe(latest)
  for (const [start, count] of [
    [undefined, 2 * latest],
    [day('2025-02-01'), latest],
  ] as const) {
    const query = { scope: 'all' as const, text: 'พิเศษ', start }
    const { data: link } = await test.call(examBooking.export, query, 'owner')
    const lines = readWorkbookSheet((await test.raw('GET', link.file)).bytes)
    const listed = lines.filter((line) => line.some((cell) => String(cell).startsWith('พิเศษ')))
    expect(listed).toHaveLength(count)
    // The number of 1 June 2025.
    expect(listed[0]).toContain(45_809)
  }
})

it('finds all rights and bookings for a rare text, and none for a text without matches', async () => {
  // The bookings of all branches exceed the limit up to which a list is read completely; those of one branch or of some days do not.
  for (const [as, query, count] of [
    ['owner', {}, bookingsPerRight],
    [clerk, {}, bookingsPerRight],
    ['owner', { start: '2025-01-11', end: '2025-01-20' }, 10],
    ['owner', { start: '2025-01-02', end: '2025-01-31' }, bookingsPerRight],
  ] as const) {
    const { data, meta } = await listBookings({ ...query, text: 'ลำดับ776' }, as)
    expect(meta.total).toBe(count)
    expect(new Set(data.map(({ customer }) => customer))).toEqual(new Set(['กนก ลำดับ776']))
    expect((await listBookings({ ...query, text: 'ควอนตัม' }, as)).meta.total).toBe(0)
  }
  // A right of another branch.
  expect((await listBookings({ text: 'ลำดับ777' }, clerk)).meta.total).toBe(0)
  expect((await listRights({ text: 'ลำดับ776' }, clerk)).data).toHaveLength(1)
  expect((await listRights({ text: 'ลำดับ777' }, clerk)).data).toHaveLength(0)
})
