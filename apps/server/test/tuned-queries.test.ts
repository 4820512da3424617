/** Compares the columns that each tuned query declares with those that the database returns. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Kysely, sql } from 'kysely'
import { createDb, createPool } from '../src/db/client.ts'
import { type Columns, bigint, day, text, wholeTable } from '../src/db/columns.ts'
import { TunedQuery, tunedQuery } from '../src/db/tuned-query.ts'
import type { DB } from '../src/db/types.ts'
import { type TestDatabase, createTestDatabase } from './database.ts'
import { type DescribedColumn, describeStatement } from './describe-statement.ts'
import { querySamples } from './tuned-query-samples.ts'

const sources = fileURLToPath(new URL('../src', import.meta.url))

let database: TestDatabase
let client: pg.Client
let pool: pg.Pool
let db: Kysely<DB>
const typeNames = new Map<number, string>()
/** Nullable columns as `table.column`, by the object id of the table and the number of the column. */
const nullable = new Map<string, string>()
/** Type names of all columns, by table and column. */
const tables = new Map<string, Map<string, string>>()

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url)
  db = createDb(pool, { namedStatements: false })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const types = await client.query<{ oid: number; typname: string }>(
    'select oid::int, typname from pg_type',
  )
  for (const { oid, typname } of types.rows) typeNames.set(oid, typname)
  const columns = await client.query<{
    key: string
    table: string
    column: string
    type: string
    not_null: boolean
  }>(`
    select a.attrelid::int || '.' || a.attnum as key, c.relname as table, a.attname as column,
      t.typname as type, a.attnotnull as not_null
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)
  for (const { key, table, column, type, not_null } of columns.rows) {
    if (!not_null) nullable.set(key, `${table}.${column}`)
    if (!tables.has(table)) tables.set(table, new Map())
    tables.get(table)?.set(column, type)
  }
})

afterAll(async () => {
  await client.end()
  await pool.end()
  await database.drop()
})

/** The declared type of each column, by name. */
function declaredTypes(columns: Columns): Record<string, string> {
  const declared = Object.entries(columns).map(([name, { type }]) => [name, type])
  const table = Object.getOwnPropertyDescriptor(columns, wholeTable)?.value as string | undefined
  const whole = table === undefined ? [] : [...(tables.get(table) ?? [])]
  return Object.fromEntries([...whole, ...declared])
}

/** The columns that are declared as not null although their source column is nullable. */
const wronglyNotNull = (columns: Columns, described: readonly DescribedColumn[]): string[] =>
  described.flatMap(({ name, table, column }) => {
    const source = nullable.get(`${table}.${column}`)
    return source !== undefined && columns[name]?.nullable === false
      ? [`${name} may be null in ${source}`]
      : []
  })

async function filesOf(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
}

/** The differences between a statement and its declaration; empty when they agree. */
async function differencesOf(
  query: TunedQuery<never, Columns>,
  call: readonly unknown[],
): Promise<string[]> {
  const { sql } = query.compile(db, ...(call as never))
  const described = await describeStatement(client, sql)
  const returned = new Map(
    described.map(({ name, type }) => [name, typeNames.get(type) ?? String(type)]),
  )
  const declared = declaredTypes(query.columns)
  return [
    ...Object.entries(declared).flatMap(([name, type]) =>
      returned.get(name) === type
        ? []
        : [`${name}: declared ${type}, returned ${returned.get(name)}`],
    ),
    ...[...returned.keys()].flatMap((name) => (name in declared ? [] : [`${name}: not declared`])),
    ...wronglyNotNull(query.columns, described),
  ]
}

describe('tuned queries', () => {
  it.each(
    querySamples.flatMap(({ name, query, calls }) =>
      calls.map((call, n) => [name, n + 1, query, call] as const),
    ),
  )('%s returns the columns that it declares (sample %i)', async (_name, _n, query, call) => {
    expect(await differencesOf(query, call)).toEqual([])
  })

  it('report a name, type or nullability that differs from the declaration', async () => {
    const faulty = tunedQuery({
      columns: { branch_id: bigint(), birthday: day(), gone: text() },
      sql: () => sql`select branch_id, birthday, name from customer`,
    })
    expect(await differencesOf(faulty as unknown as TunedQuery<never, Columns>, [])).toEqual([
      'branch_id: declared int8, returned int4',
      'gone: declared text, returned undefined',
      'name: not declared',
      'birthday may be null in customer.birthday',
    ])
  })

  it('are all exported from *.queries.ts files and have samples', async () => {
    const sampled = new Set<unknown>(querySamples.map(({ query }) => query))
    for (const file of await filesOf(sources, '.ts')) {
      const written = (await readFile(file, 'utf8')).match(/\btunedQuery\(/g) ?? []
      if (written.length === 0) continue
      expect(file).toMatch(/\.queries\.ts$/)
      const exported = Object.entries((await import(file)) as Record<string, unknown>)
      const queries = exported.filter(([, value]) => value instanceof TunedQuery)
      const missing = queries.filter(([, value]) => !sampled.has(value)).map(([name]) => name)
      expect(missing, `queries of ${file} without a sample`).toEqual([])
      expect(queries.length, `exported tuned queries of ${file}`).toBe(written.length)
    }
  })
})
