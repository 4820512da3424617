/** Removing what has served its time; one server does it, whichever comes first. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'

const everyMs = 60 * 60 * 1000

/**
 * Deletes idempotency keys after 48 hours, sign-in misses after a day, and the tokens of sessions
 * that ended ninety days ago. Does nothing while another server is at it.
 */
export async function tidyUp(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('housekeeping', 0)) as mine`.execute(tx)
    if (rows[0]?.mine !== true) return
    await sql`delete from idempotency_key where created_at < now() - interval '48 hours'`.execute(
      tx,
    )
    await sql`delete from login_miss where at < now() - interval '1 day'`.execute(tx)
    await sql`
      delete from refresh_token t using session s
      where s.session_id = t.session_id
        and coalesce(s.revoked_at, s.expires_at) < now() - interval '90 days'`.execute(tx)
  })
}

/** Tidies up now and every hour; gives what ends it. A failure is told and tried again later. */
export function keepHouse(db: Kysely<DB>, onError: (error: unknown) => void): () => void {
  const run = () => tidyUp(db).catch(onError)
  void run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
