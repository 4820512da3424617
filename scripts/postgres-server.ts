/** Starts a temporary server with the PostgreSQL of the system, for tests with `DATABASE_URL`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  type Cluster,
  createCluster,
  secretFile,
  systemLocale,
} from '../apps/server/src/db/embedded-cluster.ts'
import { canUnshare, chooseRunner, chownTree } from '../apps/server/src/db/embedded-runner.ts'
import { serverUrl, startServer, stopServer } from '../apps/server/src/db/embedded-server.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { databaseUrl, runOnServer } from '../apps/server/test/server-admin.ts'
import { aptGet } from './apt-get.ts'

const oldestMajor = 15
const debianFolder = '/usr/lib/postgresql'

export interface SystemPostgres {
  /** Folder with PostgreSQL's `bin/`. */
  readonly native: string
  /** For example `15.18 (Debian 15.18-0+deb12u1)`. */
  readonly version: string
}

/**
 * The PostgreSQL in `POSTGRES_BIN`, otherwise the oldest supported one in Debian's folder, or undefined.
 *
 * @throws when `POSTGRES_BIN` has no PostgreSQL, or one older than 15
 */
export function findPostgres(env = process.env, folder = debianFolder): SystemPostgres | undefined {
  const binFolder = env['POSTGRES_BIN']
  if (binFolder) {
    const version = versionIn(binFolder)
    if (Number.parseInt(version, 10) >= oldestMajor)
      return { native: dirname(resolve(binFolder)), version }
    throw new Error(`POSTGRES_BIN is ${binFolder}: no PostgreSQL ${oldestMajor} or later.`)
  }
  const majors = existsSync(folder) ? readdirSync(folder).map(Number) : []
  return majors
    .filter((major) => major >= oldestMajor)
    .toSorted((a, b) => a - b)
    .map((major) => join(folder, String(major)))
    .filter((native) => existsSync(join(native, 'bin', 'initdb')))
    .map((native) => ({ native, version: versionIn(join(native, 'bin')) }))[0]
}

/** Version of the server in a `bin` folder; an empty string if there is none. */
function versionIn(bin: string): string {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return (stdout ?? '').replace('postgres (PostgreSQL)', '').trim()
}

/**
 * The PostgreSQL of the system. If there is none, installs one on Debian as root when `CI` is set.
 *
 * @returns undefined if there is none
 */
export function ensurePostgres(env = process.env): SystemPostgres | undefined {
  const found = findPostgres(env)
  if (found || !env['CI'] || process.getuid?.() !== 0) return found
  if (!aptGet('update')) return undefined
  console.log('Installing PostgreSQL…')
  withoutDebianCluster(() => {
    const install = ['install', '--yes', '--no-install-recommends']
    return aptGet(...install, `postgresql-${oldestMajor}`) || aptGet(...install, 'postgresql')
  })
  return findPostgres(env)
}

/** Prevents Debian's package from creating and starting a cluster during `install`. */
function withoutDebianCluster(install: () => boolean): void {
  const folder = '/etc/postgresql-common/createcluster.d'
  const file = join(folder, 'khapdee-tests.conf')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, 'create_main_cluster = false\n')
  try {
    install()
  } finally {
    rmSync(file)
  }
}

export interface ThrowawayServer {
  /** URL of a database owned by a role that may create databases but is not a superuser. */
  readonly url: string
  stop(): Promise<void>
}

/** Creates and starts a server without crash safety, never as root. */
export async function startPostgres({ native }: SystemPostgres): Promise<ThrowawayServer> {
  const folder = await mkdtemp(join(tmpdir(), 'khapdee-postgres-'))
  const runner = chooseRunner(await stat(folder), canUnshare)
  const cluster: Cluster = { path: join(folder, 'cluster'), native, runner, throwaway: true }
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await chownTree(folder, runner)
    await createCluster(cluster, systemLocale)
    const port = await freePort()
    const started = await startServer(cluster, port)
    if (started !== 'started') throw new Error(`PostgreSQL did not start: ${started} (${port}).`)
    const stop = (): Promise<void> => stopServer(cluster).finally(remove)
    const password = await readFile(secretFile(cluster.path), 'utf8')
    return { url: await createDatabase(serverUrl({ port, password }, 'postgres')), stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Creates a database and an owner role with the administrator's password; returns its URL. */
async function createDatabase(admin: string): Promise<string> {
  const url = new URL(databaseUrl(admin, 'school'))
  url.username = 'school'
  await runOnServer(admin, `create role school login createdb password '${url.password}'`)
  await runOnServer(admin, 'create database school owner school template template0')
  return url.href
}
