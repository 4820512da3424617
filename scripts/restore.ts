/**
 * `npm run restore -- file [--skip 100]`: restores a backup into the empty database of
 * `DATABASE_URL` or `DATA_DIR` and the empty file store, and verifies the result. `--skip` is how
 * many document numbers of each kind are skipped, because they may have been issued since the
 * backup; use 0 if nothing was written since, for example when moving to another computer.
 */
import { parseArgs } from 'node:util'
import { openFileStore } from '../apps/server/src/adapters/files/open-store.ts'
import { systemClock } from '../apps/server/src/adapters/clock.ts'
import { restoreBackup } from '../apps/server/src/backup/restore-backup.ts'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import { withDatabase } from './open-database.ts'
import { main } from './run.ts'
import { describeTarget } from './restore-target.ts'
import { parseSkip, skipIn } from './skip-numbers.ts'
import { verifyAuditLog, verifyData, verifyStoredFiles } from './verify.ts'

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { skip: { type: 'string', default: '100' } },
    allowPositionals: true,
  })
  const [path] = positionals
  if (path === undefined) throw new Error('give the file of the backup: npm run restore -- file')
  const skip = parseSkip(values.skip, 0)
  const config = readConfig(process.env)
  const files = openFileStore(config)
  try {
    return await withDatabase(async ({ url, db }) => {
      console.log(`Restoring ${path} into ${describeTarget(url, config)}`)
      const manifest = await restoreBackup({ url, files }, path, console.log)
      if (skip > 0) await skipIn(url, skip, new Date(manifest.made_at), systemClock)
      const holds = await verifyData(db)
      const hasFiles = await verifyStoredFiles(db, files)
      const isSealed = await verifyAuditLog(db, manifest.audit_end)
      console.log(
        `Restored ${path}; ${skip} numbers of each kind are skipped. Set SECRET to that of the school, and start the server.`,
      )
      return holds && hasFiles && isSealed ? 0 : 1
    })
  } finally {
    files.close()
  }
})
