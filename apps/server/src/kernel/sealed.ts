/** Encryption of personal data at rest, with a key derived from the secret of the server. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export interface Sealer {
  /**
   * Encrypts a text.
   * @param context what the text belongs to; it opens only with the same context
   */
  seal(text: string, context: string): Buffer
  /** The text; null when it was changed, belongs to another context or was sealed with another secret. */
  open(sealed: Buffer, context: string): string | null
}

/** @param use separates the keys of different kinds of data */
export function createSealer(secret: string, use: string): Sealer {
  const key = createHmac('sha256', secret).update(`khapdee:sealed:${use}`).digest()
  return {
    seal(text, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(context))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), content])
    },
    open(sealed, context) {
      try {
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes))
          .setAAD(Buffer.from(context))
          .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
        const content = sealed.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
