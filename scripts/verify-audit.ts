/**
 * `npm run verify-audit`: verifies the hash chain of the audit log in the database of `DATABASE_URL`
 * or `DATA_DIR`. Prints altered, removed and inserted rows and the end of the chain (position and hash); exits
 * with 1 if there are such rows. `npm run verify-audit -- 1234:ab…` also checks that the chain still contains
 * that end, which an earlier run printed.
 */
import { withDatabase } from './open-database.ts'
import { main } from './run.ts'
import { verifyAuditLog } from './verify.ts'

const [expectedEnd] = process.argv.slice(2)

function parseEnd(text: string) {
  const [, position, hash = ''] = /^(\d+):([\da-f]{64})$/i.exec(text) ?? []
  if (position === undefined)
    throw new Error(`"${text}" is not the end of a chain, such as 1234:ab…`)
  return { position: Number(position), hash }
}

await main(async () => {
  const expected = expectedEnd === undefined ? null : parseEnd(expectedEnd)
  return withDatabase(async ({ db }) => ((await verifyAuditLog(db, expected)) ? 0 : 1))
})
