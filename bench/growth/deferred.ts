/** Indexes, unique and foreign keys, taken off for a large load and put back as they were. */
import type pg from 'pg'

/**
 * Takes off the tables' secondary indexes, unique keys and foreign keys. Primary keys, checks and
 * triggers stay.
 * @returns statements that restore exactly what there was, in the database's own words
 */
export async function takeOff(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows: indexes } = await client.query<{ drop: string; restore: string }>(
    `select format('drop index %I.%I', schemaname, indexname) as drop, indexdef as restore
    from pg_indexes where schemaname = current_schema and tablename = any($1)
      and not exists (select from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass)
    order by indexname`,
    [tables],
  )
  const { rows: keys } = await client.query<{ drop: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype in ('u', 'f') and conrelid = any($1::text[]::regclass[]) order by contype = 'f', conname`,
    [tables],
  )
  const all = [...indexes, ...keys]
  for (const { drop } of all) await client.query(drop)
  return all.map(({ restore }) => restore)
}
