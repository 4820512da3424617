import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../test/app.ts'
import { nightlyBackupJob } from './nightly-backup.ts'

let test: TestApp
let folder: string

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-nightly-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = (at = folder) => {
  const services = { ...test.services, config: { ...test.services.config, backupKeep: 3 } }
  return nightlyBackupJob(services, test.url, at).run(test.db)
}
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
  expect(problems()).toEqual([])
  const broken = join(folder, 'khapdee-2026-11-21.zip')
  await setTime('2026-11-22T18:00:00Z')
  await run()
  expect(problems()).toEqual(['backup_recent'])
  await setTime('2026-11-22T19:30:00Z')
  await run()
  const { mtime } = await stat(broken)
  expect(mtime.toISOString()).toBe('2026-11-21T03:00:00.000Z')
  expect(problems()).toEqual([])
})

it('the backup fails with the reason when the folder cannot be used', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(run(file)).rejects.toThrow('EEXIST')
  expect(problems()).toEqual(['backup_recent'])
})
