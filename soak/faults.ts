/**
 * Clerks at work while the database is silent, stopped, out of room, or at the end of a bad line:
 * 503 with Retry-After, then it goes on by itself, and nothing acknowledged is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOnServer } from '../apps/server/test/server-admin.ts'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { lastingPort } from './lasting-port.ts'
import { type Ledger, type Verdict, settleAccounts } from './ledger.ts'
import { type OwnDatabase, startOwnDatabase } from './own-database.ts'
import { createProgram } from './program.ts'
import { mountSmallDisk } from './small-disk.ts'
import { type Fault, type Suffered, suffer } from './suffer.ts'
import { type ToxicProxy, startToxicProxy } from './toxic-proxy.ts'
import { looking, prepare, startShift } from './world.ts'

export interface FaultsOptions {
  clerks: number
  /** How long each fault lasts. */
  ms: number
  /** How long the clerks work in peace before each. */
  calmMs: number
  /** The names of those to go through; all of them where left out. */
  only?: readonly string[]
  /** What Node runs. */
  program: readonly string[]
  say(line: string): void
}

export interface FaultsReport extends Verdict {
  ledger: Ledger
  suffered: Suffered[]
}

const tearEveryMs = 300
/** More than are ever made ahead in so short a time. */
const mostLogFiles = 40

function faultsOf(database: OwnDatabase, { toxins, tear }: ToxicProxy, ms: number): Fault[] {
  let tearing: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined
  return [
    {
      name: 'database silent',
      ms,
      outage: true,
      begin: database.silence,
      end: database.wake,
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
      name: 'line slow',
      ms,
      outage: false,
      begin: () => void (toxins.latencyMs = 30),
      end: () => void (toxins.latencyMs = 0),
    },
    {
      name: 'line torn again and again',
      ms,
      outage: false,
      begin: () => void (tearing = setInterval(tear, tearEveryMs)),
      end: () => clearInterval(tearing),
    },
    {
      name: 'line swallows everything',
      ms,
      outage: true,
      begin: () => void (toxins.swallows = true),
      end: () => void (toxins.swallows = false),
    },
    {
      name: 'line cut',
      ms,
      outage: true,
      begin: () => {
        toxins.refuses = true
        tear()
      },
      end: () => void (toxins.refuses = false),
    },
  ]
}

const tellOf =
  (say: (line: string) => void) =>
  (row: Suffered): Suffered => {
    say(`${row.fault}: ready again after ${row['ready again after (s)']} s`)
    return row
  }

/** The server on a database that is given, at the end of a line that can be made bad. */
export async function runFaults(options: FaultsOptions): Promise<FaultsReport> {
  const { clerks, ms, calmMs, only, say } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'khapdee-soak-'))
  const database = await startOwnDatabase(dataDir)
  const proxy = await startToxicProxy(database.port)
  const through = new URL(database.url)
  through.port = String(proxy.port)
  const program = createProgram(
    { DATA_DIR: dataDir, DATABASE_URL: through.href, PORT: String(await lastingPort()) },
    options.program,
  )
  try {
    const school = await prepare(database.url)
    await program.start()
    const { ledger, end } = await startShift(program.origin, school, clerks)
    const suffered: Suffered[] = []
    for (const fault of faultsOf(database, proxy, ms)) {
      if (only !== undefined && !only.includes(fault.name)) continue
      suffered.push(tellOf(say)(await suffer(program, ledger, fault, calmMs)))
    }
    await end()
    const verdict = await looking(database.url, (db) => settleAccounts(db, ledger))
    return { ...verdict, ledger, suffered }
  } finally {
    await program.kill()
    await proxy.close()
    await database.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Uses up the files that were made ahead for the write-ahead log; without another the database dies. */
async function exhaustLog(url: string): Promise<void> {
  const switchFile = `select pg_logical_emit_message(true, 'soak', ''), pg_switch_wal()`
  for (let n = 0; n < mostLogFiles; n++) {
    const died = await runOnServer(url, switchFile).then(
      () => false,
      () => true,
    )
    if (died) return
  }
}

/** The server with its embedded database on a disk that is filled up; undefined where we may mount none. */
export async function runFullDisk(options: FaultsOptions): Promise<FaultsReport | undefined> {
  const { clerks, ms, calmMs, say } = options
  const disk = mountSmallDisk()
  if (disk === undefined) return undefined
  const dataDir = join(disk.folder, 'data')
  const openDatabase = () => startEmbedded({ dataDir, log: () => {}, progress: () => {} })
  const settings = { DATA_DIR: dataDir, PORT: String(await lastingPort()) }
  const program = createProgram(settings, options.program)
  try {
    const prepared = await openDatabase()
    const school = await prepare(prepared.url)
    await program.start()
    prepared.detach()
    const { ledger, end } = await startShift(program.origin, school, clerks)
    const full = { ms, outage: true, end: disk.free }
    const faults: Fault[] = [
      { ...full, name: 'disk full', begin: disk.fill },
      {
        ...full,
        name: 'disk full, the log of the database too',
        begin: async () => {
          disk.fill()
          await exhaustLog(prepared.url)
        },
      },
    ]
    const suffered: Suffered[] = []
    for (const fault of faults) {
      suffered.push(tellOf(say)(await suffer(program, ledger, fault, calmMs)))
    }
    await end()
    const { url, detach } = await openDatabase()
    const verdict = await looking(url, (db) => settleAccounts(db, ledger))
    detach()
    return { ...verdict, ledger, suffered }
  } finally {
    await program.kill()
    disk.free()
    await openDatabase().then(({ stop }) => stop())
    disk.remove()
  }
}
