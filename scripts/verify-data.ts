/**
 * `npm run verify-data`: whether the stored money agrees with itself, in the database of
 * `DATABASE_URL` or of `DATA_DIR`. Ends with 1 and names the rows where something disagrees.
 */
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { type Finding, checkInvariants } from '../apps/server/src/db/invariants.ts'
import { openDatabase } from './open-database.ts'
import { main } from './run.ts'

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
