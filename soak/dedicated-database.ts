/** A PostgreSQL cluster that the application does not manage: only the soak test starts, pauses and stops it. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretFile } from '../apps/server/src/db/embedded-cluster.ts'
import { nativeSource } from '../apps/server/src/db/embedded-native.ts'
import { choosePlace, prepareCluster } from '../apps/server/src/db/embedded-place.ts'
import { canUnshare } from '../apps/server/src/db/embedded-runner.ts'
import { serverUrl, startServer, stopServer } from '../apps/server/src/db/embedded-server.ts'
import { databaseUrl, runOnServer } from '../apps/server/test/server-admin.ts'
import { stablePort } from './stable-port.ts'

const pidFile = (path: string): string => join(path, 'postmaster.pid')

/** Process id of the postmaster of the cluster at `path`. */
export function postmaster(path: string): number {
  return Number.parseInt(readFileSync(pidFile(path), 'utf8'), 10)
}

/** Process ids of the postmaster and its children; Linux only. */
function processIds(path: string): number[] {
  const first = postmaster(path)
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
  return [first, ...children.split(' ').filter(Boolean).map(Number)]
}

function signalAll(path: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processIds(path)) {
    try {
      process.kill(pid, signal)
    } catch {
      // The child has ended in the meantime.
    }
  }
}

export interface DedicatedDatabase {
  /** Connection URL of a database that is empty at first. */
  readonly url: string
  readonly port: number
  start(): Promise<void>
  /** Fast shutdown: open transactions are rolled back. */
  stop(): Promise<void>
  /** Suspends every process (SIGSTOP): connections stay open and nothing answers. */
  pause(): void
  resume(): void
  /** Stops it in any state: running, paused or already stopped. */
  end(): Promise<void>
}

/** Creates the cluster in `dataDir` and starts it. */
export async function startDedicatedDatabase(dataDir: string): Promise<DedicatedDatabase> {
  const cluster = await choosePlace(dataDir, {
    native: nativeSource(process.platform, process.arch),
    mayUnshare: canUnshare,
    throwaway: false,
  })
  await prepareCluster(cluster, () => {})
  const port = await stablePort()
  const start = async (): Promise<void> => {
    const result = await startServer(cluster, port)
    if (result !== 'started') throw new Error(`PostgreSQL did not start: ${result} (${port}).`)
  }
  await start()
  const password = await readFile(secretFile(cluster.path), 'utf8')
  const admin = serverUrl({ port, password }, 'postgres')
  await runOnServer(admin, 'create database soak template template0')
  const stop = (): Promise<void> => stopServer(cluster)
  const resume = (): void => signalAll(cluster.path, 'SIGCONT')
  return {
    url: databaseUrl(admin, 'soak'),
    port,
    start,
    stop,
    pause: () => signalAll(cluster.path, 'SIGSTOP'),
    resume,
    async end() {
      if (!existsSync(pidFile(cluster.path))) return
      resume()
      await stop()
    },
  }
}
