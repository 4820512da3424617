/** Writes a backup every night and deletes old ones. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { timeInBangkok } from '@khapdee/domain/thai-date'
import type { Services } from '../kernel/context.ts'
import { withAdvisoryLock } from '../kernel/advisory-lock.ts'
import type { Job } from '../kernel/jobs.ts'
import { writeBackup } from './write-backup.ts'

/** From this time in Bangkok on, the backup of the day is due. */
const dueFrom = '02:00'
const maxAgeHours = 36
const nightlyFile = /^khapdee-\d{4}-\d\d-\d\d\.zip$/

/** The names of the nightly backups in a folder, newest first. */
async function nightlyBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => nightlyFile.test(name))
    .toSorted()
    .toReversed()
}

/** The hours since the last nightly backup; null without one. */
export async function backupAge(folder: string, now: Date): Promise<number | null> {
  const [newest] = await nightlyBackups(folder)
  if (newest === undefined) return null
  const { mtime } = await stat(join(folder, newest))
  return (now.getTime() - mtime.getTime()) / 3_600_000
}

/** A sentence about a last backup that is too old, or null. */
async function ageProblem(folder: string, now: Date): Promise<string | null> {
  const hours = await backupAge(folder, now)
  if (hours === null) return `There is no backup in ${folder} yet`
  return hours > maxAgeHours
    ? `The last backup in ${folder} is ${Math.floor(hours)} hours old`
    : null
}

type Deps = Pick<Services, 'files' | 'clock' | 'log' | 'health' | 'config'>

/**
 * The job of one server. Servers with a common folder write one backup, because the file of the day tells the others
 * that it is done; servers with folders of their own write theirs one after another.
 * @param url a direct connection to the database
 */
export const nightlyBackupJob = (
  { files, clock, log, health, config }: Deps,
  url: string,
  folder: string,
): Job => ({
  name: 'backup',
  everyMs: 10 * 60 * 1000,
  async run(db) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (timeInBangkok(clock.now()) >= dueFrom) {
        await withAdvisoryLock(db, 'nightly backup', async () => {
          const name = `khapdee-${clock.today()}.zip`
          const backups = await nightlyBackups(folder)
          if (backups.includes(name)) return
          const { missing_files } = await writeBackup({ url, files }, join(folder, name))
          health.count('backups_written')
          log.info({ name, missing_files }, 'backup written')
          const old = [name, ...backups].slice(config.backupKeep)
          for (const each of old) await rm(join(folder, each), { force: true })
        })
      }
    } finally {
      const problem = await ageProblem(folder, clock.now()).catch(
        () => `The folder of the backups ${folder} cannot be read`,
      )
      health.report('backup_recent', problem)
    }
  },
})
