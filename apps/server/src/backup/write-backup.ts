/** Writes a backup of the database and the uploaded files. */
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

/** Adds an entry and waits until all its bytes are written. */
async function addEntry(zip: yazl.ZipFile, name: string, source: Readable): Promise<Counted> {
  const { stream, counted } = countingStream()
  zip.addReadStream(stream, name, { mode: 0o600, forceZip64Format: true })
  await pipeline(source, stream)
  return counted()
}

async function addTables(
  zip: yazl.ZipFile,
  client: pg.Client,
  stored: readonly StoredTable[],
  progress: Progress,
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = []
  for (const table of stored) {
    const copy = client.query(copyTo(copyOut(table)))
    const { sha256 } = await addEntry(zip, tableEntry(table.name), copy)
    tables.push({ ...table, rows: copy.rowCount, sha256 })
    progress(`${table.name}: ${copy.rowCount} rows`)
  }
  return tables
}

/** Files are never changed under their key, so the files of the snapshot can be read later. */
async function addFiles(
  zip: yazl.ZipFile,
  keys: readonly string[],
  store: FileStore,
  progress: Progress,
): Promise<Pick<Manifest, 'files' | 'missing_files'>> {
  const files: Manifest['files'] = []
  const missing_files: string[] = []
  for (const key of keys) {
    const content = await store.get(key)
    if (content === null) missing_files.push(key)
    else files.push({ key, ...(await addEntry(zip, fileEntry(key), content)) })
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
  zip: yazl.ZipFile,
  client: pg.Client,
  store: FileStore,
  report: (step: BackupStep) => void,
): Promise<Manifest> {
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
    tables: await addTables(zip, client, tables, progress),
    // Read after the rows: sequences do not belong to the snapshot, and must not be behind it.
    sequences: await readSequences(client),
    ...(await addFiles(
      zip,
      keys.rows.map(({ key }) => key),
      store,
      progress,
    )),
    audit_end: await auditEnd(client),
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), manifestEntry, { mode: 0o600 })
  zip.end()
  return manifest
}

/**
 * Writes a backup while the school works. The file has its name only once it is complete and on the disk.
 * @param path the file to write; an existing one is replaced
 * @returns what the backup contains
 * @throws the error of a database, file store or disk that fails; nothing is left at `path` then
 */
export async function writeBackup(
  { url, files }: Source,
  path: string,
  progress: (step: BackupStep) => void = () => {},
): Promise<Manifest> {
  const part = `${path}.part`
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  const client = createClient(url, { application_name: 'khapdee-backup' })
  await client.connect()
  const written = pipeline(output, createWriteStream(part, { mode: 0o600 }))
  try {
    const [manifest] = await Promise.all([writeEntries(zip, client, files, progress), written])
    const file = await open(part, 'r+')
    await file.sync().finally(() => file.close())
    await rename(part, path)
    return manifest
  } catch (error) {
    output.destroy()
    await written.catch(() => {})
    await rm(part, { force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
