/**
 * The contents of a backup file: a ZIP file with one entry for each table (`tables/<name>.copy`, PostgreSQL's text format of
 * COPY) and each uploaded file (`files/<key>`), and as its last entry the manifest.
 */
import { z } from 'zod'

export const manifestEntry = 'manifest.json'
export const tableEntry = (name: string): string => `tables/${name}.copy`
export const fileEntry = (key: string): string => `files/${key}`

/** The version of the format that this program writes, and the newest one that it reads. */
export const formatVersion = 1

const sha256 = z.string().regex(/^[\da-f]{64}$/)
const count = z.int().nonnegative()

export const manifestSchema = z.object({
  format: z.literal('khapdee-backup'),
  version: z.int().positive(),
  /** The instant at which the snapshot was taken. */
  made_at: z.iso.datetime(),
  /** The version of the PostgreSQL server. */
  postgres: z.string(),
  /** The names of the migrations that the database had, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 }),
  ),
  /** Tables that are not in the backup, because they belong to an extension or the server may not read them. */
  omitted_tables: z.array(z.string()).default([]),
  /** Of each sequence the last value, as text because it may exceed 2^53. */
  sequences: z.array(
    z.object({ name: z.string(), value: z.string().regex(/^\d+$/), is_called: z.boolean() }),
  ),
  files: z.array(z.object({ key: z.string(), size: count, sha256 })),
  /** The keys of files whose bytes were not in the file store. */
  missing_files: z.array(z.string()),
  /** The last seal of the audit log; null without seals. */
  audit_end: z.object({ position: z.number(), hash: z.string() }).nullable(),
})
export type Manifest = z.output<typeof manifestSchema>
