/**
 * `npm run verify-data`: checks the invariants of the stored money in the database of `DATABASE_URL`
 * or `DATA_DIR`. Prints the violating rows; exits with 1 if there are any.
 */
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { type InvariantResult, checkInvariants } from '../apps/server/src/db/invariants.ts'
import { openDatabase } from './open-database.ts'
import { main } from './run.ts'

function print({ name, checked, violations, rows }: InvariantResult): void {
  console.log(`${violations === 0 ? '✓' : '✗'} ${name}: ${checked} rows`)
  if (violations > 0)
    console.log(
      `  ${violations} disagree: ${rows.join(', ')}${violations > rows.length ? ' …' : ''}`,
    )
}

await main(async () => {
  const database = await openDatabase()
  const db = createDb(createPool(database.url), { namedStatements: false })
  try {
    const results = await checkInvariants(db)
    for (const result of results) print(result)
    return results.some(({ violations }) => violations > 0) ? 1 : 0
  } finally {
    await db.destroy()
    await database.stop()
  }
})
