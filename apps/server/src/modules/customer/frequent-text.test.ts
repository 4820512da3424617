/** Search texts that many customers contain, which are found by reading rows instead of the index of texts. */
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'

let test: TestApp
const clerk = 'registrar.kkn'

/** More customers than the sample of a search, of whom every second is named `กนก` and every sixth is of another branch. */
const generated = 900

beforeAll(async () => {
  test = await startApp()
  const { KKN, BPI } = test.school.branch
  await sql`
      insert into customer (prefix, fname, sname, branch_id, phone_1, is_foreigner, is_delete, "createdAt")
      select 'นาย', case when n % 2 = 0 then 'กนก' else 'สมชาย' end, 'ลำดับ' || n, case when n % 6 = 0 then ${BPI}::int
        else ${KKN}::int end, '0899' || n, n % 4 = 0, n % 10 = 0, '2026-01-01'::timestamptz + n * interval '1 hour'
      from generate_series(1, ${generated}::int) n`.execute(test.db)
})
afterAll(() => test.close())

const list = async (query: object, as: string) =>
  (await test.call(customerRecord.gettable, query, as)).answer

/** The numbers of the generated customers for whom the condition holds. */
const numbers = (isFound: (n: number) => boolean) =>
  Array.from({ length: generated }, (_, i) => i + 1).filter((n) => n % 10 !== 0 && isFound(n))
const isNamed = (n: number) => n % 2 === 0

it.each<[string, string, object, (n: number) => boolean]>([
  ['of all branches', 'owner', {}, isNamed],
  ['of one branch', clerk, {}, (n) => isNamed(n) && n % 6 !== 0],
  ['of a chosen branch', 'owner', { branch: 'BPI' }, (n) => n % 6 === 0],
  ['of a kind', 'owner', { type: 'foreign' }, (n) => n % 4 === 0],
  [
    'of some days in a branch',
    clerk,
    { start: '2026-01-01', end: '2026-01-10' },
    (n) => isNamed(n) && n % 6 !== 0 && n < 10 * 24 - 7,
  ],
  // The last 400 rows have no such customer.
  ['of days long before', 'owner', { end: '2026-01-05' }, (n) => isNamed(n) && n < 5 * 24 - 7],
])('finds all customers %s', async (_, as, query, isFound) => {
  const { branch } = query as { branch?: 'BPI' }
  const chosen = branch === undefined ? {} : { branch: String(test.school.branch[branch]) }
  const found = numbers(isFound)
  for (const text of ['ก', 'กน', 'กนก']) {
    const { data, meta } = await list({ ...query, ...chosen, text, perPage: 100 }, as)
    expect(meta).toMatchObject({ total: found.length })
    expect(data.map(({ name }) => name)).toEqual(
      found
        .toReversed()
        .slice(0, 100)
        .map((n) => `กนก ลำดับ${n}`),
    )
  }
})

it('finds digits of phones, and rare texts beside frequent ones', async () => {
  const all = numbers(() => true)
  expect((await list({ text: '99' }, 'owner')).meta.total).toBe(all.length)
  expect((await list({ text: '0899' }, clerk)).meta.total).toBe(numbers((n) => n % 6 !== 0).length)
  const { data } = await list({ text: 'ลำดับ777' }, 'owner')
  expect(data.map(({ name }) => name)).toEqual(['สมชาย ลำดับ777'])
})
