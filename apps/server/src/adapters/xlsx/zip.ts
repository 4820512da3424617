/**
 * Writes a ZIP archive as a stream; only the list of its files stays in memory. The offsets of fields are
 * those of the ZIP specification, APPNOTE.TXT, section 4.3.
 */

import { pipeline, Readable } from 'node:stream'
import { createDeflateRaw, crc32 } from 'node:zlib'

export interface ZipEntry {
  /** ASCII. */
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

interface WrittenFile {
  name: Buffer
  /** Offset of the local header from the start of the archive. */
  offset: number
  crc: number
  packed: number
  size: number
}

const deflateMethod = 8
/** Flag for a data descriptor: the sizes follow the data, because they are unknown when the header is written. */
const sizesFollow = 0x0008
/** Required version of the ZIP format: 2.0, in tenths. */
const version = 20
/** A fixed date, 1 January 1980, so that archives of equal content are equal. */
const dosDate = 0x0021
/** The largest 32-bit size or offset. */
const maxBytes = 0xffff_ffff

/**
 * The archive's bytes. Content is read only as fast as the archive is consumed.
 * @throws RangeError at 4 GiB, the limit without ZIP64
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: WrittenFile[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const file: WrittenFile = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    const header = localHeader(file)
    yield header
    for await (const chunk of deflate(content, file)) {
      file.packed += chunk.length
      yield chunk
    }
    const sizes = descriptor(file)
    yield sizes
    offset += header.length + file.packed + sizes.length
    if (offset > maxBytes || file.size > maxBytes) throw new RangeError('the archive is too large')
    written.push(file)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield directoryEnd(written.length, directory.length, offset)
}

/** Compresses the content and records its checksum and sizes in `file`. */
function deflate(content: ZipEntry['content'], file: WrittenFile): AsyncIterable<Buffer> {
  async function* measured() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      yield bytes
    }
  }
  // The callback is empty: an error in `content` destroys the returned stream, which then throws it.
  return pipeline(Readable.from(measured()), createDeflateRaw({ level: 4 }), () => {})
}

function localHeader({ name }: WrittenFile): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(sizesFollow, 6)
  head.writeUInt16LE(deflateMethod, 8)
  head.writeUInt16LE(dosDate, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, packed, size }: WrittenFile): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x0807_4b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry({ name, offset, crc, packed, size }: WrittenFile): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(sizesFollow, 8)
  head.writeUInt16LE(deflateMethod, 10)
  head.writeUInt16LE(dosDate, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}

function directoryEnd(files: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
