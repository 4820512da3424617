/**
 * `npm run verify-audit`: verifies the hash chain of the audit log in the database of `DATABASE_URL`
 * or `DATA_DIR`. Prints altered, removed and inserted rows and the end of the chain; exits with 1 on
 * faults. `npm run verify-audit -- 1234:ab…` also checks that the chain still contains that end.
 */
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { describeFault, stillHolds, verifyAudit } from '../apps/server/src/kernel/audit-chain.ts'
import { openDatabase } from './open-database.ts'
import { main } from './run.ts'

const [noted] = process.argv.slice(2)

function parseEnd(text: string) {
  const [, position, hash = ''] = /^(\d+):([\da-f]{64})$/i.exec(text) ?? []
  if (position === undefined)
    throw new Error(`"${text}" is not the end of a chain, such as 1234:ab…`)
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
