/** Writes a backup every night and deletes old ones. */
import { timeInBangkok } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { withAdvisoryLock } from '../kernel/advisory-lock.ts'
import type { Services } from '../kernel/context.ts'
import type { Job } from '../kernel/jobs.ts'
import { backupAge, backupLock, isOverdue, listBackups, nightlyName } from './backup-folder.ts'

/** From this time in Bangkok on, the backup of the day is due. */
const dueFrom = '02:00'

/** A sentence about a last backup that is too old, or null. */
async function ageProblem(folder: string, now: Date): Promise<string | null> {
  const hours = await backupAge(folder, now)
  if (hours === null) return `There is no backup in ${folder} yet`
  return isOverdue(hours) ? `The last backup in ${folder} is ${Math.floor(hours)} hours old` : null
}

type Deps = Pick<Services, 'backups' | 'clock' | 'health'>

const minutes = 60 * 1000
const everyMs = 10 * minutes
const maxRetryMs = 6 * 60 * minutes

/**
 * The job of one server. Servers with a common folder write one backup, because the others find the
 * file of the day; servers with separate folders write their backups one after another. After a
 * failure the time to the next attempt doubles, because a backup is a load for the database.
 */
export function nightlyBackupJob({ backups, clock, health }: Deps, folder: string): Job {
  let retryMs = everyMs
  let notBefore = 0

  async function writeIfDue(db: Kysely<DB>): Promise<void> {
    const now = clock.now()
    if (timeInBangkok(now) < dueFrom || now.getTime() < notBefore) return
    await withAdvisoryLock(db, backupLock, async () => {
      const name = nightlyName(clock.today())
      if ((await listBackups(folder)).some((backup) => backup.name === name)) return
      await backups.write(folder, name)
    })
    retryMs = everyMs
  }

  return {
    name: 'backup',
    everyMs,
    async run(db) {
      try {
        await writeIfDue(db)
      } catch (error) {
        retryMs = Math.min(retryMs * 2, maxRetryMs)
        notBefore = clock.now().getTime() + retryMs
        throw error
      } finally {
        const problem = await ageProblem(folder, clock.now()).catch(
          () => `The folder of the backups ${folder} cannot be read`,
        )
        health.report('backup_recent', problem)
      }
    },
  }
}
