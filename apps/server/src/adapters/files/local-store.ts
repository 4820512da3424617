/** Stores files on the server's disk. */
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './store.ts'

/** The result of `work`, or null for a missing file or folder (ENOENT). */
async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** Copies to a new file that only this user can read, and flushes it to disk. */
async function copyDown(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await chmod(to, 0o600)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
}

/** The names in a folder; none for a missing folder. */
async function* namesIn(folder: string): AsyncIterable<string> {
  const entries = await unlessMissing(opendir(folder))
  if (entries !== null) for await (const { name } of entries) yield name
}

/** @param root created with the first file; two levels of subfolders keep each one small */
export function createLocalStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key.slice(2, 4), key)
  return {
    async put(key, path) {
      const target = pathOf(key)
      const part = `${target}.part`
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await copyDown(path, part)
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = await unlessMissing(open(pathOf(key)))
      return file === null ? null : file.createReadStream()
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for await (const first of namesIn(root)) {
        for await (const second of namesIn(join(root, first))) {
          for await (const key of namesIn(join(root, first, second))) {
            // Another server may have deleted the file meanwhile.
            const found = await unlessMissing(stat(join(root, first, second, key)))
            if (found?.isFile() === true) yield { key, modifiedAt: found.mtime }
          }
        }
      }
    },
    close() {},
  }
}
