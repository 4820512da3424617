/** Verifies stored data and prints the results; for several scripts. */
import type { Kysely } from 'kysely'
import { type InvariantResult, checkInvariants } from '../apps/server/src/db/invariants.ts'
import type { DB } from '../apps/server/src/db/types.ts'
import {
  type ChainEnd,
  containsSeal,
  describeFault,
  verifyAudit,
} from '../apps/server/src/kernel/audit-chain.ts'

function print({ name, checked, violations, rows }: InvariantResult): void {
  console.log(`${violations === 0 ? '✓' : '✗'} ${name}: ${checked} rows`)
  if (violations > 0)
    console.log(
      `  ${violations} disagree: ${rows.join(', ')}${violations > rows.length ? ' …' : ''}`,
    )
}

/** Checks the invariants of the stored money. @returns whether all hold */
export async function verifyData(db: Kysely<DB>): Promise<boolean> {
  const results = await checkInvariants(db)
  for (const result of results) print(result)
  return results.every(({ violations }) => violations === 0)
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
