/**
 * Simulated clerks work on three servers behind a proxy, while an operator restarts and kills servers and
 * pooler, makes a backup, and promotes the standby of the database. Afterwards the backups are restored, from
 * the server into an embedded database and from there into a server. Each database must contain exactly the
 * acknowledged work.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import type { SystemPostgres } from '../scripts/postgres-server.ts'
import { root } from '../scripts/run.ts'
import { startBalancer } from './balancer.ts'
import { prepareDatabase, startShift, withDb } from './environment.ts'
import { type Ledger, type SoakResult, compareWithLedger, storedDocuments } from './ledger.ts'
import { type Pooler, createPooler } from './pooler.ts'
import { type Program, createProgram } from './program.ts'
import { type ReplicatedDatabase, startReplicatedDatabase } from './replicated-database.ts'
import { checkRights } from './rights.ts'
import { type Fault, type FaultResult, runFault } from './run-fault.ts'
import { stablePort } from './stable-port.ts'

export interface OperationsOptions {
  clerks: number
  postgres: SystemPostgres
  /** How long a killed server or pooler stays away. */
  ms: number
  /** Duration of undisturbed work before each event. */
  warmUpMs: number
  /** Arguments of the `node` command. */
  program: readonly string[]
  log(line: string): void
}

export interface OperationsReport {
  ledger: Ledger
  faultResults: FaultResult[]
  /** Comparison of each database with the acknowledged work, by name. */
  results: Record<string, SoakResult>
  /** Writing calls after a change of rights that were answered. */
  rightsChecked: number
}

const serverCount = 3

/** Runs an operator's command; throws with its output if it fails. */
async function runCommand(env: Record<string, string>, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/launch.js', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], SEED: 'none', ...env },
  })
}

/** The connection string of the school's database on the servers at `ports`. */
function urlAt({ user, password, database }: ReplicatedDatabase, ports: readonly number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return `postgres://${user}:${password}@${hosts}/${database}`
}

/** Restores a file into a new embedded database, and runs `check` on it. */
async function restoreEmbedded<T>(
  file: string,
  dataDir: string,
  skip: number,
  check: (url: string) => Promise<T>,
): Promise<T> {
  await runCommand({ DATA_DIR: dataDir }, 'restore', file, '--skip', String(skip))
  const { url, stop } = await startEmbedded({ dataDir, log: () => {}, progress: () => {} })
  return check(url).finally(stop)
}

/** The documents that were acknowledged before a backup began and are not in its restored database. */
async function missingDocuments(url: string, known: readonly string[]): Promise<string[]> {
  const stored = await withDb(url, (db) => storedDocuments.execute(db))
  const codes = new Set(stored.rows.map(({ code }) => code))
  return known.filter((code) => !codes.has(code))
}

interface Installation {
  database: ReplicatedDatabase
  /** The pooler of the server that is the primary at first. */
  pooler: Pooler
  servers: readonly Program[]
  /** Settings of the servers and of the operator's commands. */
  settings: Record<string, string>
}

/** The events in their order. `backup` is the file that one of them writes. */
function eventsOf(
  { database, pooler, servers, settings }: Installation,
  { ms }: OperationsOptions,
  ledger: Ledger,
  backup: string,
): { events: Fault[]; knownBeforeBackup: string[] } {
  const knownBeforeBackup: string[] = []
  const [first] = servers
  const events: Fault[] = [
    {
      name: 'servers restarted one after another',
      ms: 0,
      outage: false,
      begin: async () => {
        for (const server of servers) {
          await server.stop()
          await server.start()
        }
      },
      end: () => {},
    },
    {
      name: 'one of three servers killed',
      ms,
      outage: false,
      begin: () => first?.kill(),
      end: async () => void (await first?.start()),
    },
    { name: 'pooler killed', ms, outage: true, begin: pooler.kill, end: pooler.start },
    {
      name: 'backup written',
      ms: 0,
      outage: false,
      begin: () => {
        knownBeforeBackup.push(...ledger.documents.keys())
        return runCommand(settings, 'backup', backup)
      },
      end: () => {},
    },
    {
      name: 'standby promoted',
      ms,
      outage: false,
      begin: database.failOver,
      end: () => {},
    },
  ]
  return { events, knownBeforeBackup }
}

/** Runs the events under load, and the restores afterwards, in temporary folders. */
export async function runOperations(options: OperationsOptions): Promise<OperationsReport> {
  const { clerks, postgres, warmUpMs, program, log } = options
  const folder = await mkdtemp(join(tmpdir(), 'khapdee-soak-'))
  const inFolder = (name: string): string => join(folder, name)
  const database = await startReplicatedDatabase(postgres)
  const direct = urlAt(database, database.ports)
  const [primaryPort, standbyPort] = database.ports
  const pooler = await createPooler(database, primaryPort)
  const poolers = [pooler, await createPooler(database, standbyPort)]
  const settings = {
    DATABASE_URL: urlAt(
      database,
      poolers.map(({ port }) => port),
    ),
    LISTEN_URL: direct,
    // PgBouncer before 1.21 supports no prepared statements.
    NAMED_STATEMENTS: 'off',
    SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: inFolder('data'),
  }
  const servers = await Promise.all(
    Array.from({ length: serverCount }, async () =>
      createProgram({ ...settings, PORT: String(await stablePort()) }, program),
    ),
  )
  const balancer = await startBalancer(servers.map(({ origin }) => origin))
  try {
    for (const each of poolers) await each.start()
    const school = await prepareDatabase(urlAt(database, [primaryPort]))
    for (const server of servers) await server.start()
    const { ledger, client, end } = await startShift(balancer.origin, school, clerks)
    const stopping = new AbortController()
    const origins = servers.map(({ origin }) => origin)
    const checking = checkRights(client, school, origins, stopping.signal)
    const installation = { database, pooler, servers, settings }
    const backup = inFolder('under-load.zip')
    const { events, knownBeforeBackup } = eventsOf(installation, options, ledger, backup)
    const whole = {
      origin: balancer.origin,
      died: () => servers.some((server) => server.died()),
    }
    const faultResults: FaultResult[] = []
    for (const event of events) {
      const result = await runFault(whole, ledger, event, warmUpMs)
      log(`${event.name}: work resumed after ${result['first acknowledged after (s)']} s`)
      faultResults.push(result)
    }
    stopping.abort()
    const rightsChecked = await checking
    await end()
    const compare = (url: string) => withDb(url, (db) => compareWithLedger(db, ledger))
    const promoted = await compare(urlAt(database, [standbyPort]))
    log('The backup made under load is restored…')
    const missing = await restoreEmbedded(backup, inFolder('under-load'), 100, (url) =>
      missingDocuments(url, knownBeforeBackup),
    )
    ledger.violations.push(...missing.map((code) => `${code} is missing in the backup`))
    log('The school moves from the server into an embedded database…')
    await runCommand(settings, 'backup', inFolder('server.zip'))
    const embedded = await restoreEmbedded(inFolder('server.zip'), inFolder('embedded'), 0, compare)
    log('The school moves from the embedded database into a server…')
    await runCommand({ DATA_DIR: inFolder('embedded') }, 'backup', inFolder('embedded.zip'))
    const url = await database.createEmpty('restored')
    const target = { DATABASE_URL: url, DATA_DIR: inFolder('server') }
    await runCommand(target, 'restore', inFolder('embedded.zip'), '--skip', '0')
    return {
      ledger,
      faultResults,
      results: {
        'promoted standby': promoted,
        'restored into an embedded database': embedded,
        'restored into a server': await compare(url),
      },
      rightsChecked,
    }
  } finally {
    for (const server of servers) await server.kill()
    await balancer.close()
    for (const each of poolers) await each.kill()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
