/**
 * Prevents two PostgreSQL servers on one data directory when neither sees the other's process, as in two
 * containers that share it. PostgreSQL's lock file contains only a process id, so PostgreSQL considers a
 * server in another container stopped.
 *
 * The lock is a flock(2) lock on a file in the data directory. The PostgreSQL server and all its child
 * processes inherit it, so it is released when the last of them ends, even by a crash. It works on one
 * computer and on Linux only.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './embedded-runner.ts'

const lockedExitCode = 111
const lockFile = (path: string): string => join(path, 'khapdee.lock')

/** A command prefix that holds the lock of `path` while the appended command or its children run. */
const lockCommand = (path: string): string[] => [
  'flock',
  '-n',
  '-E',
  String(lockedExitCode),
  lockFile(path),
]

type Run = (command: readonly string[], cwd: string) => Promise<Outcome>

/** Whether a PostgreSQL server on this computer holds the lock of the data directory at `path`. */
export async function isLocked(path: string, run: Run): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(lockFile(path))) return false
  return (await run([...lockCommand(path), 'true'], path)).code === lockedExitCode
}

/**
 * Runs `command` so that it and its children hold the lock of the data directory at `path`. If the system
 * or the file system has no such locks, it runs without one.
 *
 * @returns undefined when another process holds the lock
 */
export async function runWithLock(
  path: string,
  command: readonly string[],
  run: Run,
): Promise<Outcome | undefined> {
  const { code } = await run([...lockCommand(path), 'true'], path)
  if (code === lockedExitCode) return undefined
  const outcome = await run(code === 0 ? [...lockCommand(path), ...command] : command, path)
  return outcome.code === lockedExitCode ? undefined : outcome
}
