/** What a file is, told by its bytes: its name and the type it comes with say nothing. */
import { open } from 'node:fs/promises'

export type FileKind = 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf'

/** So many bytes from the beginning tell. */
export const tellingBytes = 12

const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** Null where it is nothing that may be uploaded. @param start its first bytes */
export function kindOf(start: Buffer): FileKind | null {
  if (startsWith(start, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(start, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(start, 'RIFF') && startsWith(start, 'WEBP', 8)) return 'image/webp'
  // Readers forgive bytes before it, which could then be a page of another kind: this does not.
  if (startsWith(start, '%PDF-')) return 'application/pdf'
  return null
}

/** The end of a PDF stands within so many bytes of the end of its file. */
const tail = 1024

/** Whether a file that begins as a PDF also ends as one, and was not cut off. */
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
