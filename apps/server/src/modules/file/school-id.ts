/**
 * Whether the file store belongs to the database. Both hold the school's id, which is written once: after that, a
 * server with an empty, older or foreign database cannot take the files of another for unused.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { FileStore } from '../../adapters/files/store.ts'
import type { DB } from '../../db/types.ts'
import { knownKeys } from './file.queries.ts'

const idKey = 'school_id'
/** The newest file from before there were ids; the migration that introduced them wrote it. */
const newestOldKey = 'newest_file_before_school_id'
/** Share of the files from before there were ids that must be in the store, which may have lost some. */
const provingShare = 0.9
const batchSize = 1000
/** Other names are of half-written files. */
const wholeFile = /^[\da-f]{32}$/

async function readSetting(db: Kysely<DB>, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value ?? null
}

/** The id in the database; of several servers that write one, one succeeds. */
async function claimDatabaseId(db: Kysely<DB>, id: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ key: idKey, value: JSON.stringify(id) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return String(await readSetting(db, idKey))
}

/** What database and file store have in common. */
export interface Overlap {
  /** Whole files in the store. */
  stored: number
  /** Those of them that have a row. */
  known: number
  /** Rows of files. */
  rows: number
  /** Rows from before there were ids. */
  oldRows: number
  /** Those of them whose bytes are in the store. */
  oldStored: number
}

/** Compares the rows of files with the whole store; on S3 a request for each thousand files. */
export async function compareFiles(db: Kysely<DB>, files: FileStore): Promise<Overlap> {
  const newestOld = Number(await readSetting(db, newestOldKey))
  const { rows, oldRows } = await db
    .selectFrom('file')
    .select([
      sql<number>`count(*)::int`.as('rows'),
      sql<number>`(count(*) filter (where file_id <= ${newestOld}))::int`.as('oldRows'),
    ])
    .executeTakeFirstOrThrow()
  const overlap = { stored: 0, known: 0, rows, oldRows, oldStored: 0 }
  let keys: string[] = []
  const count = async () => {
    const { known, old } = await knownKeys.one(db, keys, newestOld)
    overlap.stored += keys.length
    overlap.known += known
    overlap.oldStored += old
    keys = []
  }
  for await (const { key } of files.list()) {
    if (wholeFile.test(key)) keys.push(key)
    if (keys.length >= batchSize) await count()
  }
  await count()
  return overlap
}

/** Every stored file has a row, so nothing of another school is in the store. */
const holdsOnlyKnown = ({ stored, known, rows }: Overlap) =>
  known === stored && (stored > 0 || rows === 0)

/** Keys are random, so a store that has the files of old rows was the store of this database. */
const holdsOldFiles = ({ oldRows, oldStored }: Overlap) =>
  oldRows > 0 && oldStored >= oldRows * provingShare

const describeOverlap = ({ stored, known, rows }: Overlap) =>
  `it holds ${stored} files, of which the database knows ${known} of its ${rows}`

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
 * Checks that database and file store have the same id. A missing id is written where that is safe: into a store
 * without an id that holds no file unknown to the database, and into either where most files from before there were
 * ids are in the store.
 * @returns null, or why they may not belong together, as a sentence for the operator
 * @throws the error of a file store that is unavailable or read-only
 */
export async function checkSchoolId(db: Kysely<DB>, files: FileStore): Promise<string | null> {
  const ids = await readIds(db, files)
  const difference = describeIds(ids)
  if (difference !== null || areEqual(ids)) return difference
  const overlap = await compareFiles(db, files)
  const isSafe = holdsOldFiles(overlap) || (ids.store === null && holdsOnlyKnown(overlap))
  if (!isSafe) {
    return `It is not known whether the file store belongs to the database, so no files are cleaned up; ${describeOverlap(overlap)}: correct DATABASE_URL, DATA_DIR or S3_BUCKET, or ${advice}`
  }
  const id = await claimDatabaseId(db, ids.store ?? ids.database ?? randomUUID())
  await files.claimId(id)
  // Another server may have written an id of its own meanwhile.
  return describeIds(await readIds(db, files))
}

/** Writes the database's id into the file store, replacing any: the operator knows that they belong together. */
export async function joinFileStore(db: Kysely<DB>, files: FileStore): Promise<void> {
  await files.replaceId(await claimDatabaseId(db, randomUUID()))
}
