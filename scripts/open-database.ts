/** Opens the server's database for scripts. */
import { startEmbedded } from '../apps/server/src/db/embedded.ts'

/** The database of `DATABASE_URL`, otherwise the embedded one in `DATA_DIR`, started if necessary. */
export async function openDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, stop: async () => {} }
  const dataDir = process.env['DATA_DIR'] || './data'
  return startEmbedded({ dataDir, log: console.error, progress: () => {} })
}
