/** Backups in the folder of the server. */
import { hostname } from 'node:os'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backup } from '@khapdee/contract/entities/backup'
import {
  hoursSince,
  isBackupName,
  isBeingWritten,
  isOverdue,
  listBackups,
} from '../../backup/backup-folder.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound, stateError } from '../../kernel/errors.ts'

const notConfigured = 'ยังไม่ได้กำหนดโฟลเดอร์สำรองข้อมูล กรุณาให้ผู้ดูแลเครื่องแม่ข่ายตั้งค่า BACKUP_DIR'

/**
 * The path and size of a backup.
 * @throws NOT_FOUND for a name that is not a backup's, and for a file that this server does not
 * have
 */
export async function findBackup({ config }: Pick<Services, 'config'>, name: string) {
  if (config.backupDir === undefined || !isBackupName(name)) throw notFound()
  const path = join(config.backupDir, name)
  const found = await stat(path).catch(() => null)
  if (found === null || !found.isFile()) throw notFound()
  return { path, size: found.size }
}

const list = command(backup.list, async ({ services: { config, backups }, clock }) => {
  const folder = config.backupDir
  const stored = folder === undefined ? [] : await listBackups(folder)
  const run = backups.run()
  return {
    data: {
      is_configured: folder !== undefined,
      lacks_folder: config.production && folder === undefined,
      keep: config.backupKeep,
      server: hostname(),
      backups: stored.map(({ name, size, writtenAt }) => ({
        name,
        size,
        createdAt: writtenAt.toISOString(),
      })),
      is_overdue: folder !== undefined && isOverdue(hoursSince(stored, clock.now())),
      is_running: run !== null || (folder !== undefined && (await isBeingWritten(folder))),
      progress: run === null || run.total === 0 ? null : run,
      has_failed: backups.hasFailed(),
    },
  }
})

const start = command(backup.start, async (ctx) => {
  const { config, backups } = ctx.services
  if (config.backupDir === undefined) throw stateError(notConfigured)
  const isStarted = await backups.start(config.backupDir)
  if (!isStarted) throw stateError('กำลังสำรองข้อมูลอยู่ กรุณารอให้เสร็จก่อน')
  ctx.audit({ entity: 'backup', id: 'start' })
  return { message: 'เริ่มสำรองข้อมูลแล้ว', data: null }
})

/** A backup has all personal data, so each link is audited. */
const open = command(backup.open, async (ctx, { name }) => {
  await findBackup(ctx.services, name)
  ctx.audit({ entity: 'backup', id: name, after: { name } })
  const token = ctx.services.tokens.signBackup({ backup: name, sessionId: ctx.actor.session_id })
  return { data: { file: `/files/backups/${token}/${name}` } }
})

export const backupCommands: Command[] = [list, start, open]
