/** A part of a picture as a picture of its own. */

/** In percent of the picture's sides. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Of the side, in pixels: enough for a card that is printed. */
const mostSide = 800
const quality = 0.9

/**
 * Draws a square of `image`, which has been loaded, as a JPEG on white.
 * @param name of the picture's file; the ending becomes that of a JPEG
 * @throws where the browser cannot draw it
 */
export async function cutOut(
  image: HTMLImageElement,
  { x, y, width, height }: Area,
  name: string,
): Promise<File> {
  const { naturalWidth, naturalHeight } = image
  const from = [
    (x / 100) * naturalWidth,
    (y / 100) * naturalHeight,
    (width / 100) * naturalWidth,
    (height / 100) * naturalHeight,
  ] as const
  const side = Math.max(1, Math.min(mostSide, Math.round(from[2])))
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(image, ...from, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  )
  if (blob === null) throw new Error('no picture')
  return new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: blob.type })
}
