import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { openTestServices } from '../../test/services.ts'
import { createHealth } from '../kernel/health.ts'
import { silentLog } from '../kernel/log.ts'
import { createBackups } from './backups.ts'
import { nightlyBackupJob } from './nightly-backup.ts'

let test: TestApp
let folder: string

beforeAll(async () => {
  test = await startApp({ config: { backupKeep: 3 } })
})
afterAll(() => test.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-nightly-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = (at = folder) => nightlyBackupJob(test.services, at).run(test.db)
const names = async () => (await readdir(folder)).toSorted()
const problems = () => test.services.health.problems()

/** Sets the clock of the school, and the modification time of the files. */
async function setTime(instant: string, ...written: string[]): Promise<void> {
  test.clock.set(instant)
  for (const name of written) {
    const at = new Date(instant)
    await utimes(join(folder, name), at, at)
  }
}

it('one of several servers writes a backup once a day after 2:00 in Bangkok, and only the last backups are kept', async () => {
  await writeFile(join(folder, 'notes.txt'), 'kept')
  test.clock.set('2026-11-20T18:59:00Z')
  await run()
  expect(await names()).toEqual(['notes.txt'])
  expect(problems()).toEqual(['backup_recent'])
  for (const day of [20, 21, 22, 23]) {
    await setTime(`2026-11-${day}T19:00:00Z`)
    await Promise.all([run(), run()])
    await run()
  }
  expect(await names()).toEqual([
    'khapdee-2026-11-22.zip',
    'khapdee-2026-11-23.zip',
    'khapdee-2026-11-24.zip',
    'notes.txt',
  ])
  expect(test.services.health.metrics()).toContain('khapdee_backups_written_total 4')
})

it('an old backup is reported from 36 hours on, until there is a new one', async () => {
  await setTime('2026-11-21T03:00:00Z')
  await run()
  await setTime('2026-11-21T03:00:00Z', 'khapdee-2026-11-21.zip')
  await run()
  expect(problems()).toEqual([])
  const broken = join(folder, 'khapdee-2026-11-21.zip')
  await setTime('2026-11-22T18:00:00Z')
  await run()
  expect(problems()).toEqual(['backup_recent'])
  await setTime('2026-11-22T19:30:00Z')
  await run()
  const { mtime } = await stat(broken)
  expect(mtime.toISOString()).toBe('2026-11-21T03:00:00.000Z')
  await setTime('2026-11-22T19:31:00Z', 'khapdee-2026-11-23.zip')
  await run()
  expect(problems()).toEqual([])
})

it('the backup fails with the reason when the folder cannot be used', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(run(file)).rejects.toThrow('EEXIST')
  expect(problems()).toEqual(['backup_recent', 'backup_succeeds'])
})

it('the backup of a full disk is tried again after ever longer times, with one warning', async () => {
  const log = silentLog()
  const warn = vi.spyOn(log, 'warn')
  const health = createHealth(log)
  const attempts: string[] = []
  const diskFull = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const files = { ...test.services.files, get: () => Promise.reject(diskFull) }
  const { db, clock } = test
  await db
    .insertInto('file')
    .values({
      key: 'a'.repeat(32),
      name: 'หลักฐาน.jpg',
      type: 'image/jpeg',
      size: 9,
      branch_id: test.school.branch.KKN,
      made_by: 1,
    })
    .execute()
  const backups = createBackups({ db, clock, files, log, health, url: test.url, keep: 3 })
  const job = nightlyBackupJob({ backups, clock, health }, folder)
  const start = Date.parse('2026-11-20T19:00:00Z')
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    test.clock.set(new Date(start + minute * 60_000).toISOString())
    await job.run(db).catch(() => attempts.push(`${minute}`))
  }
  expect(attempts).toEqual(['0', '20', '60', '140', '300', '620', '980'])
  expect(warn.mock.calls.map(([, text]) => text)).toEqual([
    `The disk of the backups ${folder} is full: free some space`,
    `There is no backup in ${folder} yet`,
  ])
})

it('the incomplete files of killed servers are deleted before the next backup', async () => {
  const left = ['khapdee-2026-11-19.zip.0a1b.part', 'khapdee-2026-11-20.zip.part']
  const old = new Date(Date.now() - 5 * 60_000)
  for (const name of [...left, 'school.zip.part']) {
    await writeFile(join(folder, name), 'x')
    await utimes(join(folder, name), old, old)
  }
  test.clock.set('2026-11-20T19:00:00Z')
  await run()
  expect(await names()).toEqual(['khapdee-2026-11-21.zip', 'school.zip.part'])
})

it('a backup of the future, written with a wrong clock, neither counts as the last one nor replaces the new one', async () => {
  const wrong = ['31', '30', '29'].map((day) => `khapdee-2027-01-${day}.zip`)
  for (const name of wrong) {
    await writeFile(join(folder, name), 'x')
    await setTime('2027-01-31T19:00:00Z', name)
  }
  test.clock.set('2026-11-20T18:00:00Z')
  await run()
  expect(problems()).toContain('backup_recent')
  await setTime('2026-11-20T19:00:00Z')
  await run()
  expect(await names()).toEqual([
    'khapdee-2026-11-21.zip',
    'khapdee-2027-01-30.zip',
    'khapdee-2027-01-31.zip',
  ])
})

it('a server that stops ends its backup at once, although a table is locked, and leaves no file', async () => {
  const { services, url, close } = await openTestServices()
  const migration = new pg.Client({ connectionString: url })
  migration.on('error', () => {})
  await migration.connect()
  await migration.query('begin; lock table payment in access exclusive mode')
  expect(await services.backups.start(folder)).toBe(true)
  await vi.waitFor(async () => expect(await names()).toHaveLength(1))
  const start = Date.now()
  await close()
  expect(Date.now() - start).toBeLessThan(10_000)
  expect(await names()).toEqual([])
  expect(services.backups.hasFailed()).toBe(false)
  await migration.end().catch(() => {})
})
