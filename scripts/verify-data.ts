/**
 * `npm run verify-data`: checks the invariants of the stored money in the database of `DATABASE_URL`
 * or `DATA_DIR`. Prints the violating rows; exits with 1 if there are any.
 */
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { type Finding, checkInvariants } from '../apps/server/src/db/invariants.ts'
import { openDatabase } from './open-database.ts'
import { main } from './run.ts'

function print({ name, checked, wrong, rows }: Finding): void {
  console.log(`${wrong === 0 ? '✓' : '✗'} ${name}: ${checked} rows`)
  if (wrong > 0)
    console.log(`  ${wrong} disagree: ${rows.join(', ')}${wrong > rows.length ? ' …' : ''}`)
}

await main(async () => {
  const database = await openDatabase()
  const db = createDb(createPool(database.url), { namedStatements: false })
  try {
    const findings = await checkInvariants(db)
    for (const finding of findings) print(finding)
    return findings.some(({ wrong }) => wrong > 0) ? 1 : 0
  } finally {
    await db.destroy()
    await database.stop()
  }
})
