/** `npm run db:types`: generates apps/server/src/db/types.ts from a freshly migrated database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { main, runTool } from './run.ts'

await main(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'khapdee-types-'))
  const database = await startEmbedded({
    dataDir,
    throwaway: true,
    log: console.error,
    progress: () => {},
  })
  try {
    await migrate(database.url)
    return await runTool('kysely-codegen', ['--url', database.url])
  } finally {
    await database.stop()
    rmSync(dataDir, { recursive: true })
  }
})
