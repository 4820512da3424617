import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { cleanUp, clusterOf, makeFolder, mountFolder, start } from '../../test/embedded-fixtures.ts'
import { runOnServer } from '../../test/server-admin.ts'
import { toOperatorError } from './embedded-cluster.ts'
import { withStartErrors } from './start-error.ts'

afterEach(cleanUp)

/** Fills the disk of `folder`. @returns a function that frees the space */
async function fill(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'fill')
  const file = await open(path, 'w')
  const block = Buffer.alloc(1_000_000)
  const write = async (): Promise<void> => {
    for (;;) await file.write(block)
  }
  await expect(write()).rejects.toMatchObject({ code: 'ENOSPC' })
  await file.close()
  return () => rm(path)
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await sleep(20)
}

describe('an unusable data folder', () => {
  it.each(['99', '13'])('created by PostgreSQL %s is refused and not changed', async (version) => {
    const dataDir = await makeFolder()
    await mkdir(clusterOf(dataDir), { recursive: true })
    await writeFile(join(clusterOf(dataDir), 'PG_VERSION'), `${version}\n`)
    await expect(start(dataDir)).rejects.toThrow(
      `was created by PostgreSQL ${version}, but this program includes`,
    )
  })

  it('is refused, not initialised again, when its moved database is missing', async () => {
    const dataDir = await makeFolder()
    await mkdir(join(dataDir, 'database'))
    await writeFile(join(dataDir, 'database', 'moved-to'), '/var/lib/khapdee-gone\n')
    await expect(start(dataDir)).rejects.toThrow('/var/lib/khapdee-gone and is no longer there')
  })

  it('is reported when it is a file', async () => {
    const file = join(await makeFolder(), 'file')
    await writeFile(file, '')
    await expect(start(file)).rejects.toThrow(`${file} or one of its parent folders is a file`)
  })

  it('is not reported for an unrelated error', async () => {
    const other = new Error('something else')
    await expect(withStartErrors('x', () => Promise.reject(other))).rejects.toBe(other)
  })
})

describe('a read-only disk', () => {
  it('is reported at a first start', async ({ skip }) => {
    const folder = await mountFolder(skip, 'ro')
    await expect(start(join(folder, 'data'))).rejects.toThrow('cannot be written')
  })

  it('is reported when it has a database', async ({ skip }) => {
    const folder = await mountFolder(skip, 'size=200m')
    await (await start(folder)).stop()
    execFileSync('mount', ['-o', 'remount,ro', folder])
    await expect(start(folder)).rejects.toThrow('cannot be written')
  })
})

describe('a full disk', () => {
  it('is reported at a first start, which leaves no partial database', async ({ skip }) => {
    const folder = await mountFolder(skip, 'size=10m')
    await expect(start(folder)).rejects.toThrow('is full')
    expect(existsSync(clusterOf(folder))).toBe(false)
  })

  it('is reported even if PostgreSQL could not log it', async ({ skip }) => {
    const folder = await mountFolder(skip, 'size=10m')
    expect((await toOperatorError(join(folder, 'cluster'), '')).message).toContain('is full')
  })

  it('is reported at a later start, which succeeds once there is space', async ({ skip }) => {
    const folder = await mountFolder(skip, 'size=200m')
    await (await start(folder)).stop()
    const freeSpace = await fill(folder)
    await expect(start(folder)).rejects.toThrow('is full: free some space and start again')
    await freeSpace()
    await start(folder)
  })

  it('fails only queries that need space while the database runs', async ({ skip }) => {
    const folder = await mountFolder(skip, 'size=200m')
    const { url } = await start(folder)
    await runOnServer(url, 'create table t as select 1 as one')
    const freeSpace = await fill(folder)
    const insert = `insert into t select generate_series(1, 100000)`
    await expect(runOnServer(url, insert)).rejects.toMatchObject({ code: '53100' })
    expect(await runOnServer(url, 'table t')).toEqual([{ one: 1 }])
    await freeSpace()
    await runOnServer(url, insert)
  })

  it('is reported once when it stops the database, which restarts once there is space', async ({
    skip,
  }) => {
    const folder = await mountFolder(skip, 'size=200m')
    const { url, messages } = await start(folder)
    await runOnServer(url, 'create table test_data as select 1 as one')
    const freeSpace = await fill(folder)
    // The server stops when there is no space for its write-ahead log, which must be complete.
    const log = `select pg_logical_emit_message(false, 'khapdee', repeat('x', 1000000))
      from generate_series(1, 50)`
    await expect(runOnServer(url, log)).rejects.toThrow(/terminated|space/)
    const reports = (): string[] =>
      messages.filter((line) => line.includes('is full: free some space'))
    await until(() => reports().length > 0)
    await sleep(1_500)
    expect(reports()).toHaveLength(1)
    await freeSpace()
    await until(() => messages.includes('The database is running again.'))
    expect(await runOnServer(url, 'table test_data')).toEqual([{ one: 1 }])
  })
})
