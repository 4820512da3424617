/** Several writes as one statement: one round trip, so locks are held for a shorter time. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './types.ts'

/**
 * Executes insert and update statements as one. Each sees the rows as they were before all of them, so no
 * two may write the same row; foreign keys are checked after the last.
 */
export async function writeTogether(
  tx: Kysely<DB>,
  writes: readonly RawBuilder<unknown>[],
): Promise<void> {
  const parts = writes.map((write, i) => sql`${sql.raw(`write_${i}`)} as (${write})`)
  await sql`with ${sql.join(parts)} select`.execute(tx)
}
