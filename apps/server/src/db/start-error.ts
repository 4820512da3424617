import { statfs } from 'node:fs/promises'

/**
 * An error that prevents the start.
 * `message` is one English sentence for the operator that says what to do.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The `code` of a file-system or PostgreSQL error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The system call that a file-system or network error came from, or an empty string. */
export function syscall(error: unknown): string {
  return error instanceof Error && 'syscall' in error ? String(error.syscall) : ''
}

/** The error for a data folder that is not writable. */
export const unwritable = (folder: string): StartError =>
  new StartError(
    `The data folder ${folder} cannot be written: give this user the right to write in it, or set DATA_DIR to another folder.`,
  )

/** The error for a full disk. */
export const diskFull = (folder: string): StartError =>
  new StartError(`The disk that holds ${folder} is full: free some space and start again.`)

/** Size of a write-ahead log segment: PostgreSQL cannot start without space for one. */
const minFreeBytes = 16 * 1024 * 1024

/** Whether the disk of `folder` has too little space for PostgreSQL to run. */
export async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < minFreeBytes
  } catch {
    return false
  }
}

/** Converts a file-system error about `folder` to a StartError; returns other errors unchanged. */
export function toStartError(folder: string, error: unknown): unknown {
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return unwritable(folder)
    case 'ENOENT':
      // Node reports ENOENT for mkdir on a read-only disk.
      return syscall(error) === 'mkdir' ? unwritable(folder) : error
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder)
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(
        `The data folder ${folder} or one of its parent folders is a file: set DATA_DIR to another folder.`,
      )
    default:
      return error
  }
}

/** Runs `work` on `folder` and converts its errors by {@link toStartError}. */
export async function withStartErrors<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStartError(folder, error)
  }
}
