/** A standby that serves long reads after it has replayed all commits before their start. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { createDb, createPool } from './client.ts'
import type { DB } from './types.ts'

/** How long a read waits for the standby before it is served by the primary. */
const maxWaitMs = 1_000
const pollMs = 25

export interface Replica {
  /** The standby if it has replayed all present commits, otherwise the primary. */
  forReading(): Promise<Kysely<DB>>
  close(): Promise<void>
}

const staleProblem =
  'The standby of DATABASE_REPLICA_URL is behind: exports and reports use the primary'

/**
 * @param url a connection string of the standby; undefined serves everything from the primary
 * @param options.answerTimeoutMs time after which a connection without an answer is treated as lost
 * @param options.report receives a sentence when the standby cannot be used, and null when it can
 */
export function createReplica(
  primary: Kysely<DB>,
  url: string | undefined,
  {
    answerTimeoutMs,
    report,
  }: { answerTimeoutMs: number; report: (problem: string | null) => void },
): Replica {
  if (url === undefined) return { forReading: async () => primary, close: async () => {} }
  // On a standby, settings cannot be stored with the role.
  const pool = createPool(url, { answerTimeoutMs, startsWithSettings: false })
  const standby = createDb(pool, { namedStatements: false })

  async function hasReplayed(position: string): Promise<boolean> {
    const { fresh } = await standby
      .selectNoFrom(
        sql<boolean | null>`case when pg_is_in_recovery()
          then pg_last_wal_replay_lsn() >= ${position}::pg_lsn end`.as('fresh'),
      )
      .executeTakeFirstOrThrow()
    if (fresh === null) throw new Error('it is no standby')
    return fresh
  }

  async function isFresh(): Promise<boolean> {
    const { position } = await primary
      .selectNoFrom(sql<string>`pg_current_wal_lsn()::text`.as('position'))
      .executeTakeFirstOrThrow()
    const deadline = performance.now() + maxWaitMs
    for (;;) {
      if (await hasReplayed(position)) return true
      if (performance.now() > deadline) return false
      await sleep(pollMs)
    }
  }

  return {
    async forReading() {
      try {
        const fresh = await isFresh()
        report(fresh ? null : staleProblem)
        return fresh ? standby : primary
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        report(
          `The standby of DATABASE_REPLICA_URL cannot be used (${reason}): exports and reports use the primary`,
        )
        return primary
      }
    },
    close: () => standby.destroy(),
  }
}
