/**
 * Simulated clerks work while the server and the embedded database are killed alternately. Afterwards
 * the database must contain exactly the acknowledged work.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '../apps/server/src/db/embedded.ts'
import { stablePort } from './stable-port.ts'
import { type Ledger, type SoakResult, compareWithLedger } from './ledger.ts'
import { postmaster } from './dedicated-database.ts'
import { type Program, createProgram, untilReady } from './program.ts'
import { withDb, prepareDatabase, startShift } from './environment.ts'

export interface ClerksOptions {
  clerks: number
  /** Number of kills: the server, the database, the server, … */
  kills: number
  /** Time between two kills: one to two times this, or longer until enough documents are issued. */
  pauseMs: number
  /** Arguments of the `node` command. */
  program: readonly string[]
  log(line: string): void
}

export interface ClerksReport extends SoakResult {
  ledger: Ledger
  /** Seconds until the server was ready again after each kill, by killed process. */
  recovery: Record<'server' | 'database', number[]>
}

const quiet = (): void => {}
const clusterOf = (dataDir: string): string => join(dataDir, 'database', 'cluster')

async function killServer(program: Program): Promise<number> {
  await program.kill()
  return program.start()
}

/** Kills the database; the server detects it and restarts it. Returns the seconds until ready. */
async function killDatabase({ origin }: Program, dataDir: string): Promise<number> {
  const killed = postmaster(clusterOf(dataDir))
  process.kill(killed, 'SIGKILL')
  return untilReady(origin, () => postmaster(clusterOf(dataDir)) !== killed)
}

/** Minimum number of documents issued between two kills, however slow the machine is. */
const documentsBetween = 10

/** Waits one to two pauses, and until `documentsBetween` more documents are acknowledged. */
async function waitForWork(ledger: Ledger, pauseMs: number): Promise<void> {
  const target = ledger.documents.size + documentsBetween
  await sleep(pauseMs * (1 + Math.random()))
  while (ledger.documents.size < target) await sleep(50)
}

async function killAlternately(
  program: Program,
  dataDir: string,
  ledger: Ledger,
  { kills, pauseMs, log }: ClerksOptions,
): Promise<ClerksReport['recovery']> {
  const recovery: ClerksReport['recovery'] = { server: [], database: [] }
  for (let n = 0; n < kills; n++) {
    await waitForWork(ledger, pauseMs)
    const target = n % 2 === 0 ? 'server' : 'database'
    const seconds = await (target === 'server'
      ? killServer(program)
      : killDatabase(program, dataDir))
    recovery[target].push(seconds)
    log(`${n + 1}. ${target} killed, ready after ${seconds.toFixed(2)} s`)
  }
  await waitForWork(ledger, pauseMs)
  return recovery
}

const openDatabase = (dataDir: string): Promise<Embedded> =>
  startEmbedded({ dataDir, log: quiet, progress: quiet })

/** Runs the clerks and the kills in a temporary data folder; returns the comparison with the database. */
export async function runClerks(options: ClerksOptions): Promise<ClerksReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'khapdee-soak-'))
  const settings = { DATA_DIR: dataDir, PORT: String(await stablePort()) }
  const program = createProgram(settings, options.program)
  try {
    const prepared = await openDatabase(dataDir)
    const school = await prepareDatabase(prepared.url)
    await program.start()
    // From here on only the server keeps the database running.
    prepared.detach()
    const { ledger, end } = await startShift(program.origin, school, options.clerks)
    const recovery = await killAlternately(program, dataDir, ledger, options)
    await end()
    const { url, detach } = await openDatabase(dataDir)
    const result = await withDb(url, (db) => compareWithLedger(db, ledger))
    detach()
    return { ...result, ledger, recovery }
  } finally {
    await program.kill()
    await openDatabase(dataDir).then(({ stop }) => stop())
    await rm(dataDir, { recursive: true, force: true })
  }
}
