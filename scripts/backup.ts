/**
 * `npm run backup -- [file]`: writes the database of `DATABASE_URL` or `DATA_DIR` and the uploaded
 * files into one file; the server may run meanwhile. The default name is `khapdee-<date and
 * time>.zip` in the current folder.
 */
import { stat } from 'node:fs/promises'
import { openFileStore } from '../apps/server/src/adapters/files/open-store.ts'
import { writeBackup } from '../apps/server/src/backup/write-backup.ts'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import { withDatabase } from './open-database.ts'
import { main } from './run.ts'

const now = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const [path = `khapdee-${now}Z.zip`] = process.argv.slice(2)

await main(async () => {
  if ((await stat(path).catch(() => null)) !== null) throw new Error(`${path} exists already`)
  const files = openFileStore(readConfig(process.env))
  try {
    const manifest = await withDatabase(({ url }) =>
      writeBackup({ url, files }, path, { progress: ({ text }) => console.log(text) }),
    )
    for (const key of manifest.missing_files) console.log(`✗ the file store lacks ${key}`)
    for (const table of manifest.omitted_tables)
      console.log(`${table} is not included, because it is not a table of Khapdee`)
    const { size } = await stat(path)
    console.log(
      `Wrote ${path} (${(size / 1e6).toFixed(1)} MB) with ${manifest.files.length} files. It does not contain SECRET: keep SECRET in a separate place.`,
    )
    return manifest.missing_files.length === 0 ? 0 : 1
  } finally {
    files.close()
  }
})
