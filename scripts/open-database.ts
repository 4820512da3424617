/** The application's own database, for scripts that look into it. */
import { startEmbedded } from '../apps/server/src/db/embedded.ts'

/** The database of `DATABASE_URL`, else the embedded one of `DATA_DIR`, started where it is not running. */
export async function openDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, stop: async () => {} }
  const dataDir = process.env['DATA_DIR'] || './data'
  return startEmbedded({ dataDir, log: console.error, progress: () => {} })
}
