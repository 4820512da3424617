/** Runs the PgBouncer of the system before the database server of a test. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../src/db/free-port.ts'
import { runOnServer } from './server-admin.ts'

/** The version of the installed PgBouncer such as `1.18`; undefined without one. */
export function pgBouncerVersion(): string | undefined {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  return /PgBouncer (\d+\.\d+)/.exec(stdout ?? '')?.[1]
}

export interface PgBouncer {
  /** The connection string of the same database behind PgBouncer. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode before the database of `url`.
 * @param settings lines of its section `[pgbouncer]`
 */
export async function startPgBouncer(
  url: string,
  settings: Record<string, string | number> = {},
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'khapdee-pgbouncer-'))
  chmodSync(folder, 0o755)
  const listenPort = await freePort()
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: 500,
    ...settings,
  }
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}\n[pgbouncer]\n${Object.entries(
      lines,
    )
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  )
  // PgBouncer does not run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child: ChildProcess = spawn('pgbouncer', [file], { stdio: 'ignore', ...user })
  const exit = once(child, 'exit')
  const pooled = new URL(url)
  pooled.hostname = '127.0.0.1'
  pooled.port = String(listenPort)
  pooled.pathname = pathname
  for (let attempt = 1; ; attempt++) {
    const isReady = await runOnServer(pooled.href, 'select 1').then(
      () => true,
      () => false,
    )
    if (isReady) break
    if (attempt === 100) throw new Error('PgBouncer does not answer')
    await sleep(50)
  }
  return {
    url: pooled.href,
    async stop() {
      child.kill('SIGINT')
      await exit
      rmSync(folder, { recursive: true })
    },
  }
}
