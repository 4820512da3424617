/** Opens a backup file after checking all of it. */
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { StartError } from '../db/start-error.ts'
import { countingStream } from './counting.ts'
import {
  type Manifest,
  fileEntry,
  formatVersion,
  manifestEntry,
  manifestSchema,
  tableEntry,
} from './manifest.ts'

export interface Backup {
  manifest: Manifest
  /** The content of an entry. */
  read(entry: string): Promise<Readable>
  close(): void
}

/**
 * Enough for more than a million uploaded files; a longer manifest must not be read into memory.
 */
const maxManifestBytes = 256 * 1024 * 1024

const damaged = (path: string, reason: string) =>
  new StartError(`The backup ${path} is damaged or incomplete (${reason}): use another one.`)

/** Reads everything and compares it with the hashes of the manifest. @throws StartError */
async function verify(path: string, { manifest, read }: Backup): Promise<void> {
  const entries = [
    ...manifest.tables.map((table) => ({ ...table, name: tableEntry(table.name) })),
    ...manifest.files.map((file) => ({ ...file, name: fileEntry(file.key) })),
  ]
  for (const { name, sha256 } of entries) {
    const { stream, counted } = countingStream()
    const ignored = new Writable({ write: (_chunk, _encoding, done) => done() })
    try {
      await pipeline(await read(name), stream, ignored)
    } catch (error) {
      throw damaged(path, `${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
    if (counted().sha256 !== sha256) throw damaged(path, `${name} was changed`)
  }
}

/** @param checksum the CRC-32 of the manifest, which has the hashes of all other entries and which yauzl does not check */
async function readManifest(
  path: string,
  read: Backup['read'],
  checksum: number,
): Promise<Manifest> {
  let bytes: Buffer
  let json: unknown
  try {
    bytes = await buffer(await read(manifestEntry))
    json = JSON.parse(bytes.toString())
  } catch {
    throw damaged(path, 'it has no manifest')
  }
  if (crc32(bytes) !== checksum) throw damaged(path, 'its manifest was changed')
  const version =
    typeof json === 'object' && json !== null && 'version' in json ? Number(json.version) : 0
  if (version > formatVersion) {
    throw new StartError(
      `The backup ${path} was made by a newer version of Khapdee: restore it with that version.`,
    )
  }
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw damaged(path, 'its manifest is not that of a backup')
  return parsed.data
}

/**
 * Opens a backup.
 * @throws StartError for a file that is missing, damaged, cut, or of a newer version
 */
export async function openBackup(path: string): Promise<Backup> {
  let zip: yauzl.ZipFile
  const entries = new Map<string, yauzl.Entry>()
  try {
    zip = await yauzl.openPromise(path, { autoClose: false })
  } catch (error) {
    throw damaged(path, error instanceof Error ? error.message : String(error))
  }
  const read = (name: string): Promise<Readable> => {
    const entry = entries.get(name)
    if (entry === undefined) throw new Error(`${name} is missing`)
    return zip.openReadStreamPromise(entry)
  }
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const { uncompressedSize = 0, crc32: checksum = 0 } = entries.get(manifestEntry) ?? {}
    // An entry longer than its declared size is refused while it is read.
    if (uncompressedSize > maxManifestBytes) throw damaged(path, 'its manifest is too long')
    const manifest = await readManifest(path, read, checksum)
    const backup = { manifest, read, close: () => zip.close() }
    await verify(path, backup)
    return backup
  } catch (error) {
    zip.close()
    throw error instanceof StartError
      ? error
      : damaged(path, error instanceof Error ? error.message : String(error))
  }
}
