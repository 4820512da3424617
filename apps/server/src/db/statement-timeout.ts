import { type Kysely, sql } from 'kysely'
import type { DB } from './types.ts'

/** Removes the time limit of the statements of a transaction, for work on whole tables. */
export async function removeStatementTimeout(tx: Kysely<DB>): Promise<void> {
  await tx.selectNoFrom(sql`set_config('statement_timeout', '0', true)`.as('timeout')).execute()
}
