/** Stores files on the server's disk. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './store.ts'

/** The result of `work`, or null if the file or a folder of its path is missing. */
async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
    throw error
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Copies to a new file that only the user of the server can read, and flushes it to disk. */
async function copyAndSync(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  await chmod(to, 0o600)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
}

/** The names of the entries of a folder; none if it is missing. */
async function* namesIn(folder: string): AsyncIterable<string> {
  const entries = await nullIfMissing(opendir(folder))
  if (entries !== null) for await (const { name } of entries) yield name
}

/** Name of a folder of stored files: two hexadecimal digits. The root also contains the trash and the id file. */
const shardFolder = /^[\da-f]{2}$/
/** Name of a folder of the trash: the day (UTC) on which its files were moved there. */
const dayFolder = /^\d{4}-\d\d-\d\d$/
const dayMs = 24 * 60 * 60 * 1000

/**
 * Stores each file in one of two levels of subfolders, named by the first digits of its key, which keeps
 * every folder small.
 * @param root folder of all files; created when the first one is stored
 */
export function createLocalStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key.slice(2, 4), key)
  const trash = join(root, 'trash')
  const idPath = join(root, 'school-id')

  /** Moves a file and creates its new folder. @returns false if there is no such file */
  async function move(from: string, to: string): Promise<boolean> {
    if ((await nullIfMissing(stat(from))) === null) return false
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    return (await nullIfMissing(rename(from, to).then(() => true))) ?? false
  }

  /** The names of the day folders of the trash, newest first. */
  async function trashDays(): Promise<string[]> {
    const days = []
    for await (const name of namesIn(trash)) if (dayFolder.test(name)) days.push(name)
    return days.toSorted().toReversed()
  }

  /** Writes the id to a temporary file that `place` then links or renames, so that no reader sees an incomplete id. */
  async function writeId(id: string, place: (temporary: string) => Promise<void>): Promise<void> {
    await mkdir(root, { recursive: true, mode: 0o700 })
    const temporary = `${idPath}.${randomUUID()}`
    try {
      await writeFile(temporary, `${id}\n`, { mode: 0o600, flush: true })
      await place(temporary)
    } finally {
      await rm(temporary, { force: true })
    }
  }

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
    async trash(key) {
      await move(pathOf(key), join(trash, new Date().toISOString().slice(0, 10), key))
    },
    async *list() {
      for await (const first of namesIn(root)) {
        if (!shardFolder.test(first)) continue
        for await (const second of namesIn(join(root, first))) {
          for await (const key of namesIn(join(root, first, second))) {
            // Another server may have deleted the file meanwhile.
            const found = await nullIfMissing(stat(join(root, first, second, key)))
            if (found?.isFile() === true) yield { key, modifiedAt: found.mtime }
          }
        }
      }
    },
    async restore(key) {
      for (const day of await trashDays()) {
        if (await move(join(trash, day, key), pathOf(key))) return true
      }
      return false
    },
    async *listTrash() {
      for (const day of await trashDays()) {
        const trashedAt = new Date(Date.parse(day) + dayMs)
        for await (const key of namesIn(join(trash, day))) yield { key, trashedAt }
      }
    },
    async purge(key) {
      for (const day of await trashDays()) {
        await rm(join(trash, day, key), { force: true })
        // Removes the folder if it is empty; fails otherwise.
        await rmdir(join(trash, day)).catch(() => {})
      }
    },
    readId: async () => (await nullIfMissing(readFile(idPath, 'utf8')))?.trim() ?? null,
    claimId: (id) =>
      writeId(id, (temporary) =>
        link(temporary, idPath).catch((error: unknown) => {
          if (codeOf(error) !== 'EEXIST') throw error
        }),
      ),
    replaceId: (id) => writeId(id, (temporary) => rename(temporary, idPath)),
    close() {},
  }
}
