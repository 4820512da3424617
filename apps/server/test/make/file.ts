/** Files to upload, and the multipart forms that contain them. */
import { deflateSync, crc32 } from 'node:zlib'

const boundary = 'khapdee-form'

export interface FormPart {
  /** Name of the form field; default `file`. */
  field?: string
  /** Name of the file; null makes the part a field without a file. */
  name?: string | null
  type?: string
  bytes: Buffer | string
}

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` }
export const formEnd = `--${boundary}--\r\n`

/** The headers of a part and the blank line before its content. */
export const partHead = ({
  field = 'file',
  name = 'photo.png',
  type = 'application/octet-stream',
}: Omit<FormPart, 'bytes'> = {}): string => {
  const filename = name === null ? '' : `; filename="${name.replaceAll('"', '%22')}"`
  return `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${filename}\r\nContent-Type: ${type}\r\n\r\n`
}

/** A complete form body as a browser sends it. */
export const formOf = (...parts: readonly FormPart[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ bytes, ...head }) => [
      Buffer.from(partHead(head)),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(formEnd),
  ])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A black greyscale PNG without transparency; fewer `rows` than `height` truncate it. */
export function png(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // The bit depth; the colour type after it stays 0, greyscale.
  head[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * rows, 0))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
