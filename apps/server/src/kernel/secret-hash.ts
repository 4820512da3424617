/** Hashes of random secrets of links and keys, of which the database stores nothing else. */
import { createHash } from 'node:crypto'

/** SHA-256, hexadecimal. Only for secrets that are too long to be guessed, and so need no salt. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')
