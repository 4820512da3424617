/** Jobs that every server starts at fixed intervals, and the job that deletes expired rows. */
import { heldFormHours } from '@khapdee/domain/application/held-form'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { withAdvisoryLock } from './advisory-lock.ts'

export interface Job {
  everyMs: number
  run(db: Kysely<DB>): Promise<void>
}

/**
 * Deletes idempotency keys after 48 hours, failed sign-ins and number lookups after a day, the tokens of sessions that
 * ended ninety days ago, held registration forms after a day, and after an hour the data of printed forms, whose links
 * have then expired.
 */
export const deleteExpiredRows: Job = {
  everyMs: 60 * 60 * 1000,
  run: (db) =>
    withAdvisoryLock(db, 'housekeeping', async (tx) => {
      await tx
        .deleteFrom('idempotency_key')
        .where('created_at', '<', sql<string>`now() - interval '48 hours'`)
        .execute()
      await tx
        .deleteFrom('login_miss')
        .where('at', '<', sql<string>`now() - interval '1 day'`)
        .execute()
      await tx
        .deleteFrom('number_miss')
        .where('at', '<', sql<string>`now() - interval '1 day'`)
        .execute()
      await tx
        .deleteFrom('printed_form')
        .where('createdAt', '<', sql<string>`now() - interval '1 hour'`)
        .execute()
      await tx
        .deleteFrom('held_form')
        .where('createdAt', '<', sql<string>`now() - make_interval(hours => ${heldFormHours})`)
        .execute()
      await tx
        .deleteFrom('refresh_token as t')
        .using('session as s')
        .whereRef('s.session_id', '=', 't.session_id')
        .where((eb) =>
          eb(
            eb.fn.coalesce('s.revoked_at', 's.expires_at'),
            '<',
            sql<string>`now() - interval '90 days'`,
          ),
        )
        .execute()
    }),
}

/**
 * Runs each job at once and then at its interval. A failure is passed to `onError`, and the job
 * runs again after its interval.
 *
 * @returns a function that stops the jobs
 */
export function startJobs(
  db: Kysely<DB>,
  jobs: readonly Job[],
  onError: (error: unknown) => void,
): () => void {
  const timers = jobs.map(({ everyMs, run }) => {
    const attempt = () => run(db).catch(onError)
    void attempt()
    return setInterval(attempt, everyMs).unref()
  })
  return () => timers.forEach(clearInterval)
}
