/**
 * `npm run verify-data`: checks the invariants of the stored money in the database of
 * `DATABASE_URL` or `DATA_DIR`, and compares the uploaded files with it. Prints every violation;
 * exits with 1 if there is any.
 */
import { openFileStore } from '../apps/server/src/adapters/files/open-store.ts'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import { withDatabase } from './open-database.ts'
import { main } from './run.ts'
import { verifyData, verifyStoredFiles } from './verify.ts'

await main(async () => {
  const files = openFileStore(readConfig(process.env))
  try {
    return await withDatabase(async ({ db }) => {
      const holds = await verifyData(db)
      return (await verifyStoredFiles(db, files)) && holds ? 0 : 1
    })
  } finally {
    files.close()
  }
})
