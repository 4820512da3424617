/** The product as a process: started, killed, stopped, and how long it takes to be back. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../scripts/run.ts'

/** What Node is to run: as built, or, in tests, from the sources. */
export const builtProgram = ['apps/server/dist/main.js']
export const sourceProgram = ['--import', 'tsx', 'apps/server/src/main.ts']

const everyMs = 20
const patienceMs = 90_000

/** Seconds until `origin` answers that it is ready and `isBack` agrees. */
export async function untilReady(
  origin: string,
  isBack: () => boolean = () => true,
): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < patienceMs) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    if (answer?.ok === true && isBack()) return (performance.now() - start) / 1000
    await sleep(everyMs)
  }
  throw new Error(`${origin} was not ready in ${patienceMs / 1000} s`)
}

export interface Program {
  readonly origin: string
  /** Starts it, and gives the seconds until it was ready. */
  start(): Promise<number>
  /** Kills it with -9. */
  kill(): Promise<void>
  /** Ends it as an operator does. */
  stop(): Promise<void>
  /** Whether it ended though nobody asked it to. */
  died(): boolean
}

/** @param settings of its environment, `PORT` among them */
export function createProgram(
  settings: Record<string, string> & { PORT: string },
  program: readonly string[],
): Program {
  const origin = `http://127.0.0.1:${settings.PORT}`
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
    const exit = once(ending, 'exit')
    ending.kill(signal)
    await exit
  }
  return {
    origin,
    start() {
      child = spawn(process.execPath, [...program], {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          SEED: 'none',
          LOG_LEVEL: 'silent',
          RATE_LIMIT: '100000000',
          RATE_LIMIT_LOGIN: '100000000',
          ...settings,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      return untilReady(origin)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    died: () => child !== undefined && (child.exitCode !== null || child.signalCode !== null),
  }
}
