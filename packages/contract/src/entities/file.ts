/** Uploaded files: pictures and PDFs. Source: product specification, section 7. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, id } from '../wire.ts'

const megabyte = 1024 * 1024

/** Limits of uploads. The server detects the type from the content and ignores the name and the sent type. */
export const uploadLimits = {
  bytes: 10 * megabyte,
  /** Width times height of an image; the limit prevents decompression bombs. */
  pixels: 50_000_000,
} as const

/** Name for messages and file extensions, by MIME type. */
export const uploadTypes = {
  'image/jpeg': { name: 'JPEG', extensions: ['jpg', 'jpeg'] },
  'image/png': { name: 'PNG', extensions: ['png'] },
  'image/webp': { name: 'WebP', extensions: ['webp'] },
  'application/pdf': { name: 'PDF', extensions: ['pdf'] },
} as const satisfies Record<string, { name: string; extensions: readonly string[] }>

export type UploadType = keyof typeof uploadTypes
export const pictureTypes: readonly UploadType[] = ['image/jpeg', 'image/png', 'image/webp']

/** The message about allowed types and size: `ไฟล์ต้องเป็น JPEG, PNG, WebP ขนาดไม่เกิน 10 MB`. */
export const uploadRule = (
  types: readonly UploadType[] = Object.keys(uploadTypes) as UploadType[],
) =>
  `ไฟล์ต้องเป็น ${types.map((type) => uploadTypes[type].name).join(', ')} ขนาดไม่เกิน ${uploadLimits.bytes / megabyte} MB`

const storedFile = z.object({
  file_id: id,
  /** The name of the uploaded file; for display only, never used as a path. */
  name: z.string(),
  /** The stored type. Images are re-encoded as JPEG, or as PNG if they have transparency. */
  type: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  /** Size of the stored file in bytes. */
  size: z.int().positive(),
  /** Signed relative link, valid for 10 to 15 minutes and not longer than the session. */
  link: z.string(),
})
export type StoredFile = z.output<typeof storedFile>

export const file = {
  upload: endpoint({
    method: 'POST',
    path: 'file/upload',
    access: 'signed-in',
    summary: 'Upload a picture or a PDF; it is removed after a day unless a record refers to it',
    file: { maxBytes: uploadLimits.bytes },
    input: z.strictObject({}),
    output: dataOf(storedFile),
  }),
} as const
