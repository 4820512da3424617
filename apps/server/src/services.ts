/** Opens and closes the services that exist once per process. */
import type pg from 'pg'
import { openFileStore } from './adapters/files/open-store.ts'
import { createPayslipPool } from './adapters/pdf/payslip-pool.ts'
import { createPdfPool } from './adapters/pdf/pool.ts'
import { createSheetReader } from './adapters/sheet/sheet-reader.ts'
import { type Clock, systemClock } from './adapters/clock.ts'
import { createBackups } from './backup/backups.ts'
import { createDb, createPool } from './db/client.ts'
import { createReplica } from './db/replica.ts'
import { createAccess } from './kernel/access.ts'
import { createCardRelay } from './kernel/card-relay.ts'
import { listenForChanges } from './kernel/change-listener.ts'
import type { Config } from './kernel/config.ts'
import type { Services } from './kernel/context.ts'
import { createHealth } from './kernel/health.ts'
import { createMetrics } from './kernel/metrics.ts'
import { createLive } from './kernel/live.ts'
import { type Log, silentLog } from './kernel/log.ts'
import { createTokens } from './kernel/tokens.ts'

/**
 * Twice the statement timeout, so it is exceeded only when the database stops answering; less than the 30 s that
 * browsers wait for an answer.
 */
const answerTimeoutMs = 20_000

/** Opens all services on a migrated database. */
export async function openServices(
  config: Config,
  databaseUrl: string,
  {
    clock = systemClock,
    log = silentLog(),
    startsWithSettings = true,
  }: { clock?: Clock; log?: Log; startsWithSettings?: boolean } = {},
): Promise<Services & { pool: pg.Pool; close(): Promise<void> }> {
  const health = createHealth(log)
  const metrics = createMetrics()
  const pool = createPool(databaseUrl, {
    answerTimeoutMs,
    pipeline: config.namedStatements,
    startsWithSettings,
  })
  const db = createDb(pool, { namedStatements: config.namedStatements })
  const replica = createReplica(db, config.replicaUrl, {
    answerTimeoutMs,
    report: (problem) => health.report('replica_fresh', problem),
  })
  const changes = await listenForChanges(db, {
    url: config.listenUrl ?? databaseUrl,
    report: (problem) => health.report('access_changes_heard', problem),
  })
  const access = createAccess(db, changes)
  const live = createLive(changes)
  const cardRelay = createCardRelay(db, changes, config.secret)
  const pdf = createPdfPool()
  const payslips = createPayslipPool()
  const sheets = createSheetReader()
  const files = openFileStore(config)
  const backups = createBackups({
    db,
    files,
    clock,
    log,
    health,
    url: databaseUrl,
    keep: config.backupKeep,
  })
  metrics.gauge('pool_connections', 'Connections to the database', () => [
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
  ])
  metrics.gauge('pool_waiting', 'Calls that wait for a connection', () => [
    { value: pool.waitingCount },
  ])
  metrics.gauge('pdf_queue', 'Documents that wait for a worker', () => [{ value: pdf.waiting() }])
  metrics.gauge('servers', 'Servers of the database that are heard', () => [
    { value: changes.servers() },
  ])
  return {
    config,
    pool,
    db,
    replica,
    clock,
    access,
    live,
    cardRelay,
    pdf,
    payslips,
    sheets,
    files,
    backups,
    log,
    health,
    metrics,
    servers: changes.servers,
    tokens: createTokens(config.secret),
    async close() {
      backups.stop()
      files.close()
      await pdf.close()
      await payslips.close()
      await sheets.close()
      live.close()
      await changes.close()
      await replica.close()
      // Ends the pool as well.
      await db.destroy()
    },
  }
}
