/** Tells whether something made from files is still up to date. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const unimportant = /\.test\.tsx?$/

/**
 * A short text that changes when any of the files does, by name, size or time of change.
 * Tests do not count.
 *
 * @param paths files and folders; those that do not exist count as empty
 */
export function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn)) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${file}\0${mtimeMs}\0${size}\n`)
  }
  return hash.digest('hex')
}

/** The text of a stamp file, or an empty string. */
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
    .filter((entry) => entry.isFile() && !unimportant.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
