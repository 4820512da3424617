/** Starts the program as a separate process, for tests of its start and end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('..', import.meta.url))

const built = process.env['SERVER_PROGRAM']

/**
 * Arguments of `node` that run the server: the built file if `npm test` passes its path, because it
 * starts in a sixth of the processor time, otherwise the sources.
 */
export const serverProgram =
  built === undefined ? ['--import', 'tsx', join(server, 'src/main.ts')] : [built]

interface Program {
  readonly process: ChildProcess
  /** The text that the program has written to standard output so far. */
  output(): string
}

interface End {
  readonly code: number | null
  /** The text that the program has written to standard error so far. */
  readonly errors: string
}

/** Starts the program with `env` and a few defaults as its environment. */
function spawnMain(env: Record<string, string>, program: string[] = serverProgram): ChildProcess {
  return spawn(process.execPath, program, {
    cwd: server,
    env: { PATH: process.env['PATH'], SEED: 'none', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const collect = (stream: ChildProcess['stdout']): (() => string) => {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return () => text
}

/**
 * Starts the program with an environment in which its start fails, and waits for its end.
 * @param script a script of the repository to start instead, such as `scripts/verify-audit.ts`
 */
export async function waitForFailedStart(
  env: Record<string, string>,
  script?: string,
): Promise<End> {
  const root = join(server, '../..')
  const child = spawnMain(
    env,
    script === undefined ? serverProgram : ['--import', 'tsx', join(root, script)],
  )
  const [errors] = [collect(child.stderr), collect(child.stdout)]
  const [code] = await once(child, 'close')
  return { code: Number(code), errors: errors() }
}

/** Starts the program and waits until it is ready; the caller must stop it. @throws Error if it ends earlier */
export async function startMain(env: Record<string, string>): Promise<Program> {
  const child = spawnMain(env)
  const [output, errors] = [collect(child.stdout), collect(child.stderr)]
  for await (const _ of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    if (output().includes('is ready')) return { process: child, output }
  }
  throw new Error(`The server did not start: ${errors()}`)
}

/** Stops the program with SIGTERM and returns its exit code. */
export async function stopMain({ process: child }: Program): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exit
  return code
}
