/** The whole program as a process of its own, for tests of how it starts and ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('..', import.meta.url))

interface Program {
  readonly process: ChildProcess
  /** All it printed so far. */
  said(): string
}

interface End {
  readonly code: number | null
  /** What it wrote to the terminal as errors. */
  readonly errors: string
}

/** Starts the program with nothing in its environment but `env`. */
function spawnMain(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    cwd: server,
    env: { PATH: process.env['PATH'], SEED: 'none', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const collect = (stream: ChildProcess['stdout']): (() => string) => {
  let text = ''
  stream?.setEncoding('utf8').on('data', (more: string) => (text += more))
  return () => text
}

/** Runs a start that should fail, to its end. */
export async function failToStart(env: Record<string, string>): Promise<End> {
  const child = spawnMain(env)
  const [errors] = [collect(child.stderr), collect(child.stdout)]
  const [code] = await once(child, 'close')
  return { code: Number(code), errors: errors() }
}

/** Starts the program and waits until it is ready; whoever starts it ends it. */
export async function startMain(env: Record<string, string>): Promise<Program> {
  const child = spawnMain(env)
  const [said, errors] = [collect(child.stdout), collect(child.stderr)]
  for await (const _ of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    if (said().includes('is ready')) return { process: child, said }
  }
  throw new Error(`The server did not start: ${errors()}`)
}

/** Ends the program with SIGTERM; gives its exit code. */
export async function stopMain({ process: child }: Program): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exit
  return code
}
