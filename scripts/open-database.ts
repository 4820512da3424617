/** Opens the server's database for scripts. */
import type { Kysely } from 'kysely'
import { type Connections, checkConnection } from '../apps/server/src/db/check-database.ts'
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { errorCode, StartError } from '../apps/server/src/db/start-error.ts'
import type { DB } from '../apps/server/src/db/types.ts'

/**
 * The database of `DATABASE_URL`, otherwise the embedded one in `DATA_DIR`, which is started if
 * necessary.
 * @throws StartError if the server does not answer
 */
export async function openDatabase(): Promise<
  Connections & { url: string; stop(): Promise<void> }
> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, ...(await checkConnection(url)), stop: async () => {} }
  const dataDir = process.env['DATA_DIR'] || './data'
  const { url: embedded, stop } = await startEmbedded({
    dataDir,
    log: console.error,
    progress: () => {},
  })
  return { url: embedded, startsWithSettings: true, stop }
}

/** PostgreSQL's codes of a missing table, column and function. */
const missingCodes = new Set(['42P01', '42703', '42883'])

/**
 * Runs `work` on the database of {@link openDatabase}.
 * @throws StartError if the tables that `work` uses are missing or belong to another version
 */
export async function withDatabase<T>(
  work: (database: { url: string; db: Kysely<DB> }) => Promise<T>,
): Promise<T> {
  const { url, stop, ...connections } = await openDatabase()
  const db = createDb(createPool(url, connections), { namedStatements: false })
  try {
    return await work({ url, db })
  } catch (error) {
    if (!missingCodes.has(errorCode(error))) throw error
    throw new StartError(
      `The database is empty or of another version (${String(error)}): start the server once, or correct DATABASE_URL or DATA_DIR.`,
    )
  } finally {
    await db.destroy()
    await stop()
  }
}
