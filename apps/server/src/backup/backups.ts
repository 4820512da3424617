/** Backups that administrators start while the server works. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Clock } from '../adapters/clock.ts'
import type { FileStore } from '../adapters/files/store.ts'
import { errorCode } from '../db/start-error.ts'
import type { DB } from '../db/types.ts'
import { withAdvisoryLock } from '../kernel/advisory-lock.ts'
import type { Health } from '../kernel/health.ts'
import type { Log } from '../kernel/log.ts'
import { backupLock, deleteLeftOver, deleteOld, manualName } from './backup-folder.ts'
import { writeBackup } from './write-backup.ts'

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
  /**
   * Writes the backup `name` into `folder`, and deletes old ones of its kind. The caller holds `backupLock`.
   * @throws Error the error of the backup, unless the server stops
   */
  write(folder: string, name: string): Promise<void>
  /** Ends the backup that is being written, without a file. */
  stop(): void
}

function describeFailure(folder: string, error: unknown): string {
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(error)))
    return `The disk of the backups ${folder} is full: free some space`
  return `The last backup failed (${error instanceof Error ? error.message : String(error)})`
}

interface Options {
  db: Kysely<DB>
  clock: Clock
  files: FileStore
  log: Log
  health: Health
  /** A direct connection to the database. */
  url: string
  /** How many backups of each kind are kept. */
  keep: number
}

export function createBackups({ db, clock, files, log, health, url, keep }: Options): Backups {
  const stopping = new AbortController()
  let run: BackupRun | null = null
  let hasFailed = false

  async function write(folder: string, name: string): Promise<void> {
    run = { done: 0, total: 0 }
    hasFailed = false
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // First, because what they take may be the space that the new file needs.
      await deleteLeftOver(folder)
      const { missing_files, omitted_tables } = await writeBackup(
        { url, files },
        join(folder, name),
        {
          progress: ({ done, total }) => {
            run = { done, total }
          },
          signal: stopping.signal,
        },
      )
      log.info({ name, omitted_tables }, 'backup written')
      if (missing_files.length > 0)
        log.warn({ name, missing_files }, 'the file store lacks files of the backup')
      health.count('backups_written')
      health.report('backup_succeeds', null)
      health.report('backup_recent', null)
      await deleteOld(folder, name, keep)
    } catch (error) {
      if (stopping.signal.aborted) return log.info({ name }, 'backup stopped with the server')
      hasFailed = true
      health.report('backup_succeeds', describeFailure(folder, error))
      throw error
    } finally {
      run = null
    }
  }

  return {
    run: () => run,
    hasFailed: () => hasFailed,
    write,
    stop: () => stopping.abort(),
    start(folder) {
      if (run !== null) return Promise.resolve(false)
      run = { done: 0, total: 0 }
      return new Promise((resolve) => {
        withAdvisoryLock(db, backupLock, async () => {
          resolve(true)
          await write(folder, manualName(clock.today(), clock.now()))
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
