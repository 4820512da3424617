import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { skipNumbersCall } from '@khapdee/contract/audit/calls'
import yazl from 'yazl'
import { addDays, buddhistMonth } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { moneyDesk } from '../../test/make/money.ts'
import { databaseUrl, dropDatabase, runOnServer } from '../../test/server-admin.ts'
import { createLocalStore } from '../adapters/files/local-store.ts'
import { createDb, createPool } from '../db/client.ts'
import { checkInvariants } from '../db/invariants.ts'
import { verifyAudit } from '../kernel/audit-chain.ts'
import { type Manifest, fileEntry, manifestEntry, manifestSchema, tableEntry } from './manifest.ts'
import { openBackup } from './open-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { skipNumbers } from './skip-numbers.ts'
import { writeBackup } from './write-backup.ts'

const server = inject('databaseServer')
const name = `${inject('databaseTemplate')}_restored`
const restoredUrl = databaseUrl(server, name)
const key = 'a'.repeat(32)

let test: TestApp
let folder: string
let backup: string
let manifest: Manifest

const store = (at: string) => createLocalStore(join(folder, at))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-backup-'))
  test = await startApp()
  const desk = moneyDesk(test)
  await desk.register({ as: 'cashier.kkn' })
  const bytes = join(folder, 'bytes')
  await writeFile(bytes, 'a picture')
  const files = store('source')
  await files.put(key, bytes)
  await files.claimId('5f0f9a0e-50c3-4f4e-9b4c-51a6b7d3a5c1')
  await test.db
    .insertInto('setting')
    .values({ key: 'school_id', value: JSON.stringify('5f0f9a0e-50c3-4f4e-9b4c-51a6b7d3a5c1') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await test.db
    .insertInto('file')
    .values(
      [key, 'b'.repeat(32)].map((stored) => ({
        key: stored,
        name: 'หลักฐาน.jpg',
        type: 'image/jpeg',
        size: 9,
        branch_id: test.school.branch.KKN,
        made_by: 1,
      })),
    )
    .execute()
  // Seals the rows, so that the backup has the end of a chain.
  await verifyAudit(test.db)
  backup = join(folder, 'school.zip')
  manifest = await writeBackup({ url: test.url, files }, backup)
})
afterAll(async () => {
  await test.close()
  await dropDatabase(server, name)
  await rm(folder, { recursive: true })
})

let restored = 0
const emptyStore = () => store(`restored-${++restored}`)

beforeEach(async () => {
  await dropDatabase(server, name)
  await runOnServer(server, `create database ${name} template template0`)
})

const restore = (path = backup, files = emptyStore()) =>
  restoreBackup({ url: restoredUrl, files }, path)

const countTables = async () =>
  (
    await runOnServer<{ n: number }>(
      restoredUrl,
      `select count(*)::int as n from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
  )[0]?.n

async function brokenInvariants(): Promise<string[]> {
  const db = createDb(createPool(restoredUrl), { namedStatements: false })
  try {
    return (await checkInvariants(db)).flatMap(({ name: invariant, violations }) =>
      violations > 0 ? [invariant] : [],
    )
  } finally {
    await db.destroy()
  }
}

/** The names of the files in the folder that begin with a text. */
const namesLike = async (start: string) =>
  (await readdir(folder)).filter((each) => each.startsWith(start))

/** The rows of a table as sorted texts. */
const rowsOf = (url: string, table: string) =>
  runOnServer(url, `select t::text as row from "${table}" t order by 1`)

describe('a backup', () => {
  it('names files whose bytes are missing, and is readable by its owner only', async () => {
    expect(manifest.missing_files).toEqual(['b'.repeat(32)])
    expect(manifest.files).toMatchObject([{ key, size: 9 }])
    expect((await stat(backup)).mode & 0o777).toBe(0o600)
  })

  it('lets a migration that rewrites a table wait until it has its rows', async () => {
    const rewrite = `set lock_timeout = '200ms'; alter table setting add column extra uuid default gen_random_uuid()`
    let rewriting: Promise<unknown> | undefined
    const source = { url: test.url, files: store('source') }
    const progress = () => {
      rewriting ??= runOnServer(test.url, rewrite).catch((error: unknown) => error)
    }
    await writeBackup(source, join(folder, 'migrated.zip'), { progress })
    expect(await rewriting).toMatchObject({ code: '55P03' })
  })

  it('leaves nothing behind when it fails', async () => {
    const path = join(folder, 'failed.zip')
    const files = { ...store('source'), get: () => Promise.reject(new Error('no bucket')) }
    await expect(writeBackup({ url: test.url, files }, path)).rejects.toThrow('no bucket')
    expect(await namesLike('failed')).toEqual([])
    const noFolder = join(folder, 'missing', 'school.zip')
    await expect(writeBackup({ url: test.url, files: store('source') }, noFolder)).rejects.toThrow(
      'ENOENT',
    )
  })

  it('ends at a signal although the file store does not answer, and leaves nothing behind', async () => {
    const stop = new AbortController()
    const get = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
    const path = join(folder, 'stopped.zip')
    const source = { url: test.url, files: { ...store('source'), get } }
    const writing = writeBackup(source, path, { signal: stop.signal })
    await vi.waitFor(() => expect(get).toHaveBeenCalled(), 10_000)
    expect(await namesLike('stopped')).toHaveLength(1)
    stop.abort(new Error('the server stops'))
    await expect(writing).rejects.toThrow('the server stops')
    expect(await namesLike('stopped')).toEqual([])
  })

  it('does not write into the file of another one to the same path', async () => {
    const path = join(folder, 'same.zip')
    const source = { url: test.url, files: store('source') }
    await Promise.all([writeBackup(source, path), writeBackup(source, path)])
    const opened = await openBackup(path)
    opened.close()
    expect(await namesLike('same')).toEqual(['same.zip'])
  })

  it('omits tables of extensions and unreadable ones, and is restored without those of the operator', async () => {
    const reader = new URL(test.url)
    reader.username = 'backup_reader'
    reader.password = 'p'
    await runOnServer(
      test.url,
      `create extension hstore;
       create table of_extension (n int); alter extension hstore add table of_extension;
       create table notes (id int generated always as identity, text text);
       insert into notes (text) values ('a');
       create role backup_reader login password 'p';
       grant select on all tables in schema public to backup_reader;
       grant select on all sequences in schema public to backup_reader;
       create table unreadable (n int generated always as identity)`,
    )
    const said: string[] = []
    try {
      const path = join(folder, 'foreign.zip')
      const written = await writeBackup({ url: reader.href, files: store('source') }, path)
      expect(written.omitted_tables).toEqual(['of_extension', 'unreadable'])
      expect(written.sequences.map((sequence) => sequence.name)).not.toContain('unreadable_n_seq')
      await restoreBackup({ url: restoredUrl, files: emptyStore() }, path, (line) =>
        said.push(line),
      )
    } finally {
      await runOnServer(
        test.url,
        'drop owned by backup_reader; drop role backup_reader; drop extension hstore; drop table notes, unreadable',
      )
    }
    expect(said).toContain('notes is not restored, because it is not a table of Khapdee')
    expect(await rowsOf(restoredUrl, 'payment')).toEqual(await rowsOf(test.url, 'payment'))
  })

  it('restores every row, file and counter, whose invariants hold', async () => {
    const files = emptyStore()
    await restore(backup, files)
    for (const { name: table } of manifest.tables) {
      const rows = { table, rows: await rowsOf(restoredUrl, table) }
      expect(rows).toEqual({ table, rows: await rowsOf(test.url, table) })
    }
    expect(await rowsOf(restoredUrl, 'session')).toEqual([])
    const content = await files.get(key)
    expect(content && (await text(content))).toBe('a picture')
    expect(await files.readId()).toBe('5f0f9a0e-50c3-4f4e-9b4c-51a6b7d3a5c1')
    expect(await brokenInvariants()).toEqual([])
    const db = createDb(createPool(restoredUrl), { namedStatements: false })
    try {
      const { end, faults } = await verifyAudit(db)
      expect({ end, faults }).toEqual({ end: manifest.audit_end, faults: [] })
    } finally {
      await db.destroy()
    }
  })

  it('is one snapshot although applications are registered and paid meanwhile', async () => {
    const desk = moneyDesk(test)
    const path = join(folder, 'busy.zip')
    const written = new AbortController()
    const clerks = Array.from({ length: 4 }, async () => {
      let registered = 0
      while (!written.signal.aborted) {
        await desk.register({ as: 'cashier.kkn', paid: [120_000, 5_000] })
        registered++
      }
      return registered
    })
    // Files are read after the tables; a slow store keeps the backup open while rows are written.
    const files = store('source')
    const slow = { ...files, get: (k: string) => sleep(500).then(() => files.get(k)) }
    const busy = await writeBackup({ url: test.url, files: slow }, path)
    written.abort()
    const registered = (await Promise.all(clerks)).reduce((sum, count) => sum + count, 0)
    expect(registered).toBeGreaterThan(4)
    await restore(path)
    const stored = busy.tables.find(({ name: table }) => table === 'application')
    expect(await rowsOf(restoredUrl, 'application')).toHaveLength(stored?.rows ?? 0)
    expect(await brokenInvariants()).toEqual([])
  })

  it('has foreign keys, triggers and indexes again after a restore', async () => {
    const schema = `select conname::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = 'public'::regnamespace
      union all select tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`
    await restore()
    expect(await runOnServer(restoredUrl, schema)).toEqual(await runOnServer(test.url, schema))
  })
})

describe('a restore', () => {
  it('refuses a damaged or cut file before it touches the database', async () => {
    const bytes = await readFile(backup)
    const path = join(folder, 'damaged.zip')
    const middle = Math.floor(bytes.length / 2)
    // Damages a whole disk sector, because a single byte may be one that is never read, such as the
    // time of an entry.
    const changed = Buffer.from(bytes).fill(0xff, middle, middle + 512)
    for (const damaged of [changed, bytes.subarray(0, middle), Buffer.from('not a backup')]) {
      await writeFile(path, damaged)
      await expect(restore(path)).rejects.toThrow(/damaged or incomplete/)
    }
    await expect(restore(join(folder, 'missing.zip'))).rejects.toThrow(/damaged or incomplete/)
    expect(await countTables()).toBe(0)
  })

  it('refuses a file of which a row or the manifest was altered, before it touches the database', async () => {
    const path = join(folder, 'altered.zip')
    const original = await openBackup(backup)
    const entries = [
      ...manifest.tables.map((table) => tableEntry(table.name)),
      ...manifest.files.map((file) => fileEntry(file.key)),
      manifestEntry,
    ]
    const contents = await Promise.all(
      entries.map(async (entry): Promise<[string, Buffer]> => [
        entry,
        await buffer(await original.read(entry)),
      ]),
    )
    original.close()
    /** Writes the backup again after `change` has changed one of the entries. */
    const rewrite = async (entry: string, change: (content: string) => string) => {
      const zip = new yazl.ZipFile()
      for (const [each, content] of contents) {
        const given = each === entry ? Buffer.from(change(content.toString())) : content
        zip.addBuffer(given, each, { compress: false })
      }
      zip.end()
      await pipeline(zip.outputStream, createWriteStream(path))
    }
    await rewrite(tableEntry('application'), (rows) =>
      rows.replace(/\d/, (digit) => `${9 - +digit}`),
    )
    await expect(restore(path)).rejects.toThrow(/tables\/application.copy was changed/)
    await rewrite(manifestEntry, (json) => json)
    const bytes = await readFile(path)
    // The value of a sequence, which the hashes of the tables do not protect.
    const value = bytes.indexOf('"value": "') + '"value": "'.length
    bytes.writeUInt8(bytes.readUInt8(value) === 0x31 ? 0x32 : 0x31, value)
    await writeFile(path, bytes)
    await expect(restore(path)).rejects.toThrow(/its manifest was changed/)
    expect(await countTables()).toBe(0)
  })

  it('ends with the error of the database when a table lacks a column of the backup', async () => {
    await runOnServer(test.url, 'alter table setting add column of_operator int')
    const path = join(folder, 'column.zip')
    try {
      await writeBackup({ url: test.url, files: store('source') }, path)
    } finally {
      await runOnServer(test.url, 'alter table setting drop column of_operator')
    }
    await expect(restore(path)).rejects.toThrow(/column "of_operator".*does not exist/)
  })

  it('reads a backup of an earlier version, whose manifest names no omitted tables', () => {
    const { omitted_tables: _, ...earlier } = manifest
    expect(manifestSchema.parse(earlier)).toEqual({ ...manifest, omitted_tables: [] })
  })

  it('refuses a file whose manifest would not fit into memory, without reading it', async () => {
    const path = join(folder, 'long.zip')
    const bytes = await readFile(backup)
    // The manifest is the last entry of the directory; its size is at byte 24.
    bytes.writeUInt32LE(300_000_000, bytes.lastIndexOf('PK\u0001\u0002') + 24)
    await writeFile(path, bytes)
    await expect(restore(path)).rejects.toThrow(/its manifest is too long/)
    expect(await countTables()).toBe(0)
  })

  it('refuses a backup of a newer version', async () => {
    const newer = { ...manifest, tables: [], files: [] }
    for (const given of [
      { ...newer, version: 2 },
      { ...newer, migrations: [...manifest.migrations, '9999_newer'] },
    ]) {
      const path = join(folder, 'newer.zip')
      const zip = new yazl.ZipFile()
      zip.addBuffer(Buffer.from(JSON.stringify(given)), 'manifest.json')
      zip.end()
      await pipeline(zip.outputStream, createWriteStream(path))
      await expect(restore(path)).rejects.toThrow(/newer version/)
    }
    expect(await countTables()).toBe(0)
  })

  it('refuses a database or a file store that is not empty', async () => {
    await runOnServer(restoredUrl, 'create table t (n int)')
    await expect(restore()).rejects.toThrow(/database is not empty/)
    await runOnServer(restoredUrl, 'drop table t')
    await expect(restore(backup, store('source'))).rejects.toThrow(/file store is not empty/)
    expect(await countTables()).toBe(0)
  })

  it('closes a file that it refuses', async () => {
    const opened = await openBackup(backup)
    opened.close()
    await expect(opened.read('manifest.json')).rejects.toThrow('closed')
  })
})

describe('skipped numbers', () => {
  it('are not issued later, and do not count as gaps', async () => {
    await restore()
    const client = new pg.Client({ connectionString: restoredUrl })
    await client.connect()
    const today = test.clock.today()
    type Counter = { type: string; branch_id: number; month: string; last: number }
    const readCounters = async () =>
      (await client.query<Counter>('select type, branch_id, month, last from document_counter'))
        .rows
    const before = await readCounters()
    await skipNumbers(client, { skip: 100, since: addDays(today, -40), today })
    const after = await readCounters()
    await client.end()
    for (const { type, branch_id, month, last } of after) {
      const known = before.find(
        (counter) =>
          counter.type === type && counter.branch_id === branch_id && counter.month === month,
      )
      expect(last).toBe((known?.last ?? 0) + 100)
    }
    // Refunds were not issued before the backup, but may have been since.
    const month = buddhistMonth(today)
    expect(before.map(({ type }) => type)).not.toContain('RF')
    expect(after).toContainEqual({
      type: 'RF',
      branch_id: test.school.branch.KKN,
      month,
      last: 100,
    })
    expect(await brokenInvariants()).toEqual([])
    const audited = `select user_id, call, after from audit_log where entity = 'backup'`
    expect(await runOnServer(restoredUrl, audited)).toEqual([
      { user_id: null, call: skipNumbersCall, after: { skip: 100, since: addDays(today, -40) } },
    ])
    await runOnServer(restoredUrl, 'delete from document_gap')
    expect(await brokenInvariants()).toEqual(['document numbers have no gap and no duplicate'])
  })
})
