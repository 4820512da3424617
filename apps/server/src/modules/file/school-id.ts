/**
 * Checks that file store and database belong together. The school's id is written to both once. Without
 * the check, a server with an empty, older or foreign database would delete the files as unused.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { FileStore } from '../../adapters/files/store.ts'
import type { DB } from '../../db/types.ts'
import { knownKeys } from './file.queries.ts'

const idKey = 'school_id'
/**
 * Setting with the newest "old" file, one that was uploaded before there were ids; written by the migration that
 * introduced the ids.
 */
const newestOldKey = 'newest_file_before_school_id'
/** Share of the old files that must be in the store; a store may have lost some files. */
const minOldShare = 0.9
const batchSize = 1000
/** The key of a complete file; other names belong to half-written files. */
const fileKey = /^[\da-f]{32}$/

async function readSetting(db: Kysely<DB>, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Writes the id unless there is one, and returns the id in the database. */
async function claimDatabaseId(db: Kysely<DB>, id: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ key: idKey, value: JSON.stringify(id) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return String(await readSetting(db, idKey))
}

/** Counts of the files in the file store, in the database and in both. */
export interface Overlap {
  /** Complete files in the store. */
  stored: number
  /** Complete files in the store that have a row. */
  known: number
  /** Rows of files. */
  rows: number
  /** Rows of old files; see {@link newestOldKey}. */
  oldRows: number
  /** Rows of old files whose bytes are in the store. */
  oldStored: number
}

/** Compares the rows of files with the store; on S3 it sends a request for every thousand files. */
export async function compareFiles(db: Kysely<DB>, files: FileStore): Promise<Overlap> {
  const newestOldId = Number(await readSetting(db, newestOldKey))
  const { rows, oldRows } = await db
    .selectFrom('file')
    .select([
      sql<number>`count(*)::int`.as('rows'),
      sql<number>`(count(*) filter (where file_id <= ${newestOldId}))::int`.as('oldRows'),
    ])
    .executeTakeFirstOrThrow()
  const overlap = { stored: 0, known: 0, rows, oldRows, oldStored: 0 }
  let keys: string[] = []
  const count = async () => {
    const { known, old } = await knownKeys.one(db, keys, newestOldId)
    overlap.stored += keys.length
    overlap.known += known
    overlap.oldStored += old
    keys = []
  }
  for await (const { key } of files.list()) {
    if (fileKey.test(key)) keys.push(key)
    if (keys.length >= batchSize) await count()
  }
  await count()
  return overlap
}

/** Whether every stored file has a row, so that the store has no file of another school. */
const hasOnlyKnownFiles = ({ stored, known, rows }: Overlap) =>
  known === stored && (stored > 0 || rows === 0)

/** Whether the store has the files of old rows; keys are random, so it is the store of this database. */
const hasOldFiles = ({ oldRows, oldStored }: Overlap) =>
  oldRows > 0 && oldStored >= oldRows * minOldShare

const describeOverlap = ({ stored, known, rows }: Overlap) =>
  `the store has ${stored} files, the database ${rows}, and ${known} files are in both`

const advice = 'compare them with "npm run files", and join them with "npm run files -- join"'

interface Ids {
  database: string | null
  store: string | null
}

/**
 * Reads both ids.
 * @throws the error of a database or file store that is unavailable
 */
export async function readIds(db: Kysely<DB>, files: FileStore): Promise<Ids> {
  const [database, store] = await Promise.all([readSetting(db, idKey), files.readId()])
  return { database: database === null ? null : String(database), store }
}

/** Whether both ids exist and are equal. */
export const areEqual = ({ database, store }: Ids): boolean =>
  database !== null && database === store

function describeIds({ database, store }: Ids): string | null {
  if (store !== null && !z.uuid().safeParse(store).success) {
    return `The id in the file store is damaged, so no files are cleaned up: ${advice}`
  }
  if (database === null || store === null || database === store) return null
  return `The file store belongs to another database, so no files are cleaned up: correct DATABASE_URL, DATA_DIR or S3_BUCKET, or ${advice}`
}

/**
 * Compares the ids of database and file store. A missing id is written when most old files are in the
 * store, or when the store has no id and each of its files has a row.
 * @returns null, or a message for the operator about the reason why they may not belong together
 * @throws the error of a file store that is unavailable or read-only
 */
export async function compareSchoolIds(db: Kysely<DB>, files: FileStore): Promise<string | null> {
  const ids = await readIds(db, files)
  const difference = describeIds(ids)
  if (difference !== null || areEqual(ids)) return difference
  const overlap = await compareFiles(db, files)
  const isSafe = hasOldFiles(overlap) || (ids.store === null && hasOnlyKnownFiles(overlap))
  if (!isSafe) {
    return `It is not known whether the file store belongs to the database, so no files are cleaned up; ${describeOverlap(overlap)}: correct DATABASE_URL, DATA_DIR or S3_BUCKET, or ${advice}`
  }
  const id = await claimDatabaseId(db, ids.store ?? ids.database ?? randomUUID())
  await files.claimId(id)
  // Another server may have written a different id meanwhile.
  return describeIds(await readIds(db, files))
}

/** Replaces the id in the file store by the id of the database; only the operator may decide this. */
export async function joinFileStore(db: Kysely<DB>, files: FileStore): Promise<void> {
  await files.replaceId(await claimDatabaseId(db, randomUUID()))
}
