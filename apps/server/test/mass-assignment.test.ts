/** No call accepts fields that its contract does not declare. */
import { api } from '@khapdee/contract/api'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestApp, startApp } from './app.ts'
import { bearerOf, sendWire } from './send-wire.ts'

let test: TestApp
/** The names of all columns of all tables. */
let columns: readonly string[]
beforeAll(async () => {
  test = await startApp()
  const { rows } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public'`.execute(test.db)
  columns = rows.map(({ name }) => name)
})
afterAll(() => test.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpoints = api.map((endpoint) => [nameOf(endpoint), endpoint] as const)
const writing = endpoints.filter(([, { method }]) => method !== 'GET')

/** The paths of objects in a schema that accept undeclared fields. */
function openPaths(schema: z.core.JSONSchema.BaseSchema, path = ''): string[] {
  const innerSchemas = [
    ...Object.entries(schema.properties ?? {}).map(([name, property]) => [
      `${path}.${name}`,
      property,
    ]),
    ...[schema.items ?? []].flat().map((item) => [`${path}[]`, item]),
    ...[schema.anyOf ?? [], schema.allOf ?? [], schema.oneOf ?? []]
      .flat()
      .map((alternative) => [path, alternative]),
  ] as const
  // Records with declared keys, such as the count per coin, accept no other keys.
  const isOpen =
    schema.type === 'object' &&
    schema.additionalProperties !== false &&
    schema.propertyNames === undefined
  return [
    ...(isOpen ? [path] : []),
    ...innerSchemas.flatMap(([at, inner]) =>
      typeof inner === 'object' ? openPaths(inner as typeof schema, String(at)) : [],
    ),
  ]
}

it.each(endpoints)('%s accepts no undeclared field at any depth', (_, { input }) => {
  expect(openPaths(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))).toEqual([])
})

/** The row count and hash of every table. */
async function everything() {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(test.db)
  const sums = rows.map(
    ({ name }) => sql`select ${name} as name, count(*)::int as rows,
      md5(string_agg(t::text, '' order by t::text)) as sum from ${sql.table(name)} t`,
  )
  return (await sql`${sql.join(sums, sql` union all `)}`.execute(test.db)).rows
}

describe('a body with every column of the database', () => {
  let before: Awaited<ReturnType<typeof everything>>
  let headers: Awaited<ReturnType<typeof bearerOf>>
  beforeAll(async () => {
    headers = await bearerOf(test, 'admin')
    before = await everything()
  })

  it.each(writing)('is refused by %s, which names an undeclared field', async (_, endpoint) => {
    const declared = new Set(Object.keys(endpoint.input.shape))
    const undeclared = columns.filter((name) => !declared.has(name))
    expect(undeclared).toEqual(expect.arrayContaining(['is_delete', 'createdAt', 'password_hash']))
    const undeclaredValues = Object.fromEntries(undeclared.map((name) => [name, 1]))
    const answer = await sendWire(test, endpoint, undeclaredValues, headers)
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION'])
    // Reported after the errors of the missing declared fields.
    expect(undeclared).toContain(answer.body.errors.at(-1).path)
  })

  it('changes nothing', async () => {
    expect(await everything()).toEqual(before)
  })
})
