/** Starts the server: settings, database, migrations, demo school, then one port for everything. */
import { setFlagsFromString } from 'node:v8'
import { buildApp } from './app.ts'
import { backupAge } from './backup/backup-folder.ts'
import { nightlyBackupJob } from './backup/nightly-backup.ts'
import { checkDatabase } from './db/check-database.ts'
import { type Embedded, startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { explainStart } from './explain-start.ts'
import { sealAuditJob } from './kernel/audit-chain.ts'
import { type Config, readConfig } from './kernel/config.ts'
import { deleteExpiredRows, startJobs } from './kernel/jobs.ts'
import { invariantCheckJob } from './kernel/invariant-check.ts'
import { createLog, bufferedOutput } from './kernel/log.ts'
import { compactTotals } from './modules/application/compact-totals.ts'
import { serveListsJob } from './modules/booking/serve-lists.ts'
import { clearFilesJob } from './modules/file/clear-files.ts'
import { makeDraftsJob } from './modules/recurring-entry/make-drafts.ts'
import { commands } from './modules/index.ts'
import { createSetupLink } from './modules/user/first-administrator.ts'
import { seedDemo } from './seed/demo.ts'
import { seedRoles } from './seed/roles.ts'
import { openServices } from './services.ts'

// Lowers the peak memory: see docs/decisions/0020.
setFlagsFromString('--heap-growing-percent=100')

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

async function openDatabase(config: Config): Promise<Pick<Embedded, 'url' | 'stop'>> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} }
  return startEmbedded({ dataDir: config.dataDir, log: say, progress: say })
}

/** Time for running requests to finish after a signal; then their connections are closed. */
const finishMs = 15_000
/** Time after a signal at which the process ends in any case, e.g. with a database that does not answer. */
const shutdownMs = 20_000

/** Functions that close the opened resources; run once, in reverse order. */
const closeFunctions: (() => Promise<void>)[] = []

async function closeAll(): Promise<void> {
  for (let close = closeFunctions.pop(); close !== undefined; close = closeFunctions.pop())
    await close()
}

async function main(config: Config): Promise<void> {
  const opening = openDatabase(config)
  // Registered before the database has started, so that a signal during its start stops it too.
  closeFunctions.push(() =>
    opening.then(
      ({ stop }) => stop(),
      () => {},
    ),
  )
  const database = await opening
  say('Preparing the database …')
  const connections = await checkDatabase(database.url, {
    namedStatements: config.namedStatements && config.databaseUrl !== undefined,
  })
  await migrate(database.url)
  const log = createLog(config.logLevel, bufferedOutput())
  const services = await openServices(config, database.url, { log, ...connections })
  closeFunctions.push(services.close)
  await seedRoles(services.db)
  const signIn = config.seed === 'demo' ? await seedDemo(services, say) : []
  const setupLink = await createSetupLink(services.db)

  const app = await buildApp(services, { commands })
  closeFunctions.push(async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), finishMs)
    await app.close().finally(() => clearTimeout(cut))
  })
  await app.listen({ port: config.port, host: config.host })
  const { backupDir } = config
  const jobs = [
    deleteExpiredRows,
    compactTotals,
    sealAuditJob,
    clearFilesJob(services),
    serveListsJob(services.clock),
    makeDraftsJob(services.clock),
    invariantCheckJob(services, database.url),
    ...(backupDir === undefined ? [] : [nightlyBackupJob(services, backupDir)]),
  ]
  if (backupDir !== undefined) {
    services.metrics.gauge('backup_age_seconds', 'Age of the last nightly backup', async () => {
      const hours = await backupAge(backupDir, services.clock.now())
      return hours === null ? [] : [{ value: hours * 3600 }]
    })
  }
  const stopJobs = startJobs(services, jobs)
  closeFunctions.push(async () => stopJobs())
  // Delayed, so that the first requests do not compete with loading the fonts.
  const warmUpTimer = setTimeout(() => services.pdf.warm(), 1_000)
  closeFunctions.push(async () => clearTimeout(warmUpTimer))
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const origin = `http://${config.host}:${port}`
  say(`\nขับดี is ready: ${origin}`)
  if (setupLink !== null) {
    say(`Create the first administrator: ${config.publicUrl ?? origin}${setupLink}`)
  }
  for (const line of signIn) say(line)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    const deadline = setTimeout(() => {
      process.stderr.write('The shutdown took too long; what was running is lost.\n')
      process.exit(1)
    }, shutdownMs)
    await closeAll()
    clearTimeout(deadline)
    process.exit(0)
  })
}

/** Stops when the parent process ends: npm signals only its shell, which does not forward signals. */
function stopWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

if (process.env['npm_lifecycle_event']) stopWithParent()

let config: Config | undefined
try {
  config = readConfig(process.env)
  await main(config)
} catch (error) {
  process.stderr.write(`${await explainStart(error, config)}\n`)
  await closeAll()
  process.exit(1)
}
