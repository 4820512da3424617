/** The server process of an embedded cluster: found running, started, stopped. */
import { execFile } from 'node:child_process'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Cluster, logFile, program, refusal, role, secretFile } from './embedded-cluster.ts'
import { isHeld, runHolding } from './embedded-lock.ts'
import { isAlive, runToEnd } from './embedded-runner.ts'
import { errorCode, LauncherError } from './launcher-error.ts'

/** Where a server answers. */
export interface Server {
  readonly port: number
  readonly password: string
}

/**
 * `busy`: a server of this cluster exists but does not answer yet, or no longer.
 * `hidden`: one exists that is no process here, or one here is gone and some of its processes are not.
 */
export type Found = { state: 'none' | 'busy' | 'hidden' } | { state: 'ready'; server: Server }

/** `held`: another process has, or has not yet let go of, the cluster. */
type Started = 'started' | 'held' | 'port taken'

const startSeconds = 120
const stopSeconds = 60
const logLimitBytes = 5_000_000

/**
 * Looks for the server of the cluster at `path` through its lock file, `postmaster.pid`.
 * A lock file whose process is gone, or is now another program, is stale; PostgreSQL clears the
 * first kind itself but refuses to start over the second, so that one is removed here.
 */
export async function findServer(path: string): Promise<Found> {
  const lock = await readLock(path)
  if (!lock) return { state: 'none' }
  const alive = isAlive(lock.pid)
  if (!alive || !(await servesCluster(lock.pid, path))) {
    if (await isHeld(path, (command, cwd) => runToEnd(command, { cwd }))) return { state: 'hidden' }
    if (!alive) return { state: 'none' }
    // Read again: another launcher may have started a server in the meantime.
    if ((await readLock(path))?.text === lock.text) await rm(lock.file, { force: true })
    return { state: 'none' }
  }
  if (!lock.port) return { state: 'busy' }
  const server = { port: lock.port, password: await readFile(secretFile(path), 'utf8') }
  return (await answers(server, path)) ? { state: 'ready', server } : { state: 'busy' }
}

/**
 * Starts a server that outlives this process, on 127.0.0.1 only.
 *
 * @throws LauncherError when PostgreSQL gives up for a reason that trying again will not mend
 */
export async function startServer(cluster: Cluster, port: number): Promise<Started> {
  const log = logFile(cluster.path)
  const logged = await trimLog(log)
  const named = Object.entries(settings(cluster.throwaway)).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  const serverArgs = `-p ${port} ${named.join(' ')}`
  const outcome = await runHolding(
    cluster.path,
    pgCtl(cluster, 'start', ['-l', log, '-t', String(startSeconds), '-o', serverArgs]),
    cluster.runner.run,
  )
  if (!outcome) return 'held'
  if (outcome.code === 0) return 'started'

  const said = outcome.output + (await readFrom(log, logged))
  if (/could not create any TCP\/IP sockets/.test(said)) return 'port taken'
  if (/lock file ".*" already exists|shared memory block .* is still in use/.test(said))
    return 'held'
  throw await refusal(cluster.path, said)
}

/** Stops the server at once but cleanly (PostgreSQL's fast shutdown, SIGINT), breaking off what runs. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const { code, output } = await cluster.runner.run(
    pgCtl(cluster, 'stop', ['-m', 'fast', '-t', String(stopSeconds)]),
    cluster.path,
  )
  if (code !== 0) throw await refusal(cluster.path, output)
}

const pgCtl = (cluster: Cluster, verb: string, options: readonly string[]): string[] => [
  program(cluster, 'pg_ctl'),
  verb,
  '-D',
  cluster.path,
  '-w',
  ...options,
]

/** How to reach `database` on an embedded server. */
export function serverUrl({ port, password }: Server, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

function settings(throwaway: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '256MB',
    max_connections: '50',
    // One machine, no replicas: the write-ahead log serves crash recovery alone.
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // After a crash: one call, where opening a thousand files one by one may take over a second.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    ...(throwaway && { fsync: 'off', full_page_writes: 'off' }),
  }
}

/** Lines of the lock file: process, folder, start time, port (missing while the server is very young). */
async function readLock(
  path: string,
): Promise<{ file: string; text: string; pid: number; port: number } | undefined> {
  const file = join(path, 'postmaster.pid')
  try {
    const text = await readFile(file, 'utf8')
    const lines = text.split('\n')
    return { file, text, pid: Math.abs(Number(lines[0])), port: Number(lines[3] ?? 0) }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Whether process `pid` is the server of the cluster at `path`. On Linux a server is known by its
 * working directory, which stays right when the folder is renamed and wrong when it is copied;
 * a dead process nobody has reaped has none. Elsewhere its command line must do.
 */
async function servesCluster(pid: number, path: string): Promise<boolean> {
  try {
    switch (process.platform) {
      case 'linux': {
        const [works, wanted] = await Promise.all([stat(`/proc/${pid}/cwd/.`), stat(path)])
        return works.dev === wanted.dev && works.ino === wanted.ino
      }
      case 'win32':
        return (await printed('tasklist', ['/FI', `PID eq ${pid}`])).includes('postgres')
      default:
        return (await printed('ps', ['-o', 'command=', '-p', String(pid)])).includes(path)
    }
  } catch {
    // Gone meanwhile, or of another user, whom PostgreSQL, too, takes for a stranger.
    return false
  }
}

async function printed(command: string, args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args)).stdout
}

/** Whether the server accepts connections; its password is its cluster's own, so no other server does. */
async function answers(server: Server, path: string): Promise<boolean> {
  const client = connection(server)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (errorCode(error).startsWith('28')) {
      throw new LauncherError(
        `The running database does not accept the password in ${secretFile(path)}: put the right one there.`,
      )
    }
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A single connection to the database `postgres`, not yet connected; losing it raises nothing but `end`. */
export function connection(server: Server): pg.Client {
  const client = new pg.Client({
    connectionString: serverUrl(server, 'postgres'),
    application_name: 'khapdee-launcher',
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  })
  client.on('error', () => {})
  return client
}

/** Puts an overlong log aside and gives the length of what remains. */
async function trimLog(log: string): Promise<number> {
  try {
    const { size } = await stat(log)
    if (size <= logLimitBytes) return size
    await rename(log, `${log}.old`)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  return 0
}

async function readFrom(log: string, offset: number): Promise<string> {
  const bytes = await readFile(log).catch(() => Buffer.alloc(0))
  return bytes.subarray(offset).toString('utf8')
}
