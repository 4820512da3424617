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

/** A completely received file, stored at `path` until its call ends. */
export interface Upload {
  path: string
  /** The sender's file name; never used as a path. */
  name: string
  /** In bytes. */
  size: number
}

/** Steps that process a file outside the transaction. */
export interface FileHandler<Prepared> {
  /** Processes the file before the transaction, and returns the values that the call needs. */
  prepare(services: Services, upload: Upload): Promise<Prepared>
  /** Undoes `prepare` after the call has failed. */
  discard?: ((services: Services, prepared: Prepared) => Promise<void>) | undefined
}

export interface UploadSpec<Prepared> extends FileHandler<Prepared> {
  maxBytes: number
}

/** Rate limit per session and endpoint. */
export const uploadsPerMinute = 60
/** Maximum size of the multipart framing around the file. */
const maxFramingBytes = 64 * 1024

/**
 * Limits for reading the rest of a request that was answered before it ended. `bytes` is more than network
 * buffers can contain.
 */
const drainLimits = { ms: 1000, bytes: 16 * 1024 * 1024 }

const tooLarge = (maxBytes: number) =>
  new AppError('TOO_LARGE', `ไฟล์มีขนาดใหญ่เกินไป กรุณาใช้ไฟล์ไม่เกิน ${maxBytes / 1024 / 1024} MB`, 413)
const oneFileRequired = () => invalid([{ path: 'file', message: 'กรุณาเลือกไฟล์ 1 ไฟล์' }])
const malformedUpload = () => new AppError('BAD_REQUEST', messages.invalid, 400)

/** The folder of files that are being received. */
const spoolOf = (dataDir: string) => join(dataDir, 'incoming')

/**
 * Lets the routes of `scope` receive files. The rest of a request that was answered before it ended is read
 * within {@link drainLimits}, so that the sender gets the answer; then the connection is closed.
 */
export function enableUploads(scope: FastifyInstance): void {
  void scope.register(multipart, { throwFileSizeLimit: false })
  scope.addHook('onResponse', (request, _, done) => {
    const { raw } = request
    done()
    const { socket } = raw
    // An injected request of a test is complete and has no socket.
    if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return
    raw.resume()
    const maxTotalBytes = socket.bytesRead + drainLimits.bytes
    const deadline = Date.now() + drainLimits.ms
    const watch = setInterval(() => {
      const isLate = Date.now() > deadline || socket.bytesRead > maxTotalBytes
      if (isLate && !raw.complete) socket.destroy()
      if (raw.complete || socket.destroyed) clearInterval(watch)
    }, 5)
  })
}

/** Throws after `maxBytes` bytes; with its own limit, the multipart parser would read the part to its end. */
const limitSize = (maxBytes: number) =>
  async function* (source: AsyncIterable<Buffer>) {
    let size = 0
    for await (const bytes of source) {
      size += bytes.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield bytes
    }
  }

/** Stores the part named `file` at `path` and returns its file name; refuses any other part. */
async function spool(request: FastifyRequest, path: string, maxBytes: number) {
  const limits = { files: 1, fields: 0, parts: 1, fileSize: Infinity, fieldNameSize: 100 }
  let name: string | null = null
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file' || part.fieldname !== 'file' || part.filename === undefined) {
      throw oneFileRequired()
    }
    name = part.filename
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    await pipeline(part.file, limitSize(maxBytes), target)
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
 * Receives the one file of a request and runs `work` with the result of `prepare`. The temporary file
 * is deleted afterwards, even after an incomplete upload.
 * @throws TOO_LARGE as soon as `maxBytes` is exceeded; VALIDATION if there is not exactly one file
 */
export async function receiveFile<Prepared, T>(
  services: Services,
  request: FastifyRequest,
  { maxBytes, prepare, discard }: UploadSpec<Prepared>,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('MEDIA_TYPE', 'รูปแบบข้อมูลไม่ถูกต้อง', 415)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + maxFramingBytes)
    throw tooLarge(maxBytes)
  const folder = spoolOf(services.config.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  try {
    const name = await spool(request, path, maxBytes).catch((error: unknown) => {
      throw toUploadError(error)
    })
    const { size } = await stat(path)
    const prepared = await prepare(services, { path, name, size })
    try {
      return await work(prepared)
    } catch (error) {
      await discard?.(services, prepared)
      throw error
    }
  } finally {
    await rm(path, { force: true })
  }
}

/** Deletes temporary files older than a day, which a crash has left. @param now in ms since 1970 */
export async function clearSpool(dataDir: string, now: number): Promise<void> {
  const folder = spoolOf(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && now - found.mtimeMs > 24 * 60 * 60 * 1000) await rm(path, { force: true })
  }
}
