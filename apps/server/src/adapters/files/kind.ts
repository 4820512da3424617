/** Detects the type of a file from its bytes; the name and content type sent by the client are not trusted. */
import { open } from 'node:fs/promises'

export type FileKind = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf'

/** Number of leading bytes that {@link kindOf} needs. */
export const signatureBytes = 12

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** The type of a file by its first bytes; null for a type that may not be uploaded. */
export function kindOf(start: Buffer): FileKind | null {
  if (startsWith(start, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(start, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(start, 'RIFF') && startsWith(start, 'WEBP', 8)) return 'image/webp'
  // PDF readers accept other bytes before the header, which could be HTML, so none are allowed here.
  if (startsWith(start, '%PDF-')) return 'application/pdf'
  return null
}

/** Number of bytes at the end of the file in which the end marker of a PDF must be. */
const tailBytes = 1024

/** Whether the PDF at `path` has its end marker; a truncated file has none. */
export async function isCompletePdf(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(tailBytes),
      position: Math.max(0, size - tailBytes),
    })
    return buffer.subarray(0, bytesRead).includes('%%EOF')
  } finally {
    await file.close()
  }
}
