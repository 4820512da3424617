/**
 * Moves files without references to the trash, and deletes them there after thirty days. The row is
 * deleted before the bytes are moved: a crash in between leaves bytes without a row, which the next run
 * moves. Bytes whose key is in a row are never moved. Without proof that the file store belongs to the
 * database, only temporary files of uploads are deleted.
 */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Services } from '../../kernel/context.ts'
import { withAdvisoryLock } from '../../kernel/advisory-lock.ts'
import type { Job } from '../../kernel/jobs.ts'
import { joinByAnd } from '../../kernel/list.ts'
import { clearSpool } from '../../kernel/upload.ts'
import { fileReferences, keysWithFile, keysWithoutFile, lockOldFiles } from './file.queries.ts'
import { compareSchoolIds } from './school-id.ts'

/** Time for saving the record that refers to an uploaded file. */
const graceHours = 24
const trashDays = 30
/** Maximum of files that each step of a run moves or deletes, to limit the damage of an error. */
const maxFilesPerRun = 100
/** Keys that one statement compares. */
const batchSize = 1000

type Deps = Pick<Services, 'files' | 'config' | 'log' | 'health'>

/** The condition for a row of `file` that no column refers to. */
async function unusedCondition(tx: Kysely<DB>): Promise<RawBuilder<SqlBool>> {
  const references = await fileReferences.rows(tx)
  const conditions = references.map(
    ({ table, column }) => sql<SqlBool>`not exists (
      select from ${sql.table(table)} r where r.${sql.ref(column)} = file.file_id)`,
  )
  return joinByAnd(conditions)
}

/**
 * Deletes old rows without references. A row that a concurrent attachment has locked is skipped. The
 * delete checks the condition again, because a file can be attached before its row is locked here.
 */
async function clearRows(tx: Kysely<DB>): Promise<{ file_id: number; key: string }[]> {
  const condition = await unusedCondition(tx)
  const files = await lockOldFiles.rows(tx, graceHours, condition, maxFilesPerRun)
  return tx
    .deleteFrom('file')
    .where('file_id', '=', sql<number>`any(${files.map(({ file_id }) => file_id)}::int[])`)
    .where(condition)
    .returning(['file_id', 'key'])
    .execute()
}

/** The first keys of `source` that `choose` returns, at most {@link maxFilesPerRun}. */
async function chooseKeys(
  source: AsyncIterable<string>,
  choose: (keys: readonly string[]) => Promise<{ key: string }[]>,
): Promise<string[]> {
  const chosen: string[] = []
  let batch: string[] = []
  const flush = async () => {
    chosen.push(...(await choose(batch)).map(({ key }) => key))
    batch = []
  }
  for await (const key of source) {
    batch.push(key)
    if (batch.length >= batchSize) await flush()
    if (chosen.length >= maxFilesPerRun) break
  }
  if (batch.length > 0) await flush()
  return chosen.slice(0, maxFilesPerRun)
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

/** Moves old bytes whose key is in no row to the trash. */
async function trashBytes(db: Kysely<DB>, { files, log, health }: Deps): Promise<void> {
  const before = daysAgo(graceHours / 24)
  async function* oldKeys() {
    for await (const { key, modifiedAt } of files.list()) if (modifiedAt < before) yield key
  }
  const keys = await chooseKeys(oldKeys(), (batch) => keysWithoutFile.rows(db, batch))
  for (const key of keys) {
    await files.trash(key)
    health.count('files_trashed')
  }
  if (keys.length > 0) log.info({ count: keys.length, keys }, 'files moved to the trash')
}

/** Moves bytes out of the trash when their key is in a row, for example after a restore of the database. */
async function restoreBytes(db: Kysely<DB>, { files, log, health }: Deps): Promise<void> {
  async function* trashed() {
    for await (const { key } of files.listTrash()) yield key
  }
  const keys: string[] = []
  for (const key of await chooseKeys(trashed(), (batch) => keysWithFile.rows(db, batch))) {
    if (!(await files.restore(key))) continue
    keys.push(key)
    health.count('files_restored')
  }
  if (keys.length > 0) log.info({ count: keys.length, keys }, 'files restored from the trash')
}

/** Deletes bytes that have been in the trash for {@link trashDays} and whose key is in no row. */
async function emptyTrash(db: Kysely<DB>, { files, log, health }: Deps): Promise<void> {
  const before = daysAgo(trashDays)
  async function* expired() {
    for await (const { key, trashedAt } of files.listTrash()) if (trashedAt < before) yield key
  }
  const keys = await chooseKeys(expired(), (batch) => keysWithoutFile.rows(db, batch))
  for (const key of keys) {
    await files.purge(key)
    health.count('files_purged')
  }
  if (keys.length > 0) log.info({ count: keys.length, keys }, 'files deleted from the trash')
}

/** Whether the file store belongs to the database; reports the result to the health checks. */
async function checkFileStore(db: Kysely<DB>, { files, health }: Deps): Promise<boolean> {
  try {
    const problem = await compareSchoolIds(db, files)
    health.report('file_store_matches', problem)
    return problem === null
  } catch (error) {
    health.report(
      'file_store_matches',
      'The file store or database is unavailable or read-only, so no files are cleaned up',
    )
    throw error
  }
}

/** Cleans up every hour, one server at a time. */
export const clearFilesJob = (deps: Deps): Job => ({
  name: 'clear files',
  everyMs: 60 * 60 * 1000,
  async run(db) {
    await clearSpool(deps.config.dataDir, Date.now())
    if (!(await checkFileStore(db, deps))) return
    let cleared: Awaited<ReturnType<typeof clearRows>> = []
    await withAdvisoryLock(db, 'clear files', async (tx) => {
      cleared = await clearRows(tx)
    })
    const { length: count } = cleared
    if (count > 0) deps.log.info({ count, files: cleared }, 'rows of unused files deleted')
    await withAdvisoryLock(db, 'clear stored files', async () => {
      await restoreBytes(db, deps)
      await trashBytes(db, deps)
      await emptyTrash(db, deps)
    })
  },
})
