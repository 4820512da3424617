/**
 * Simulated clerks work while the database is paused, stopped, out of disk space or behind a faulty
 * connection. The server must answer 503 with Retry-After, resume without a restart, and lose no
 * acknowledged work.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOnServer } from '../apps/server/test/server-admin.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { stablePort } from './stable-port.ts'
import { type Ledger, type SoakResult, compareWithLedger } from './ledger.ts'
import { type DedicatedDatabase, startDedicatedDatabase } from './dedicated-database.ts'
import { createProgram } from './program.ts'
import { mountSmallDisk } from './small-disk.ts'
import { type Fault, type FaultResult, runFault } from './run-fault.ts'
import { type ToxicProxy, startToxicProxy } from './toxic-proxy.ts'
import { withDb, prepareDatabase, startShift } from './environment.ts'

export interface FaultsOptions {
  clerks: number
  /** Duration of each fault. */
  ms: number
  /** Duration of undisturbed work before each fault. */
  warmUpMs: number
  /** Names of the faults to run; all by default. */
  only?: readonly string[]
  /** Arguments of the `node` command. */
  program: readonly string[]
  log(line: string): void
}

export interface FaultsReport extends SoakResult {
  ledger: Ledger
  faultResults: FaultResult[]
}

const resetIntervalMs = 300
/** Upper bound of the number of write-ahead log files that PostgreSQL has preallocated. */
const maxWalFiles = 40

function faultsOf(
  database: DedicatedDatabase,
  { toxins, resetAll }: ToxicProxy,
  ms: number,
): Fault[] {
  let resetTimer: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined
  return [
    {
      name: 'database paused',
      ms,
      outage: true,
      begin: database.pause,
      end: database.resume,
    },
    {
      name: 'database stopped',
      ms,
      outage: true,
      begin: () => {
        stopping = database.stop()
      },
      end: async () => {
        await stopping
        await database.start()
      },
    },
    {
      name: 'connection slow',
      ms,
      outage: false,
      begin: () => void (toxins.latencyMs = 30),
      end: () => void (toxins.latencyMs = 0),
    },
    {
      name: 'connection reset repeatedly',
      ms,
      outage: false,
      begin: () => void (resetTimer = setInterval(resetAll, resetIntervalMs)),
      end: () => clearInterval(resetTimer),
    },
    {
      name: 'connection stalled',
      ms,
      outage: true,
      begin: () => void (toxins.stalls = true),
      end: () => void (toxins.stalls = false),
    },
    {
      name: 'connection refused',
      ms,
      outage: true,
      begin: () => {
        toxins.refuses = true
        resetAll()
      },
      end: () => void (toxins.refuses = false),
    },
  ]
}

const reportTo =
  (log: (line: string) => void) =>
  (row: FaultResult): FaultResult => {
    log(`${row.fault}: ready again after ${row['ready again after (s)']} s`)
    return row
  }

/** Runs the faults of a database to which the server connects through a proxy. */
export async function runFaults(options: FaultsOptions): Promise<FaultsReport> {
  const { clerks, ms, warmUpMs, only, log } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'khapdee-soak-'))
  const database = await startDedicatedDatabase(dataDir)
  const proxy = await startToxicProxy(database.port)
  const proxied = new URL(database.url)
  proxied.port = String(proxy.port)
  const program = createProgram(
    { DATA_DIR: dataDir, DATABASE_URL: proxied.href, PORT: String(await stablePort()) },
    options.program,
  )
  try {
    const school = await prepareDatabase(database.url)
    await program.start()
    const { ledger, end } = await startShift(program.origin, school, clerks)
    const faultResults: FaultResult[] = []
    for (const fault of faultsOf(database, proxy, ms)) {
      if (only !== undefined && !only.includes(fault.name)) continue
      faultResults.push(reportTo(log)(await runFault(program, ledger, fault, warmUpMs)))
    }
    await end()
    const result = await withDb(database.url, (db) => compareWithLedger(db, ledger))
    return { ...result, ledger, faultResults }
  } finally {
    await program.kill()
    await proxy.close()
    await database.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Uses up the preallocated write-ahead log files. PostgreSQL terminates when it needs another. */
async function exhaustWal(url: string): Promise<void> {
  const switchWalFile = `select pg_logical_emit_message(true, 'soak', ''), pg_switch_wal()`
  for (let n = 0; n < maxWalFiles; n++) {
    const terminated = await runOnServer(url, switchWalFile).then(
      () => false,
      () => true,
    )
    if (terminated) return
  }
}

/** Fills the disk of a server with an embedded database; undefined if mounting is not permitted. */
export async function runFullDisk(options: FaultsOptions): Promise<FaultsReport | undefined> {
  const { clerks, ms, warmUpMs, log } = options
  const disk = mountSmallDisk()
  if (disk === undefined) return undefined
  const dataDir = join(disk.folder, 'data')
  const openDatabase = () => startEmbedded({ dataDir, log: () => {}, progress: () => {} })
  const settings = { DATA_DIR: dataDir, PORT: String(await stablePort()) }
  const program = createProgram(settings, options.program)
  try {
    const prepared = await openDatabase()
    const school = await prepareDatabase(prepared.url)
    await program.start()
    prepared.detach()
    const { ledger, end } = await startShift(program.origin, school, clerks)
    const untilFreed = { ms, outage: true, end: disk.free }
    const faults: Fault[] = [
      { ...untilFreed, name: 'disk full', begin: disk.fill },
      {
        ...untilFreed,
        name: 'disk full, including the write-ahead log',
        begin: async () => {
          disk.fill()
          await exhaustWal(prepared.url)
        },
      },
    ]
    const faultResults: FaultResult[] = []
    for (const fault of faults) {
      faultResults.push(reportTo(log)(await runFault(program, ledger, fault, warmUpMs)))
    }
    await end()
    const { url, detach } = await openDatabase()
    const result = await withDb(url, (db) => compareWithLedger(db, ledger))
    detach()
    return { ...result, ledger, faultResults }
  } finally {
    await program.kill()
    disk.free()
    await openDatabase().then(({ stop }) => stop())
    disk.remove()
  }
}
