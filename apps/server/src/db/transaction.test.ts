import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { createDb, createPool } from './client.ts'
import { isStaleAccess } from '../kernel/errors.ts'
import { runTransaction } from './transaction.ts'
import type { DB } from './types.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const add = (db: Kysely<DB>, a: number) => sql`insert into entered values (${a})`.execute(db)

describe.each([
  { name: 'a pipelining connection', pipeline: true },
  { name: 'a connection that awaits each answer', pipeline: false },
])('a transaction on $name', ({ pipeline }) => {
  let db: Kysely<DB>

  beforeAll(async () => {
    db = createDb(createPool(database.url, { pipeline }), { namedStatements: pipeline })
    await sql`drop table if exists entered`.execute(db)
    await sql`create table entered (a int primary key)`.execute(db)
  })
  afterAll(() => db.destroy())

  const entered = async () =>
    (await sql<{ a: number }>`select a from entered order by a`.execute(db)).rows.map(({ a }) => a)

  it('executes statements that are started together in their order and commits them', async () => {
    const counts = await runTransaction(db, async (tx) => {
      const [, one, , two] = await Promise.all([
        add(tx, 1),
        sql<{ n: number }>`select count(*)::int as n from entered`.execute(tx),
        add(tx, 2),
        sql<{ n: number }>`select count(*)::int as n from entered`.execute(tx),
      ])
      return [one.rows[0]?.n, two.rows[0]?.n]
    })
    expect(counts).toEqual([1, 2])
    expect(await entered()).toEqual([1, 2])
  })

  it('commits a statement that was started and not awaited', async () => {
    const last = await runTransaction(db, async (tx) => ({ adding: add(tx, 3) }))
    await last.adding
    expect(await entered()).toEqual([1, 2, 3])
  })

  it('rolls everything back when a statement that was not awaited fails', async () => {
    const { failing } = await runTransaction(db, async (tx) => {
      await add(tx, 4)
      const failing = add(tx, 1)
      failing.catch(() => {})
      return { failing }
    })
    await expect(failing).rejects.toThrow('duplicate key')
    expect(await entered()).toEqual([1, 2, 3])
  })

  it('refuses statements that are started after the task has failed', async () => {
    const late = { adding: Promise.resolve<unknown>(null) }
    const failing = runTransaction(db, async (tx) => {
      const reading = sql`select pg_sleep(0.05)`.execute(tx)
      late.adding = reading.then(() => add(tx, 5))
      late.adding.catch(() => {})
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await expect(late.adding).rejects.toThrow('the transaction has ended')
    expect(await entered()).toEqual([1, 2, 3])
  })

  it('executes nothing when the rights of users have another version', async () => {
    const version = async () =>
      Number(
        (await db.selectFrom('access_version').select('version').executeTakeFirstOrThrow()).version,
      )
    await runTransaction(db, (tx) => add(tx, 6), await version())
    const stale = (await version()) - 1
    const awaiting = runTransaction(db, (tx) => add(tx, 7), stale)
    await expect(awaiting).rejects.toSatisfy(isStaleAccess)
    const pending = runTransaction(
      db,
      async (tx) => {
        add(tx, 8).catch(() => {})
      },
      stale,
    )
    await expect(pending).rejects.toSatisfy(isStaleAccess)
    expect(await entered()).toEqual([1, 2, 3, 6])
  })
})

it('begins on a connection that has lost its prepared statements, and rolls back all statements of a failed task', async () => {
  const pool = createPool(database.url, { pipeline: true })
  pool.options.max = 1
  const db = createDb(pool, { namedStatements: true })
  await sql`create table if not exists reset (a int)`.execute(db)
  await runTransaction(db, (tx) => sql`insert into reset values (0)`.execute(tx))
  await pool.query('deallocate all')
  const task = async (tx: Kysely<DB>) => {
    await sql`insert into reset values (1), (2)`.execute(tx)
    throw new Error('refused')
  }
  await expect(runTransaction(db, task)).rejects.toThrow('refused')
  const { rows } = await sql`select a from reset where a > 0`.execute(db)
  expect(rows).toEqual([])
  await db.destroy()
})
