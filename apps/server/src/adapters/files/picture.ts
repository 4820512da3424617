/**
 * Draws pictures anew. What is stored was made here from nothing but points: no metadata, no place
 * where it was taken, no second file hidden behind the first.
 */
import { stat } from 'node:fs/promises'
import type { Sharp } from 'sharp'

/** Bounds the longest side; sharp enough for a page of A4. */
const maxSide = 2000
const jpegQuality = 85
/** A picture that takes longer was made to. */
const patienceSeconds = 20

export interface Picture {
  type: 'image/jpeg' | 'image/png'
  width: number
  height: number
  /** In bytes. */
  size: number
}

/** A picture that is broken, cut off, or has more points than are allowed. */
export class PictureError extends Error {
  readonly reason: 'unreadable' | 'too-large'

  constructor(reason: PictureError['reason'], cause?: unknown) {
    super(`the picture is ${reason}`, { cause })
    this.reason = reason
  }
}

/** The library is loaded for the first picture; it reads three formats, whatever else it knows. */
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

let library: ReturnType<typeof loadSharp> | undefined
let last: Promise<unknown> = Promise.resolve()

/** One after another: a large picture takes a good deal of memory while it is drawn. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

/** JPEG for what is opaque, PNG for the rest: PDFs take these two. */
async function encode(image: Sharp, to: string, seeThrough: boolean): Promise<Picture> {
  const drawn = image
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: patienceSeconds })
  const encoded = seeThrough
    ? drawn.png({ compressionLevel: 9 })
    : drawn.jpeg({ quality: jpegQuality })
  const { width, height } = await encoded.toFile(to)
  const { size } = await stat(to)
  return { type: seeThrough ? 'image/png' : 'image/jpeg', width, height, size }
}

/**
 * Draws the JPEG, PNG or WebP at `from` anew, upright, into a file at `to`.
 * @param maxPixels width times height of what is read
 * @throws PictureError
 */
export function redraw(from: string, to: string, maxPixels: number): Promise<Picture> {
  return inTurn(async () => {
    const sharp = await (library ??= loadSharp())
    const image = sharp(from, { limitInputPixels: maxPixels, failOn: 'error' })
    try {
      const { width, height, hasAlpha } = await image.metadata()
      if (width * height > maxPixels) throw new PictureError('too-large')
      return await encode(image, to, hasAlpha)
    } catch (error) {
      if (error instanceof PictureError || isDiskFull(error)) throw error
      const tooLarge = error instanceof Error && /pixel limit/.test(error.message)
      throw new PictureError(tooLarge ? 'too-large' : 'unreadable', error)
    }
  })
}

/**
 * A JPEG of a stored picture, on white and small enough to stand in every document: PDFs take such a
 * one as it is.
 * @param most width and height in points of the picture
 * @throws an error where the picture is broken
 */
export function drawOnWhite(
  bytes: Uint8Array,
  most: { width: number; height: number },
): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await (library ??= loadSharp())
    return sharp(bytes, { failOn: 'error' })
      .resize({ ...most, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: patienceSeconds })
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer()
  })
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && /ENOSPC|No space left/.test(error.message)
