/** Jobs that every server starts at fixed intervals, and the job that deletes expired rows. */
import { heldFormHours } from '@khapdee/domain/application/held-form'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { withAdvisoryLock } from './advisory-lock.ts'
import type { Services } from './context.ts'

export interface Job {
  /** In metrics and the log. */
  name: string
  everyMs: number
  /** Time after the start at which it runs first; at once by default. */
  firstAfterMs?: number
  run(db: Kysely<DB>): Promise<void>
}

/**
 * Deletes idempotency keys after 48 hours, failed sign-ins and number lookups after a day, the tokens of sessions that
 * ended ninety days ago, held registration forms after a day, and after an hour the data of printed forms, whose links
 * have then expired.
 */
export const deleteExpiredRows: Job = {
  name: 'housekeeping',
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
 * Runs each job at once, or after its first delay, and then at its interval. A failure is logged,
 * and the job runs again after its interval. The metrics show when each last succeeded on this
 * server.
 *
 * @returns a function that stops the jobs
 */
export function startJobs(
  { db, log, metrics }: Pick<Services, 'db' | 'log' | 'metrics'>,
  jobs: readonly Job[],
): () => void {
  const succeeded = new Map<string, number>()
  const failures = new Map(jobs.map(({ name }) => [name, 0]))
  const samplesOf = (values: Map<string, number>) => () =>
    [...values].map(([job, value]) => ({ labels: { job }, value }))
  metrics.gauge(
    'job_last_success_timestamp_seconds',
    'Time at which each job last succeeded on this server',
    samplesOf(succeeded),
  )
  metrics.gauge('job_failures', 'Failures of each job since the start', samplesOf(failures))
  const timers = jobs.flatMap(({ name, everyMs, firstAfterMs = 0, run }) => {
    const attempt = async () => {
      try {
        await run(db)
        succeeded.set(name, Date.now() / 1000)
      } catch (err) {
        failures.set(name, (failures.get(name) ?? 0) + 1)
        log.error({ err, job: name }, 'job failed')
      }
    }
    if (firstAfterMs === 0) void attempt()
    const first = firstAfterMs === 0 ? [] : [setTimeout(attempt, firstAfterMs).unref()]
    return [...first, setInterval(attempt, everyMs).unref()]
  })
  return () => timers.forEach(clearTimeout)
}
