import { application } from '@khapdee/contract/entities/application'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { type ApplicationInput, applicationInput } from '../../../test/make/application.ts'
import { customerInput } from '../../../test/make/customer.ts'
import { compactTotals } from './compact-totals.ts'
import { maxCounted, maxReachableRows } from '../../kernel/list.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp({ skipInvariants: true })
})
afterAll(() => test.close())

const register = (values: Partial<ApplicationInput> = {}) =>
  test.call(application.create, applicationInput(test.school, values), 'registrar.kkn')

/** Inserts copies of an application, each a day older than the previous one. */
async function multiply(times: number): Promise<void> {
  const customer = customerInput({ fname: 'สมชาย' })
  const { data } = await register({ customer })
  await sql`
    insert into application (application_code, type, branch_id, customer_id, status, total, discount,
      net, paid, paid_cash, balance, customer_name, search, created_by, updated_by, "createdAt")
    select 'X' || a.application_id || '-' || i, type, branch_id, customer_id, status, total, discount,
      net, paid, paid_cash, balance, customer_name, 'x' || search, created_by, updated_by, "createdAt" - make_interval(days => i)
    from application a, generate_series(1, ${times}) i
    where application_id = ${data.application_id}`.execute(test.db)
}

/** The sums by key from the tallies and from the rows; the day is null in the sums over all days. */
async function bothSums() {
  const sumsOf = (source: ReturnType<typeof sql>) =>
    sql`select type, branch_id, status, created_by, day, sum(n)::int as n, sum(net) as net,
        sum(paid) as paid, sum(balance) as balance, sum(cash) as cash, sum(transfer) as transfer
      from ${source} s group by 1, 2, 3, 4, 5
      having (sum(n), sum(net), sum(paid), sum(balance), sum(cash), sum(transfer)) <> (0, 0, 0, 0, 0, 0) order by 1, 2, 3, 4, 5`.execute(
      test.db,
    )
  const tallies = await sumsOf(sql`(select *, applications as n from application_tally)`)
  const rows = await sumsOf(sql`(
    select *, 1 as n, paid_cash as cash, paid_transfer as transfer, (a."createdAt" at time zone 'Asia/Bangkok')::date as day from application a where not is_delete
    union all select *, 1 as n, paid_cash, paid_transfer, null from application where not is_delete)`)
  return { tallies: tallies.rows, rows: rows.rows }
}

it('the tallies equal the rows after any change, before and after compaction', async () => {
  await multiply(40)
  const { BPI } = test.school.branch
  const changes = {
    settle: sql`paid = net, paid_cash = net - paid_transfer, balance = 0, status = 'paid'`,
    reopen: sql`paid = net - 1, paid_cash = net - 1 - paid_transfer, balance = 1, status = 'outstanding'`,
    remove: sql`is_delete = not is_delete`,
    move: sql`branch_id = ${BPI}`,
    date: sql`"createdAt" = "createdAt" - interval '5 hours'`,
    swap: sql`paid_cash = paid_transfer, paid_transfer = paid_cash`,
    note: sql`note = note || '.'`,
  }
  const change = fc.record({
    name: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
    remainder: fc.nat(6),
    compacts: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (steps) => {
      for (const { name, remainder, compacts } of steps) {
        await sql`update application set ${changes[name]} where application_id % 7 = ${remainder}`.execute(
          test.db,
        )
        if (compacts) await compactTotals.run(test.db)
      }
      const { tallies, rows } = await bothSums()
      expect(tallies).toEqual(rows)
    }),
    { numRuns: 30 },
  )
  await compactTotals.run(test.db)
  const { rows } = await sql`
    select from application_tally group by type, branch_id, status, created_by, day having count(*) > 1`.execute(
    test.db,
  )
  expect(rows).toEqual([])
})

it('the tallies equal the rows when compaction and writes run concurrently', async () => {
  await Promise.all([
    ...Array.from({ length: 8 }, () => register()),
    ...Array.from({ length: 8 }, () => compactTotals.run(test.db)),
  ])
  const { tallies, rows } = await bothSums()
  expect(tallies).toEqual(rows)
})

it('an application cannot be removed from the table, because its sums would remain in the tally', async () => {
  await expect(sql`delete from application`.execute(test.db)).rejects.toThrow(/is not allowed/)
})

it('limits pages to maxReachableRows and search counts to maxCounted', async () => {
  await multiply(Math.max(maxCounted, maxReachableRows) + 40)
  const list = async (query: object) =>
    (await test.call(application.gettable, query, 'owner')).answer
  const { meta, total } = await list({ perPage: 100 })
  expect(meta.total).toBeGreaterThan(maxReachableRows)
  expect(meta.capped).toBeUndefined()
  expect(meta).toMatchObject({ bounded: true, totalPages: maxReachableRows / 100 })
  expect(total).not.toBeNull()

  const ids = async (query: object) =>
    (await list({ perPage: 100, ...query })).data.map((row) => row.application_id)
  const { rows } = await sql<{ id: number }>`
    select application_id as id from application where not is_delete and type = 'course'
    order by "createdAt" desc, application_id desc`.execute(test.db)
  const expected = rows.map((row) => row.id)
  for (const page of [11, Math.ceil(meta.totalPages / 2), meta.totalPages - 1, meta.totalPages]) {
    expect(await ids({ page })).toEqual(expected.slice((page - 1) * 100, page * 100))
  }
  for (const page of [meta.totalPages + 1, 1_000_000]) expect(await ids({ page })).toEqual([])
  expect(await ids({ page: 2, sort: 'createdAt' })).toEqual(expected.toReversed().slice(100, 200))

  for (const text of ['ช', 'สม', 'สมชาย', '08']) {
    const found = await list({ text, perPage: 100 })
    expect(found.meta).toMatchObject({ total: maxCounted, capped: true, bounded: true })
    expect(found.total).toBeNull()
    const { rows: named } = await sql<{ id: number }>`
      select application_id as id from application
      where not is_delete and type = 'course' and ('08' = ${text} or customer_name like ${`%${text}%`})
      order by "createdAt" desc, application_id desc limit 100`.execute(test.db)
    expect(found.data.map((row) => row.application_id)).toEqual(named.map((row) => row.id))
  }
})
