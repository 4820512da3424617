/** The clean-up of files when database and file store may not belong together. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { createLocalStore } from '../../adapters/files/local-store.ts'
import { createS3Store } from '../../adapters/files/s3-store.ts'
import type { FileStore } from '../../adapters/files/store.ts'
import { type Bucket, openBucket } from '../../adapters/files/test/bucket.ts'
import { createHealth } from '../../kernel/health.ts'
import { silentLog } from '../../kernel/log.ts'
import { clearFilesJob } from './clear-files.ts'
import { joinFileStore, readIds } from './school-id.ts'

let test: TestApp
let folder: string

beforeAll(async () => {
  test = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'khapdee-school-id-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})
beforeEach(() =>
  test.services.pool.query(`update app_user set photo = null; delete from file;
    delete from setting where key in ('school_id', 'newest_file_before_school_id')`),
)

const newKey = () => randomBytes(16).toString('hex')
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

/** A file store on disk or in a bucket, with functions that change the times of its files. */
interface Place {
  store: FileStore
  /** Sets the modification time of a stored file. */
  age(key: string, modifiedAt: Date): Promise<void>
  /** Sets the time at which a file was moved to the trash. */
  ageTrash(key: string, trashedAt: Date): Promise<void>
}

async function onDisk(): Promise<Place> {
  const root = join(await mkdtemp(join(folder, 'disk-')), 'files')
  const today = () => new Date().toISOString().slice(0, 10)
  return {
    store: createLocalStore(root),
    age: (key, at) => utimes(join(root, key.slice(0, 2), key.slice(2, 4), key), at, at),
    async ageTrash(key, at) {
      const day = at.toISOString().slice(0, 10)
      await mkdir(join(root, 'trash', day), { recursive: true })
      await rename(join(root, 'trash', today(), key), join(root, 'trash', day, key))
    },
  }
}

const buckets: Bucket[] = []
afterAll(async () => {
  for (const bucket of buckets) await bucket.close()
})

async function inBucket(): Promise<Place & { bucket: Bucket }> {
  const bucket = await openBucket()
  buckets.push(bucket)
  return {
    bucket,
    store: createS3Store(bucket.settings),
    age: async (key, at) => bucket.setModifiedAt(`files/${key}`, at),
    ageTrash: async (key, at) => bucket.setModifiedAt(`files-trash/${key}`, at),
  }
}

/** Stores files with a modification time of two days ago. */
async function store({ store: files, age }: Place, keys: readonly string[]): Promise<void> {
  const path = join(folder, newKey())
  await writeFile(path, 'x')
  for (const key of keys) {
    await files.put(key, path)
    await age(key, daysAgo(2))
  }
}

/** Inserts rows of files, each the photo of a user. */
async function insertRows(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await test.services.pool.query(
      `with made as (
        insert into file (key, name, type, size, made_by, branch_id, "createdAt")
        select $1, 'a.png', 'image/png', 1, user_id, branch_id, now() - interval '2 days'
        from app_user order by user_id limit 1 returning file_id)
      update app_user set photo = file_id from made
      where user_id = (select user_id from app_user where photo is null order by user_id limit 1)`,
      [key],
    )
  }
}

/** Runs the migration that introduces the ids on a database with files. */
async function upgrade(): Promise<void> {
  const path = '../../db/migrations/0020_school_id.sql'
  const sql = await readFile(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
  await test.services.pool.query(sql)
}

const keysOf = async (files: AsyncIterable<{ key: string }>) => {
  const keys = []
  for await (const { key } of files) keys.push(key)
  return keys.toSorted()
}

/** Runs the job and returns its log lines, problems, trash and remaining files. */
async function clear({ store: files }: Place) {
  const [info, warn] = [vi.fn<(...line: unknown[]) => void>(), vi.fn<() => void>()]
  const log = Object.assign(silentLog(), { info, warn })
  const health = createHealth(log)
  const run = () => clearFilesJob({ ...test.services, files, log, health }).run(test.db)
  const error = await run().then(
    () => null,
    (reason: unknown) => reason,
  )
  return {
    error,
    run,
    health,
    info,
    warn,
    problems: health.problems(),
    trash: await keysOf(files.listTrash()),
    kept: await keysOf(files.list()),
  }
}

const nothingCleaned = { problems: ['file_store_matches'], trash: [] }
const cleaned = (trash: string[], kept: string[]) => ({
  error: null,
  problems: [],
  trash: trash.toSorted(),
  kept: kept.toSorted(),
})

describe.each([
  ['on the disk', onDisk],
  ['in a bucket', inBucket],
])('a file store %s', (_, open: () => Promise<Place>) => {
  it('writes one id for a new school and moves unused files to the trash', async () => {
    const place = await open()
    expect(await clear(place)).toMatchObject(cleaned([], []))
    const ids = await readIds(test.db, place.store)
    expect(ids.database).toMatch(/^[\da-f-]{36}$/)
    expect(ids.store).toBe(ids.database)
    const [used, unused] = [newKey(), newKey()]
    await insertRows([used])
    await store(place, [used, unused])
    const { info, health, ...rest } = await clear(place)
    expect(rest).toMatchObject(cleaned([unused], [used]))
    expect(info).toHaveBeenCalledWith({ count: 1, keys: [unused] }, 'files moved to the trash')
    expect(health.metrics()).toContain('khapdee_files_trashed_total 1')
    expect(health.metrics()).toContain('khapdee_file_store_matches 1')
  })

  it('cleans up nothing when the database is empty and the store has the id of another', async () => {
    const place = await open()
    await place.store.claimId(randomUUID())
    const keys = [newKey(), newKey()]
    await store(place, keys)
    const { warn, run, health, ...rest } = await clear(place)
    expect(rest).toMatchObject({ ...nothingCleaned, kept: keys.toSorted() })
    expect(health.metrics()).toContain('khapdee_file_store_matches 0')
    await run()
    expect(warn).toHaveBeenCalledOnce()
  })

  it('cleans up nothing when the database was empty and the store has files without an id', async () => {
    const place = await open()
    const foreign = [newKey(), newKey()]
    await store(place, foreign)
    expect(await clear(place)).toMatchObject(nothingCleaned)
    const own = newKey()
    await insertRows([own])
    await store(place, [own])
    expect(await clear(place)).toMatchObject({
      ...nothingCleaned,
      kept: [...foreign, own].toSorted(),
    })
    expect(await place.store.readId()).toBeNull()
  })

  it('cleans up nothing when the store has the id of another database', async () => {
    const [own, foreign] = [await open(), await open()]
    await clear(own)
    await foreign.store.claimId(randomUUID())
    const key = newKey()
    await store(foreign, [key])
    expect(await clear(foreign)).toMatchObject({ ...nothingCleaned, kept: [key] })
    expect((await clear(own)).problems).toEqual([])
  })

  it('accepts the store of an upgraded school that has its files', async () => {
    const place = await open()
    const [used, lost, unused] = [Array.from({ length: 9 }, newKey), newKey(), newKey()]
    await insertRows([...used, lost])
    await store(place, [...used, unused])
    await upgrade()
    expect(await clear(place)).toMatchObject(cleaned([unused], used))
  })

  it('refuses the store of an upgraded school whose files are elsewhere', async () => {
    const place = await open()
    const [elsewhere, foreign] = [Array.from({ length: 3 }, newKey), newKey()]
    await insertRows(elsewhere)
    await store(place, [foreign])
    await upgrade()
    expect(await clear(place)).toMatchObject({ ...nothingCleaned, kept: [foreign] })
  })

  it('writes the id of the store to a restored database that is older than the ids', async () => {
    const place = await open()
    const id = randomUUID()
    await place.store.claimId(id)
    const [old, newer] = [newKey(), newKey()]
    await insertRows([old])
    await store(place, [old, newer])
    await upgrade()
    expect(await clear(place)).toMatchObject(cleaned([newer], [old]))
    expect(await readIds(test.db, place.store)).toEqual({ database: id, store: id })
  })

  it('refuses a store with another id, even when it has the files of an upgraded school', async () => {
    const [own, copy] = [await open(), await open()]
    const [used, unused] = [newKey(), newKey()]
    await insertRows([used])
    await upgrade()
    await store(own, [used])
    await clear(own)
    await copy.store.claimId(randomUUID())
    await store(copy, [used, unused])
    expect(await clear(copy)).toMatchObject({ ...nothingCleaned, kept: [used, unused].toSorted() })
  })

  it('moves files back from the trash when their rows are restored', async () => {
    const place = await open()
    await clear(place)
    const newer = newKey()
    await store(place, [newer])
    expect(await clear(place)).toMatchObject(cleaned([newer], []))
    await insertRows([newer])
    const { info, ...rest } = await clear(place)
    expect(rest).toMatchObject(cleaned([], [newer]))
    expect(info).toHaveBeenCalledWith({ count: 1, keys: [newer] }, 'files restored from the trash')
  })

  it('refuses an empty store when the database has files', async () => {
    const [right, wrong] = [await open(), await open()]
    await clear(right)
    await insertRows([newKey()])
    expect(await clear(wrong)).toMatchObject(nothingCleaned)
    expect(await wrong.store.readId()).toBeNull()
  })

  it('cleans up nothing while the id is damaged, until the operator joins store and database', async () => {
    const place = await open()
    await clear(place)
    const unused = newKey()
    await store(place, [unused])
    await place.store.replaceId('5e0c')
    expect(await clear(place)).toMatchObject({ ...nothingCleaned, kept: [unused] })
    await joinFileStore(test.db, place.store)
    expect(await clear(place)).toMatchObject(cleaned([unused], []))
  })

  it('writes one id when several servers start concurrently', async () => {
    const place = await open()
    const runs = await Promise.all(Array.from({ length: 6 }, () => clear(place)))
    expect(runs.flatMap(({ error, problems }) => [error, ...problems])).toEqual(
      runs.map(() => null),
    )
    const ids = await readIds(test.db, place.store)
    expect(ids.store).toBe(ids.database)
  })

  it('retries to write the id after the store has refused it', async () => {
    const place = await open()
    const refusing = { ...place.store, claimId: () => Promise.reject(new Error('read-only')) }
    const unused = newKey()
    await store(place, [unused])
    await insertRows([unused])
    expect(await clear({ ...place, store: refusing })).toMatchObject({
      ...nothingCleaned,
      error: new Error('read-only'),
    })
    expect(await clear(place)).toMatchObject(cleaned([], [unused]))
  })

  it('moves at most 100 files per run to the trash, and deletes at most 100 after 30 days', async () => {
    const place = await open()
    await clear(place)
    const keys = Array.from({ length: 103 }, newKey)
    await store(place, keys)
    expect((await clear(place)).trash).toHaveLength(100)
    const { trash, kept } = await clear(place)
    expect([trash.length, kept.length]).toEqual([103, 0])
    const [young = '', ...old] = keys
    for (const key of old) await place.ageTrash(key, daysAgo(32))
    await place.ageTrash(young, daysAgo(29))
    const { info, ...first } = await clear(place)
    expect(first.trash).toHaveLength(3)
    expect(info).toHaveBeenCalledWith(
      { count: 100, keys: expect.anything() },
      'files deleted from the trash',
    )
    expect((await clear(place)).trash).toEqual([young])
  })
})

it('retries to write the id after a bucket was read-only', async () => {
  const place = await inBucket()
  place.bucket.isReadOnly = true
  expect(await clear(place)).toMatchObject({ ...nothingCleaned, error: { name: 'AccessDenied' } })
  place.bucket.isReadOnly = false
  expect((await clear(place)).problems).toEqual([])
})

it('reports a folder that cannot be read as a problem', async () => {
  const place = await onDisk()
  const away = { ...place.store, readId: () => Promise.reject(new Error('away')) }
  expect(await clear({ ...place, store: away })).toMatchObject(nothingCleaned)
})
