/**
 * Prevents two servers on one cluster when neither sees the other's process id: in containers
 * that share a data folder. PostgreSQL's own lock file holds a process id, and treats a
 * server in another container as dead.
 *
 * This is a flock(2) lock on a file of the cluster. A server and all its processes inherit it,
 * so it ends with the last of them, however they end. It does not work across computers and
 * exists on Linux only.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './embedded-runner.ts'

const heldCode = 111
const lockFile = (path: string): string => join(path, 'khapdee.lock')

/** A command prefix that holds the lock of `path` while the appended command or its children run. */
const holding = (path: string): string[] => ['flock', '-n', '-E', String(heldCode), lockFile(path)]

type Run = (command: readonly string[], cwd: string) => Promise<Outcome>

/** Whether any server on this computer holds the lock of the cluster at `path`. */
export async function isHeld(path: string, run: Run): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(lockFile(path))) return false
  return (await run([...holding(path), 'true'], path)).code === heldCode
}

/**
 * Runs `command` so that it and its children hold the lock of the cluster at `path`; without a
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
