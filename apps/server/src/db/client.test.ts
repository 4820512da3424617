import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { isRetryable, toAppError } from '../kernel/errors.ts'

// A separate module instance, because these tests fill its process-wide map of statement names.
vi.resetModules()
const { createDb, createPool, namedQuery, maxNamedTexts, unnamedStatement } =
  await import('./client.ts')

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** The one value a query selects. */
async function value(text: string): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(`select ${text} as value`)
  return rows[0]?.value
}

describe('values from the database', () => {
  it.each([
    ['9007199254740991::int8', 9_007_199_254_740_991],
    ['1.10::numeric', 1.1],
    ['sum(9007199254740991::int8)', 9_007_199_254_740_991],
    [`'2024-02-29'::date`, '2024-02-29'],
    [`'2024-02-29 23:59:59.9876+07'::timestamptz`, '2024-02-29T16:59:59.987Z'],
    [`'2024-02-29 10:00+00'::timestamptz`, '2024-02-29T10:00:00.000Z'],
    [`'infinity'::timestamptz`, 'infinity'],
    ['array[1, null, 3]::int8[]', [1, null, 3]],
    [`array['2024-02-29']::date[]`, ['2024-02-29']],
    [`array['2024-02-29 10:00+07']::timestamptz[]`, ['2024-02-29T03:00:00.000Z']],
    ['null::int8', null],
  ])('are parsed from %s as %j', async (text, expected) => {
    expect(await value(text)).toEqual(expected)
  })

  it('refuses an integer outside the range of safe integers', async () => {
    await expect(value('9007199254740993::int8')).rejects.toThrow(RangeError)
  })
})

it('has the time zone UTC in a database that has another one, so that instants in JSON are comparable', async () => {
  const other = await createTestDatabase()
  const first = createPool(other.url)
  await first.query(`
    do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'Asia/Bangkok'); end $$`)
  await first.end()
  const later = createPool(other.url)
  const { rows } = await later.query<{ at: unknown }>(
    `select jsonb_build_array('2024-02-29 10:00+00'::timestamptz) as at`,
  )
  await later.end()
  await other.drop()
  expect(rows).toEqual([{ at: ['2024-02-29T10:00:00+00:00'] }])
})

describe('named statements', () => {
  const prepared = sql<{ statement: string; name: string }>`
    select statement, name from pg_prepared_statements`

  it('prepares each statement of Kysely once per connection', async () => {
    const db = createDb(pool, { namedStatements: true })
    const texts = await db.connection().execute(async (connection) => {
      for (const id of [1, 2, 3]) await sql`select ${id}::int as three_times`.execute(connection)
      return (await prepared.execute(connection)).rows.map((row) => row.statement)
    })
    expect(texts.filter((text) => text.includes('three_times'))).toHaveLength(1)
  })

  it('prepares no statement when named statements are disabled', async () => {
    const db = createDb(pool, { namedStatements: false })
    const texts = await db.connection().execute(async (connection) => {
      await sql`select ${1}::int as never_named`.execute(connection)
      return (await prepared.execute(connection)).rows.map((row) => row.statement)
    })
    expect(texts.filter((text) => text.includes('never_named'))).toHaveLength(0)
  })

  it('prepares no statement for a query marked as unnamed', async () => {
    const db = createDb(pool, { namedStatements: true })
    const texts = await db.transaction().execute(async (tx) => {
      const query = sql<{ id: number }>`select ${7}::int as id, 'unnamed' as kind`.compile(tx)
      const { rows } = await tx.executeQuery(unnamedStatement(query))
      expect(rows).toEqual([{ id: 7, kind: 'unnamed' }])
      return (await prepared.execute(tx)).rows.map((row) => row.statement)
    })
    expect(texts.filter((text) => text.includes("'unnamed' as kind"))).toHaveLength(0)
  })

  it('counts the rows that a statement changed', async () => {
    const db = createDb(pool, { namedStatements: true })
    await db.connection().execute(async (connection) => {
      await sql`create temporary table counted (a int)`.execute(connection)
      const inserted = await sql`insert into counted values (1), (2)`.execute(connection)
      expect(inserted.numAffectedRows).toBe(2n)
      expect((await sql`select from counted`.execute(connection)).numAffectedRows).toBeUndefined()
    })
  })

  it('includes the callers in the stack of an error', async () => {
    const db = createDb(pool, { namedStatements: true })
    const failing = async function failingCaller() {
      return await sql`select no_such_column`.execute(db)
    }
    await expect(failing()).rejects.toHaveProperty(
      'stack',
      expect.stringContaining('failingCaller'),
    )
  })

  const all = CompiledQuery.raw('select * from changing')
  const withNames = CompiledQuery.raw('select c.* from changing c')

  it('prepares a statement again after its table has changed, without failing', async () => {
    const db = createDb(pool, { namedStatements: true })
    await db.connection().execute(async (connection) => {
      await sql`create temporary table changing (a int)`.execute(connection)
      await connection.executeQuery(all)
      await sql`alter table changing add b int`.execute(connection)
      await sql`insert into changing values (1, 2)`.execute(connection)
      expect((await connection.executeQuery(all)).rows).toEqual([{ a: 1, b: 2 }])
      await sql`drop table changing`.execute(connection)
    })
  })

  it('fails a transaction once after tables have changed, and prepares all its statements again', async () => {
    const db = createDb(pool, { namedStatements: true })
    await db.connection().execute(async (connection) => {
      await sql`create temporary table changing (a int)`.execute(connection)
      for (const query of [all, withNames]) await connection.executeQuery(query)
      await sql`alter table changing add b int`.execute(connection)
      const both = () =>
        connection.transaction().execute(async (tx) => {
          for (const query of [all, withNames]) await tx.executeQuery(query)
        })
      await expect(both()).rejects.toSatisfy(isRetryable)
      await both()
      await sql`drop table changing`.execute(connection)
    })
  })

  it('stops naming statements after a maximum number of texts', async () => {
    const client = await pool.connect()
    try {
      for (let i = 0; i < maxNamedTexts + 10; i++) await namedQuery(client, `select ${i}`, [])
      const { rows } = await client.query<{ statement: string }>(
        'select statement from pg_prepared_statements',
      )
      const ours = rows.filter(({ statement }) => /^select \d+$/.test(statement))
      expect(ours.length).toBeGreaterThan(0)
      expect(ours.length).toBeLessThanOrEqual(maxNamedTexts)
    } finally {
      client.release()
    }
  })
})

it('starts no parallel workers for a query', async () => {
  const { rows } = await pool.query('show max_parallel_workers_per_gather')
  expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }])
})

describe('a lost connection', () => {
  const kill = (client: pg.PoolClient | pg.Pool) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)

  it('is replaced in the pool when it was idle', async () => {
    const [first, second] = await Promise.all([pool.connect(), pool.connect()])
    second.release()
    await kill(first)
    first.release()
    for (let i = 0; i < 10; i++) expect(await value('1')).toBe(1)
  })

  it('fails only the query that was running', async () => {
    const working = pool.query('select pg_sleep(10)').catch(String)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await kill(pool)
    expect(await working).toMatch(/terminat/)
    expect(await value('1')).toBe(1)
  })

  it('does not crash the process when it happens between two queries of a transaction', async () => {
    const client = await pool.connect()
    await client.query('begin')
    await kill(pool)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/)
    client.release()
    expect(await value('1')).toBe(1)
  })
})

describe('a database that stops answering', () => {
  it.each([true, false])(
    'loses its connection, so that its late answer is discarded (named statements: %s)',
    async (namedStatements) => {
      const timedPool = createPool(database.url, { answerTimeoutMs: 200 })
      const db = createDb(timedPool, { namedStatements })
      const backend = async () =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
      const first = await backend()
      const silent = db.transaction().execute((tx) => sql`select pg_sleep(1)`.execute(tx))
      await expect(silent).rejects.toSatisfy((error) => toAppError(error)?.http === 503)
      expect(await backend()).not.toBe(first)
      await db.destroy()
    },
  )
})
