/** Restores a backup into an empty database and an empty file store. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { FileStore } from '../adapters/files/store.ts'
import { checkDatabase } from '../db/check-database.ts'
import { createClient } from '../db/hosts.ts'
import { knownMigrations, migrate } from '../db/migrate.ts'
import { StartError } from '../db/start-error.ts'
import { type Manifest, fileEntry, tableEntry } from './manifest.ts'
import { type Backup, openBackup } from './open-backup.ts'
import { copyIn, quoted, readSequences, readTables } from './tables.ts'

interface Target {
  /** A PostgreSQL connection string; its role must own the database. */
  url: string
  files: FileStore
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(url, { application_name: 'khapdee-restore' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** @throws StartError for a backup of a program with migrations that this one lacks */
async function assertKnown({ migrations }: Manifest): Promise<void> {
  const known = await knownMigrations()
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new StartError(
    `The backup was made by a newer version of Khapdee (${unknown.join(', ')}): restore it with that version.`,
  )
}

/** @throws StartError for a database with tables, or a file store with files */
async function assertEmpty({ url, files }: Target): Promise<void> {
  const tables = await withClient(url, readTables)
  if (tables.length > 0) {
    throw new StartError(
      `The database is not empty (it has ${tables.length} tables): restore into a new database.`,
    )
  }
  if ((await files.readId()) !== null) throw filesExist()
  for await (const _ of files.list()) throw filesExist()
}

const filesExist = () =>
  new StartError('The file store is not empty: restore into a new folder or bucket.')

/**
 * Foreign keys are removed while rows are copied, because tables refer to each other in circles, and checked again by
 * adding them. Triggers do not run: what they maintain is copied, too.
 */
async function copyRows(
  client: pg.Client,
  { manifest, read }: Backup,
  progress: (text: string) => void,
): Promise<void> {
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  const tables = await readTables(client)
  const names = tables.map(({ name }) => quoted(name))
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname::text as table, k.conname::text as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of keys) {
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  }
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // The rows that migrations have written are also in the backup.
  await client.query(`truncate ${names.join(', ')}`)
  const known = new Set(tables.map(({ name }) => name))
  for (const table of manifest.tables) {
    if (!known.has(table.name)) {
      progress(`${table.name} is not restored, because it is not a table of Khapdee`)
      continue
    }
    const rows = await read(tableEntry(table.name))
    // In one turn: an error of the statement before the pipeline would end the process.
    const copy = client.query(copyFrom(copyIn(table)))
    await pipeline(rows, copy)
    if (copy.rowCount !== table.rows) {
      throw new Error(`${table.name} has ${copy.rowCount} rows instead of ${table.rows}`)
    }
    progress(`${table.name}: ${table.rows} rows`)
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
  const sequences = new Set((await readSequences(client)).map(({ name }) => name))
  for (const { name, value, is_called } of manifest.sequences) {
    if (!sequences.has(name)) continue
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoted(name),
      value,
      is_called,
    ])
  }
  await client.query('commit')
  // In a transaction, because a pooler would keep the setting for other clients.
  await client.query('begin; set local statement_timeout = 0; analyze; commit')
}

async function copyFiles({ manifest, read }: Backup, files: FileStore): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'khapdee-restore-'))
  try {
    const path = join(folder, 'file')
    for (const { key } of manifest.files) {
      await pipeline(await read(fileEntry(key)), createWriteStream(path, { mode: 0o600 }))
      await files.put(key, path)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Gives the file store the id of the database, so that both are known to belong together. */
async function joinFiles(client: pg.Client, files: FileStore): Promise<void> {
  const { rows } = await client.query<{ value: unknown }>(
    `select value from setting where key = 'school_id'`,
  )
  const [id] = rows
  if (id !== undefined) await files.claimId(String(id.value))
}

/**
 * Restores a backup. The database gets the migrations of the backup, then its rows, then the newer migrations. Nothing is
 * touched before the whole file has been checked.
 * @returns what the backup contains
 * @throws StartError for a damaged or newer backup, or a target that is not empty; otherwise the error of the database,
 *   which then has to be created again
 */
export async function restoreBackup(
  target: Target,
  path: string,
  progress: (text: string) => void = () => {},
): Promise<Manifest> {
  const backup = await openBackup(path)
  try {
    const { manifest } = backup
    await assertKnown(manifest)
    await assertEmpty(target)
    await checkDatabase(target.url)
    await migrate(target.url, { only: manifest.migrations })
    await copyFiles(backup, target.files)
    await withClient(target.url, async (client) => {
      await copyRows(client, backup, progress)
      await joinFiles(client, target.files)
    })
    await migrate(target.url)
    return manifest
  } finally {
    backup.close()
  }
}
