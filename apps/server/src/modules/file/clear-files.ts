/**
 * Deletes files without references. The row is deleted before the bytes: a crash in between leaves bytes
 * without a row, which the next run deletes. Bytes whose key is in a row are never deleted.
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

/** Time for saving the record that refers to an uploaded file. */
const graceHours = 24
const batchSize = 1000

/** The condition for a row of `file` that no column refers to. */
async function unusedCondition(tx: Kysely<DB>): Promise<RawBuilder<SqlBool>> {
  const references = await fileReferences.rows(tx)
  const conditions = references.map(
    ({ table, column }) => sql<SqlBool>`not exists (
      select from ${sql.table(table)} r where r.${sql.ref(column)} = file.file_id)`,
  )
  return every(conditions)
}

/**
 * Deletes old rows without references. A row that a concurrent attachment has locked is skipped. The
 * delete checks the condition again, because a file can be attached before its row is locked here.
 */
async function clearRows(tx: Kysely<DB>): Promise<void> {
  const condition = await unusedCondition(tx)
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

/** Deletes old bytes whose key is in no row. */
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

/** The hourly clean-up; only one server at a time clears the rows. */
export const clearFilesJob = ({ files, config }: Pick<Services, 'files' | 'config'>): Job => ({
  everyMs: 60 * 60 * 1000,
  async run(db) {
    await withAdvisoryLock(db, 'clear files', clearRows)
    await clearBytes(db, files)
    await clearSpool(config.dataDir, Date.now())
  },
})
