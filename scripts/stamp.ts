/** Detects whether build output is up to date with its sources. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ignored = /\.test\.tsx?$/

/**
 * A hash over name, size and modification time of all files. Tests are ignored.
 *
 * @param paths files and folders; missing ones count as empty
 */
export function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${file}\0${mtimeMs}\0${size}\n`)
  }
  return hash.digest('hex')
}

/** The content of a stamp file; an empty string if it does not exist. */
export function readStamp(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function filesIn(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !ignored.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
