/** A ZIP archive written as it is sent: nothing of it is kept but the list of its files. */

import { pipeline, Readable } from 'node:stream'
import { createDeflateRaw, crc32 } from 'node:zlib'

export interface ZipEntry {
  /** ASCII. */
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

interface Written {
  name: Buffer
  /** Of the header, from the archive's beginning. */
  offset: number
  crc: number
  packed: number
  size: number
}

const deflated = 8
/** Sizes follow the data, because they are known only then. */
const sizesFollow = 0x0008
const version = 20
/** 1 January 1980: the same content is the same archive. */
const dosDate = 0x0021
const most = 0xffff_ffff

/**
 * The archive's bytes. Each file's content is asked for only as fast as it is taken.
 * @throws RangeError where it grows to 4 GiB, which the plain format cannot hold
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const file: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    const header = localHeader(file)
    yield header
    for await (const chunk of deflate(content, file)) {
      file.packed += chunk.length
      yield chunk
    }
    const sizes = descriptor(file)
    yield sizes
    offset += header.length + file.packed + sizes.length
    if (offset > most || file.size > most) throw new RangeError('the archive is too large')
    written.push(file)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  yield directoryEnd(written.length, directory.length, offset)
}

/** Packs the content and writes down its checksum and size. */
function deflate(content: ZipEntry['content'], file: Written): AsyncIterable<Buffer> {
  async function* measured() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.length
      yield bytes
    }
  }
  // A failure of the content reaches the reader through the stream it destroys.
  return pipeline(Readable.from(measured()), createDeflateRaw({ level: 4 }), () => {})
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(sizesFollow, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(dosDate, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x0807_4b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry({ name, offset, crc, packed, size }: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(sizesFollow, 8)
  head.writeUInt16LE(deflated, 10)
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
