/**
 * Deletes files that nothing refers to. The row goes first: a crash after that leaves bytes without a
 * row, which the next run finds. Bytes whose key a row holds are never deleted.
 */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FileStore } from '../../adapters/files/store.ts'
import type { DB } from '../../db/types.ts'
import type { Services } from '../../kernel/context.ts'
import { withAdvisoryLock } from '../../kernel/advisory-lock.ts'
import type { Job } from '../../kernel/jobs.ts'
import { every } from '../../kernel/list.ts'
import { clearSpool } from '../../kernel/upload.ts'
import { fileReferences, keysWithoutFile, lockOldFiles } from './file.queries.ts'

/** A file is uploaded before the record that refers to it; without one it is deleted after this. */
const graceHours = 24
const batchSize = 1000

/** The condition for a row of `file` that no column refers to. */
async function unused(tx: Kysely<DB>): Promise<RawBuilder<SqlBool>> {
  const references = await fileReferences.rows(tx)
  const conditions = references.map(
    ({ table, column }) => sql<SqlBool>`not exists (
      select from ${sql.table(table)} r where r.${sql.ref(column)} = file.file_id)`,
  )
  return every(conditions)
}

/**
 * Deletes old rows that nothing refers to. A file that is being attached is locked and is
 * skipped; one that was attached before its row could be locked fails the second check.
 */
async function clearRows(tx: Kysely<DB>): Promise<void> {
  const condition = await unused(tx)
  for (;;) {
    const files = await lockOldFiles.rows(tx, graceHours, condition, batchSize)
    const ids = files.map(({ file_id }) => file_id)
    const { numDeletedRows } = await tx
      .deleteFrom('file')
      .where('file_id', '=', sql<number>`any(${ids}::int[])`)
      .where(condition)
      .executeTakeFirstOrThrow()
    if (ids.length < batchSize || numDeletedRows === 0n) return
  }
}

/** Deletes old bytes whose key no row holds. */
async function clearBytes(db: Kysely<DB>, files: FileStore): Promise<void> {
  const oldest = Date.now() - graceHours * 60 * 60 * 1000
  let keys: string[] = []
  const flush = async () => {
    const unknown = await keysWithoutFile.rows(db, keys)
    keys = []
    for (const { key } of unknown) await files.delete(key)
  }
  for await (const { key, modifiedAt } of files.list()) {
    if (modifiedAt.getTime() < oldest) keys.push(key)
    if (keys.length >= batchSize) await flush()
  }
  if (keys.length > 0) await flush()
}

/** Clears every hour, one server at a time. */
export const clearFilesJob = ({ files, config }: Pick<Services, 'files' | 'config'>): Job => ({
  everyMs: 60 * 60 * 1000,
  async run(db) {
    await withAdvisoryLock(db, 'clear files', clearRows)
    await clearBytes(db, files)
    await clearSpool(config.dataDir, Date.now())
  },
})
