/** PgBouncer in transaction mode in front of a database server. */
import { spawnSync } from 'node:child_process'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../apps/server/src/db/embedded-runner.ts'
import { aptGet } from '../scripts/apt-get.ts'
import type { ReplicatedDatabase } from './replicated-database.ts'
import { stablePort } from './stable-port.ts'

const isInstalled = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0

/** Whether PgBouncer is installed. Installs it on Debian as root if `CI` is set. */
export function ensurePooler(env = process.env): boolean {
  if (isInstalled()) return true
  if (!env['CI'] || process.getuid?.() !== 0 || !aptGet('update')) return false
  console.log('Installing PgBouncer…')
  return aptGet('install', '--yes', '--no-install-recommends', 'pgbouncer') && isInstalled()
}

export interface Pooler {
  readonly port: number
  start(): Promise<void>
  /** Ends the process at once, and with it all connections. */
  kill(): Promise<void>
}

/** A pooler, not yet started, in front of the server at `port` of the replicated database. */
export async function createPooler(
  { folder: parent, runner, user, password, database }: ReplicatedDatabase,
  port: number,
): Promise<Pooler> {
  const ownPort = await stablePort()
  const folder = join(parent, `pooler-${ownPort}`)
  const [settings, users, pidFile] = ['pooler.ini', 'users.txt', 'pid'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await mkdir(folder)
  await writeFile(users, `"${user}" "${password}"\n`)
  await writeFile(
    settings,
    `[databases]
${database} = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
server_login_retry = 1
logfile = ${join(folder, 'log')}
pidfile = ${pidFile}
`,
  )
  const { owner } = runner
  if (owner) for (const path of [folder, settings, users]) await chown(path, owner.uid, owner.gid)
  return {
    port: ownPort,
    async start() {
      const { code, output } = await runner.run(['pgbouncer', '--daemon', settings], folder)
      if (code !== 0) throw new Error(`PgBouncer did not start: ${output}`)
    },
    async kill() {
      const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
      if (Number.isNaN(pid)) return
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      while (isAlive(pid)) await sleep(20)
      await rm(pidFile)
    },
  }
}
