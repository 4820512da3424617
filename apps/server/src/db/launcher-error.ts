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

/** The sentence for a data folder that refuses writing. */
export const unwritable = (folder: string): LauncherError =>
  new LauncherError(
    `The data folder ${folder} cannot be written: give this user the right to write in it, or set DATA_DIR to another folder.`,
  )

/** The sentence for a full disk. */
export const diskFull = (folder: string): LauncherError =>
  new LauncherError(`The disk that holds ${folder} is full: free some space and start again.`)

/**
 * Runs `work` and turns what a file system says about `folder` (no right, read-only, full)
 * into a `LauncherError`; other errors pass through unchanged.
 */
export async function explaining<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    switch (errorCode(error)) {
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
        throw unwritable(folder)
      case 'ENOSPC':
      case 'EDQUOT':
        throw diskFull(folder)
      default:
        throw error
    }
  }
}
