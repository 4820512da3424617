/** Text searches among so many exam rights and bookings that frequent texts are found by reading and others by indexes. */
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'

let test: TestApp
const clerk = 'registrar.kkn'

/** Customers with a right each; every second is named `กนก`, every third right is of another branch. */
const people = 900
/** Bookings of each right; together more than are read completely. */
const bookingsPerRight = 24

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
  await sql`
    insert into exam (right_id, branch_id, exam_date, result, created_by)
    select right_id, branch_id, date '2025-01-01' + day, 'unknown', (select min(user_id) from app_user)
    from exam_right, generate_series(1, ${bookingsPerRight}::int) day`.execute(test.db)
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
      count > 5_000 ? { total: 5_000, capped: true } : { total: count },
    )
    expect(bookings.data).toHaveLength(100)
    for (const { customer } of bookings.data) expect(customer).toContain('กนก')
  }
})

it('finds all rights and bookings for a rare text, and none for one that nobody has', async () => {
  // Of all branches more bookings than are read completely; of a branch and of some days fewer.
  for (const [as, query, count] of [
    ['owner', {}, bookingsPerRight],
    [clerk, {}, bookingsPerRight],
    ['owner', { start: '2025-01-11', end: '2025-01-20' }, 10],
    ['owner', { start: '2025-01-02', end: '2025-01-25' }, bookingsPerRight],
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
