/**
 * `npm run files`: compares the uploaded files with the database, with the settings of the server. `npm run files --
 * join` writes the id of the database to the file store, so that unused files are cleaned up. Use it only if the
 * store belongs to the database.
 */
import { openFileStore } from '../apps/server/src/adapters/files/open-store.ts'
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import {
  areEqual,
  compareFiles,
  joinFileStore,
  readIds,
} from '../apps/server/src/modules/file/school-id.ts'
import { openDatabase } from './open-database.ts'
import { main } from './run.ts'

await main(async () => {
  const files = openFileStore(readConfig(process.env))
  const database = await openDatabase()
  const db = createDb(createPool(database.url, database), { namedStatements: false })
  try {
    if (process.argv[2] === 'join') await joinFileStore(db, files)
    const { stored, known, rows } = await compareFiles(db, files)
    console.log(
      `The file store holds ${stored} files; ${known} of them have a row in the database.`,
    )
    console.log(
      `The database has rows of ${rows} files; ${rows - known} of these are not in the file store.`,
    )
    const ids = await readIds(db, files)
    console.log(`Id in the database: ${ids.database ?? 'none'}`)
    console.log(`Id in the file store: ${ids.store ?? 'none'}`)
    console.log(areEqual(ids) ? 'Unused files are cleaned up.' : 'No files are cleaned up.')
    return areEqual(ids) ? 0 : 1
  } finally {
    files.close()
    await db.destroy()
    await database.stop()
  }
})
