/** Search texts that many applications and receipts contain, which are found by reading rows instead of the index of texts. */
import { application } from '@khapdee/contract/entities/application'
import { payment } from '@khapdee/contract/entities/payment'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeCustomer } from '../../../test/make/customer.ts'

let test: TestApp

/** More rows than the sample of a search; every second is of `กนก`, every sixth of another branch. */
const generated = 900

beforeAll(async () => {
  // The rows are generated without lines, which the invariants would report.
  test = await startApp({ skipInvariants: true })
  const { KKN, BPI } = test.school.branch
  const { customer_id } = await makeCustomer(test.db, KKN)
  const user = test.school.userId('registrar.kkn')
  await sql`
    with added as (
      insert into application (application_code, type, branch_id, customer_id, customer_name, search, total, discount,
        net, paid, paid_cash, balance, status, created_by, updated_by, "createdAt", "updatedAt")
      select code, 'course', branch, ${customer_id}, name, lower(code || ' ' || name || ' i:1100000000016 p:0899' || n),
        10000, 0, 10000, case when n % 4 = 0 then 10000 else 0 end, case when n % 4 = 0 then 10000 else 0 end,
        case when n % 4 = 0 then 0 else 10000 end, case when n % 4 = 0 then 'paid' else 'outstanding' end, ${user}, ${user},
        '2026-01-01'::timestamptz + n * interval '1 hour', now()
      from (select n, 'AP-' || n as code, case when n % 6 = 0 then ${BPI}::int else ${KKN}::int end as branch,
        case when n % 2 = 0 then 'กนก' else 'สมชาย' end || ' ลำดับ' || n as name
        from generate_series(1, ${generated}::int) n) person
      returning *
    )
    insert into payment (payment_code, application_id, branch_id, type, kind, pay_type, paid, status, customer_name, search,
      created_by, "createdAt")
    select 'RE' || application_code, application_id, branch_id, type, 'receipt', 'cash', 10000, 'normal', customer_name,
      payment_search('RE' || application_code, search), created_by, "createdAt" from added where paid > 0`.execute(
    test.db,
  )
})
afterAll(() => test.close())

/** The numbers of the generated rows for which the condition holds. */
const numbers = (isFound: (n: number) => boolean) =>
  Array.from({ length: generated }, (_, i) => i + 1).filter(isFound)
const isNamed = (n: number) => n % 2 === 0

type Case = readonly [name: string, as: string, query: object, isFound: (n: number) => boolean]
const shared: readonly Case[] = [
  ['of all branches', 'owner', {}, isNamed],
  ['of one branch', 'manager.kkn', {}, (n) => isNamed(n) && n % 6 !== 0],
  [
    'of some days',
    'owner',
    { start: '2026-01-01', end: '2026-01-10' },
    (n) => isNamed(n) && n < 233,
  ],
  // None of the last 400 rows matches.
  ['of days long before', 'owner', { end: '2026-01-05' }, (n) => isNamed(n) && n < 113],
  ['sorted by another column', 'owner', { sort: 'createdAt' }, isNamed],
]

type Find = (query: object) => Promise<{ names: string[]; total: number }>

/** The results of a list for texts of one to three letters: the total and the names of the first page. */
const findEach = (find: Find, query: object) =>
  Promise.all(['ก', 'กน', 'กนก'].map((text) => find({ ...query, text, perPage: 100 })))

/** The same for the rows of these numbers, newest first unless the query is sorted. */
function expectedOf(query: object, found: number[]) {
  const inOrder = 'sort' in query ? found : found.toReversed()
  const page = { total: found.length, names: inOrder.slice(0, 100).map((n) => `กนก ลำดับ${n}`) }
  return [page, page, page]
}

describe('the list of applications finds by a frequent text all', () => {
  it.each<Case>([
    ...shared,
    ['of a status', 'owner', { status: 'paid' }, (n) => n % 4 === 0],
    ['of a category', 'owner', { category: 'no_day' }, (n) => isNamed(n) && n % 4 !== 0],
  ])('%s', async (_, as, query, isFound) => {
    const find = async (filter: object) => {
      const { data, meta } = (await test.call(application.gettable, filter, as)).answer
      return { names: data.map(({ customer }) => customer), total: meta.total }
    }
    expect(await findEach(find, query)).toEqual(expectedOf(query, numbers(isFound)))
  })
})

describe('the history of payments finds by a frequent text all', () => {
  it.each<Case>(shared)('%s', async (_, as, query, isFound) => {
    const find = async (filter: object) => {
      const { data, meta } = (await test.call(payment.gettable, filter, as)).answer
      return { names: data.map(({ customer }) => customer), total: meta.total }
    }
    const found = numbers((n) => isFound(n) && n % 4 === 0)
    expect(await findEach(find, query)).toEqual(expectedOf(query, found))
  })

  it('also of one user', async () => {
    const user = String(test.school.userId('registrar.kkn'))
    const { meta } = (await test.call(payment.gettable, { user, text: 'ก' }, 'owner')).answer
    expect(meta.total).toBe(numbers((n) => n % 4 === 0).length)
  })
})

it('finds a rare text beside frequent ones', async () => {
  const { data } = (await test.call(application.gettable, { text: 'ลำดับ777' }, 'owner')).answer
  expect(data.map(({ customer }) => customer)).toEqual(['สมชาย ลำดับ777'])
})
