/** Counts and hashes the bytes that pass through a stream. */
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

export interface Counted {
  size: number
  /** In hexadecimal digits. */
  sha256: string
}

/** @returns a stream that passes bytes on, and a function that gives their number and hash once it has ended */
export function countingStream(): { stream: Transform; counted(): Counted } {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, counted: () => ({ size, sha256: hash.digest('hex') }) }
}
