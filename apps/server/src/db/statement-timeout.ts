import { type Kysely, sql } from 'kysely'
import type { DB } from './types.ts'

/** Lets the statements of this transaction run for any time, for work on whole tables. */
export async function removeStatementTimeout(tx: Kysely<DB>): Promise<void> {
  await tx.selectNoFrom(sql`set_config('statement_timeout', '0', true)`.as('timeout')).execute()
}
