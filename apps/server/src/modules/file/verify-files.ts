/** Compares every row of `file` with the stored bytes. */
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { FileStore } from '../../adapters/files/store.ts'
import type { DB } from '../../db/types.ts'
import { keysWithoutFile } from './file.queries.ts'

const batchSize = 1000
/** The age from which bytes without a row are orphaned; younger ones can belong to an upload that is being saved. */
const graceMs = 24 * 60 * 60 * 1000

async function sizeOf(content: Readable): Promise<number> {
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) size += chunk.length
  return size
}

export interface FileFaults {
  /** How many rows were compared. */
  checked: number
  /** Keys of rows without bytes. */
  missing: string[]
  /** Keys of rows whose bytes have another length. */
  changed: string[]
  /** Keys of bytes that are older than a day and have no row. */
  orphaned: string[]
}

/**
 * Reads every stored file.
 * @throws the error of a database or file store that is unavailable
 */
export async function verifyFiles(
  db: Kysely<DB>,
  files: FileStore,
  now = new Date(),
): Promise<FileFaults> {
  const faults: FileFaults = { checked: 0, missing: [], changed: [], orphaned: [] }
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('file')
      .select(['file_id', 'key', 'size'])
      .where('file_id', '>', last)
      .orderBy('file_id')
      .limit(batchSize)
      .execute()
    for (const { key, size } of rows) {
      const content = await files.get(key)
      if (content === null) faults.missing.push(key)
      else if ((await sizeOf(content)) !== size) faults.changed.push(key)
    }
    faults.checked += rows.length
    const end = rows.at(-1)
    if (end === undefined) break
    last = end.file_id
  }
  let old: string[] = []
  const addOrphans = async () => {
    faults.orphaned.push(...(await keysWithoutFile.rows(db, old)).map(({ key }) => key))
    old = []
  }
  for await (const { key, modifiedAt } of files.list()) {
    if (now.getTime() - modifiedAt.getTime() > graceMs) old.push(key)
    if (old.length >= batchSize) await addOrphans()
  }
  await addOrphans()
  return faults
}
