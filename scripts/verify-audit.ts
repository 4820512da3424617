/**
 * `npm run verify-audit`: whether the audit trail is as it was written, in the database of
 * `DATABASE_URL` or of `DATA_DIR`. Ends with 1 and names the rows where it is not, and prints where
 * the chain ends; `npm run verify-audit -- 1234:ab…` also asks whether it still holds that end.
 */
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { describeFault, stillHolds, verifyAudit } from '../apps/server/src/kernel/audit-chain.ts'
import { openDatabase } from './open-database.ts'
import { main } from './run.ts'

const [noted] = process.argv.slice(2)

function parseEnd(text: string) {
  const [, position, hash = ''] = /^(\d+):([\da-f]{64})$/i.exec(text) ?? []
  if (position === undefined) throw new Error(`"${text}" is no end of a chain, such as 1234:ab…`)
  return { position: Number(position), hash }
}

await main(async () => {
  const expected = noted === undefined ? null : parseEnd(noted)
  const database = await openDatabase()
  const db = createDb(createPool(database.url), { namedStatements: false })
  try {
    const { end, faults } = await verifyAudit(db)
    for (const fault of faults) console.log(`✗ ${describeFault(fault)}`)
    const isKept = expected === null || (await stillHolds(db, expected))
    if (!isKept) console.log(`✗ the chain does not hold ${noted}`)
    if (end !== null) console.log(`The chain ends with ${end.position}:${end.hash}`)
    return faults.length > 0 || !isKept ? 1 : 0
  } finally {
    await db.destroy()
    await database.stop()
  }
})
