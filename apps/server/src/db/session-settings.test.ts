import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type PgBouncer, pgBouncerVersion, startPgBouncer } from '../../test/pgbouncer.ts'
import { databaseUrl, dropDatabase, runOnServer } from '../../test/server-admin.ts'
import { checkDatabase } from './check-database.ts'
import { createDb, createPool } from './client.ts'
import { ensureSettings } from './session-settings.ts'

const server = inject('databaseServer')
const name = `${inject('databaseTemplate')}_settings`
const direct = databaseUrl(server, name)
const version = pgBouncerVersion()
if (version === undefined)
  process.stdout.write('PgBouncer is not installed: its tests are skipped.\n')

let pooler: PgBouncer | undefined

beforeEach(async () => {
  await runOnServer(server, `create database ${name} template template0`)
})
afterEach(async () => {
  await pooler?.stop()
  pooler = undefined
  await dropDatabase(server, name)
})

const shown = `select current_setting('statement_timeout') as statement_timeout, current_setting('timezone') as timezone,
  current_setting('max_parallel_workers_per_gather') as workers`
const expected = { statement_timeout: '10s', timezone: 'UTC', workers: '0' }

/** The settings on several connections at once, in the pool of a server. */
async function settingsInPool(url: string, startsWithSettings: boolean): Promise<unknown[]> {
  const db = createDb(createPool(url, { startsWithSettings }), { namedStatements: false })
  const read = async () => (await sql.raw(`${shown}, pg_sleep(0.1)::text`).execute(db)).rows[0]
  try {
    return await Promise.all(Array.from({ length: 4 }, read))
  } finally {
    await db.destroy()
  }
}

it('changes nothing in a database that takes the settings from each connection', async () => {
  expect(await ensureSettings(direct)).toBe(true)
  expect(
    await runOnServer(
      direct,
      `select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
      where datname = current_database()`,
    ),
  ).toEqual([])
})

describe.skipIf(version === undefined)('behind PgBouncer in transaction mode', () => {
  it.each([
    ['that refuses settings at the start of a connection', {}],
    [
      'that ignores them',
      { ignore_startup_parameters: 'statement_timeout, options, extra_float_digits' },
    ],
  ])('%s, the settings hold on every connection', async (_, settings) => {
    // Another time zone than that of the test server, and connections that exist before.
    await runOnServer(direct, `alter database ${name} set timezone = 'Asia/Bangkok'`)
    pooler = await startPgBouncer(direct, settings)
    await Promise.all(
      Array.from({ length: 3 }, () => runOnServer(pooler?.url ?? '', 'select pg_sleep(0.1)')),
    )
    const { startsWithSettings } = await checkDatabase(pooler.url)
    expect(startsWithSettings).toBe(false)
    for (const read of await settingsInPool(pooler.url, startsWithSettings))
      expect(read).toMatchObject(expected)
    // A second server finds them stored.
    expect(await ensureSettings(pooler.url)).toBe(false)
  })

  it.runIf(version !== undefined && Number.parseInt(version.slice(2), 10) < 21)(
    'the start says that it does not keep prepared statements',
    async () => {
      pooler = await startPgBouncer(direct)
      await expect(checkDatabase(pooler.url, { namedStatements: true })).rejects.toThrow(
        /does not keep prepared statements: set NAMED_STATEMENTS=off/,
      )
    },
  )

  it('the start succeeds although the pooler has one connection only', async () => {
    pooler = await startPgBouncer(direct, { default_pool_size: 1 })
    expect(await checkDatabase(pooler.url)).toEqual({ startsWithSettings: false })
  })
})
