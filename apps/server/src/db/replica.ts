/** A standby that serves long reads after it has replayed all commits before their start. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { createDb, createPool } from './client.ts'
import type { DB } from './types.ts'

/** How long a read waits for the standby before it is served by the primary. */
const maxWaitMs = 1_000
const pollMs = 25
/** How long a standby may take to answer; then it is not asked again for a while. */
const maxAnswerMs = 2_000
const retryMs = 30_000

export interface Replica {
  /** The standby if it has replayed all present commits, otherwise the primary. */
  forReading(): Promise<Kysely<DB>>
  close(): Promise<void>
}

const staleProblem =
  'The standby of DATABASE_REPLICA_URL is behind: exports and reports use the primary'

/** A position in the log of a database. */
interface Position {
  position: string
  system: string
  database: number
  timeline: number
}

/** The id of a cluster, which its standbys share. */
const system = sql<string>`(select system_identifier::text from pg_control_system())`
const database = sql<number>`(select oid::int from pg_database where datname = current_database())`

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

  /** Reads of a standby that was behind do not wait for it, until it has caught up. */
  let isBehind = false
  let notBefore = 0

  /** @throws Error for a server that is not a standby of the primary, or follows an earlier primary */
  async function hasReplayed({ position, ...expected }: Position): Promise<boolean> {
    const { is_fresh, ...found } = await standby
      .selectNoFrom([
        sql<boolean | null>`case when pg_is_in_recovery()
          then pg_last_wal_replay_lsn() >= ${position}::pg_lsn end`.as('is_fresh'),
        system.as('system'),
        database.as('database'),
        sql<number>`(select timeline_id from pg_control_checkpoint())`.as('timeline'),
      ])
      .executeTakeFirstOrThrow()
    if (is_fresh === null) throw new Error('it is no standby')
    if (found.system !== expected.system || found.database !== expected.database)
      throw new Error('it is the standby of another database')
    // Positions of different time lines cannot be compared: a standby of an earlier primary may have
    // commits that the present one lacks.
    return is_fresh && found.timeline === expected.timeline
  }

  async function isFresh(): Promise<boolean> {
    const position = await primary
      .selectNoFrom([
        sql<string>`pg_current_wal_lsn()::text`.as('position'),
        system.as('system'),
        database.as('database'),
        // The name of a segment begins with its time line; the control file has it only after a checkpoint.
        sql<number>`('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`.as(
          'timeline',
        ),
      ])
      .executeTakeFirstOrThrow()
    const deadline = performance.now() + (isBehind ? 0 : maxWaitMs)
    for (;;) {
      if (await answerOf(hasReplayed(position))) return true
      if (performance.now() >= deadline) return false
      await sleep(pollMs)
    }
  }

  async function answerOf<T>(answer: Promise<T>): Promise<T> {
    // It may still fail after the deadline.
    answer.catch(() => {})
    const late = new AbortController()
    const timeout = sleep(maxAnswerMs, undefined, { signal: late.signal, ref: false }).then(() => {
      notBefore = performance.now() + retryMs
      throw new Error('it does not answer')
    })
    timeout.catch(() => {})
    try {
      return await Promise.race([answer, timeout])
    } finally {
      late.abort()
    }
  }

  return {
    async forReading() {
      if (performance.now() < notBefore) return primary
      try {
        const fresh = await isFresh()
        isBehind = !fresh
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
