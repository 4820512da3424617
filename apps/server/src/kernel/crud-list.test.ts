import type { Endpoint } from '@khapdee/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { crudResources, hasBranch, mayBeShared } from '../../test/crud-resources.ts'
import { bearerOf, sendWire } from '../../test/send-wire.ts'
import type { Wire } from '../../test/wire.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const send = async (endpoint: Endpoint, wire: Wire, as = 'admin') =>
  sendWire(test, endpoint, wire, await bearerOf(test, as))

/** Names with wildcards of LIKE, and with sara am, a vowel that has two encodings. */
const names = ['กข', 'ค้ำ 50%', 'จ_ฉ', 'ช\\ซ', 'ญ Abc', 'ฮ']

type Value = string | number
const inOrder = {
  thai: (a: Value, b: Value) => String(a).localeCompare(String(b), 'th'),
  byValue: (a: Value, b: Value) => (a < b ? -1 : Number(a > b)),
}

describe.each(crudResources)('$table/gettable', (resource) => {
  const { api, nameField, body, changes, sort, filters, defaultSort } = resource
  const { idName } = api
  const list = (query: Wire, as?: string) => send(api.gettable, query, as)
  const rowsOf = async (query: Wire): Promise<Wire[]> => {
    const answer = await list({ perPage: 100, ...query })
    expect(answer.body).toMatchObject({
      status: 'success',
      meta: { total: answer.body.data?.length },
    })
    return answer.body.data
  }

  beforeAll(async () => {
    for (const [i, name] of names.entries()) {
      const values = i % 2 === 0 ? body(i) : { ...body(i), ...changes(i) }
      const { KKN, BPI } = test.school.branch
      const branch_id = [mayBeShared(resource) ? null : KKN, KKN, BPI][i % 3]
      await send(api.create, {
        ...values,
        [nameField]: name,
        ...(hasBranch(resource) && { branch_id }),
      })
    }
  })

  it('gives pages that together have every row once', async () => {
    const all = await rowsOf({})
    const pages = Math.ceil(all.length / 4)
    const found: unknown[] = []
    for (let page = 1; page <= pages; page++) {
      const { body: answer } = await list({ page, perPage: 4 })
      const total = all.length
      expect(answer.meta).toEqual({ page, perPage: 4, total, totalPages: pages })
      found.push(...answer.data)
    }
    expect(found).toEqual(all)
    const beyond = await list({ page: pages + 1, perPage: 4 })
    expect([beyond.body.data, beyond.body.meta.total]).toEqual([[], all.length])
  })

  it('gives ten rows, newest first or by the default order of the entity, without a query', async () => {
    const { body: answer } = await list({})
    expect(answer.meta).toMatchObject({ page: 1, perPage: 10 })
    const ids: number[] = answer.data.map((row: Wire) => row[idName])
    const sorted =
      defaultSort === null
        ? ids.toSorted((a, b) => b - a)
        : (await list({ sort: defaultSort })).body.data.map((row: Wire) => row[idName])
    expect(ids).toEqual(sorted)
    expect(ids.length).toBeGreaterThan(5)
  })

  it.each([
    { perPage: 101 },
    { perPage: 0 },
    { perPage: 'ten' },
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 1_000_001 },
    { colour: 'red' },
    { text: 'ก'.repeat(2001) },
    { start: '2026-02-30' },
  ])('refuses %j', async (query) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].path).toBe(Object.keys(query)[0])
    expect(answer.body.message).toMatch(/[ก-๙]/)
  })

  it.each(Object.entries(sort))('sorts by %s, ascending and descending', async (field, kind) => {
    const ascending = await rowsOf({ sort: field })
    const descending = await rowsOf({ sort: `-${field}` })
    const values = ascending.map((row) => row[field] as Value).filter((value) => value !== null)
    // No promotion is used here, so all have the same usage.
    expect(new Set(values).size).toBeGreaterThan(field === 'usage' ? 0 : 1)
    expect(values).toEqual(values.toSorted(inOrder[kind]))
    const ids = (rows: Wire[]) => rows.map((row) => row[idName])
    expect(ids(descending)).toEqual(ids(ascending).toReversed())
  })

  it.each(['colour', '-', '--name', 'version', '__proto__', 'name;', 'name desc', 'is_delete'])(
    'does not sort by %s',
    async (field) => {
      const answer = await list({ sort: field })
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'sort'])
    },
  )

  it.each([
    ['50%', ['ค้ำ 50%']],
    ['จ_', ['จ_ฉ']],
    ['ช\\', ['ช\\ซ']],
    ['ญ aBC', ['ญ Abc']],
    ['  ค้ำ  ', ['ค้ำ 50%']],
    ['ค\u0E4D\u0E49า', ['ค้ำ 50%']],
    ['จ%ฉ', []],
    ['0_%', []],
    ["' or 'x'='x", []],
    ['ซช', []],
  ])('finds %j literally in any part of a name', async (text, found) => {
    expect((await rowsOf({ text })).map((row) => row[nameField])).toEqual(found)
  })

  it('treats all, ทั้งหมด and an empty value as no filter', async () => {
    const all = await rowsOf({})
    const names = ['branch', 'status', 'type', 'category', 'user', 'position', 'month']
    for (const none of ['all', 'ทั้งหมด', '']) {
      const query = Object.fromEntries([...names, 'start', 'end'].map((name) => [name, none]))
      expect(await rowsOf(query)).toEqual(all)
    }
  })

  it.each(filters)('filters by $query', async ({ query, matches }) => {
    const all = await rowsOf({ sort: 'createdAt' })
    const filtered = await rowsOf({ sort: 'createdAt', ...query })
    expect(filtered).toEqual(all.filter(matches))
    expect(filtered.length).toBeGreaterThan(0)
    expect(filtered.length).toBeLessThan(all.length)
  })

  it.runIf(hasBranch(resource))(
    'narrows to the records of a branch and those of all branches',
    async () => {
      const { KKN, BPI } = test.school.branch
      const all = await rowsOf({})
      const visibleIn = (id: number) =>
        all.filter(({ branch_id }) => branch_id === null || branch_id === id)
      expect(await rowsOf({ branch: KKN })).toEqual(visibleIn(KKN))
      expect(await rowsOf({ branch: BPI })).toEqual(visibleIn(BPI))
      expect(await rowsOf({ branch: '999999' })).toEqual(visibleIn(0))
      expect(visibleIn(KKN)).not.toEqual(visibleIn(BPI))
    },
  )

  it('gives the filter options with Thai names, the option for all first', async () => {
    const { filter } = (await list({})).body
    const everything = { value: 'all', name: 'ทั้งหมด' }
    const { rows } = await sql<Wire>`
      select branch_id as value, name from branch where not is_delete order by branch_id`.execute(
      test.db,
    )
    expect(filter.branch).toEqual([everything, ...rows])
    const offered = filters.flatMap(({ query }) => Object.entries(query))
    for (const [name, value] of offered) {
      expect(filter[name][0]).toEqual(everything)
      expect(filter[name]).toContainEqual({ value, name: expect.stringMatching(/[ก-๙]/) })
    }
  })
})
