/**
 * Clerks at work while the server and the embedded database are killed in turns, and what is left:
 * everything acknowledged, nothing else.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '../apps/server/src/db/embedded.ts'
import { lastingPort } from './lasting-port.ts'
import { type Ledger, type Verdict, settleAccounts } from './ledger.ts'
import { postmaster } from './own-database.ts'
import { type Program, createProgram, untilReady } from './program.ts'
import { looking, prepare, startShift } from './world.ts'

export interface ClerksOptions {
  clerks: number
  /** How often something is killed. */
  kills: number
  /** Two kills are between one and two of these apart, or as long as some papers take. */
  pauseMs: number
  /** What Node runs. */
  program: readonly string[]
  say(line: string): void
}

export interface ClerksReport extends Verdict {
  ledger: Ledger
  /** Seconds until the product was ready again, by what was killed. */
  back: Record<'server' | 'database', number[]>
}

const quiet = (): void => {}
const clusterOf = (dataDir: string): string => join(dataDir, 'database', 'cluster')

async function killServer(program: Program): Promise<number> {
  await program.kill()
  return program.start()
}

/** The server notices by itself, and brings the database back. */
async function killDatabase({ origin }: Program, dataDir: string): Promise<number> {
  const killed = postmaster(clusterOf(dataDir))
  process.kill(killed, 'SIGKILL')
  return untilReady(origin, () => postmaster(clusterOf(dataDir)) !== killed)
}

/** Papers that come between two kills, however slow the machine. */
const papersBetween = 10

/** Waits between one and two pauses, and until the clerks have been given some papers more. */
async function whileTheyWork(ledger: Ledger, pauseMs: number): Promise<void> {
  const enough = ledger.papers.size + papersBetween
  await sleep(pauseMs * (1 + Math.random()))
  while (ledger.papers.size < enough) await sleep(50)
}

async function killInTurns(
  program: Program,
  dataDir: string,
  ledger: Ledger,
  { kills, pauseMs, say }: ClerksOptions,
): Promise<ClerksReport['back']> {
  const back: ClerksReport['back'] = { server: [], database: [] }
  for (let n = 0; n < kills; n++) {
    await whileTheyWork(ledger, pauseMs)
    const victim = n % 2 === 0 ? 'server' : 'database'
    const seconds = await (victim === 'server'
      ? killServer(program)
      : killDatabase(program, dataDir))
    back[victim].push(seconds)
    say(`${n + 1}. ${victim} killed, back after ${seconds.toFixed(2)} s`)
  }
  await whileTheyWork(ledger, pauseMs)
  return back
}

const openDatabase = (dataDir: string): Promise<Embedded> =>
  startEmbedded({ dataDir, log: quiet, progress: quiet })

/** Runs the whole part in a data folder of its own. */
export async function runClerks(options: ClerksOptions): Promise<ClerksReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'khapdee-soak-'))
  const settings = { DATA_DIR: dataDir, PORT: String(await lastingPort()) }
  const program = createProgram(settings, options.program)
  try {
    const prepared = await openDatabase(dataDir)
    const school = await prepare(prepared.url)
    await program.start()
    // From here on the server alone keeps the database up.
    prepared.detach()
    const { ledger, end } = await startShift(program.origin, school, options.clerks)
    const back = await killInTurns(program, dataDir, ledger, options)
    await end()
    const { url, detach } = await openDatabase(dataDir)
    const verdict = await looking(url, (db) => settleAccounts(db, ledger))
    detach()
    return { ...verdict, ledger, back }
  } finally {
    await program.kill()
    await openDatabase(dataDir).then(({ stop }) => stop())
    await rm(dataDir, { recursive: true, force: true })
  }
}
