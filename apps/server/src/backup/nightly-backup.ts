/** Writes a backup every night and deletes old ones. */
import { mkdir } from 'node:fs/promises'
import { timeInBangkok } from '@khapdee/domain/thai-date'
import type { Services } from '../kernel/context.ts'
import { withAdvisoryLock } from '../kernel/advisory-lock.ts'
import type { Job } from '../kernel/jobs.ts'
import { backupAge, backupLock, isOverdue, listBackups, nightlyName } from './backup-folder.ts'
import { storeBackup } from './backups.ts'

/** From this time in Bangkok on, the backup of the day is due. */
const dueFrom = '02:00'

/** A sentence about a last backup that is too old, or null. */
async function ageProblem(folder: string, now: Date): Promise<string | null> {
  const hours = await backupAge(folder, now)
  if (hours === null) return `There is no backup in ${folder} yet`
  return isOverdue(hours) ? `The last backup in ${folder} is ${Math.floor(hours)} hours old` : null
}

type Deps = Pick<Services, 'files' | 'clock' | 'log' | 'health' | 'config'>

/**
 * The job of one server. Servers with a common folder write one backup, because the others find the
 * file of the day; servers with separate folders write their backups one after another.
 * @param url the connection string of the database
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
        await withAdvisoryLock(db, backupLock, async () => {
          const name = nightlyName(clock.today())
          const backups = await listBackups(folder)
          if (backups.some((backup) => backup.name === name)) return
          await storeBackup({ files, log, health, url, keep: config.backupKeep }, folder, name)
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
