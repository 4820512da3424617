/** Opens the server's database for scripts. */
import type { Kysely } from 'kysely'
import { type Connections, checkConnection } from '../apps/server/src/db/check-database.ts'
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import type { DB } from '../apps/server/src/db/types.ts'

/**
 * The database of `DATABASE_URL`, otherwise the embedded one in `DATA_DIR`, started if necessary.
 * @throws StartError for a server that does not answer
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

/** Runs `work` on the database of {@link openDatabase}. */
export async function withDatabase<T>(
  work: (database: { url: string; db: Kysely<DB> }) => Promise<T>,
): Promise<T> {
  const { url, stop, ...connections } = await openDatabase()
  const db = createDb(createPool(url, connections), { namedStatements: false })
  try {
    return await work({ url, db })
  } finally {
    await db.destroy()
    await stop()
  }
}
