/** An embedded cluster that nobody brings back: stopped, silenced and started by the soak alone. */
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretFile } from '../apps/server/src/db/embedded-cluster.ts'
import { nativeSource } from '../apps/server/src/db/embedded-native.ts'
import { choosePlace, settle } from '../apps/server/src/db/embedded-place.ts'
import { canUnshare } from '../apps/server/src/db/embedded-runner.ts'
import { serverUrl, startServer, stopServer } from '../apps/server/src/db/embedded-server.ts'
import { onDatabase, runOnServer } from '../apps/server/test/server-admin.ts'
import { lastingPort } from './lasting-port.ts'

const pidFile = (path: string): string => join(path, 'postmaster.pid')

/** The process that starts all others of the cluster at `path`. */
export function postmaster(path: string): number {
  return Number.parseInt(readFileSync(pidFile(path), 'utf8'), 10)
}

/** It and its children, of Linux. */
function processes(path: string): number[] {
  const first = postmaster(path)
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
  return [first, ...children.split(' ').filter(Boolean).map(Number)]
}

function signalAll(path: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processes(path)) {
    try {
      process.kill(pid, signal)
    } catch {
      // A child that has just ended.
    }
  }
}

export interface OwnDatabase {
  /** Of a database that is empty at first. */
  readonly url: string
  readonly port: number
  start(): Promise<void>
  /** As an operator does, breaking off what runs. */
  stop(): Promise<void>
  /** Halts every process of it in its tracks; connections stay, and nothing answers. */
  silence(): void
  wake(): void
  /** Stops it in whatever state it was left. */
  end(): Promise<void>
}

/** Makes the cluster below `dataDir` and starts it. */
export async function startOwnDatabase(dataDir: string): Promise<OwnDatabase> {
  const place = await choosePlace(dataDir, {
    native: nativeSource(process.platform, process.arch),
    mayUnshare: canUnshare,
    throwaway: false,
  })
  await settle(place, () => {})
  const port = await lastingPort()
  const start = async (): Promise<void> => {
    const started = await startServer(place, port)
    if (started !== 'started') throw new Error(`PostgreSQL did not start: ${started} (${port}).`)
  }
  await start()
  const password = await readFile(secretFile(place.path), 'utf8')
  const admin = serverUrl({ port, password }, 'postgres')
  await runOnServer(admin, 'create database soak template template0')
  const stop = (): Promise<void> => stopServer(place)
  const wake = (): void => signalAll(place.path, 'SIGCONT')
  return {
    url: onDatabase(admin, 'soak'),
    port,
    start,
    stop,
    silence: () => signalAll(place.path, 'SIGSTOP'),
    wake,
    async end() {
      if (!existsSync(pidFile(place.path))) return
      wake()
      await stop()
    },
  }
}
