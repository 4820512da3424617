/** Reads the QR code in the picture of a slip, in the browser. */
import { type SlipCode, parseSlipCode } from '@khapdee/domain/slip-qr'

/** Larger pictures take longer and are not read better. */
const maxSide = 2000

/**
 * @returns null when the picture has no code of a slip; rejects for a file that is not a picture
 */
export async function readSlip(file: File): Promise<SlipCode | null> {
  const [{ loadQrReader, readQr }, picture] = await Promise.all([
    import('./qr-reader.ts'),
    createImageBitmap(file),
  ])
  await loadQrReader()
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const text = await readQr(context.getImageData(0, 0, canvas.width, canvas.height))
  return text === null ? null : parseSlipCode(text)
}
