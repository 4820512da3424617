import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { dropDatabase, databaseUrl, runOnServer } from '../../test/server-admin.ts'
import { explainStart } from '../explain-start.ts'
import { migrate } from './migrate.ts'
import { StartError } from './start-error.ts'

const name = `${inject('databaseTemplate')}_migrate`
const server = inject('databaseServer')
const url = databaseUrl(server, name)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-migrations-'))
  await runOnServer(server, `create database ${name} template template0`)
})

afterEach(async () => {
  await dropDatabase(server, name)
  await rm(folder, { recursive: true })
})

const writeMigration = (migration: string, text: string) =>
  writeFile(join(folder, `${migration}.sql`), text)
const rows = async () =>
  (await runOnServer<{ n: number }>(url, 'select n from t order by n')).map(({ n }) => n)

describe('migrate', () => {
  it('runs each file once, in order, and skips files that are not migrations', async () => {
    await writeMigration('0002_second', 'insert into t values (2); insert into t values (3)')
    await writeMigration('0001_first', 'create table t (n int)')
    await writeFile(join(folder, 'notes.md'), 'not SQL')
    expect(await migrate(url, { folder })).toEqual(['0001_first', '0002_second'])
    await writeMigration('0003_third', 'insert into t values (4)')
    expect(await migrate(url, { folder })).toEqual(['0003_third'])
    expect(await rows()).toEqual([2, 3, 4])
  })

  it('keeps earlier migrations when a file fails, and rolls back the failing one', async () => {
    await writeMigration('0001_first', 'create table t (n int)')
    await writeMigration('0002_broken', 'insert into t values (1); select no_such_function()')
    await expect(migrate(url, { folder })).rejects.toThrow('no_such_function')
    expect(await rows()).toEqual([])
    await writeMigration('0002_broken', 'insert into t values (1)')
    expect(await migrate(url, { folder })).toEqual(['0002_broken'])
  })

  it('runs each file once when several servers start at the same time', async () => {
    await writeMigration('0001_first', 'create table t (n int)')
    await writeMigration('0002_second', 'select pg_sleep(0.2); insert into t values (1)')
    const ran = await Promise.all([1, 2, 3].map(() => migrate(url, { folder })))
    expect(ran.flat().toSorted()).toEqual(['0001_first', '0002_second'])
    expect(await rows()).toEqual([1])
  })

  it('holds its lock only for a transaction, because a pooler may give the next one another session', async () => {
    await writeMigration('0001_first', 'create table t (n int)')
    // Only a lock of the session can be released like this.
    await writeMigration(
      '0002_second',
      `insert into t select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid();
      insert into t select pg_advisory_unlock(3853314791062309107)::int`,
    )
    await migrate(url, { folder })
    expect(await rows()).toEqual([0, 1])
  })

  it('runs a file that was added before one that has run', async () => {
    await writeMigration('0001_first', 'create table t (n int)')
    await writeMigration('0003_third', 'insert into t values (3)')
    await migrate(url, { folder })
    await writeMigration('0002_second', 'insert into t values (2)')
    expect(await migrate(url, { folder })).toEqual(['0002_second'])
    expect(await rows()).toEqual([2, 3])
  })

  it('refuses a database of a newer program by one sentence, and changes nothing', async () => {
    await writeMigration('0001_first', 'create table t (n int)')
    await writeMigration('0003_newer', 'insert into t values (3)')
    await migrate(url, { folder })
    await rm(join(folder, '0003_newer.sql'))
    await writeMigration('0002_second', 'insert into t values (2)')
    const error: unknown = await migrate(url, { folder }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect(await explainStart(error, undefined)).toBe(
      'The database was changed by a newer version of Khapdee (0003_newer): start that version, or restore a backup of this one.',
    )
    expect(await rows()).toEqual([3])
  })

  it('accepts a database of a newer program when the version before can run on it', async () => {
    await writeMigration('0001_first', 'create table t (n int)')
    await writeMigration('0002_newer.compatible', 'alter table t add m int')
    await migrate(url, { folder })
    await rm(join(folder, '0002_newer.compatible.sql'))
    expect(await migrate(url, { folder })).toEqual([])
  })

  it('lets other calls through while it waits for a table, and then runs', async () => {
    await writeMigration('0001_first', 'create table t (n int)')
    await migrate(url, { folder })
    await writeMigration('0002_second', 'alter table t add m int')
    const reading = runOnServer(url, 'begin; select from t; select pg_sleep(4); commit')
    await vi.waitFor(async () => {
      const locks = await runOnServer(url, `select from pg_locks where relation = 't'::regclass`)
      expect(locks.length).toBeGreaterThan(0)
    })
    const waits: number[] = []
    const migrated = new AbortController()
    const writing = (async () => {
      while (!migrated.signal.aborted) {
        const start = Date.now()
        await runOnServer(url, 'insert into t (n) values (1)')
        waits.push(Date.now() - start)
      }
    })()
    expect(await migrate(url, { folder })).toEqual(['0002_second'])
    migrated.abort()
    await Promise.all([reading, writing])
    expect(waits.filter((ms) => ms > 300).length).toBeGreaterThan(0)
    expect(Math.max(...waits)).toBeLessThan(2_000)
  })

  it('creates the current schema in an empty database', async () => {
    const ran = await migrate(url)
    expect(ran.length).toBeGreaterThan(0)
    expect(await migrate(url)).toEqual([])
  })
})
