/** Detects a file's type by its bytes; the sent name and content type are not trusted. */
import { open } from 'node:fs/promises'

export type FileKind = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf'

/** Number of bytes from the start needed to detect the type. */
export const tellingBytes = 12

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** The type of a file; null for a type that may not be uploaded. @param start its first bytes */
export function kindOf(start: Buffer): FileKind | null {
  if (startsWith(start, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(start, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(start, 'RIFF') && startsWith(start, 'WEBP', 8)) return 'image/webp'
  // PDF readers accept other bytes before the header, which could be HTML, so none are allowed here.
  if (startsWith(start, '%PDF-')) return 'application/pdf'
  return null
}

/** The end marker of a PDF must be within this many bytes of the end of the file. */
const tail = 1024

/** Whether a PDF has its end marker, i.e. is not truncated. */
export async function isWholePdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(tail),
      position: Math.max(0, size - tail),
    })
    return buffer.subarray(0, bytesRead).includes('%%EOF')
  } finally {
    await file.close()
  }
}
