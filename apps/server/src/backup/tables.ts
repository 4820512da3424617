/** The tables and sequences of a database, and the statements that copy them. */
import type pg from 'pg'

/**
 * Tables without rows in a backup: after a restore everyone signs in again, with the rights valid
 * at that time.
 */
const withoutRows = new Set(['refresh_token', 'session'])
/** Tables that the migrations of the restored database fill. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock']

export interface StoredTable {
  name: string
  /** The names of its columns in their order, without generated ones. */
  columns: string[]
}

/** Whether the relation `c` belongs to an extension, which creates it and its rows itself. */
const ofExtension = `exists (select from pg_depend d
  where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** The tables of the schema `public` in the order of their names, without those of extensions and those that the role may not read. */
export async function readTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname <> all($1) and has_table_privilege(c.oid, 'select') and not ${ofExtension}
     order by c.relname`,
    [ofMigrations],
  )
  return rows
}

/**
 * The tables of the schema `public` that {@link readTables} omits. None is of the migrations, because the role of
 * the server owns those.
 */
export async function readOmittedTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (${ofExtension} or not has_table_privilege(c.oid, 'select')) order by 1`,
  )
  return rows.map(({ name }) => name)
}

export const hasRows = ({ name }: StoredTable): boolean => !withoutRows.has(name)

/** The name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const target = ({ name, columns }: StoredTable): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`

export const copyOut = (table: StoredTable): string => `copy ${target(table)} to stdout`
export const copyIn = (table: StoredTable): string => `copy ${target(table)} from stdin`

interface StoredSequence {
  name: string
  /** The last value. */
  value: string
  is_called: boolean
}

/** The sequences of the schema `public`, without those of extensions and those that the role may not read. */
export async function readSequences(client: pg.ClientBase): Promise<StoredSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
       and has_table_privilege(c.oid, 'select') and not ${ofExtension} order by 1`,
  )
  const sequences: StoredSequence[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<Omit<StoredSequence, 'name'>>(
      `select last_value::text as value, is_called from ${quoted(name)}`,
    )
    sequences.push(...state.map((last) => ({ name, ...last })))
  }
  return sequences
}

export async function readMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}
