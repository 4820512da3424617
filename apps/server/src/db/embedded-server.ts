/** Finds, starts and stops the server process of an embedded cluster. */
import { execFile } from 'node:child_process'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Cluster, logFile, program, refusal, role, secretFile } from './embedded-cluster.ts'
import { isHeld, runHolding } from './embedded-lock.ts'
import { isAlive, runToEnd } from './embedded-runner.ts'
import { errorCode, LauncherError } from './launcher-error.ts'

/** The address and password of a running server. */
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
 * @throws LauncherError when PostgreSQL fails for a reason that a retry does not solve
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

/** Stops the server with PostgreSQL's fast shutdown (SIGINT), which aborts running transactions. */
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

/** Connection string of `database` on an embedded server. */
export function serverUrl({ port, password }: Server, database: string): string {
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

function settings(throwaway: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '256MB',
    max_connections: '50',
    // Without replicas the write-ahead log is needed for crash recovery only.
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // One syncfs call after a crash; opening a thousand files may take over a second.
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
 * a zombie process has none. On other systems its command line is compared.
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
    // The process has ended or belongs to another user; PostgreSQL ignores such a process too.
    return false
  }
}

async function printed(command: string, args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args)).stdout
}

/** Whether the server accepts connections; another server would refuse the cluster's password. */
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

/** A client for the database `postgres`, not yet connected; a lost connection emits only `end`. */
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

/** Renames an overlong log. @returns the length of the current log */
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
