/** Running the project's tools. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts a program that npm installed, with this terminal. */
export function startTool(name: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(join(root, 'node_modules', '.bin', name), args, {
    cwd: root,
    stdio: 'inherit',
    // npm's programs are command files on Windows, which only a shell runs.
    shell: process.platform === 'win32',
    ...options,
  })
}

/** Waits for the end of a program; gives its exit code, 1 where a signal or its absence ended it. */
export function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a program that npm installed, to its end. */
export function runTool(name: string, args: string[], options?: SpawnOptions): Promise<number> {
  return exitCode(startTool(name, args, options))
}

/** Runs a script's work; of an error its message is enough, for it is meant for whoever typed the command. */
export async function main(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

/** Whether the module at `url` is the one Node was asked to run. */
export function isMain(url: string): boolean {
  const asked = process.argv[1]
  return asked !== undefined && realpathSync(asked) === fileURLToPath(url)
}
