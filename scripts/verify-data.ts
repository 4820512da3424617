/**
 * `npm run verify-data`: whether the stored money agrees with itself, in the database of
 * `DATABASE_URL` or of `DATA_DIR`. Ends with 1 and names the rows where something disagrees.
 */
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { type Finding, checkInvariants } from '../apps/server/src/db/invariants.ts'
import { main } from './run.ts'

const dataDir = process.env['DATA_DIR'] ?? './data'

async function openDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['DATABASE_URL']
  if (url) return { url, stop: async () => {} }
  return startEmbedded({ dataDir, log: console.error, progress: () => {} })
}

function tell({ name, checked, wrong, rows }: Finding): void {
  console.log(`${wrong === 0 ? '✓' : '✗'} ${name}: ${checked} rows`)
  if (wrong > 0)
    console.log(`  ${wrong} disagree: ${rows.join(', ')}${wrong > rows.length ? ' …' : ''}`)
}

await main(async () => {
  const database = await openDatabase()
  const db = createDb(createPool(database.url), { namedStatements: false })
  try {
    const findings = await checkInvariants(db)
    for (const finding of findings) tell(finding)
    return findings.some(({ wrong }) => wrong > 0) ? 1 : 0
  } finally {
    await db.destroy()
    await database.stop()
  }
})
