/** Verifies stored data and prints the results; for several scripts. */
import type { Kysely } from 'kysely'
import type { FileStore } from '../apps/server/src/adapters/files/store.ts'
import { type InvariantResult, checkInvariants } from '../apps/server/src/db/invariants.ts'
import type { DB } from '../apps/server/src/db/types.ts'
import {
  type ChainEnd,
  containsSeal,
  describeFault,
  verifyAudit,
} from '../apps/server/src/kernel/audit-chain.ts'
import { verifyFiles } from '../apps/server/src/modules/file/verify-files.ts'

function print({ name, checked, violations, rows }: InvariantResult): void {
  console.log(`${violations === 0 ? '✓' : '✗'} ${name}: ${checked} rows`)
  if (violations > 0)
    console.log(
      `  ${violations} disagree: ${rows.join(', ')}${violations > rows.length ? ' …' : ''}`,
    )
}

/**
 * Checks the invariants of the stored money.
 * @returns whether all of them hold
 */
export async function verifyData(db: Kysely<DB>): Promise<boolean> {
  const results = await checkInvariants(db)
  for (const result of results) print(result)
  return results.every(({ violations }) => violations === 0)
}

/**
 * Compares the rows of uploaded files with the file store. @returns whether each row has a file
 * with its bytes, and no other files exist
 */
export async function verifyStoredFiles(db: Kysely<DB>, files: FileStore): Promise<boolean> {
  const { checked, ...faults } = await verifyFiles(db, files)
  const found = Object.entries(faults).filter(([, keys]) => keys.length > 0)
  console.log(`${found.length === 0 ? '✓' : '✗'} uploaded files: ${checked} rows`)
  for (const [fault, keys] of found) console.log(`  ${keys.length} ${fault}: ${keys.join(', ')}`)
  return found.length === 0
}

/**
 * Checks the hash chain of the audit log.
 * @param expected an end of the chain that was recorded earlier, or null
 * @returns whether the chain is unbroken and contains that end
 */
export async function verifyAuditLog(
  db: Kysely<DB>,
  expected: ChainEnd | null = null,
): Promise<boolean> {
  const { end, faults } = await verifyAudit(db)
  for (const fault of faults) console.log(`✗ ${describeFault(fault)}`)
  const hasExpected = expected === null || (await containsSeal(db, expected))
  if (!hasExpected)
    console.log(`✗ the chain does not contain ${expected.position}:${expected.hash}`)
  if (end !== null) console.log(`The chain ends with ${end.position}:${end.hash}`)
  return faults.length === 0 && hasExpected
}
