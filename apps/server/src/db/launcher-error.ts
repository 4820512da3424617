import { statfs } from 'node:fs/promises'

/**
 * A start that cannot go on.
 * `message` is one plain English sentence for the operator's terminal that says what to do.
 */
export class LauncherError extends Error {
  override readonly name = 'LauncherError'
}

/** The `code` of a file-system or PostgreSQL error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The system call that a file-system or network error came from, or an empty string. */
export function syscall(error: unknown): string {
  return error instanceof Error && 'syscall' in error ? String(error.syscall) : ''
}

/** The sentence for a data folder that refuses writing. */
export const unwritable = (folder: string): LauncherError =>
  new LauncherError(
    `The data folder ${folder} cannot be written: give this user the right to write in it, or set DATA_DIR to another folder.`,
  )

/** The sentence for a full disk. */
export const diskFull = (folder: string): LauncherError =>
  new LauncherError(`The disk that holds ${folder} is full: free some space and start again.`)

/** PostgreSQL writes its log in pieces of this size, and cannot start without room for one. */
const leastFreeBytes = 16 * 1024 * 1024

/** Whether the disk of `folder` has no room for a database to work in. */
export async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < leastFreeBytes
  } catch {
    return false
  }
}

/** What a file system said about `folder` (no right, read-only, full, no folder) as a sentence; other errors as they are. */
export function explained(folder: string, error: unknown): unknown {
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return unwritable(folder)
    case 'ENOENT':
      // So Node names a folder that it may not make on a read-only disk.
      return syscall(error) === 'mkdir' ? unwritable(folder) : error
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder)
    case 'ENOTDIR':
    case 'EEXIST':
      return new LauncherError(
        `The data folder ${folder} is a file, or below one: set DATA_DIR to another folder.`,
      )
    default:
      return error
  }
}

/** Runs `work` on `folder`, and has its errors `explained`. */
export async function explaining<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explained(folder, error)
  }
}
