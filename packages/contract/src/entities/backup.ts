/** Backups in the folder of the server, for administrators. A restore is by the command line only. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { createdAt, dataOf, fileLink, shownText } from '../wire.ts'

const row = z.object({
  /** The name of the file. */
  name: shownText('ไฟล์'),
  /** In bytes. */
  size: labelled(z.number(), 'ขนาด'),
  createdAt,
})
export type BackupRow = z.output<typeof row>

const status = z.object({
  /** Whether the server has a folder for backups. */
  is_configured: z.boolean(),
  /** Whether a server in production, which is not a demo, has no folder for backups. */
  lacks_folder: z.boolean(),
  /** How many backups of each kind are kept. */
  keep: z.number(),
  /** The host name of the server, in whose folder the backups are. */
  server: z.string(),
  /** Newest first. */
  backups: z.array(row),
  /** Whether the last one is older than 36 hours, or there is none; false without a folder. */
  is_overdue: z.boolean(),
  /** Whether any server is writing a backup. */
  is_running: z.boolean(),
  /**
   * How many tables and files are written, and their total; null while another server writes, and
   * before the total is known.
   */
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  /** Whether the last backup of the server failed. */
  has_failed: z.boolean(),
})
export type BackupStatus = z.output<typeof status>

export const backup = {
  row,
  list: endpoint({
    method: 'GET',
    path: 'backup/list',
    access: 'backup.view',
    summary: 'The backups of the server, and whether one is written',
    input: z.strictObject({}),
    output: dataOf(status),
  }),
  start: endpoint({
    method: 'POST',
    path: 'backup/start',
    access: 'backup.create',
    summary: 'Start a backup; refused while another is being written',
    input: z.strictObject({}),
    output: dataOf(z.null()),
  }),
  open: endpoint({
    method: 'POST',
    path: 'backup/open',
    access: 'backup.download',
    summary: 'Link to a backup',
    input: z.strictObject({ name: row.shape.name.max(60) }),
    output: dataOf(fileLink),
  }),
}
