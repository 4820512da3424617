/**
 * Deleting files that nothing refers to. The row goes first: a crash after that leaves bytes without
 * a row, which the next round finds; bytes that a row names are never touched.
 */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FileStore } from '../../adapters/files/store.ts'
import type { DB } from '../../db/types.ts'
import type { Services } from '../../kernel/context.ts'
import { type Chore, alone } from '../../kernel/housekeeping.ts'
import { every } from '../../kernel/list.ts'
import { clearSpool } from '../../kernel/upload.ts'

/** So long a file may wait for the record it is meant for. */
const graceHours = 24
const atOnce = 1000

/** No column anywhere holds this file: the database knows which columns could. */
async function unused(tx: Kysely<DB>): Promise<RawBuilder<SqlBool>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select t.relname as table, a.attname as column
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'file'::regclass`.execute(tx)
  const conditions = rows.map(
    ({ table, column }) => sql<SqlBool>`not exists (
      select from ${sql.table(table)} r where r.${sql.ref(column)} = file.file_id)`,
  )
  return every(conditions)
}

/**
 * Deletes old rows that nothing refers to. A file that is being attached is locked by that, and
 * passed over; one that was attached before its row could be locked is seen by the second look.
 */
async function clearRows(tx: Kysely<DB>): Promise<void> {
  const condition = await unused(tx)
  for (;;) {
    const { rows } = await sql<{ file_id: number }>`
      select file_id from file
      where "createdAt" < now() - make_interval(hours => ${graceHours}) and ${condition}
      order by "createdAt" limit ${atOnce} for update skip locked`.execute(tx)
    const ids = rows.map(({ file_id }) => file_id)
    const deleted = await sql`
      delete from file where file_id = any(${ids}::int[]) and ${condition}`.execute(tx)
    if (ids.length < atOnce || deleted.numAffectedRows === 0n) return
  }
}

/** Deletes old bytes that no row names. */
async function clearBytes(db: Kysely<DB>, files: FileStore): Promise<void> {
  const oldest = Date.now() - graceHours * 60 * 60 * 1000
  let keys: string[] = []
  const flush = async () => {
    const { rows } = await sql<{ key: string }>`
      select k.key from unnest(${keys}::text[]) k (key)
      where not exists (select from file f where f.key = k.key)`.execute(db)
    keys = []
    for (const { key } of rows) await files.delete(key)
  }
  for await (const { key, modifiedAt } of files.list()) {
    if (modifiedAt.getTime() < oldest) keys.push(key)
    if (keys.length >= atOnce) await flush()
  }
  if (keys.length > 0) await flush()
}

/** Clears every hour, one server at a time. */
export const clearingFiles = ({ files, config }: Pick<Services, 'files' | 'config'>): Chore => ({
  everyMs: 60 * 60 * 1000,
  async run(db) {
    await alone(db, 'clear files', clearRows)
    await clearBytes(db, files)
    await clearSpool(config.dataDir, Date.now())
  },
})
