/** Finds, starts and stops the server process of an embedded cluster. */
import { execFile } from 'node:child_process'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  type Cluster,
  logFile,
  program,
  toOperatorError,
  role,
  secretFile,
} from './embedded-cluster.ts'
import { isLocked, runWithLock } from './embedded-lock.ts'
import { isAlive, runProgram } from './embedded-runner.ts'
import { errorCode, StartError } from './start-error.ts'

/** The port and password of a running server. */
export interface Server {
  readonly port: number
  readonly password: string
}

/**
 * `busy`: a server of this cluster is running but does not answer, because it is starting or stopping.
 * `hidden`: no server is visible, but a process holds the lock: a server in another container, or a child
 * process of a killed server.
 */
export type ServerState = { state: 'none' | 'busy' | 'hidden' } | { state: 'ready'; server: Server }

/** `locked`: another process holds the lock of the cluster, or has not released it yet. */
type StartResult = 'started' | 'locked' | 'port taken'

const startSeconds = 120
const stopSeconds = 60
const logLimitBytes = 5_000_000

/**
 * Looks for the server of the cluster at `path` through its lock file, `postmaster.pid`.
 * A lock file is stale if its process has ended or if another program now has that process id. PostgreSQL
 * removes the first kind itself, but refuses to start if it finds the second, so this function removes it.
 */
export async function findServer(path: string): Promise<ServerState> {
  const lock = await readLock(path)
  if (!lock) return { state: 'none' }
  const alive = isAlive(lock.pid)
  if (!alive || !(await servesCluster(lock.pid, path))) {
    if (await isLocked(path, (command, cwd) => runProgram(command, { cwd })))
      return { state: 'hidden' }
    if (!alive) return { state: 'none' }
    // Read again: another process may have started a server in the meantime.
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
 * @throws StartError when PostgreSQL fails for a reason that a retry does not solve
 */
export async function startServer(cluster: Cluster, port: number): Promise<StartResult> {
  const log = logFile(cluster.path)
  const logLength = await trimLog(log)
  const parameters = Object.entries(settings(cluster.throwaway)).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  const serverArgs = `-p ${port} ${parameters.join(' ')}`
  const outcome = await runWithLock(
    cluster.path,
    pgCtl(cluster, 'start', ['-l', log, '-t', String(startSeconds), '-o', serverArgs]),
    cluster.runner.run,
  )
  if (!outcome) return 'locked'
  if (outcome.code === 0) return 'started'

  const output = outcome.output + (await readFrom(log, logLength))
  if (/could not create any TCP\/IP sockets/.test(output)) return 'port taken'
  if (/lock file ".*" already exists|shared memory block .* is still in use/.test(output))
    return 'locked'
  throw await toOperatorError(cluster.path, output)
}

/** Stops the server with PostgreSQL's fast shutdown (SIGINT), which aborts running transactions. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const { code, output } = await cluster.runner.run(
    pgCtl(cluster, 'stop', ['-m', 'fast', '-t', String(stopSeconds)]),
    cluster.path,
  )
  if (code !== 0) throw await toOperatorError(cluster.path, output)
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
    // After a crash, one syncfs call replaces opening each of a thousand files, which may take over a second.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    ...(throwaway && { fsync: 'off', full_page_writes: 'off' }),
  }
}

/** The process id (line 1) and port (line 4) of the lock file; the port is 0 until the server has one. */
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
 * Whether process `pid` is the server of the cluster at `path`. On Linux its working
 * directory is compared, which is still correct after the folder was renamed or copied; a zombie process has
 * none. On other systems its command line is compared.
 */
async function servesCluster(pid: number, path: string): Promise<boolean> {
  try {
    switch (process.platform) {
      case 'linux': {
        const [actual, expected] = await Promise.all([stat(`/proc/${pid}/cwd/.`), stat(path)])
        return actual.dev === expected.dev && actual.ino === expected.ino
      }
      case 'win32':
        return (await outputOf('tasklist', ['/FI', `PID eq ${pid}`])).includes('postgres')
      default:
        return (await outputOf('ps', ['-o', 'command=', '-p', String(pid)])).includes(path)
    }
  } catch {
    // The process has ended or belongs to another user; PostgreSQL also ignores such a process.
    return false
  }
}

async function outputOf(command: string, args: string[]): Promise<string> {
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
      throw new StartError(
        `The running database does not accept the password in ${secretFile(path)}: write the correct password to that file.`,
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
