/** Runs the server as a child process, and measures the time until it is ready. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../scripts/run.ts'

/** Arguments of `node` that run the built server. */
export const builtProgram = ['apps/server/dist/main.js']

const pollMs = 20
/** Long enough for a start while clerks keep all processors busy. */
const timeoutMs = 240_000

/** Seconds until `/readyz` answers 200 and `isRecovered` returns true; throws after four minutes. */
export async function untilReady(
  origin: string,
  isRecovered: () => boolean = () => true,
): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < timeoutMs) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    if (answer?.ok === true && isRecovered()) return (performance.now() - start) / 1000
    await sleep(pollMs)
  }
  throw new Error(`${origin} was not ready in ${timeoutMs / 1000} s`)
}

export interface Program {
  readonly origin: string
  /** Starts the process; returns the seconds until it is ready. */
  start(): Promise<number>
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM. */
  stop(): Promise<void>
  /** Whether the process ended without `kill` or `stop`. */
  died(): boolean
}

/**
 * Controls a server process, which is not started yet.
 * @param settings environment variables of the process, including `PORT`
 * @param program arguments of `node`
 */
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
