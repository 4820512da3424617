/**
 * `npm run verify-data`: checks the invariants of the stored money in the database of `DATABASE_URL`
 * or `DATA_DIR`. Prints the violating rows; exits with 1 if there are any.
 */
import { withDatabase } from './open-database.ts'
import { main } from './run.ts'
import { verifyData } from './verify.ts'

await main(() => withDatabase(async ({ db }) => ((await verifyData(db)) ? 0 : 1)))
