/** SQL that compares the rows of `file` with the stored bytes. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { int, name, text } from '../../db/columns.ts'
import { tunedQuery } from '../../db/tuned-query.ts'

/** Every column with a foreign key to `file`. */
export const fileReferences = tunedQuery({
  columns: { table: name(), column: name() },
  sql: () => sql`
    select t.relname as table, a.attname as column
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'file'::regclass`,
})

/** Locks old files that satisfy a condition; files that another transaction has locked are skipped. */
export const lockOldFiles = tunedQuery({
  columns: { file_id: int() },
  sql: (olderThanHours: number, condition: RawBuilder<SqlBool>, limit: number) => sql`
    select file_id from file
    where "createdAt" < now() - make_interval(hours => ${olderThanHours}) and ${condition}
    order by "createdAt" limit ${limit} for update skip locked`,
})

/**
 * Of the given storage keys, how many are in rows of `file` (`known`), and how many of these rows have an id up to
 * `newestOldId` (`old`).
 */
export const knownKeys = tunedQuery({
  columns: { known: int(), old: int() },
  sql: (keys: readonly string[], newestOldId: number) => sql`
    select count(*)::int as known, (count(*) filter (where file_id <= ${newestOldId}))::int as old
    from file where key = any(${keys}::text[])`,
})

/** The given storage keys that are in a row of `file`. */
export const keysWithFile = tunedQuery({
  columns: { key: text() },
  sql: (keys: readonly string[]) => sql`select key from file where key = any(${keys}::text[])`,
})

/** The given storage keys that are in no row of `file`. */
export const keysWithoutFile = tunedQuery({
  columns: { key: text() },
  sql: (keys: readonly string[]) => sql`
    select k.key from unnest(${keys}::text[]) k (key)
    where not exists (select from file f where f.key = k.key)`,
})
