/** Several writes as one statement, which takes one round trip and holds its locks for one. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './types.ts'

/**
 * Executes insert and update statements as one. All of them see the rows as they were before, so no
 * row may be written by two of them; foreign keys are checked after the last.
 */
export async function writeTogether(
  tx: Kysely<DB>,
  writes: readonly RawBuilder<unknown>[],
): Promise<void> {
  const parts = writes.map((write, i) => sql`${sql.raw(`write_${i}`)} as (${write})`)
  await sql`with ${sql.join(parts)} select`.execute(tx)
}
