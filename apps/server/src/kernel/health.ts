/** Conditions and counters of this process, for its log, `/readyz` and `/metrics`. */
import type { Log } from './log.ts'

/** Conditions of a running server. Each is a gauge: 1 while it is satisfied, 0 while it is not. */
const conditions = {
  backup_recent: 'Whether the last nightly backup is younger than 36 hours',
  backup_succeeds: 'Whether the last attempt of this server at a backup succeeded',
  file_store_matches:
    'Whether the file store belongs to the database, so that unused files are cleaned up',
  invariants_hold: 'Whether the stored data was right at the last nightly check',
  replica_fresh: 'Whether the standby has what is committed, so that it serves exports and reports',
  access_changes_heard:
    'Whether announced changes are heard, so that rights are cached and open screens updated',
}

const counters = {
  backups_written: 'Nightly backups that were completed',
  failed_sign_ins: 'Sign-ins with a wrong user name or password',
  files_trashed: 'Unused files moved to the trash',
  files_restored: 'Files moved back from the trash because a row names them',
  stale_calls: 'Writing calls that were authorised again because rights had changed meanwhile',
  files_purged: 'Files deleted from the trash after its 30 days',
}

type Condition = keyof typeof conditions
type Counter = keyof typeof counters

export interface Health {
  /**
   * Records whether a condition is satisfied, and logs a change.
   * @param problem a sentence for the operator, or null if it is satisfied
   */
  report(condition: Condition, problem: string | null): void
  /** Adds to a counter. */
  count(counter: Counter, by?: number): void
  /** The conditions that are not satisfied; one that was never reported counts as satisfied. */
  problems(): Condition[]
  /** All conditions and counters in the text format of Prometheus; a condition counts as in `problems`. */
  metrics(): string
}

export function createHealth(log: Log): Health {
  const problems = new Map<Condition, string | null>()
  const counts = new Map<Counter, number>()

  const metric = (type: 'gauge' | 'counter', name: string, help: string, value: number) =>
    `# HELP khapdee_${name} ${help}.\n# TYPE khapdee_${name} ${type}\nkhapdee_${name} ${value}\n`

  return {
    report(condition, problem) {
      const before = problems.get(condition)
      problems.set(condition, problem)
      if (problem === (before ?? null)) return
      if (problem === null) log.info({ condition }, 'the condition holds again')
      else log.warn({ condition }, problem)
    },
    count(counter, by = 1) {
      counts.set(counter, (counts.get(counter) ?? 0) + by)
    },
    problems: () => [...problems].filter(([, problem]) => problem !== null).map(([name]) => name),
    metrics() {
      const gauges = Object.entries(conditions).map(([name, help]) =>
        metric('gauge', name, help, (problems.get(name as Condition) ?? null) === null ? 1 : 0),
      )
      const sums = Object.entries(counters).map(([name, help]) =>
        metric('counter', `${name}_total`, help, counts.get(name as Counter) ?? 0),
      )
      return [...gauges, ...sums].join('')
    },
  }
}
