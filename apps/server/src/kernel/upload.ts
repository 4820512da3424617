/** Taking a file from a request to the disk, as much of it as is allowed. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import { messages } from '@khapdee/contract/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from './context.ts'
import { AppError, invalid } from './errors.ts'

/** A file that has come whole, on the disk for as long as its call lasts. */
export interface Upload {
  path: string
  /** As it was given; it is nothing but a text. */
  name: string
  /** In bytes. */
  size: number
}

/** What becomes of a file outside the transaction. */
export interface Keeping<Kept> {
  /** Looks at the file and gives what the call needs of it; no transaction waits for it. */
  keep(services: Services, upload: Upload): Promise<Kept>
  /** The call failed: what was kept is put away. */
  discard?: ((services: Services, kept: Kept) => Promise<void>) | undefined
}

export interface Taking<Kept> extends Keeping<Kept> {
  /** In bytes. */
  most: number
}

/** Of one session and call: nobody means to upload more often. */
export const uploadsAMinute = 60
const mostHeadBytes = 64 * 1024

/**
 * After an answer that came early, the sender is heard out so long, or for so many bytes: more than
 * what can be under way when he has sent everything and goes on to his next call.
 */
const patience = { ms: 1000, bytes: 16 * 1024 * 1024 }

const tooLarge = (most: number) =>
  new AppError('TOO_LARGE', `ไฟล์มีขนาดใหญ่เกินไป กรุณาใช้ไฟล์ไม่เกิน ${most / 1024 / 1024} MB`, 413)
const oneFile = () => invalid([{ path: 'file', message: 'กรุณาเลือกไฟล์ 1 ไฟล์' }])
const brokenOff = () => new AppError('BAD_REQUEST', messages.invalid, 400)

/** Where files lie while they come in. */
const spoolOf = (dataDir: string) => join(dataDir, 'incoming')

/**
 * Lets the routes of `scope` take files. A request that was answered before it ended is not read to
 * its end, which may be far away: a sender who is nearly done is heard out, any other is cut off.
 */
export function takeUploads(scope: FastifyInstance): void {
  void scope.register(multipart, { throwFileSizeLimit: false })
  scope.addHook('onResponse', (request, _, done) => {
    const { raw } = request
    done()
    const { socket } = raw
    // A test's request has come whole, over no socket at all.
    if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return
    raw.resume()
    const mostBytes = socket.bytesRead + patience.bytes
    const until = Date.now() + patience.ms
    const watch = setInterval(() => {
      const isLate = Date.now() > until || socket.bytesRead > mostBytes
      if (isLate && !raw.complete) socket.destroy()
      if (raw.complete || socket.destroyed) clearInterval(watch)
    }, 5)
  })
}

/** Ends with an error beyond `most` bytes; the form's parser would read on to the end of the part. */
const cutOff = (most: number) =>
  async function* (source: AsyncIterable<Buffer>) {
    let size = 0
    for await (const bytes of source) {
      size += bytes.length
      if (size > most) throw tooLarge(most)
      yield bytes
    }
  }

/** One part named `file`; anything beside it is refused, as any unknown field is. */
async function spool(request: FastifyRequest, path: string, most: number) {
  const limits = { files: 1, fields: 0, parts: 1, fileSize: Infinity, fieldNameSize: 100 }
  let name: string | null = null
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file' || part.fieldname !== 'file' || part.filename === undefined) {
      throw oneFile()
    }
    name = part.filename
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(part.file, cutOff(most), target)
  }
  if (name === null) throw oneFile()
  return name
}

/** The parser's own errors have no code; those of the disk and ours have one, and stay. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return oneFile()
  const fromParser = code === '' && error.name === 'Error'
  return fromParser || /^(FST_|ERR_STREAM_|ECONNRESET)/.test(code) ? brokenOff() : error
}

/**
 * Gives `work` what is kept of the one file of a request. The file itself is deleted when that is
 * done, or when it did not come whole.
 * @throws TOO_LARGE beyond `most` bytes, at once; VALIDATION where there is not exactly one file
 */
export async function takeFile<Kept, T>(
  services: Services,
  request: FastifyRequest,
  { most, keep, discard }: Taking<Kept>,
  work: (kept: Kept) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('MEDIA_TYPE', 'รูปแบบข้อมูลไม่ถูกต้อง', 415)
  if (Number(request.headers['content-length'] ?? 0) > most + mostHeadBytes) throw tooLarge(most)
  const folder = spoolOf(services.config.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    const name = await spool(request, path, most).catch((error: unknown) => {
      throw explained(error)
    })
    const { size } = await stat(path)
    const kept = await keep(services, { path, name, size })
    try {
      return await work(kept)
    } catch (error) {
      await discard?.(services, kept)
      throw error
    }
  } finally {
    await rm(path, { force: true })
  }
}

/** Deletes what a crash left behind, once it is older than a day. */
export async function clearSpool(dataDir: string, now: number): Promise<void> {
  const folder = spoolOf(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now - found.mtimeMs > 24 * 60 * 60 * 1000) await rm(path, { force: true })
  }
}
