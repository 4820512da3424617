/**
 * The embedded database: a PostgreSQL server in the data folder, used when DATABASE_URL is not set.
 *
 * It runs as a separate process that survives a crash of the application; the next start
 * attaches to it. Several applications may share one data folder. Each holds a shared
 * advisory lock and, when it stops, tries to get the exclusive lock; only the last one gets it, and stops the
 * database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { nativeSource } from './embedded-native.ts'
import { choosePlace, type Place, prepareCluster } from './embedded-place.ts'
import { canUnshare, type Owner } from './embedded-runner.ts'
import {
  connection,
  findServer,
  type Server,
  serverUrl,
  startServer,
  stopServer,
} from './embedded-server.ts'
import { freePort } from './free-port.ts'
import { errorCode, withStartErrors, StartError } from './start-error.ts'

const database = 'khapdee'
/** An arbitrary number; the same in all versions of this program, so that they use the same lock. */
const lockKey = 7_428_331
const startTimeoutMs = 120_000
/**
 * Maximum time the cluster may be locked although no server process can be seen: by a child of a killed server
 * until its query ends (at most the statement timeout of 10 s), or by a server in another container.
 */
const hiddenTimeoutMs = 12_000

export interface EmbeddedOptions {
  /** The folder for all of the application's data; the database is in `database/` below it. */
  readonly dataDir: string
  /** Receives messages while the application runs. */
  readonly log: (line: string) => void
  /** Receives the progress of the start, for the terminal. */
  readonly progress: (line: string) => void
  /** For disposable data (tests): faster, but lost in a power failure. */
  readonly throwaway?: boolean
}

export interface Embedded {
  /** Connection string of the application's database. */
  readonly url: string
  /** True when the server was already running. */
  readonly reattached: boolean
  /** Detaches, and stops the database unless another application still uses it. */
  stop(): Promise<void>
  /** Leaves the database running, so that the next start attaches to it. */
  detach(): void
}

/** Properties of the computer, which tests replace. */
export interface Machine {
  /** The platform package's folder `native/`. */
  native(): string
  /** Whether this process, or one run as `user`, may create user namespaces. */
  mayUnshare(user?: Owner): boolean
  /** A port to try. */
  freePort(): Promise<number>
}

const thisMachine: Machine = {
  native: () => nativeSource(process.platform, process.arch),
  mayUnshare: canUnshare,
  freePort,
}

/**
 * Finds or starts the embedded database, and restarts it when it ends unexpectedly.
 *
 * @throws StartError with a message for the operator when it cannot run here
 */
export async function startEmbedded(
  options: EmbeddedOptions,
  overrides: Partial<Machine> = {},
): Promise<Embedded> {
  const { dataDir, log, progress, throwaway = false } = options
  const machine = { ...thisMachine, ...overrides }
  return withStartErrors(dataDir, async () => {
    const place = await choosePlace(dataDir, {
      native: machine.native(),
      mayUnshare: machine.mayUnshare,
      throwaway,
    })
    const { server, lockClient, started } = await attach(place, {
      choosePort: machine.freePort,
      prepare: () => prepareCluster(place, progress),
    })
    await createDatabase(lockClient)
    const { stop, detach } = supervise(place, server, lockClient, log)
    return { url: serverUrl(server, database), reattached: !started, stop, detach }
  })
}

interface Attachment {
  readonly server: Server
  /** The connection that holds this application's shared lock. */
  readonly lockClient: pg.Client
  readonly started: boolean
}

interface AttachOptions {
  choosePort(): Promise<number>
  /** Prepares the cluster before a server is started. */
  prepare(): Promise<void>
  /** Aborts the attempt. */
  readonly signal?: AbortSignal
}

/** Finds or starts the server and acquires the shared lock. */
async function attach(
  place: Place,
  { choosePort, prepare, signal }: AttachOptions,
): Promise<Attachment> {
  const deadline = Date.now() + startTimeoutMs
  let lastVisible = Date.now()
  for (let started = false; Date.now() < deadline;) {
    signal?.throwIfAborted()
    const found = await findServer(place.path)
    if (found.state !== 'hidden') lastVisible = Date.now()
    if (Date.now() - lastVisible > hiddenTimeoutMs) {
      throw new StartError(
        `The database in ${place.path} is in use by a process that is not visible here, for example in another container: stop that process first, or set DATABASE_URL to one PostgreSQL server for both.`,
      )
    }
    if (found.state === 'ready') {
      const lockClient = await acquireSharedLock(found.server)
      if (lockClient) return { server: found.server, lockClient, started }
    }
    if (found.state === 'none') {
      await prepare()
      started = (await startServer(place, await choosePort())) === 'started'
      if (started) continue
    }
    // Another process is starting or stopping the server. A killed server without running queries
    // releases its lock within 0.5 s.
    await sleep(100)
  }
  throw new StartError(
    `Another PostgreSQL uses ${place.path} and does not answer: end that process, then start again.`,
  )
}

/** Acquires the shared lock; undefined when the last application is stopping the server. */
async function acquireSharedLock(server: Server): Promise<pg.Client | undefined> {
  const lockClient = connection(server)
  try {
    await lockClient.connect()
    await lockClient.query('select pg_advisory_lock_shared($1)', [lockKey])
    return lockClient
  } catch {
    await lockClient.end().catch(() => {})
    return undefined
  }
}

async function createDatabase(lockClient: pg.Client): Promise<void> {
  const { rowCount } = await lockClient.query('select from pg_database where datname = $1', [
    database,
  ])
  if (rowCount) return
  try {
    await lockClient.query(`create database ${database} template template0`)
  } catch (error) {
    // 42P04, 23505: another application that starts at the same time has created it.
    if (!['42P04', '23505'].includes(errorCode(error))) throw error
  }
}

/**
 * Releases the shared lock and tries to get the exclusive one, which is then held until the server has
 * stopped; applications that start meanwhile wait for it. @returns whether no other application is attached
 */
async function acquireExclusiveLock(lockClient: pg.Client): Promise<boolean> {
  try {
    await lockClient.query('select pg_advisory_unlock_shared($1)', [lockKey])
    const { rows } = await lockClient.query<{ last: boolean }>(
      'select pg_try_advisory_lock($1) as last',
      [lockKey],
    )
    return rows[0]?.last === true
  } catch {
    // The server has ended meanwhile, so there is nothing to stop.
    return false
  }
}

/** Restarts the server at the same port when the connection with the shared lock is lost. */
function supervise(
  place: Place,
  server: Server,
  firstClient: pg.Client,
  log: (line: string) => void,
): Pick<Embedded, 'stop' | 'detach'> {
  let lockClient: pg.Client | undefined
  const detaching = new AbortController()
  let recovery = Promise.resolve()
  let stopping: Promise<void> | undefined

  const watch = (client: pg.Client): void => {
    lockClient = client
    client.once('end', () => {
      lockClient = undefined
      if (!detaching.signal.aborted) recovery = recover()
    })
  }

  const recover = async (): Promise<void> => {
    log('The connection to the database is lost; restoring it.')
    for (let lastReason = ''; !detaching.signal.aborted;) {
      try {
        const { lockClient } = await attach(place, {
          choosePort: async () => server.port,
          prepare: async () => {},
          signal: detaching.signal,
        })
        watch(lockClient)
        log('The database is running again.')
        return
      } catch (error) {
        if (detaching.signal.aborted) return
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== lastReason) log(`The database cannot be restarted. ${reason}`)
        lastReason = reason
        await sleep(1_000)
      }
    }
  }

  const detachAndStop = async (): Promise<void> => {
    detaching.abort()
    await recovery
    if (lockClient && (await acquireExclusiveLock(lockClient))) await stopServer(place)
    await lockClient?.end()
  }

  watch(firstClient)
  return {
    stop: () => (stopping ??= detachAndStop()),
    detach() {
      detaching.abort()
      void lockClient?.end()
    },
  }
}
