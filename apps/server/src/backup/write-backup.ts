/** Writes a backup of the database and the uploaded files. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import yazl from 'yazl'
import type { FileStore } from '../adapters/files/store.ts'
import { createClient } from '../db/hosts.ts'
import { type Counted, countingStream } from './counting.ts'
import { type Manifest, fileEntry, formatVersion, manifestEntry, tableEntry } from './manifest.ts'
import {
  copyOut,
  hasRows,
  readMigrations,
  readSequences,
  quoted,
  readOmittedTables,
  readTables,
  type StoredTable,
} from './tables.ts'

interface Source {
  /** A PostgreSQL connection string. */
  url: string
  files: FileStore
}

/** A table or file that was written. */
export interface BackupStep {
  /** Number of tables and files that are written. */
  done: number
  /** Number of tables and files of the backup. */
  total: number
  /** What was written, in English. */
  text: string
}
type Progress = (text: string) => void

/** The file that is being written. */
interface Target {
  zip: yazl.ZipFile
  /** Aborted when the file cannot be completed, or is not wanted any more. */
  signal: AbortSignal
}

/** Adds an entry and waits until all its bytes are written. */
async function addEntry({ zip, signal }: Target, name: string, source: Readable): Promise<Counted> {
  const { stream, counted } = countingStream()
  zip.addReadStream(stream, name, { mode: 0o600, forceZip64Format: true })
  await pipeline(source, stream, { signal })
  return counted()
}

async function addTables(
  target: Target,
  client: pg.Client,
  stored: readonly StoredTable[],
  progress: Progress,
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = []
  for (const table of stored) {
    const copy = client.query(copyTo(copyOut(table)))
    const { sha256 } = await addEntry(target, tableEntry(table.name), copy)
    tables.push({ ...table, rows: copy.rowCount, sha256 })
    progress(`${table.name}: ${copy.rowCount} rows`)
  }
  return tables
}

/** Files are never changed under their key, so the files of the snapshot can be read later. */
async function addFiles(
  target: Target,
  keys: readonly string[],
  store: FileStore,
  progress: Progress,
): Promise<Pick<Manifest, 'files' | 'missing_files'>> {
  const files: Manifest['files'] = []
  const missing_files: string[] = []
  for (const key of keys) {
    target.signal.throwIfAborted()
    const content = await store.get(key)
    if (content === null) missing_files.push(key)
    else files.push({ key, ...(await addEntry(target, fileEntry(key), content)) })
    progress(`file ${key}`)
  }
  return { files, missing_files }
}

async function auditEnd(client: pg.Client): Promise<Manifest['audit_end']> {
  const { rows } = await client.query<{ position: string; hash: string }>(
    `select position::text, encode(hash, 'hex') as hash from audit_seal order by position desc limit 1`,
  )
  const [end] = rows
  return end === undefined ? null : { position: Number(end.position), hash: end.hash }
}

/** Writes all entries from one snapshot of the database. */
async function writeEntries(
  target: Target,
  client: pg.Client,
  store: FileStore,
  report: (step: BackupStep) => void,
): Promise<Manifest> {
  // Only the names, for the lock: the columns are read again once no migration can change them.
  const names = (await readTables(client)).map(({ name }) => quoted(name)).join(', ')
  await client.query('begin isolation level repeatable read, read only')
  await client.query('set local statement_timeout = 0')
  // Before the snapshot: a migration that rewrites a table would leave it empty for earlier snapshots.
  await client.query(`lock table ${names} in access share mode`)
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  )
  const [snapshot] = rows
  if (snapshot === undefined) throw new Error('the database does not answer')
  const tables = (await readTables(client)).filter(hasRows)
  const keys = await client.query<{ key: string }>('select key from file order by key')
  const total = tables.length + keys.rows.length
  let done = 0
  const progress: Progress = (text) => report({ done: ++done, total, text })
  const manifest: Manifest = {
    format: 'khapdee-backup',
    version: formatVersion,
    made_at: snapshot.at.toISOString(),
    postgres: snapshot.postgres,
    migrations: await readMigrations(client),
    tables: await addTables(target, client, tables, progress),
    omitted_tables: await readOmittedTables(client),
    // Read after the rows: sequences do not belong to the snapshot, and must not be behind it.
    sequences: await readSequences(client),
    ...(await addFiles(
      target,
      keys.rows.map(({ key }) => key),
      store,
      progress,
    )),
    audit_end: await auditEnd(client),
  }
  const json = Buffer.from(JSON.stringify(manifest, null, 1))
  target.zip.addBuffer(json, manifestEntry, { mode: 0o600 })
  target.zip.end()
  return manifest
}

/** End of the names of files that are being written. */
export const partSuffix = '.part'

interface Options {
  progress?: (step: BackupStep) => void
  /** Ends the backup without a file. */
  signal?: AbortSignal | undefined
}

/**
 * Writes a backup while the school works. The file has its name only once it is complete and on the disk.
 * @param path the file to write; an existing one is replaced
 * @returns what the backup contains
 * @throws the error of a database, file store or disk that fails, or the reason of `signal`; nothing is left at `path` then
 */
export async function writeBackup(
  { url, files }: Source,
  path: string,
  { progress = () => {}, signal }: Options = {},
): Promise<Manifest> {
  // Unique, so that two backups to one path do not write into each other's file.
  const part = `${path}.${randomUUID()}${partSuffix}`
  const stop = new AbortController()
  const stopped = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  const client = createClient(url, { application_name: 'khapdee-backup' })
  await client.connect()
  const disconnect = () => void client.end().catch(() => {})
  // Otherwise a statement that waits, for example for a lock, would go on.
  stopped.addEventListener('abort', disconnect)
  const written = pipeline(output, createWriteStream(part, { mode: 0o600 }), { signal: stopped })
  const entries = writeEntries({ zip, signal: stopped }, client, files, progress)
  // Fails later than the file, after which nobody waits for it.
  entries.catch(() => {})
  try {
    const [manifest] = await Promise.all([entries, written])
    const file = await open(part, 'r+')
    await file.sync().finally(() => file.close())
    stopped.throwIfAborted()
    await rename(part, path)
    return manifest
  } catch (error) {
    stop.abort(error)
    await written.catch(() => {})
    await rm(part, { force: true })
    signal?.throwIfAborted()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
