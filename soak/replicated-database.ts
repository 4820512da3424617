/** A primary and a standby of PostgreSQL with synchronous replication, of the PostgreSQL of the system. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Cluster,
  createCluster,
  logFile,
  program,
  secretFile,
  systemLocale,
} from '../apps/server/src/db/embedded-cluster.ts'
import {
  type Runner,
  canUnshare,
  chooseRunner,
  chownTree,
} from '../apps/server/src/db/embedded-runner.ts'
import { serverUrl } from '../apps/server/src/db/embedded-server.ts'
import { databaseUrl, runOnServer } from '../apps/server/test/server-admin.ts'
import type { SystemPostgres } from '../scripts/postgres-server.ts'
import { stablePort } from './stable-port.ts'

const database = 'school'
/** The role of the school, which owns its database and is not a superuser. */
const owner = 'school'

export interface ReplicatedDatabase {
  /** Ports of the primary and of the standby. */
  readonly ports: readonly [primary: number, standby: number]
  readonly user: string
  readonly password: string
  readonly database: string
  /** Folder that the programs of PostgreSQL may enter, and the user that runs them. */
  readonly folder: string
  readonly runner: Runner
  /** Ends the primary as a crash does, and makes the standby the primary. */
  failOver(): Promise<void>
  /** Creates an empty database on the present primary; returns its URL. */
  createEmpty(name: string): Promise<string>
  stop(): Promise<void>
}

/** Runs `pg_ctl` with a verb; throws with its output if it fails. */
async function control(cluster: Cluster, verb: string, ...options: string[]): Promise<void> {
  await run(cluster, 'pg_ctl', verb, '-D', cluster.path, '-w', ...options)
}

async function run(cluster: Cluster, name: string, ...args: string[]): Promise<void> {
  const { code, output } = await cluster.runner.run([program(cluster, name), ...args], '/')
  if (code !== 0) throw new Error(`${name} failed: ${output}`)
}

async function start(cluster: Cluster, port: number): Promise<void> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '256MB',
  }
  const args = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  await control(cluster, 'start', '-l', logFile(cluster.path), '-o', args.join(' '))
}

/** Creates and starts both; a commit waits until the standby has it. */
export async function startReplicatedDatabase({
  native,
}: SystemPostgres): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'khapdee-replicated-'))
  const runner = chooseRunner(await stat(folder), canUnshare)
  const clusterIn = (name: string): Cluster => ({
    path: join(folder, name),
    native,
    runner,
    throwaway: false,
  })
  const primary = clusterIn('primary')
  const standby = clusterIn('standby')
  const running = new Set<Cluster>()
  const stopAll = async (): Promise<void> => {
    for (const cluster of running) await control(cluster, 'stop', '-m', 'immediate').catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await chownTree(folder, runner)
    await createCluster(primary, systemLocale)
    const ports = [await stablePort(), await stablePort()] as const
    await start(primary, ports[0])
    running.add(primary)
    const admin = {
      port: ports[0],
      password: await readFile(secretFile(primary.path), 'utf8'),
    }
    const password = randomBytes(24).toString('base64url')
    const onPrimary = (text: string) => runOnServer(serverUrl(admin, 'postgres'), text)
    await onPrimary(`create role ${owner} login createdb password '${password}'`)
    await onPrimary(`create database ${database} owner ${owner} template template0`)
    const source = serverUrl(admin, 'postgres')
    await run(primary, 'pg_basebackup', '-D', standby.path, '-R', '-X', 'stream', '-d', source)
    await start(standby, ports[1])
    running.add(standby)
    // After the copy, because a promoted standby with this setting would wait for another standby.
    await onPrimary(`alter system set synchronous_standby_names = '*'`)
    await onPrimary('select pg_reload_conf()')
    let writable = ports[0]
    return {
      ports,
      user: owner,
      password,
      database,
      folder,
      runner,
      async failOver() {
        await control(primary, 'stop', '-m', 'immediate')
        running.delete(primary)
        await control(standby, 'promote')
        writable = ports[1]
      },
      async createEmpty(name) {
        const server = serverUrl({ ...admin, port: writable }, 'postgres')
        await runOnServer(server, `create database ${name} owner ${owner} template template0`)
        const url = new URL(databaseUrl(server, name))
        url.username = owner
        url.password = password
        return url.href
      },
      stop: stopAll,
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}
