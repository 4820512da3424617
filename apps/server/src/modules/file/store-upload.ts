/** Checks an uploaded file, re-encodes pictures and stores the result. */
import { randomBytes } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { uploadLimits, uploadRule } from '@khapdee/contract/entities/file'
import { entities } from '@khapdee/domain/entities'
import { normalizeThai, truncate } from '@khapdee/domain/thai-text'
import { isCompletePdf, kindOf, signatureBytes } from '../../adapters/files/kind.ts'
import { PictureError, reencodePicture } from '../../adapters/files/picture.ts'
import type { Services } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Upload } from '../../kernel/upload.ts'

export interface StoredUpload {
  key: string
  name: string
  type: 'image/jpeg' | 'image/png' | 'application/pdf'
  size: number
  width: number | null
  height: number | null
}

const wrongKind = () => new AppError('MEDIA_TYPE', uploadRule(), 415)
const unreadable = () => new AppError('MEDIA_TYPE', 'ไฟล์เสียหายหรือเปิดไม่ได้ กรุณาเลือกไฟล์อื่น', 415)
const tooManyPixels = () =>
  new AppError(
    'TOO_LARGE',
    `รูปมีความละเอียดสูงเกินไป กรุณาใช้รูปไม่เกิน ${uploadLimits.pixels / 1_000_000} ล้านพิกเซล`,
    413,
  )

/**
 * A file name of at most 200 characters. Control and format characters (such as text direction
 * marks) and unpaired surrogates become spaces. If nothing remains of the name, it is the label of
 * the entity.
 */
const displayName = (name: string) =>
  truncate(normalizeThai(name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')), 200) ||
  entities.file.label

async function kindAt(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(signatureBytes) })
    return kindOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

async function reencode(path: string, to: string) {
  try {
    return await reencodePicture(path, to, uploadLimits.pixels)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    throw error.reason === 'too-large' ? tooManyPixels() : unreadable()
  }
}

/**
 * Stores an upload under a new key: a picture re-encoded, a PDF unchanged.
 * @throws MEDIA_TYPE for other types and broken files; TOO_LARGE for too many pixels
 */
export async function storeUpload(services: Services, upload: Upload): Promise<StoredUpload> {
  const kind = await kindAt(upload.path)
  if (kind === null) throw wrongKind()
  const stored = { key: randomBytes(16).toString('hex'), name: displayName(upload.name) }
  if (kind === 'application/pdf') {
    if (!(await isCompletePdf(upload.path))) throw unreadable()
    await services.files.put(stored.key, upload.path)
    return { ...stored, type: kind, size: upload.size, width: null, height: null }
  }
  const reencoded = `${upload.path}.reencoded`
  try {
    const picture = await reencode(upload.path, reencoded)
    await services.files.put(stored.key, reencoded)
    return { ...stored, ...picture }
  } finally {
    await rm(reencoded, { force: true })
  }
}
