/** Checks the invariants of the stored data every night, on one of the servers. */
import { addDays, timeInBangkok } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import { createDb, createPool } from '../db/client.ts'
import { checkInvariants } from '../db/invariants.ts'
import type { DB } from '../db/types.ts'
import { tryLockByName } from './advisory-lock.ts'
import type { Services } from './context.ts'
import type { Job } from './jobs.ts'

/** Time in Bangkok from which the check of the day is due; the nightly backup has begun before it. */
const dueFrom = '03:00'
/** Days for which results are kept. */
const keptDays = 90

const readLast = (db: Kysely<DB>) =>
  db
    .selectFrom('invariant_check')
    .select(['day', 'checked_at', 'broken'])
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()

type Deps = Pick<Services, 'clock' | 'log' | 'health' | 'metrics' | 'db'>

/**
 * The job, whose last result every server reports in `/readyz` and `/metrics`.
 * @param url a direct connection to the database
 */
export function invariantCheckJob(
  { clock, log, health, metrics, db: pool }: Deps,
  url: string,
): Job {
  metrics.gauge('invariants_broken', 'Invariants that did not hold at the last check', async () => {
    const last = await readLast(pool)
    return last === undefined ? [] : [{ value: last.broken.length }]
  })
  metrics.gauge('invariants_checked_timestamp_seconds', 'Time of the last check', async () => {
    const last = await readLast(pool)
    return last === undefined ? [] : [{ value: Date.parse(last.checked_at) / 1000 }]
  })
  return {
    name: 'invariants',
    everyMs: 10 * 60 * 1000,
    // Reading all tables would slow down the start.
    firstAfterMs: 5 * 60 * 1000,
    async run(db) {
      const day = clock.today()
      const last = await readLast(db)
      if (timeInBangkok(clock.now()) >= dueFrom && last?.day !== day) {
        await db.transaction().execute(async (tx) => {
          if (!(await tryLockByName(tx, 'invariants'))) return
          // Without the time limit for answers of calls. A pooler would refuse the settings at the start.
          const unlimited = createDb(createPool(url, { startsWithSettings: false }), {
            namedStatements: false,
          })
          const results = await checkInvariants(unlimited).finally(() => unlimited.destroy())
          const broken = results.flatMap(({ name, violations, rows }) => {
            if (violations > 0) log.error({ invariant: name, violations, rows }, 'invariant broken')
            return violations > 0 ? [name] : []
          })
          await tx
            .insertInto('invariant_check')
            .values({ day, broken })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          await tx
            .deleteFrom('invariant_check')
            .where('day', '<=', addDays(day, -keptDays))
            .execute()
        })
      }
      const broken = (await readLast(db))?.broken ?? []
      health.report(
        'invariants_hold',
        broken.length === 0
          ? null
          : `Stored data is wrong (${broken.join('; ')}): run npm run verify-data`,
      )
    },
  }
}
