/** Backups that administrators start while the server works. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Clock } from '../adapters/clock.ts'
import type { FileStore } from '../adapters/files/store.ts'
import type { DB } from '../db/types.ts'
import { withAdvisoryLock } from '../kernel/advisory-lock.ts'
import type { Health } from '../kernel/health.ts'
import type { Log } from '../kernel/log.ts'
import { backupLock, deleteOld, manualName } from './backup-folder.ts'
import { type BackupStep, writeBackup } from './write-backup.ts'

export interface BackupRun {
  /** Numbers of tables and files written so far, and in total; 0 at the beginning. */
  done: number
  total: number
}

export interface Backups {
  /** The backup that this server is writing, or null. */
  run(): BackupRun | null
  /** Whether the last backup of this server failed. */
  hasFailed(): boolean
  /** Begins to write a backup into `folder`. @returns false while any server writes one */
  start(folder: string): Promise<boolean>
}

interface StoreOptions {
  files: FileStore
  log: Log
  health: Health
  /** A direct connection to the database. */
  url: string
  /** How many backups of each kind are kept. */
  keep: number
}

/** Writes the backup `name` into a folder, and deletes old ones of its kind. The caller holds `backupLock`. */
export async function storeBackup(
  { files, log, health, url, keep }: StoreOptions,
  folder: string,
  name: string,
  progress?: (step: BackupStep) => void,
): Promise<void> {
  const { missing_files } = await writeBackup({ url, files }, join(folder, name), progress)
  log.info({ name, missing_files }, 'backup written')
  health.count('backups_written')
  await deleteOld(folder, name, keep)
}

interface Options extends StoreOptions {
  db: Kysely<DB>
  clock: Clock
}

export function createBackups({ db, clock, ...options }: Options): Backups {
  const { log, health } = options
  let run: BackupRun | null = null
  let hasFailed = false

  const write = async (folder: string): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = manualName(clock.today(), clock.now())
    await storeBackup(options, folder, name, ({ done, total }) => {
      run = { done, total }
    })
    health.report('backup_recent', null)
  }

  return {
    run: () => run,
    hasFailed: () => hasFailed,
    start(folder) {
      if (run !== null) return Promise.resolve(false)
      run = { done: 0, total: 0 }
      hasFailed = false
      return new Promise((resolve) => {
        withAdvisoryLock(db, backupLock, () => {
          resolve(true)
          return write(folder)
        })
          .catch((err: unknown) => {
            hasFailed = true
            log.error({ err }, 'backup failed')
          })
          .finally(() => {
            run = null
            resolve(false)
          })
      })
    },
  }
}
