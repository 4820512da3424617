/** Named advisory locks of PostgreSQL, held until the transaction ends. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`

/** Waits for the lock, so that transactions with the same name run one after another. */
export async function lockByName(tx: Kysely<DB>, name: string): Promise<void> {
  await tx.selectNoFrom(sql`pg_advisory_xact_lock(${keyOf(name)})`.as('locked')).execute()
}

/** Takes the lock unless another transaction holds it. @returns whether it was taken */
export async function tryLockByName(tx: Kysely<DB>, name: string): Promise<boolean> {
  const { isAcquired } = await tx
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${keyOf(name)})`.as('isAcquired'))
    .executeTakeFirstOrThrow()
  return isAcquired
}

/** Runs `task` in a transaction; skips it while another server holds the lock of this name. */
export async function withAdvisoryLock(
  db: Kysely<DB>,
  name: string,
  task: (tx: Kysely<DB>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await tryLockByName(tx, name)) await task(tx)
  })
}
