/**
 * Keeps two servers off one cluster where neither sees the other's process number: in containers
 * that share a data folder. PostgreSQL's own lock file holds just such a number, and takes a
 * server in another container for dead.
 *
 * This lock is the kernel's, on a file of the cluster. A server and all its processes inherit it,
 * so it ends with the last of them, however they end. It knows nothing of other computers, and
 * exists on Linux alone.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './embedded-runner.ts'

const heldCode = 111
const lockFile = (path: string): string => join(path, 'khapdee.lock')

/** A command line that runs what is appended to it, and what that leaves running, holding the cluster at `path`. */
const holding = (path: string): string[] => ['flock', '-n', '-E', String(heldCode), lockFile(path)]

type Run = (command: readonly string[], cwd: string) => Promise<Outcome>

/** Whether a server, anywhere on this computer, holds the cluster at `path`. */
export async function isHeld(path: string, run: Run): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(lockFile(path))) return false
  return (await run([...holding(path), 'true'], path)).code === heldCode
}

/**
 * Runs `command` so that it, and what it leaves running, holds the cluster at `path`; without a
 * lock where the system or the file system has none.
 *
 * @returns undefined when the cluster is held already
 */
export async function runHolding(
  path: string,
  command: readonly string[],
  run: Run,
): Promise<Outcome | undefined> {
  const { code } = await run([...holding(path), 'true'], path)
  if (code === heldCode) return undefined
  const outcome = await run(code === 0 ? [...holding(path), ...command] : command, path)
  return outcome.code === heldCode ? undefined : outcome
}
