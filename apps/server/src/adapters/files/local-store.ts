/** Stores files on the server's disk. */
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './store.ts'

/** The result of `work`, or null if the file or a folder of its path is missing. */
async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** Copies to a new file that only the user of the server can read, and flushes it to disk. */
async function copyAndSync(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await chmod(to, 0o600)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
}

/** The names in a folder; none for a missing folder. */
async function* namesIn(folder: string): AsyncIterable<string> {
  const entries = await nullIfMissing(opendir(folder))
  if (entries !== null) for await (const { name } of entries) yield name
}

/**
 * Stores each file in one of two levels of subfolders, named by the first digits of its key, which keeps
 * every folder small.
 * @param root folder of all files; created when the first one is stored
 */
export function createLocalStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key.slice(2, 4), key)
  return {
    async put(key, path) {
      const target = pathOf(key)
      const part = `${target}.part`
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await copyAndSync(path, part)
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = await nullIfMissing(open(pathOf(key)))
      return file === null ? null : file.createReadStream()
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for await (const first of namesIn(root)) {
        for await (const second of namesIn(join(root, first))) {
          for await (const key of namesIn(join(root, first, second))) {
            // Another server may have deleted the file meanwhile.
            const found = await nullIfMissing(stat(join(root, first, second, key)))
            if (found?.isFile() === true) yield { key, modifiedAt: found.mtime }
          }
        }
      }
    },
    close() {},
  }
}
