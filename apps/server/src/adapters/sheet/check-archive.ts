/**
 * Checks a ZIP archive before it is unpacked. Only archives that every reader interprets alike are
 * accepted: one central directory, at the very end, without the 64-bit extension (ZIP64).
 * The offsets of fields are those of the ZIP specification, APPNOTE.TXT, section 4.3.
 */

import type { SheetProblem } from './sheet.ts'

const endSignature = 0x0605_4b50
const entrySignature = 0x0201_4b50
const localSignature = 0x0403_4b50
const endLength = 22
const entryLength = 46
const localLength = 30

const maxEntries = 500
/** Maximum unpacked bytes; a full sheet of 5,000 rows and 200 columns has about as many. */
const maxUnpacked = 50 * 1024 * 1024
/** Maximum compression ratio: XML reaches about 30, zeros 1,000. */
const maxRatio = 200
/** Unpacked bytes up to which the ratio is not checked. */
const maxUnpackedWithoutRatio = 1024 * 1024
/** Compression methods. */
const storedMethod = 0
const deflateMethod = 8
/** Bit of the general purpose flags for encrypted content. */
const encryptedFlag = 1

/** The reason to refuse an archive, or null. */
export function archiveProblem(bytes: Buffer): SheetProblem | null {
  const end = bytes.length - endLength
  if (end < 0 || bytes.readUInt32LE(end) !== endSignature) return 'damaged'
  const count = bytes.readUInt16LE(end + 10)
  const directory = bytes.readUInt32LE(end + 16)
  // The ZIP64 values 0xFFFF and 0xFFFFFFFF fail this check too.
  if (count === 0 || directory + bytes.readUInt32LE(end + 12) !== end) return 'damaged'
  if (count > maxEntries) return 'too-large'
  let unpacked = 0
  let packed = 0
  let at = directory
  for (let n = 0; n < count; n++) {
    if (at + entryLength > end || bytes.readUInt32LE(at) !== entrySignature) return 'damaged'
    const method = bytes.readUInt16LE(at + 10)
    const isEncrypted = (bytes.readUInt16LE(at + 8) & encryptedFlag) !== 0
    const size = bytes.readUInt32LE(at + 20)
    const nameLength = bytes.readUInt16LE(at + 28)
    const local = bytes.readUInt32LE(at + 42)
    if (isEncrypted || (method !== storedMethod && method !== deflateMethod)) return 'damaged'
    if (local + localLength + size > directory) return 'damaged'
    if (bytes.readUInt32LE(local) !== localSignature) return 'damaged'
    const name = bytes.toString('latin1', at + entryLength, at + entryLength + nameLength)
    if (/vbaProject/i.test(name)) return 'macros'
    packed += size
    unpacked += bytes.readUInt32LE(at + 24)
    at += entryLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (at !== end) return 'damaged'
  // Overlapping entries share packed bytes, so their sizes add up to more than the archive has.
  if (packed > directory || unpacked > maxUnpacked) return 'too-large'
  return unpacked > maxUnpackedWithoutRatio && unpacked > packed * maxRatio ? 'too-large' : null
}
