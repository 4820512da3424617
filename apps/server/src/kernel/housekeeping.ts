/** Removing what has served its time; one server does it, whichever comes first. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'

/** Runs `task` in a transaction, or not at all while another server runs the one of this name. */
export async function alone(
  db: Kysely<DB>,
  name: string,
  task: (tx: Kysely<DB>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine`.execute(tx)
    if (rows[0]?.mine === true) await task(tx)
  })
}

/**
 * Deletes idempotency keys after 48 hours, sign-in misses after a day, and the tokens of sessions
 * that ended ninety days ago.
 */
const tidyUp = (db: Kysely<DB>): Promise<void> =>
  alone(db, 'housekeeping', async (tx) => {
    await sql`delete from idempotency_key where created_at < now() - interval '48 hours'`.execute(
      tx,
    )
    await sql`delete from login_miss where at < now() - interval '1 day'`.execute(tx)
    await sql`
      delete from refresh_token t using session s
      where s.session_id = t.session_id
        and coalesce(s.revoked_at, s.expires_at) < now() - interval '90 days'`.execute(tx)
  })

export interface Chore {
  everyMs: number
  run(db: Kysely<DB>): Promise<void>
}

export const tidying: Chore = { everyMs: 60 * 60 * 1000, run: tidyUp }

/** Does each chore now and then; gives what ends them. A failure is told and tried again later. */
export function keepHouse(
  db: Kysely<DB>,
  chores: readonly Chore[],
  onError: (error: unknown) => void,
): () => void {
  const timers = chores.map(({ everyMs, run }) => {
    const attempt = () => run(db).catch(onError)
    void attempt()
    return setInterval(attempt, everyMs).unref()
  })
  return () => timers.forEach(clearInterval)
}
