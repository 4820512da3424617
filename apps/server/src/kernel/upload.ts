/** Receives an uploaded file into a temporary file on disk, up to a size limit. */
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

/** A file that was received completely; it is on disk until its call ends. */
export interface Upload {
  path: string
  /** The sender's file name; never used as a path. */
  name: string
  /** In bytes. */
  size: number
}

/** Steps on a file outside the transaction. */
export interface FileHandler<Kept> {
  /** Reads the file and gives the values that the call needs; runs before the transaction. */
  keep(services: Services, upload: Upload): Promise<Kept>
  /** Undoes `keep` after the call has failed. */
  discard?: ((services: Services, kept: Kept) => Promise<void>) | undefined
}

export interface UploadSpec<Kept> extends FileHandler<Kept> {
  maxBytes: number
}

/** Limit for one session and endpoint. */
export const uploadsAMinute = 60
const maxHeadBytes = 64 * 1024

/**
 * Limits for reading the rest of a request that was answered early. `bytes` is more than the
 * network buffers hold after the sender has written its whole request.
 */
const drainLimits = { ms: 1000, bytes: 16 * 1024 * 1024 }

const tooLarge = (maxBytes: number) =>
  new AppError('TOO_LARGE', `ไฟล์มีขนาดใหญ่เกินไป กรุณาใช้ไฟล์ไม่เกิน ${maxBytes / 1024 / 1024} MB`, 413)
const oneFileRequired = () => invalid([{ path: 'file', message: 'กรุณาเลือกไฟล์ 1 ไฟล์' }])
const malformedUpload = () => new AppError('BAD_REQUEST', messages.invalid, 400)

/** The folder of files that are being received. */
const spoolOf = (dataDir: string) => join(dataDir, 'incoming')

/**
 * Lets the routes of `scope` receive files. A request that was answered before it ended is read on
 * within the limits of {@link drainLimits}, then its connection is closed.
 */
export function takeUploads(scope: FastifyInstance): void {
  void scope.register(multipart, { throwFileSizeLimit: false })
  scope.addHook('onResponse', (request, _, done) => {
    const { raw } = request
    done()
    const { socket } = raw
    // An injected request of a test is complete and has no socket.
    if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return
    raw.resume()
    const maxTotalBytes = socket.bytesRead + drainLimits.bytes
    const until = Date.now() + drainLimits.ms
    const watch = setInterval(() => {
      const isLate = Date.now() > until || socket.bytesRead > maxTotalBytes
      if (isLate && !raw.complete) socket.destroy()
      if (raw.complete || socket.destroyed) clearInterval(watch)
    }, 5)
  })
}

/** Throws beyond `maxBytes` bytes; the multipart parser's own limit would read the part to its end. */
const cutOff = (maxBytes: number) =>
  async function* (source: AsyncIterable<Buffer>) {
    let size = 0
    for await (const bytes of source) {
      size += bytes.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield bytes
    }
  }

/** Stores the one part named `file`; any other part is refused, as unknown fields are. */
async function spool(request: FastifyRequest, path: string, maxBytes: number) {
  const limits = { files: 1, fields: 0, parts: 1, fileSize: Infinity, fieldNameSize: 100 }
  let name: string | null = null
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file' || part.fieldname !== 'file' || part.filename === undefined) {
      throw oneFileRequired()
    }
    name = part.filename
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(part.file, cutOff(maxBytes), target)
  }
  if (name === null) throw oneFileRequired()
  return name
}

/** Converts errors of the multipart parser to 400; returns disk errors and AppErrors unchanged. */
function toUploadError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return oneFileRequired()
  const fromParser = code === '' && error.name === 'Error'
  return fromParser || /^(FST_|ERR_STREAM_|ECONNRESET)/.test(code) ? malformedUpload() : error
}

/**
 * Receives the one file of a request and runs `work` with the result of `keep`. The temporary file is
 * deleted afterwards, also after an incomplete upload.
 * @throws TOO_LARGE beyond `maxBytes` bytes, at once; VALIDATION where there is not exactly one file
 */
export async function takeFile<Kept, T>(
  services: Services,
  request: FastifyRequest,
  { maxBytes, keep, discard }: UploadSpec<Kept>,
  work: (kept: Kept) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('MEDIA_TYPE', 'รูปแบบข้อมูลไม่ถูกต้อง', 415)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + maxHeadBytes)
    throw tooLarge(maxBytes)
  const folder = spoolOf(services.config.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    const name = await spool(request, path, maxBytes).catch((error: unknown) => {
      throw toUploadError(error)
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

/** Deletes temporary files older than a day, which a crash left behind. */
export async function clearSpool(dataDir: string, now: number): Promise<void> {
  const folder = spoolOf(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now - found.mtimeMs > 24 * 60 * 60 * 1000) await rm(path, { force: true })
  }
}
