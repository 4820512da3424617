/** Drops indexes, unique keys and foreign keys for a bulk load, and restores them. */
import type pg from 'pg'

/**
 * Statements that restore the dropped definitions, to be run in the order of the properties. Those of
 * `indexes` and `validations` are slow and may run on several connections concurrently.
 */
export interface Restore {
  indexes: string[]
  keys: string[]
  /** They validate the foreign keys, which `keys` restores without a check of the existing rows. */
  validations: string[]
}

interface DroppedDefinition {
  drop: string
  /** Statement that recreates the constraint; null for a plain index. */
  key: string | null
}

const withoutNulls = <T>(values: readonly (T | null)[]): T[] =>
  values.filter((value) => value !== null)

/**
 * Drops the secondary indexes, unique keys and foreign keys of the tables, but not primary keys, check
 * constraints and triggers.
 */
export async function dropIndexesAndKeys(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<Restore> {
  // The slowest come first: GIN indexes, then the order of `tables`.
  const { rows: indexes } = await client.query<DroppedDefinition & { index: string }>(
    `select pg_get_indexdef(indexrelid) as index,
      case when conname is null then format('drop index %s', indexrelid::regclass)
        else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as drop,
      case when conname is not null then
        format('alter table %s add constraint %I unique using index %I', indrelid::regclass, conname, relname) end as key
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
      left join pg_constraint on conindid = indexrelid and contype = 'u'
    where indrelid = any($1::text[]::regclass[]) and not indisprimary
    order by amname <> 'gin', array_position($1::text[], indrelid::regclass::text), relname`,
    [tables],
  )
  // Consecutive keys are of different tables, because VALIDATE CONSTRAINT locks its table.
  const { rows: foreign } = await client.query<DroppedDefinition & { validation: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid)) as key,
      format('alter table %s validate constraint %I', conrelid::regclass, conname) as validation
    from pg_constraint where contype = 'f' and conrelid = any($1::text[]::regclass[])
    order by row_number() over (partition by conrelid order by conname), conrelid::regclass::text`,
    [tables],
  )
  const all = [...indexes, ...foreign]
  for (const { drop } of all) await client.query(drop)
  return {
    indexes: indexes.map(({ index }) => index),
    keys: withoutNulls(all.map(({ key }) => key)),
    validations: foreign.map(({ validation }) => validation),
  }
}
