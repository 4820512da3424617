/**
 * `npm run verify-audit`: verifies the hash chain of the audit log in the database of `DATABASE_URL`
 * or `DATA_DIR`. Prints altered, removed and inserted rows and the end of the chain (position and hash); exits
 * with 1 if there are such rows. `npm run verify-audit -- 1234:ab…` also checks that the chain still contains
 * that end, which an earlier run printed.
 */
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { describeFault, containsSeal, verifyAudit } from '../apps/server/src/kernel/audit-chain.ts'
import { openDatabase } from './open-database.ts'
import { main } from './run.ts'

const [expectedEnd] = process.argv.slice(2)

function parseEnd(text: string) {
  const [, position, hash = ''] = /^(\d+):([\da-f]{64})$/i.exec(text) ?? []
  if (position === undefined)
    throw new Error(`"${text}" is not the end of a chain, such as 1234:ab…`)
  return { position: Number(position), hash }
}

await main(async () => {
  const expected = expectedEnd === undefined ? null : parseEnd(expectedEnd)
  const database = await openDatabase()
  const db = createDb(createPool(database.url), { namedStatements: false })
  try {
    const { end, faults } = await verifyAudit(db)
    for (const fault of faults) console.log(`✗ ${describeFault(fault)}`)
    const hasExpected = expected === null || (await containsSeal(db, expected))
    if (!hasExpected) console.log(`✗ the chain does not contain ${expectedEnd}`)
    if (end !== null) console.log(`The chain ends with ${end.position}:${end.hash}`)
    return faults.length > 0 || !hasExpected ? 1 : 0
  } finally {
    await db.destroy()
    await database.stop()
  }
})
