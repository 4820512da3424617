/**
 * Re-encodes uploaded pictures. The stored file is encoded from pixels only, so it has no metadata, such as
 * the location, and no appended data.
 */
import { stat } from 'node:fs/promises'
import type { Sharp } from 'sharp'

/** Maximum length of the longer side, in pixels; sharp enough for a page of A4. */
const maxSide = 2000
const jpegQuality = 85
/** Maximum time to process a picture; only a malicious one takes longer. */
const timeoutSeconds = 20

export interface Picture {
  type: 'image/jpeg' | 'image/png'
  width: number
  height: number
  /** In bytes. */
  size: number
}

/** A picture that is broken, truncated, or has too many pixels. */
export class PictureError extends Error {
  readonly reason: 'unreadable' | 'too-large'

  constructor(reason: PictureError['reason'], cause?: unknown) {
    super(`the picture is ${reason}`, { cause })
    this.reason = reason
  }
}

/** Loads the library, and blocks all input formats except JPEG, PNG and WebP. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegFile',
      'VipsForeignLoadPngFile',
      'VipsForeignLoadWebpFile',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
    ],
  })
  return sharp
}

/** Loaded with the first picture. */
let library: ReturnType<typeof loadSharp> | undefined
let lastTask: Promise<unknown> = Promise.resolve()

/** Runs tasks one after another, because processing a large picture needs much memory. */
function runSequentially<T>(task: () => Promise<T>): Promise<T> {
  const result = lastTask.then(task)
  lastTask = result.catch(() => {})
  return result
}

/** Encodes pictures with transparency as PNG and others as JPEG, the two formats that PDFs can embed. */
async function encode(image: Sharp, to: string, isTransparent: boolean): Promise<Picture> {
  const resized = image
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds })
  const encoded = isTransparent
    ? resized.png({ compressionLevel: 9 })
    : resized.jpeg({ quality: jpegQuality })
  const { width, height } = await encoded.toFile(to)
  const { size } = await stat(to)
  return { type: isTransparent ? 'image/png' : 'image/jpeg', width, height, size }
}

/**
 * Re-encodes the JPEG, PNG or WebP at `from`, rotated upright, into a file at `to`.
 * @param maxPixels maximum of width times height of the source
 * @throws PictureError
 */
export function reencodePicture(from: string, to: string, maxPixels: number): Promise<Picture> {
  return runSequentially(async () => {
    const sharp = await (library ??= loadSharp())
    const image = sharp(from, { limitInputPixels: maxPixels, failOn: 'error' })
    try {
      const { width, height, hasAlpha } = await image.metadata()
      if (width * height > maxPixels) throw new PictureError('too-large')
      return await encode(image, to, hasAlpha)
    } catch (error) {
      if (error instanceof PictureError || isDiskFullError(error)) throw error
      const tooLarge = error instanceof Error && /pixel limit/.test(error.message)
      throw new PictureError(tooLarge ? 'too-large' : 'unreadable', error)
    }
  })
}

/**
 * Converts a stored picture to a JPEG on a white background, small enough to embed in every document;
 * PDFs embed JPEG without conversion.
 * @param maxSize width and height in pixels
 * @throws Error when the picture cannot be decoded
 */
export function flattenOnWhite(
  bytes: Uint8Array,
  maxSize: { width: number; height: number },
): Promise<Buffer> {
  return runSequentially(async () => {
    const sharp = await (library ??= loadSharp())
    return sharp(bytes, { failOn: 'error' })
      .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: timeoutSeconds })
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer()
  })
}

const isDiskFullError = (error: unknown) =>
  error instanceof Error && /ENOSPC|No space left/.test(error.message)
