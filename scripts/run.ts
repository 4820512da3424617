/** Runs the project's tools as child processes. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts a program of node_modules/.bin; by default it prints to this terminal. */
export function startTool(name: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(join(root, 'node_modules', '.bin', name), args, {
    cwd: root,
    stdio: 'inherit',
    // On Windows these are .cmd files, which need a shell.
    shell: process.platform === 'win32',
    ...options,
  })
}

/** Waits for the exit; returns the exit code, or 1 if a signal ended the program or it does not exist. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a program of node_modules/.bin; returns its exit code. */
export function runTool(name: string, args: string[], options?: SpawnOptions): Promise<number> {
  return exitCode(startTool(name, args, options))
}

/** Runs a program of node_modules/.bin; returns its exit code and what it printed. */
export async function outputOf(
  name: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<{ code: number; output: string }> {
  const child = startTool(name, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  }
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`))
      resolve(1)
    })
    // Not `exit`, after which output may still arrive.
    child.once('close', (closed) => resolve(closed ?? 1))
  })
  return { code, output: Buffer.concat(chunks).toString() }
}

/** Runs a script and sets the exit code that it returns (0 by default). Errors are printed without a stack. */
export async function main(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

/** Whether the module at `url` is the entry point of the process. */
export function isMain(url: string): boolean {
  const entry = process.argv[1]
  return entry !== undefined && realpathSync(entry) === fileURLToPath(url)
}
